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
  /// Where spaces and lines go.
  enum Style {
    case mirrorMap
    /// As `JSONEncoder` has it: a space before colons, and an empty line in empty containers.
    case foundation
  }

  let options: EncodingOptions
  var style = Style.mirrorMap
  /// Whether of equal keys only the last one is kept.
  var dropsDuplicates = false

  /// Formats a document, and returns the writer that contains it.
  ///
  /// - Complexity: O(n); with sorted keys O(m log m) for each object of m members.
  func write(_ bytes: Bytes) throws(MappingError) -> JSONWriter {
    var writer = JSONWriter(session: nil, capacity: bytes.count + 1024)
    try write(bytes, to: &writer)
    return writer
  }

  /// Formats a document at the end of what has been written.
  ///
  /// - Complexity: as for ``write(_:)``.
  func write(_ bytes: Bytes, to writer: inout JSONWriter) throws(MappingError) {
    var reader = JSONReader(bytes, maximumDepth: .max, session: nil)
    let entries = try DocumentIndex(&reader).entries
    try layValue(0, entries, &reader, &writer, level: 0)
  }

  /// - Parameter index: The entry of the value.
  private func layValue(
    _ index: Int, _ entries: [DocumentIndex.Entry], _ reader: inout JSONReader,
    _ writer: inout JSONWriter, level: Int
  ) throws(MappingError) {
    let entry = entries[index]
    reader.cursor = reader.start + entry.start
    let isObject = reader.current == .openBrace
    guard isObject || reader.current == .openBracket else {
      return writeScalar(try span(&reader), &writer)
    }
    guard writer.stack.hasRoom() else {
      throw MappingError(
        .depthLimit, expected: "less nesting",
        found: "more than the thread's stack has room for")
    }
    writer.writeByte(isObject ? .openBrace : .openBracket)
    var isFirst = true
    for child in try children(of: index, isObject, entries, &reader) {
      startLine(&isFirst, &writer, level + 1)
      if isObject {
        reader.cursor = reader.start + entries[child].start
        writeKey(try span(&reader), &writer)
      }
      try layValue(isObject ? child + 1 : child, entries, &reader, &writer, level: level + 1)
    }
    if isFirst, style == .foundation { breakLine(&writer, 0) }
    if !isFirst || style == .foundation { breakLine(&writer, level) }
    writer.writeByte(isObject ? .closeBrace : .closeBracket)
  }

  /// The entries of the keys of an object or of the elements of an array, in the order in which they are written.
  private func children(
    of index: Int, _ isObject: Bool, _ entries: [DocumentIndex.Entry], _ reader: inout JSONReader
  ) throws(MappingError) -> [Int] {
    var children: [Int] = []
    children.reserveCapacity(entries[index].count)
    var child = index + 1
    for _ in 0..<entries[index].count {
      children.append(child)
      child = Int(entries[child].next)
    }
    guard isObject, dropsDuplicates || options.contains(.sortedKeys) else { return children }
    var members: [(name: String, key: Int)] = []
    for child in children {
      reader.cursor = reader.start + entries[child].start
      let key = try span(&reader)
      members.append((StringEscapes.unescapedLeniently(key[1..<key.count - 1]), child))
    }
    if dropsDuplicates {
      var later: Set<KeyBytes> = []
      members = members.reversed().filter { later.insert(KeyBytes($0.name)).inserted }.reversed()
    }
    if options.contains(.sortedKeys) {
      members.sort {
        $0.name.unicodeScalars.lexicographicallyPrecedes($1.name.unicodeScalars)
      }
    }
    return members.map(\.key)
  }

  /// The bytes of the next scalar.
  private func span(_ reader: inout JSONReader) throws(MappingError) -> Bytes {
    let start = reader.cursor
    try reader.skipValue()
    return reader.bytes(from: start, to: reader.cursor)
  }

  private func writeKey(_ key: Bytes, _ writer: inout JSONWriter) {
    writeScalar(key, &writer)
    if style == .foundation, options.contains(.prettyPrinted) { writer.writeByte(.space) }
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
