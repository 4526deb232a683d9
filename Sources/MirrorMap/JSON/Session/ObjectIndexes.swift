/// What the models of one document share that ask for keys out of order: the ends of what has been skipped.
///
/// Such a model has values skipped and reads them afterwards; if models nest, those inside do the same with
/// their parts of the same bytes. So what is skipped a second time has the ends of all containers inside of it
/// recorded, and none of these is skipped a third time. Reading a document takes time linear in its size,
/// however deep its models nest:
///
///     {"next": {"next": {"next": {…}}}}
///
///     first model    skips the rest
///     second model   skips it and records
///     others         look up the end of "next"
final class ObjectIndexes {
  /// How many bytes of containers have been skipped to find out where they end.
  private(set) var skippedCount = 0
  /// Up to where containers have been skipped.
  private var skippedEnd: BytePointer?
  /// Where containers end, by where they begin.
  private var ends: [BytePointer: BytePointer] = [:]

  /// Skips the object or array at a reader's position.
  fileprivate func skip(_ reader: inout JSONReader) throws(MappingError) {
    let start = reader.cursor
    if let end = ends[start] {
      reader.cursor = end
      return
    }
    let wasSkipped = skippedEnd.map { start < $0 } ?? false
    if wasSkipped || !reader.skipsBlocks() { try skipAndRecord(&reader) }
    skippedEnd = max(skippedEnd ?? start, reader.cursor)
    skippedCount += reader.cursor - start
  }

  /// Skips the object or array at a reader's position, and records where it and those inside of it end.
  private func skipAndRecord(_ reader: inout JSONReader) throws(MappingError) {
    var open: [(start: BytePointer, isObject: Bool)] = []
    repeat {
      let start = reader.cursor
      let isObject = reader.current == .openBrace
      if !isObject, reader.current != .openBracket {
        try reader.skipValue()
      } else if let end = ends[start] {
        reader.cursor = end
      } else if try isObject ? reader.beginObject() : reader.beginArray() {
        open.append((start, isObject))
        if isObject { _ = try reader.readRawKey() }
        continue
      }
      while let (start, isObject) = open.last {
        if try isObject ? reader.nextMember() : reader.nextElement() {
          if isObject { _ = try reader.readRawKey() }
          break
        }
        open.removeLast()
        // Shorter ones are skipped again in no time, and have no longer ones inside.
        if reader.cursor - start >= 64 { ends[start] = reader.cursor }
      }
    } while !open.isEmpty
  }
}

extension JSONReader {
  /// What the indexes of the document share; nil for a reader on its own.
  func beginObjectIndexes() -> ObjectIndexes? { session?.pointee.makeRecords().indexes }

  /// Skips a value that has been indexed.
  mutating func skipIndexedValue() throws(MappingError) {
    guard current == .openBrace || current == .openBracket, let indexes = beginObjectIndexes()
    else { return try skipValue() }
    try indexes.skip(&self)
  }
}
