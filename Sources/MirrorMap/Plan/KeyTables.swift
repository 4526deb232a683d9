/// The fields that the keys of a model lead to, and the order in which they are written: one table
/// for each strategy that the model is used with.
///
///     User, names as they are   {"userID": …}     root, writeRoot
///     User, snake case          {"user_id": …}    root, writeRoot
struct KeyTables {
  /// The strategy that made the keys; see ``KeyStrategies``.
  let strategy: Int32
  /// Whether keys in documents match in any case.
  let ignoresCase: Bool
  /// The root of the trie of keys.
  let root: Permanent<KeyNode>
  /// The roots of the trees in which the properties are written, the second one with sorted keys; made when a
  /// model is first written so.
  fileprivate let foundWriteRoots = PermanentSlots<WriteNode>(count: 2)
  /// What the model's object contains; made when one is first decoded by another library.
  let expectedObject = PermanentSlots<ExpectedObject>(count: 1)
  /// The entries that alone can fill a field: one bit for each entry of the trie.
  let soleEntries: PermanentArray<UInt64>
  /// For each entry, the field that only this entry can fill, or -1.
  let soleFields: PermanentArray<Int>
  /// The fields that no entry alone can fill: those with alternative keys, those that share an
  /// entry with another one, and those that are never read.
  let fieldsWithAlternatives: PermanentArray<Int>
  /// The keys themselves, which aren't needed on the hot path.
  let model: ModelKeys
  /// The keys under another strategy, in the list of a plan's ``PlanTables/variants``.
  var next: Permanent<KeyTables>?

  /// - Throws: ``MappingError`` with code `.declaration` if the keys break a rule.
  init(_ details: PlanDetails, strategy number: Int32) throws(MappingError) {
    let strategy = KeyStrategies.strategy(number)
    let keyed =
      number == max(details.ownStrategy, 0)
      ? details.properties : details.properties.map { $0.keyed(by: strategy) }
    try KeyValidator.validate(keyed, of: details.type)
    try WildcardValidator.validate(keyed, of: details.type)
    try DirectionValidator.validate(keyed, of: details.type)
    try ExtrasValidator.validate(keyed, of: details.type)
    try ScalarValidator.validate(keyed, of: details.type)
    self.strategy = number
    ignoresCase = strategy.ignoresCase
    let trie = try KeyTrie(keyed, of: details.type)
    root = trie.root
    // At least one word, which a decoder has in a property of its own.
    let count = trie.soleFields.count
    soleEntries = PermanentArray(
      stride(from: 0, to: max(count, 1), by: 64).lazy.map { first in
        (first..<min(first + 64, count)).reduce(UInt64(0)) { bits, entry in
          trie.soleFields[entry] < 0 ? bits : bits | 1 << UInt64(entry - first)
        }
      })
    soleFields = PermanentArray(trie.soleFields)
    let rivals = keyed.indices.filter {
      keyed[$0].isRead
        ? keyed[$0].paths.count > 1 || trie.sharingFields.contains($0) : keyed[$0].isWritten
    }
    fieldsWithAlternatives = PermanentArray(rivals)
    model = ModelKeys(keyed)
  }
}

// Not of the tables themselves, which would be copied for it.
extension Permanent<KeyTables> {
  /// The root of the tree in which the properties are written.
  @inline(__always)
  func writeRoot(isSorted: Bool) -> Permanent<WriteNode> {
    pointee.foundWriteRoots.load(isSorted ? 1 : 0) ?? makeWriteRoot(isSorted)
  }

  @inline(never)
  private func makeWriteRoot(_ isSorted: Bool) -> Permanent<WriteNode> {
    // Threads that need it at the same time may all make one.
    let root = WriteNode.tree(of: pointee.model.properties, isSorted: isSorted)
    pointee.foundWriteRoots.store(root, isSorted ? 1 : 0)
    return root
  }
}
