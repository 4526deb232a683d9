/// What the models of one document share that ask for keys out of order: spare memory, and the ends of what
/// has been skipped.
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
  private var ends = ContainerEnds()
  /// The indexes of models that have been read, to be used again.
  private var spareIndexes: [ObjectIndex] = []

  /// An empty index.
  func takeIndex() -> ObjectIndex { spareIndexes.popLast() ?? ObjectIndex() }

  /// Keeps the memory of an index for the next model.
  func leave(_ index: inout ObjectIndex) {
    guard index.members.capacity <= 1024 else { return }
    index.removeAll()
    spareIndexes.append(index)
    index = ObjectIndex()
  }

  /// Skips the object or array at a reader's position.
  fileprivate func skip(_ reader: inout JSONReader) throws(MappingError) {
    let start = reader.cursor
    if let end = ends.end(of: start) {
      reader.cursor = end
      return
    }
    let wasSkipped = skippedEnd.map { start < $0 } ?? false
    if wasSkipped || !reader.skipsBlocks() { try ends.record(&reader) }
    skippedEnd = max(skippedEnd ?? start, reader.cursor)
    skippedCount += reader.cursor - start
  }
}

/// Where containers end, by where they begin.
private struct ContainerEnds {
  private struct Container {
    let start: BytePointer
    var end: BytePointer
    let isObject: Bool
    /// The position of the one around it; -1 for none.
    let outer: Int
  }

  /// Those that have been recorded, and those that are open.
  private var containers: [Container] = []
  private var positions = JSONKeyIndex()

  /// An attacker who doesn't know this number can't choose positions that share a home in the table.
  private static let seed = UInt64.random(in: .min ... .max) | 1

  private func hash(_ start: BytePointer) -> UInt32 {
    let distance = UInt64(bitPattern: Int64(start - containers[0].start))
    return UInt32(truncatingIfNeeded: distance &* Self.seed &>> 32)
  }

  func end(of start: BytePointer) -> BytePointer? {
    guard !positions.isEmpty else { return nil }
    return positions.position(of: hash(start)) { containers[$0].start == start }
      .map { containers[$0].end }
  }

  /// Skips the object or array at a reader's position, and records where it and those inside of it end.
  mutating func record(_ reader: inout JSONReader) throws(MappingError) {
    var open = -1
    while true {
      let start = reader.cursor
      let isObject = reader.current == .openBrace
      if !isObject, reader.current != .openBracket {
        try reader.skipValue()
      } else if let end = end(of: start) {
        reader.cursor = end
      } else if try isObject ? reader.beginObject() : reader.beginArray() {
        containers.append(Container(start: start, end: start, isObject: isObject, outer: open))
        open = containers.count - 1
        if isObject { _ = try reader.readRawKey() }
        continue
      }
      // After a value.
      while true {
        guard open >= 0 else { return }
        let isObject = containers[open].isObject
        if try isObject ? reader.nextMember() : reader.nextElement() {
          if isObject { _ = try reader.readRawKey() }
          break
        }
        let (start, outer) = (containers[open].start, containers[open].outer)
        if reader.cursor - start >= 64 {
          containers[open].end = reader.cursor
          positions.insert(hash(start), position: open)
        } else {
          // Shorter ones are skipped again in no time, and have no longer ones inside.
          containers.removeLast()
        }
        open = outer
      }
    }
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
