/// Where the keys of a model lead to, and in which order they are written: one for each strategy that
/// the model is used with.
///
///     User, names as they are   {"userID": …}     root, writeRoot
///     User, snake case          {"user_id": …}    root, writeRoot
struct KeyTables {
  /// The strategy that made the keys; see ``KeyStrategies``.
  let strategy: Int32
  /// Whether documents' keys are found whatever the case of their letters.
  let ignoresCase: Bool
  /// The root of the trie of keys.
  let root: UnsafePointer<KeyNode>
  /// The root of the tree in which the properties are written.
  let writeRoot: UnsafePointer<WriteNode>
  /// How many words of 64 bits it takes to have one bit per entry of the trie.
  let wordCount: Int
  /// The entries that alone fill a field, as bits.
  let soleEntries: UnsafePointer<UInt64>
  /// For each entry the field that only this entry can fill, or -1.
  let soleFields: UnsafePointer<Int>
  /// The fields that have alternative keys.
  let rivalFields: UnsafeBufferPointer<Int>
  /// Kept alive for ever.
  private let unmanagedModel: Unmanaged<ModelKeys>

  /// The keys themselves, which are not needed on the hot path.
  var model: ModelKeys { unmanagedModel.takeUnretainedValue() }

  /// - Parameters:
  ///   - properties: those of the model, without keys.
  ///   - name: the model's.
  /// - Throws: ``MappingError`` with code `.declaration` if the keys break a rule.
  init(
    _ properties: [PlannedProperty], of name: String, strategy number: Int32
  ) throws(MappingError) {
    let strategy = KeyStrategies.strategy(number)
    let keyed = properties.map { $0.keyed(by: strategy) }
    try PropertyValidators.validate(keyed, of: name)
    self.strategy = number
    ignoresCase = strategy.ignoresCase
    writeRoot = WriteTree(keyed.map { $0.isWritten ? $0.paths[0] : [] }).root
    let trie = KeyTrie(
      keyed.map { $0.isRead ? $0.readPaths : [] },
      ignored: keyed.filter { !$0.isRead && $0.isWritten }.map { $0.readPaths[0] })
    root = trie.root
    wordCount = (trie.entryCount + 63) / 64
    var sole = [UInt64](repeating: 0, count: wordCount)
    for (entry, field) in trie.soleFields.enumerated() where field >= 0 {
      sole[entry / 64] |= 1 << UInt64(entry % 64)
    }
    soleEntries = Immortal.allocate(sole)
    soleFields = Immortal.allocate(trie.soleFields)
    let rivals = keyed.indices.filter { keyed[$0].isRead && keyed[$0].paths.count > 1 }
    rivalFields = UnsafeBufferPointer(start: Immortal.allocate(rivals), count: rivals.count)
    unmanagedModel = .passRetained(ModelKeys(keyed))
  }
}

/// A model's properties with their keys, as a strategy makes them.
final class ModelKeys: @unchecked Sendable {
  let properties: [PlannedProperty]
  /// The keys of the models that are flattened into this one, by property. Set before anyone reads
  /// it, as those models may be planned later than this one.
  private(set) var flattened: [Int: Set<KeyBytes>] = [:]

  init(_ properties: [PlannedProperty]) { self.properties = properties }
}

/// A key that is equal to another one if its bytes are.
struct KeyBytes: Hashable {
  private let bytes: [UInt8]
  init(_ key: String) { bytes = Array(key.utf8) }
  init(_ key: UnsafeBufferPointer<UInt8>) { bytes = Array(key) }
}

extension ModelKeys {
  /// Finds out the keys of flattened models.
  ///
  /// - Parameters:
  ///   - model: the model's name.
  ///   - strategy: that of these keys.
  ///   - plan: finds the plan of a model.
  /// - Throws: ``MappingError`` with code `.declaration` if two properties would write one key, or a
  ///   model is flattened into itself.
  func flatten(
    _ model: String, _ strategy: Int32, _ plan: (any Mappable.Type) -> ModelPlan?
  ) throws(MappingError) {
    flattened = try levels(model, strategy, inside: [], plan).flattened
  }

  /// All keys on the model's own level: those of its properties, and those of flattened models.
  private func levels(
    _ model: String, _ strategy: Int32, inside outer: [ObjectIdentifier],
    _ plan: (any Mappable.Type) -> ModelPlan?
  ) throws(MappingError) -> (all: Set<KeyBytes>, flattened: [Int: Set<KeyBytes>]) {
    var all = Set<KeyBytes>()
    var flattened: [Int: Set<KeyBytes>] = [:]
    for property in properties where property.isRead || property.isWritten {
      all.formUnion(property.readPaths.map { KeyBytes($0[0]) })
    }
    for (index, property) in properties.enumerated() {
      guard let child = property.flattenedModel, let childPlan = plan(child) else { continue }
      guard !outer.contains(ObjectIdentifier(child)), outer.count < 64 else {
        throw .declaration(model, property.name, "it is flattened into itself")
      }
      guard !childPlan.details.properties.contains(where: \.holdsExtras) else {
        throw .declaration(
          model, property.name, "a model with @Extras cannot be flattened; move them to \(model)")
      }
      let keys = try childPlan.keys(strategy).pointee.model.levels(
        childPlan.details.name, strategy, inside: outer + [ObjectIdentifier(child)], plan
      ).all
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
