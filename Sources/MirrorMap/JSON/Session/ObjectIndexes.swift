/// What the indexes of one document share: spare memory, and the ends of what has been skipped.
///
/// A model that asks for keys out of order has values skipped and reads them afterwards; if models
/// nest, those inside do the same with their parts of the same bytes. Skipping is quick, and mostly
/// happens once or twice. But once the skipped bytes add up to more than twice the document, the
/// ends of all containers inside a skipped one are recorded, and none of these is skipped a second
/// time. So reading a document takes time linear in its size, however deep its models nest:
///
///     {"next": {"next": {"next": {…}}}}
///
///     first models   skip the rest           up to twice the document
///     next model     skips it and records    once more
///     others         look up the end of "next"
final class ObjectIndexes {
  /// How many bytes of containers have been skipped to find out where they end.
  private(set) var skippedCount = 0
  /// How many members and elements have been indexed.
  private(set) var memberCount = 0
  /// The ends of skipped containers by their beginnings, once that is worth it.
  private var ends: [BytePointer: BytePointer]?
  /// The indexes of models that have been read, to be used again.
  private var spareIndexes: [ObjectIndex] = []

  /// An empty index.
  func takeIndex() -> ObjectIndex { spareIndexes.popLast() ?? ObjectIndex() }

  /// Keeps the memory of an index for the next model.
  func leave(_ index: inout ObjectIndex) {
    memberCount += index.members.count
    guard index.members.capacity <= 1024 else { return }
    index.removeAll()
    spareIndexes.append(index)
    index = ObjectIndex()
  }

  /// Skips the object or array at a reader's position.
  fileprivate func skip(_ reader: inout JSONReader) throws(MappingError) {
    let start = reader.cursor
    if ends == nil { try reader.skipValue() } else { try record(&reader) }
    skippedCount += reader.cursor - start
    if ends == nil, skippedCount > reader.bytes.count &* 2 &+ 4096 { ends = [:] }
  }

  /// Skips a value, and records where it and the containers inside of it end.
  private func record(_ reader: inout JSONReader) throws(MappingError) {
    let start = reader.cursor
    if let end = ends?[start] {
      skippedCount -= end - start
      reader.cursor = end
      return
    }
    let isObject = reader.current == .openBrace
    guard isObject || reader.current == .openBracket else { return try reader.skipValue() }
    guard try isObject ? reader.beginObject() : reader.beginArray() else { return }
    repeat {
      if isObject { _ = try reader.readRawKey() }
      try record(&reader)
    } while try isObject ? reader.nextMember() : reader.nextElement()
    // Shorter ones are skipped again in no time.
    if reader.cursor - start >= 64 { ends?[start] = reader.cursor }
  }
}

extension JSONReader {
  /// What the indexes of the document share; nil for a reader on its own.
  func beginObjectIndexes() -> ObjectIndexes? { session?.pointee.makeRecords().indexes }

  /// Skips a value that has been indexed.
  mutating func skipIndexedValue() throws(MappingError) {
    guard current == .openBrace || current == .openBracket,
      let indexes = session?.pointee.records?.indexes
    else { return try skipValue() }
    try indexes.skip(&self)
  }
}
