/// Formats JSON: indented, with sorted keys, with escaped slashes.
///
/// It works on finished, compact JSON, in further steps, so that writing values is independent of
/// the layout: first members are put in order, then lines are broken, unless models have done so while they were
/// written. Scalars are copied as they are.
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
  /// Whether lines are as `JSONEncoder` has them: a space before colons, and an empty line in empty containers.
  var isFoundation = false
  /// Whether of equal keys only the last one is kept.
  var dropsDuplicates = false

  private var hasLines: Bool {
    options.contains(.prettyPrinted) || options.contains(.escapedSlashes)
  }

  /// Formats a document, and returns the writer that contains it.
  ///
  /// - Complexity: O(n); with sorted keys O(m log m) for each object of m members.
  func write(_ bytes: Bytes) throws(MappingError) -> JSONWriter {
    // Lines and slashes mostly take less than the double.
    var writer = JSONWriter(session: nil, capacity: (hasLines ? 2 : 1) * bytes.count + 1024)
    try write(bytes, to: &writer)
    return writer
  }

  /// Formats a document at the end of what has been written.
  ///
  /// - Complexity: as for ``write(_:)``.
  func write(_ bytes: Bytes, to writer: inout JSONWriter) throws(MappingError) {
    guard dropsDuplicates || options.contains(.sortedKeys) || !hasLines else {
      return writeLines(bytes, to: &writer)
    }
    guard hasLines else { return try writeCompactly(bytes, to: &writer) }
    var compact = JSONWriter(session: nil, capacity: bytes.count)
    try writeCompactly(bytes, to: &compact)
    writeLines(compact.written, to: &writer)
  }

  // MARK: The order of members

  /// Writes a document without white space, its members in the right order.
  private func writeCompactly(_ bytes: Bytes, to writer: inout JSONWriter) throws(MappingError) {
    var reader = JSONReader(bytes, maximumDepth: .max, session: nil)
    let entries = try DocumentIndex(&reader, comparesTexts: false).entries
    try writeValue(0, entries, &reader, &writer)
  }

  /// - Parameter index: The entry of the value.
  private func writeValue(
    _ index: Int, _ entries: HeapStack<DocumentIndex.Entry>, _ reader: inout JSONReader,
    _ writer: inout JSONWriter
  ) throws(MappingError) {
    let entry = entries[index]
    reader.cursor = reader.start + entry.start
    let isObject = reader.current == .openBrace
    guard isObject || reader.current == .openBracket else {
      return writer.writeVerbatim(try span(&reader))
    }
    guard writer.stack.hasRoom() else { throw writer.tooDeep() }
    writer.writeByte(isObject ? .openBrace : .openBracket)
    if isObject {
      for member in try members(of: index, entries, &reader) {
        writer.separate()
        writer.writeVerbatim(member.key)
        writer.writeByte(.colon)
        try writeValue(member.index + 1, entries, &reader, &writer)
      }
    } else {
      var child = index + 1
      for _ in 0..<entry.count {
        writer.separate()
        try writeValue(child, entries, &reader, &writer)
        child = Int(entries[child].next)
      }
    }
    writer.writeByte(isObject ? .closeBrace : .closeBracket)
  }

  /// A member of an object: its key with quotes, and the entry of that.
  private typealias Member = (key: Bytes, index: Int)

  /// The members of an object, in the order in which they are written.
  private func members(
    of object: Int, _ entries: HeapStack<DocumentIndex.Entry>, _ reader: inout JSONReader
  ) throws(MappingError) -> [Member] {
    var members: [Member] = []
    members.reserveCapacity(entries[object].count)
    var child = object + 1
    for _ in 0..<entries[object].count {
      reader.cursor = reader.start + entries[child].start
      members.append((try span(&reader), child))
      child = Int(entries[child].next)
    }
    guard dropsDuplicates || options.contains(.sortedKeys) else { return members }
    // Without escapes the order of the bytes is that of the scalars.
    if entries[object].hasUnusualKeys {
      sort(
        &members, name: { StringEscapes.unescapedLeniently($0[1..<$0.count - 1]) },
        isLess: { $0.utf8.lexicographicallyPrecedes($1.utf8) }, isEqual: JSONKey.isEqual)
    } else {
      sort(
        &members, name: { $0[1..<$0.count - 1] }, isLess: { $0.precedes($1) },
        isEqual: JSONKey.isEqual)
    }
    if !options.contains(.sortedKeys) { return members.sortedWithoutSpecialization { $0.index } }
    return members
  }

  /// Sorts members by their names, and removes all but the last ones of equal names.
  @inline(__always)
  private func sort<Name>(
    _ members: inout [Member], name: (Bytes) -> Name, isLess: (Name, Name) -> Bool,
    isEqual: (Name, Name) -> Bool
  ) {
    var named = members.map { (name: name($0.key), member: $0) }
    named.sort {
      if isLess($0.name, $1.name) { return true }
      return !isLess($1.name, $0.name) && $0.member.index < $1.member.index
    }
    if dropsDuplicates {
      named = named.indices.filter {
        $0 + 1 == named.count || !isEqual(named[$0].name, named[$0 + 1].name)
      }.map { named[$0] }
    }
    members = named.map(\.member)
  }

  /// The bytes of the next scalar.
  private func span(_ reader: inout JSONReader) throws(MappingError) -> Bytes {
    let start = reader.cursor
    try reader.skip()
    return reader.bytes(from: start, to: reader.cursor)
  }
}
