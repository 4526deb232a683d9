/// What the models of one document share that ask for keys out of order: the ends of what has been skipped.
///
/// Such a model has values skipped and reads them afterwards; if models nest, those inside do the same with
/// their parts of the same bytes. So what is skipped a third time has the ends of all containers inside of it
/// recorded, and none of these is skipped a fourth time. Reading a document takes time linear in its size,
/// however deep its models nest:
///
///     {"next": {"next": {"next": {"next": {…}}}}}
///
///     first and second model   skip the rest, by blocks
///     third model              skips it and records
///     others                   look up the end of "next"
final class SkippedValues {
  /// How many bytes of containers have been skipped to find out where they end.
  private(set) var skippedCount = 0
  /// Up to where containers have been skipped once.
  private var onceEnd: BytePointer?
  /// Up to where they have been skipped twice.
  private var twiceEnd: BytePointer?
  /// Never nil, which stands for skipping without a record.
  private var ends: ContainerEnds? = ContainerEnds()

  /// Skips the object or array at a reader's position.
  fileprivate func skip(_ reader: inout JSONReader) throws(MappingError) {
    let start = reader.cursor
    if let end = ends?.end(of: start) {
      reader.cursor = end
      return
    }
    var place = BlockSkipper.Place(position: start)
    let wasSkippedTwice = twiceEnd.map { start < $0 } ?? false
    if wasSkippedTwice || !reader.skipsBlocks(&place) {
      // If the value nests too deeply for blocks, its models probably do, too, and need the ends of all of it.
      if place.depth == BlockSkipper.maximumDepth { place = BlockSkipper.Place(position: start) }
      try reader.skipRest(from: place, recordingIn: &ends)
    }
    let wasSkipped = onceEnd.map { start < $0 } ?? false
    if wasSkipped { twiceEnd = max(twiceEnd ?? start, reader.cursor) }
    onceEnd = max(onceEnd ?? start, reader.cursor)
    skippedCount += reader.cursor - start
  }
}

/// Where containers end, by where they begin.
struct ContainerEnds {
  private var containers: [(start: BytePointer, end: BytePointer)] = []
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

  mutating func record(_ start: BytePointer, _ end: BytePointer) {
    // Shorter ones are skipped again in no time, and have no longer ones inside.
    guard end - start >= 64 else { return }
    containers.append((start, end))
    positions.insert(hash(start), position: containers.count - 1)
  }
}

extension JSONReader {
  /// Skips a value that models inside of it may skip again.
  mutating func skipOnce() throws(MappingError) {
    guard current == .openBrace || current == .openBracket, let session else {
      return try skip()
    }
    try session.pointee.makeRecords().skipped.skip(&self)
  }
}
