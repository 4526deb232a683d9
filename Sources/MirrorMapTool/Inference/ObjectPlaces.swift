/// A place of objects that are models: the member, or element of it, that contains them.
struct ObjectPlace {
  let object: ObjectEvidence
  /// The key of the member; empty at the root.
  let key: String
  /// Whether the member contains them in an array or dictionary.
  let isElement: Bool
  let count: Int
  /// The models around it, the outermost first.
  let parents: [ObjectPlace]
  let path: String
}

extension Evidence {
  /// The places of all models in these values, from the outside to the inside. What is inside of equal models
  /// comes only once.
  ///
  /// - Parameter prepare: is called with each model before its members are visited, and may make it a dictionary.
  func modelPlaces(_ prepare: (ObjectEvidence) -> Void = { _ in }) -> [ObjectPlace] {
    var places: [ObjectPlace] = []
    var visited: Set<ObjectIdentifier> = []
    visitModels(key: "", isElement: false, parents: [], path: "$") { place in
      places.append(place)
      guard visited.insert(ObjectIdentifier(place.object)).inserted else { return false }
      prepare(place.object)
      return true
    }
    return places
  }

  private func visitModels(
    key: String, isElement: Bool, parents: [ObjectPlace], path: String,
    visit: (ObjectPlace) -> Bool
  ) {
    guard kinds.count == 1 else { return }
    elements?.visitModels(
      key: key, isElement: true, parents: parents, path: path + "[]", visit: visit)
    guard let object = objects?.current else { return }
    let place = ObjectPlace(
      object: object, key: key, isElement: isElement, count: objectCount, parents: parents,
      path: path)
    if object.values == nil {
      guard object.keyCount > 0, visit(place) else { return }
    }
    if let values = object.values {
      values.visitModels(
        key: key, isElement: true, parents: parents, path: path + "{}", visit: visit)
      return
    }
    for member in object.members {
      member.value.visitModels(
        key: member.key, isElement: false, parents: parents + [place],
        path: path + "." + member.key,
        visit: visit)
    }
  }
}
