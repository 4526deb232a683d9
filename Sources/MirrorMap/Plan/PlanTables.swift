/// What reading and writing look at for each value of a model, in memory that has no reference
/// counts and stays.
@usableFromInline
struct PlanTables {
  let id: ObjectIdentifier
  let fields: UnsafePointer<PlannedField>
  let readings: UnsafePointer<PropertyDeclaration.Reading>
  let writings: UnsafePointer<PropertyDeclaration.Writing>
  /// The root of the trie of keys.
  let keys: UnsafePointer<KeyNode>
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
  let details: Unmanaged<PlanDetails>

  init(_ details: PlanDetails) {
    let properties = details.properties
    id = details.id
    fields = Immortal.allocate(properties.map(\.field))
    readings = Immortal.allocate(properties.map(\.declaration.read))
    writings = Immortal.allocate(properties.map(\.declaration.write))
    writeRoot = WriteTree(properties.map { $0.paths[0] }).root
    let trie = KeyTrie(properties.map(\.paths))
    keys = trie.root
    wordCount = (trie.entryCount + 63) / 64
    var sole = [UInt64](repeating: 0, count: wordCount)
    for (entry, field) in trie.soleFields.enumerated() where field >= 0 {
      sole[entry / 64] |= 1 << UInt64(entry % 64)
    }
    soleEntries = Immortal.allocate(sole)
    soleFields = Immortal.allocate(trie.soleFields)
    let rivals = properties.indices.filter { properties[$0].paths.count > 1 }
    rivalFields = UnsafeBufferPointer(start: Immortal.allocate(rivals), count: rivals.count)
    self.details = .passRetained(details)
  }
}
