/// The names of types, each of which is given once.
struct TypeNames {
  private var taken = Dictionary(uniqueKeysWithValues: SwiftName.typesInUse.map { ($0, 1) })
  private var models: [ObjectIdentifier: String] = [:]
  private var enums: [(name: String, values: Set<String>)] = []

  /// Names all models: by the key of most of their values, and by that of their parent as well where
  /// another one has the name.
  init(_ places: [ObjectPlace], root: String) {
    var groups: [ObjectIdentifier: [ObjectPlace]] = [:]
    for place in places { groups[ObjectIdentifier(place.object), default: []].append(place) }
    var named: Set<ObjectIdentifier> = []
    for place in places.sorted(by: Self.isBefore) {
      let identifier = ObjectIdentifier(place.object)
      guard named.insert(identifier).inserted, let group = groups[identifier] else { continue }
      let name = group.contains { $0.key.isEmpty } ? root : Self.proposal(group)
      let parent = place.parents.last.flatMap { models[ObjectIdentifier($0.object)] } ?? root
      models[identifier] = take(name, parent: parent)
    }
  }

  private static func isBefore(_ left: ObjectPlace, _ right: ObjectPlace) -> Bool {
    left.parents.count == right.parents.count
      ? left.path < right.path : left.parents.count < right.parents.count
  }

  private static func proposal(_ places: [ObjectPlace]) -> String {
    var weights: [String: Int] = [:]
    for place in places {
      weights[SwiftName.type(place.key, isElement: place.isElement), default: 0] += place.count
    }
    return weights.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? "Value"
  }

  private mutating func take(_ name: String, parent: String) -> String {
    SwiftName.unused(taken[name] == nil ? name : parent + name, &taken)
  }

  func name(of object: ObjectEvidence) -> String {
    models[ObjectIdentifier(object.current)] ?? "JSONValue"
  }

  /// The name of an enumeration of strings; that of the last one with the same values and key.
  mutating func name(ofEnum key: String, isElement: Bool, values: Set<String>, parent: String)
    -> String
  {
    let name = SwiftName.type(key, isElement: isElement)
    if let known = enums.first(where: { $0.values == values && $0.name.hasSuffix(name) }) {
      return known.name
    }
    let own = take(name, parent: parent)
    enums.append((own, values))
    return own
  }
}
