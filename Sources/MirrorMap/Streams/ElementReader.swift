import EssentialFoundation

/// Finds the elements of a stream in its chunks, and has them decoded.
///
///     chunks → buffer → ElementFinder → ElementDecoding → elements
///
/// The buffer has what has come and isn't decoded yet: at most a chunk and the beginning of an element.
///
/// The type of the elements isn't known here: the runtime would look up the types that depend on it for each element.
@usableFromInline
struct ElementReader: Sendable {
  private var buffer: [UInt8] = []
  /// How many bytes of the buffer are no longer needed.
  private var start = 0
  /// How many bytes of white space after the beginning of an element have been left out of the buffer.
  private var omittedCount = 0
  /// A place in the stream, and its position in the buffer. Lines up to `start` are counted when a place is needed.
  private var known = (place: SourcePlace(), position: 0)
  private var finder: any ElementFinder
  private var hasStarted = false
  /// Whether all chunks have come.
  var isComplete = false
  /// Whether there is nothing more to read.
  var isFinished = false
  private(set) var bytesRead = 0
  /// How many elements have been decoded or dropped.
  private(set) var count = 0

  /// Whether the elements are JSON as they are.
  private let isPlainJSON: Bool
  private let mapper: Mapper

  /// What decodes an element; see ``ElementDecoding/decode(_:_:_:)``.
  @usableFromInline typealias Decode = (Bytes, inout [MappingError]) throws(MappingError) -> Void

  init(_ format: StreamFormat, path: [String], isPlainJSON: Bool, _ mapper: Mapper) {
    self.isPlainJSON = isPlainJSON
    finder =
      switch format {
      case .array: ArrayFinder(path: path, mapper)
      case .lines: LineFinder()
      case .sequence: TextFinder()
      }
    self.mapper = mapper
  }

  // MARK: Chunks

  mutating func append(_ chunk: some JSONSource) {
    // What a snippet can quote stays.
    let kept = min(start, snippetLength)
    if start > kept {
      countLines()
      buffer.removeFirst(start - kept)
      (start, known.position) = (kept, kept)
    }
    let count = buffer.count
    chunk.withBytes { buffer.append(contentsOf: $0) }
    bytesRead += buffer.count - count
  }

  // MARK: Elements

  /// Has the next element decoded.
  ///
  /// - Returns: false if its end hasn't come yet, or if there is none.
  /// - Throws: ``MappingError`` with its place in the stream. Nothing more is read then.
  @usableFromInline
  mutating func next(_ decode: Decode) throws(MappingError) -> Bool {
    while !isFinished, skipByteOrderMark() {
      let find = try findElement()
      guard let range = find.element else {
        defer { start += find.consumed }
        if isComplete {
          isFinished = true
        } else {
          try checkSize(buffer.count - start - find.consumed, after: find.consumed)
        }
        return false
      }
      defer {
        if !isFinished { count += 1 }
        known.place.skip(omittedCount)
        omittedCount = 0
        start += find.consumed
      }
      do throws(MappingError) {
        try read(range, find.problem, decode)
        return true
      } catch {
        try drop(error)
      }
    }
    return false
  }

  private mutating func findElement() throws(MappingError) -> FoundElement {
    var position = 0
    let bytes = buffer
    do throws(MappingError) {
      return try bytes.withBytes { (bytes) throws(MappingError) in
        try finder.find(in: bytes[start..<bytes.count], isComplete: isComplete, &position)
      }
    } catch {
      isFinished = true
      throw located(error, at: position, finder.path(after: count))
    }
  }

  private mutating func read(
    _ range: Range<Int>, _ problem: MappingError?, _ decode: Decode
  ) throws(MappingError) {
    guard range.count <= max(mapper.maximumDocumentSize, 0) else {
      throw located(tooLarge, at: range.lowerBound, path)
    }
    if let problem = problem ?? byteOrderMark(at: range.lowerBound) {
      let isCut = problem.code == .unexpectedEnd
      throw located(problem, at: isCut ? range.upperBound : range.lowerBound, path)
    }
    let bytes = buffer
    var issues: [MappingError] = []
    defer {
      if !issues.isEmpty, let logger = mapper.logger {
        let place = place(of: range.lowerBound)
        for issue in issues { logger(issue.moved(to: place, path)) }
      }
    }
    do throws(MappingError) {
      try bytes.withBytes { (bytes) throws(MappingError) in
        try decode(bytes[start + range.lowerBound..<start + range.upperBound], &issues)
      }
    } catch {
      throw (malformation(of: range, after: error) ?? error)
        .moved(to: place(of: range.lowerBound), path)
    }
  }

