/// Finding the fields that keys lead to in models that are no ordinary ones; see ``CarefulReading``.
extension JSONReader {
  /// Reads an object's members into the fields that their keys lead to.
  @inline(never)
  mutating func readMembers(
    _ node: Immortal<KeyNode>, _ reading: inout ModelReading,
    _ care: Lent<CarefulReading>
  ) throws(MappingError) {
    let node = node.pointee
    guard try beginObject() else { return passEmpty(node, care) }
    let ignoresCase = reading.keys.pointee.ignoresCase
    repeat {
      let keyStart = cursor
      let index = try readKey(in: node.table, ignoringCase: ignoresCase)
      if index < 0 {
        try passUnknown(keyStart, node, reading, care)
      } else if reading.see(node.firstNumber &+ index),
        try !replacesDuplicate(at: keyStart, reading)
      {
        try skipValue()
      } else {
        try readAnyEntry(index, node, &reading)
      }
    } while try nextMember()
  }

  /// Reads the value of an entry's key into what the key leads to, in whatever model.
  mutating func readAnyEntry(
    _ index: Int, _ node: KeyNode, _ reading: inout ModelReading
  ) throws(MappingError) {
    if let detail = node.detail(index) {
      try readDetail(detail, &reading)
    } else {
      try readField(node.table.number(index), reading)
    }
  }

  /// Reads a key, moves on to its value, and finds what the key leads to.
  ///
  /// - Returns: the entry's index in the table, or -1 for a key that nobody asks for.
  mutating func readKey(
    in table: KeyTable, ignoringCase: Bool
  ) throws(MappingError) -> Int {
    if ignoringCase { return try readKeyIgnoringCase(in: table) }
    return try readKey(in: table, expected: table.count)
  }

  /// Whether the later of two equal keys is to win. Where failures are stopped, the first one counts.
  ///
  /// - Throws: ``MappingError`` that names the model, if the mapper rejects duplicates.
  mutating func replacesDuplicate(
    at key: BytePointer, _ reading: ModelReading
  ) throws(MappingError) -> Bool {
    do {
      return try replacesDuplicate(at: key)
    } catch {
      let failure = named(error, reading.plan)
      guard !isStrict else { throw failure }
      report(failure)
      return false
    }
  }
}
