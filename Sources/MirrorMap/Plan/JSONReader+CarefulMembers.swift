/// Finding the fields that keys lead to in models that are no ordinary ones; see ``CarefulReading``.
extension JSONReader {
  /// Reads an object's members into the fields that their keys lead to.
  @inline(never)
  mutating func readMembers(
    _ node: UnsafePointer<KeyNode>, _ reading: inout ModelReading,
    _ care: UnsafeMutablePointer<CarefulReading>
  ) throws(MappingError) {
    let node = node.pointee
    guard try beginObject() else { return passEmpty(node, care) }
    let ignoresCase = reading.keys.pointee.ignoresCase
    repeat {
      let keyStart = cursor
      let index = try findEntry(node, ignoringCase: ignoresCase)
      if index < 0 {
        try passUnknown(keyStart, node, reading, care)
      } else if reading.see(node.firstNumber &+ index),
        try !replacesDuplicate(at: keyStart, reading)
      {
        try skipValue()
      } else {
        try readAnyEntry(node.entries + index, &reading)
      }
    } while try nextMember()
  }

  /// Reads the value of an entry's key into what the key leads to, in whatever model.
  mutating func readAnyEntry(
    _ entry: UnsafePointer<KeyEntry>, _ reading: inout ModelReading
  ) throws(MappingError) {
    if entry.pointee.field >= 0 {
      try readField(entry.pointee.field, reading)
    } else if let detail = entry.pointee.detail {
      try readDetail(detail.pointee, &reading)
    }
  }

  /// Reads a key, moves on to its value, and finds what the key leads to.
  ///
  /// - Returns: the entry's index in the node, or -1 for a key that nobody asks for.
  mutating func findEntry(
    _ node: KeyNode, ignoringCase: Bool
  ) throws(MappingError) -> Int {
    let raw = try readRawKey()
    if ignoringCase {
      var folded = try makeString(raw).lowercased()
      return folded.withUTF8 { bytes in
        // An empty string may have no address; any readable one does.
        node.index(of: bytes.baseAddress ?? start, bytes.count)
      }
    }
    return raw.hasEscapes ? findEscaped(raw, node) : node.index(of: raw.start, raw.count)
  }

  /// Whether the later of two equal keys is to win. Where failures are stopped, the first one counts.
  ///
  /// - Throws: ``MappingError`` that names the model, if the mapper rejects duplicates.
  mutating func replacesDuplicate(
    at key: UnsafePointer<UInt8>, _ reading: ModelReading
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
