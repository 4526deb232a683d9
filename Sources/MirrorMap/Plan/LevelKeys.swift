/// The keys of a model on its own level: the first steps of its key paths, and the keys of the
/// models that are flattened into it.
///
///     @Mapped("user.name") name, @Mapped zip, @Flattened paging    →  user, zip, page, total
struct LevelKeys {
  private(set) var keys = KeySet()
  /// The key paths that begin with them, as they are declared.
  private var paths: [[String]] = []
  /// The keys, in lower case, with which key paths of several steps begin.
  private var groups: Set<KeyBytes> = []

  /// Whether the level has a key.
  func contains(_ key: String) -> Bool { keys.contains(key) }

  /// Whether a key path of several steps begins with a key.
  func isGroup(_ key: String) -> Bool {
    !groups.isEmpty && groups.contains(KeyBytes(key.lowercased()))
  }

  /// All keys of a model under the strategy of the model around it, and those of the models that
  /// are flattened into it.
  ///
  /// - Parameter outer: The models that this one is flattened into, and itself.
  static func ofModel(
    _ plan: ModelPlan, _ strategy: Int32, inside outer: [ObjectIdentifier], _ find: ModelPlan.Finder
  ) throws(MappingError) -> (all: LevelKeys, flattened: [FlattenedKeys.Model]) {
    let number = plan.strategy(inside: strategy)
    let strategy = KeyStrategies.strategy(number)
    let model = plan.details.name
    let properties = plan.details.properties.map { $0.keyed(by: strategy) }
    var all = LevelKeys()
    var flattened: [FlattenedKeys.Model] = []
    for property in properties where property.isRead || property.isWritten {
      // A property that is only written has no alternatives.
      let paths = property.isRead ? property.readPaths[...] : property.readPaths.prefix(1)
      for path in paths { all.keys.insert(path[0], ignoringCase: strategy.ignoresCase) }
      all.paths += property.paths
      all.groups.formUnion(paths.filter { $0.count > 1 }.map { KeyBytes($0[0].lowercased()) })
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
      guard all.keys.isDisjoint(with: keys.keys) else {
        throw .declaration(
          model, property.name, conflict(keys.paths, with: all.paths, of: model))
      }
      all.keys.formUnion(keys.keys)
      all.paths += keys.paths
      all.groups.formUnion(keys.groups)
      flattened.append(FlattenedKeys.Model(property: index, keys: keys))
    }
    return (all, flattened)
  }

  /// What is wrong with key paths of a flattened model that begin with the same keys as others of the model around it.
  private static func conflict(
    _ paths: [[String]], with others: [[String]], of model: String
  ) -> String {
    func first(where matches: ([String], [String]) -> Bool) -> ([String], [String])? {
      for path in paths {
        if let other = others.first(where: { matches(path, $0) }) { return (path, other) }
      }
      return nil
    }
    guard first(where: { $0 == $1 }) == nil,
      let (path, other) = first(where: { KeyBytes($0[0]) == KeyBytes($1[0]) })
        ?? first(where: { $0[0].lowercased() == $1[0].lowercased() }),
      path.count > 1 || other.count > 1
    else { return "its model has a key that another property of \(model) has as well" }
    func text(_ path: [String]) -> String { path.joined(separator: ".").quoted }
    return
      "its model's key path \(text(path)) begins with the same key as \(text(other)), another one"
      + " of \(model); map \(other[0].quoted) to a nested model that has both"
  }
}
