/// The keys of a property and of the others of its model, under a key strategy.
struct FieldKeys: Sendable {
  /// The strategy of the property's keys.
  let strategy: Int32
  let keyStrategy: any KeyStrategy
  /// Where its value can be, by rank.
  let paths: [[String]]
  /// The ranks of those at which an object isn't its value.
  let groups: [Int]
  /// The keys of the whole model on its own level.
  let level: LevelKeys
  /// The key paths of several steps that the other properties have, each with its strategy.
  let others: [(strategy: Int32, path: [String])]

  fileprivate init(
    _ field: ModelField, of fields: ModelFields, inside outer: Int32
  ) throws(MappingError) {
    strategy = try fields.strategy(of: field, inside: outer)
    keyStrategy = KeyStrategies.strategy(strategy)
    paths = field.property.isRead ? field.property.keyed(by: keyStrategy).readPaths : []
    groups = fields.groups(of: field, keyStrategy)
    level = try LevelKeys.ofModel(fields.plan, outer, inside: [], PlanCache.plan).all
    var others: [(strategy: Int32, path: [String])] = []
    for other in fields.all where other !== field {
      let strategy = try fields.strategy(of: other, inside: outer)
      let paths = other.property.keyed(by: KeyStrategies.strategy(strategy)).readPaths
      others += paths.filter { $0.count > 1 }.map { (strategy, $0) }
    }
    self.others = others
  }
}

extension ModelFields {
  /// The keys of a property, inside a model with a strategy.
  func keys(
    of field: ModelField, inside strategy: Int32
  ) throws(MappingError) -> FieldKeys {
    if let known = field.knownKeys.withLock({ $0[strategy] }) { return known }
    let made = try FieldKeys(field, of: self, inside: strategy)
    field.knownKeys.withLock { $0[strategy] = made }
    return made
  }

  /// The keys of a field, by their ranks, at which an object isn't its value.
  fileprivate func groups(of field: ModelField, _ strategy: any KeyStrategy) -> [Int] {
    guard field.property.paths.count > 1 else { return [] }
    let properties = all.map { $0.property.keyed(by: strategy) }
    return all.firstIndex { $0 === field }.map { properties.groups(of: properties[$0]) } ?? []
  }

  /// The key strategy of a property inside a model with another one: that of the model or, if it's part of a flattened
  /// model, of that one.
  func strategy(
    of field: ModelField, inside outer: Int32
  ) throws(MappingError) -> Int32 {
    var strategy = plan.strategy(inside: outer)
    for holder in field.holders {
      strategy = try PlanCache.plan(holder.access.type).strategy(inside: strategy)
    }
    return strategy
  }
}
