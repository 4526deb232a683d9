/// The keys of a model on its own level: the first steps of its key paths, and the keys of the models
/// that are flattened into it.
///
///     @Mapped("user.name") name, @Mapped zip, @Flattened paging    →  user, zip, page, total
struct LevelKeys {
  /// The keys that are looked for as they are.
  private var exact: Set<KeyBytes> = []
  /// The keys that are looked for in whatever case, in lower case.
  private var folded: Set<KeyBytes> = []

  /// All keys, as they are looked for.
  var keys: Set<KeyBytes> { exact.union(folded) }

  /// Whether the level has a key.
  func contains(_ key: String) -> Bool {
    exact.contains(KeyBytes(key))
      || !folded.isEmpty && folded.contains(KeyBytes(key.lowercased()))
  }

  private func isDisjoint(with other: LevelKeys) -> Bool {
    exact.isDisjoint(with: other.exact) && folded.isDisjoint(with: other.folded)
      && !exact.contains { other.contains($0.key) } && !other.exact.contains { contains($0.key) }
  }

  private mutating func insert(_ property: PlannedProperty, ignoringCase: Bool) {
    for path in property.readPaths {
      if ignoringCase {
        folded.insert(KeyBytes(path[0]))
      } else {
        exact.insert(KeyBytes(path[0]))
      }
    }
  }

  private mutating func formUnion(_ other: LevelKeys) {
    exact.formUnion(other.exact)
    folded.formUnion(other.folded)
  }

  /// All keys of a model under the strategy of the one around it, and those of the models that are
  /// flattened into it by property.
  ///
  /// - Parameters:
  ///   - outer: the models that this one is flattened into, and itself.
  ///   - find: finds the plan of a model.
  static func ofModel(
    _ plan: ModelPlan, _ strategy: Int32, inside outer: [ObjectIdentifier],
    _ find: (any Mappable.Type) throws(MappingError) -> ModelPlan
  ) throws(MappingError) -> (all: LevelKeys, flattened: [Int: LevelKeys]) {
    let own = plan.tables.pointee.ownStrategy
    let number = own < 0 ? strategy : own
    let strategy = KeyStrategies.strategy(number)
    let model = plan.details.name
    let properties = plan.details.properties.map { $0.keyed(by: strategy) }
    var all = LevelKeys()
    var flattened: [Int: LevelKeys] = [:]
    for property in properties where property.isRead || property.isWritten {
      all.insert(property, ignoringCase: strategy.ignoresCase)
    }
    for (index, property) in properties.enumerated() {
      guard let child = property.flattenedModel else { continue }
      guard !outer.contains(ObjectIdentifier(child)), outer.count < 64 else {
        throw .declaration(model, property.name, "it is flattened into itself")
      }
      let childPlan = try find(child)
      guard !childPlan.details.properties.contains(where: \.holdsExtras) else {
        throw .declaration(
          model, property.name, "a model with @Extras cannot be flattened; move them to \(model)")
      }
      let keys = try ofModel(childPlan, number, inside: outer + [ObjectIdentifier(child)], find).all
      guard all.isDisjoint(with: keys) else {
        throw .declaration(
          model, property.name, "its model has a key that another property of \(model) has as well")
      }
      all.formUnion(keys)
      flattened[index] = keys
    }
    return (all, flattened)
  }
}

/// A key that is equal to another one if its bytes are.
struct KeyBytes: Hashable {
  let key: String

  init(_ key: String) { self.key = key }

  init(_ key: Bytes) { self.key = String(decoding: key, as: UTF8.self) }

  @inline(__always)
  static func == (left: KeyBytes, right: KeyBytes) -> Bool { left.key.hasBytes(of: right.key) }

  func hash(into hasher: inout Hasher) {
    for byte in key.utf8 { hasher.combine(byte) }
  }
}

extension String {
  /// Whether this is the same text byte by byte. `==` finds texts equal that only look the same.
  @inline(__always)
  func hasBytes(of other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}
