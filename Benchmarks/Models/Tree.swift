/// What hand-written casts share: lists and tables of models, nil as soon as one of them fails.
enum Tree {
  static func models<Model>(_ tree: Any?, _ make: (Any) -> Model?) -> [Model]? {
    guard let elements = tree as? [Any] else { return nil }
    var models: [Model] = []
    models.reserveCapacity(elements.count)
    for element in elements {
      guard let model = make(element) else { return nil }
      models.append(model)
    }
    return models
  }

  static func table<Model>(_ tree: Any?, _ make: (Any) -> Model?) -> [String: Model]? {
    guard let members = tree as? [String: Any] else { return nil }
    var table = [String: Model](minimumCapacity: members.count)
    for (key, value) in members {
      guard let model = make(value) else { return nil }
      table[key] = model
    }
    return table
  }
}