  /// What is wrong with the JSON of an array's element, if the error of its decoding doesn't tell: the rest of an
  /// element that is to be dropped may be malformed, and a number or a word may end too soon at the byte after it.
  private func malformation(of range: Range<Int>, after error: MappingError) -> MappingError? {
    let isDropped = mapper.failurePolicy == .lossy && error.code.isRecoverable
    let isCut = [.unexpectedEnd, .invalidNumber, .trailingContent].contains(error.code)
    guard isPlainJSON, !finder.isolatesElements, isDropped || isCut else { return nil }
    let end = min(start + range.upperBound + 1, buffer.count)
    return buffer.withBytes { bytes in
      let bytes = bytes[start + range.lowerBound..<end]
      var reader = JSONReader(bytes, maximumDepth: mapper.maximumDepth, session: nil)
      reader.limit(mapper.limits)
      do throws(MappingError) {
        try reader.openDocument()
        try reader.skip()
        if reader.cursor - reader.start < range.count {
          throw reader.unexpected("',' or ']'", at: reader.cursor)
        }
        return nil
      } catch let failure {
        var result = failure.located(in: bytes, snippetLength: mapper.errorSnippetLength)
        result.details.underlying = error.details.underlying
        return result
      }
    }
  }

  /// Drops an element that can't be read, if the policy is lossy and the others can be.
  private mutating func drop(_ error: MappingError) throws(MappingError) {
    let canContinue =
      error.code.isRecoverable || finder.isolatesElements && error.code.isSyntax
    guard mapper.failurePolicy == .lossy, canContinue else {
      isFinished = true
      throw error
    }
    mapper.logger?(error)
  }

  // MARK: Bytes

  /// Skips a byte order mark, and returns whether it's known if there is one.
  private mutating func skipByteOrderMark() -> Bool {
    guard !hasStarted else { return true }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    guard isComplete || buffer.count >= mark.count || !mark.starts(with: buffer) else {
      return false
    }
    hasStarted = true
    if buffer.starts(with: mark) {
      start = mark.count
      known.place.skip(mark.count)
      known.position = start
    }
    return true
  }

  /// The error for a byte order mark before an element, which only the first one can have.
  private func byteOrderMark(at position: Int) -> MappingError? {
    let byte = buffer[start + position]
    return byte == 0xEF ? .unexpected(byte, "a value") : nil
  }

  private var tooLarge: MappingError {
    MappingError(
      .sizeLimit, expected: "at most \(max(mapper.maximumDocumentSize, 0)) bytes",
      found: "more of them")
  }

  /// Checks the size of an element that hasn't come whole yet.
  private mutating func checkSize(_ size: Int, after position: Int) throws(MappingError) {
    let maximum = max(mapper.maximumDocumentSize, 0)
    guard size > maximum else { return }
    // White space behind a line's element is no part of it, and mustn't fill the memory. If it turns out to be inside
    // of the element, that is too large without it as well.
    let excess = size - maximum
    if finder.trimsElements, buffer.suffix(excess).allSatisfy(\.isWhitespace) {
      buffer.removeLast(excess)
      finder.forget(excess)
      omittedCount += excess
      return
    }
    isFinished = true
    throw located(tooLarge, at: position, path)
  }

  // MARK: Places

  /// The path of the element that is being read.
  private var path: [JSONPath.Component] { finder.steps + [.index(count)] }

  /// Moves the known place to the first byte that is needed.
  private mutating func countLines() {
    known.place.advance(over: known.position..<start, of: buffer)
    known.position = start
  }

  /// The place of a position among the bytes that are needed.
  private mutating func place(of position: Int) -> SourcePlace {
    countLines()
    var place = known.place
    place.advance(over: start..<start + position, of: buffer)
    return place
  }

  private mutating func located(
    _ error: MappingError, at position: Int, _ path: [JSONPath.Component]
  ) -> MappingError {
    let place = place(of: position)
    return error.with {
      $0.snippet = snippet(at: start + position, around: error.byteOffset ?? 0)
      $0.path = JSONPath(path + $0.subpath)
      // What failed may have begun before the position.
      $0.byteOffset = place.offset + ($0.byteOffset ?? 0)
      ($0.line, $0.column) = (place.line, place.column + ($0.column ?? 0))
      $0.isLocated = true
    }
  }

  /// How many bytes are quoted on each side of an error between elements; not so many that they take much memory.
  private var snippetLength: Int { min(max(mapper.errorSnippetLength, 0), 1024) }

  /// The bytes around an offset from a position of the buffer, but none after the one at the position: these may not
  /// have come yet, and the size of the chunks mustn't matter.
  private func snippet(at position: Int, around offset: Int) -> String? {
    let length = snippetLength
    let first = position - min(position, length)
    return buffer.withBytes { bytes in
      SourceScanner(bytes[first..<min(position + 1, bytes.count)])
        .snippet(around: position - first + offset, length)
    }
  }
}
