/// Formats JSON: indented, with sorted keys, with escaped slashes.
///
/// It works on finished, compact JSON, in a second step, so that writing values is independent of
/// the layout. Scalars are copied as they are.
///
///     {"b":[1,2],"a":{}}    →    {
///                                  "a": {},
///                                  "b": [
///                                    1,
///                                    2
///                                  ]
///                                }
struct JSONLayout {
  let options: EncodingOptions

  /// Formats a document, and returns the writer that contains it.
  ///
  /// - Complexity: O(n); with sorted keys O(n × depth), and O(m log m) for each object of m
  ///   members.
  func write(_ bytes: Bytes) throws(MappingError) -> JSONWriter {
    var reader = JSONReader(bytes, maximumDepth: .max, session: nil)
    var writer = JSONWriter(session: nil, capacity: bytes.count + 1024)
    try layValue(&reader, &writer, level: 0)
    return writer
  }

  private func layValue(
    _ reader: inout JSONReader, _ writer: inout JSONWriter, level: Int
  ) throws(MappingError) {
    let isObject = reader.nextKind == .object
    guard isObject || reader.nextKind == .array else {
      return writeScalar(try span(&reader), &writer)
    }
    guard try isObject ? reader.beginObject() : reader.beginArray() else {
      return writer.writeLiteral(isObject ? "{}" : "[]")
    }
    writer.writeByte(isObject ? .openBrace : .openBracket)
    var isFirst = true
    if isObject, options.contains(.sortedKeys) {
      for member in try sortedMembers(&reader) {
        startLine(&isFirst, &writer, level + 1)
        writeKey(member.key, &writer)
        var value = JSONReader(member.value, maximumDepth: .max, session: nil)
        try layValue(&value, &writer, level: level + 1)
      }
    } else {
      repeat {
        startLine(&isFirst, &writer, level + 1)
        if isObject { writeKey(try keySpan(&reader), &writer) }
        try layValue(&reader, &writer, level: level + 1)
      } while try isObject ? reader.nextMember() : reader.nextElement()
    }
    breakLine(&writer, level)
    writer.writeByte(isObject ? .closeBrace : .closeBracket)
  }

  private func sortedMembers(
    _ reader: inout JSONReader
  ) throws(MappingError) -> [(name: String, key: Bytes, value: Bytes)] {
    var members: [(name: String, key: Bytes, value: Bytes)] = []
    repeat {
      let key = try keySpan(&reader)
      let value = try span(&reader)
      members.append((StringEscapes.unescapedLeniently(key[1..<key.count - 1]), key, value))
    } while try reader.nextMember()
    return members.sorted {
      $0.name.unicodeScalars.lexicographicallyPrecedes($1.name.unicodeScalars)
    }
  }

  /// The bytes of the next key with its quotes. Advances to its value.
  private func keySpan(_ reader: inout JSONReader) throws(MappingError) -> Bytes {
    let start = reader.cursor
    let raw = try reader.readRawKey()
    return reader.bytes(from: start, to: raw.end + 1)
  }

  /// The bytes of the next value.
  private func span(_ reader: inout JSONReader) throws(MappingError) -> Bytes {
    let start = reader.cursor
    try reader.skipValue()
    return reader.bytes(from: start, to: reader.cursor)
  }

  private func writeKey(_ key: Bytes, _ writer: inout JSONWriter) {
    writeScalar(key, &writer)
    writer.writeByte(.colon)
    if options.contains(.prettyPrinted) { writer.writeByte(.space) }
  }

  private func writeScalar(_ bytes: Bytes, _ writer: inout JSONWriter) {
    guard options.contains(.escapedSlashes), bytes.contains(.slash) else {
      return writer.writeVerbatim(bytes)
    }
    for byte in bytes {
      if byte == .slash { writer.writeByte(.backslash) }
      writer.writeByte(byte)
    }
  }

  private func startLine(_ isFirst: inout Bool, _ writer: inout JSONWriter, _ level: Int) {
    if !isFirst { writer.writeByte(.comma) }
    isFirst = false
    breakLine(&writer, level)
  }

  private func breakLine(_ writer: inout JSONWriter, _ level: Int) {
    guard options.contains(.prettyPrinted) else { return }
    writer.writeByte(.newline)
    for _ in 0..<level { writer.writeLiteral("  ") }
  }
}
