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
  /// What the last search has found, if that isn't read yet.
  private var found: FoundElement?
  /// What ends the stream, once the elements before it are returned.
  private var failure: MappingError?
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
  /// How many bytes an element may have.
  private let maximumSize: Int

  /// What decodes elements; see ``ElementDecoding/decode(_:in:_:_:_:)``.
  @usableFromInline
  typealias Decode = (
    Bytes, _ buffer: Bytes, _ next: () -> Bytes?, _ issues: inout [MappingError]
  ) throws(MappingError) -> Void

  init(_ format: StreamFormat, path: [String], isPlainJSON: Bool, _ mapper: Mapper) {
    self.isPlainJSON = isPlainJSON
    finder =
      switch format {
      case .array: ArrayFinder(path: path, mapper)
      case .lines: LineFinder()
      case .sequence: TextFinder()
      }
    self.mapper = mapper
    maximumSize = max(mapper.maximumDocumentSize, 0)
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

  /// Has the next element decoded, and those after it that are requested meanwhile.
  ///
  /// - Returns: false if its end hasn't come yet, or if there is none.
  /// - Throws: ``MappingError`` with its place in the stream. Nothing more is read then.
  @usableFromInline
  mutating func read(_ decode: Decode) throws(MappingError) -> Bool {
    if let failure {
      self.failure = nil
      throw failure
    }
    while !isFinished, skipByteOrderMark() {
      let find = try findElement()
      guard let element = find.element else {
        defer { start += find.consumed }
        if isComplete {
          isFinished = true
        } else {
          try checkSize(buffer.count - start - find.consumed, after: find.consumed)
        }
        return false
      }
      var current: FoundElement? = find
      defer { if let current { end(current) } }
      do throws(MappingError) {
        if let problem = problem(of: element, in: find) { throw problem }
        try read(element, &current, decode)
        return true
      } catch {
        try drop(error)
      }
    }
    return false
  }

  /// Has a failure thrown when more elements are requested.
  @usableFromInline
  mutating func postpone(_ failure: MappingError) { self.failure = failure }

  private mutating func findElement() throws(MappingError) -> FoundElement {
    if let found {
      self.found = nil
      return found
    }
    let bytes = buffer
    return try bytes.withBytes { (bytes) throws(MappingError) in try findElement(in: bytes) }
  }

  private mutating func findElement(in bytes: Bytes) throws(MappingError) -> FoundElement {
    var position = 0
    do throws(MappingError) {
      return try finder.find(in: bytes[start..<bytes.count], isComplete: isComplete, &position)
    } catch {
      isFinished = true
      throw located(error, at: position, finder.path(after: count))
    }
  }

  /// What is wrong with an element, if that is known before it's read.
  private mutating func problem(of element: Range<Int>, in find: FoundElement) -> MappingError? {
    if element.count > maximumSize { return located(tooLarge, at: element.lowerBound, path) }
    guard let problem = find.problem ?? byteOrderMark(at: element.lowerBound) else { return nil }
    let isCut = problem.code == .unexpectedEnd
    return located(problem, at: isCut ? element.upperBound : element.lowerBound, path)
  }

  /// Has elements decoded.
  ///
  /// - Parameter current: The first one; afterwards the last one, or nil if that has been left.
  private mutating func read(
    _ first: Range<Int>, _ current: inout FoundElement?, _ decode: Decode
  ) throws(MappingError) {
    let bytes = buffer
    var issues: [MappingError] = []
    defer {
      if !issues.isEmpty, let logger = mapper.logger, let element = current?.element {
        let place = place(of: element.lowerBound)
        for issue in issues { logger(issue.moved(to: place, path)) }
      }
    }
    do throws(MappingError) {
      try bytes.withBytes { (bytes) throws(MappingError) in
        func text(of element: Range<Int>) -> Bytes {
          bytes[start + element.lowerBound..<start + element.upperBound]
        }
        // No token goes on after an element: that ends with a bracket or a quote of its own, or where the next byte ends
        // every token, as white space and record separators do.
        try decode(text(of: first), bytes, { proceed(in: bytes, &current).map(text) }, &issues)
      }
    } catch {
      guard let element = current?.element else { throw error }
      throw (malformation(of: element, after: error) ?? error)
        .moved(to: place(of: element.lowerBound), path)
    }
  }

  /// Proceeds to the next element, if that has come whole and nothing is known to be wrong with it.
  private mutating func proceed(
    in bytes: Bytes, _ current: inout FoundElement?
  ) -> Range<Int>? {
    if let current { end(current) }
    current = nil
    do throws(MappingError) {
      let next = try findElement(in: bytes)
      if let element = next.element, problem(of: element, in: next) == nil {
        current = next
        return element
      }
      found = next
    } catch {
      failure = error
    }
    return nil
  }

  /// Leaves an element that has been decoded or dropped.
  private mutating func end(_ element: FoundElement) {
    if !isFinished { count += 1 }
    known.place.skip(omittedCount)
    omittedCount = 0
    start += element.consumed
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
      .sizeLimit, expected: "at most \(maximumSize) bytes",
      found: "more of them")
  }

  /// Checks the size of an element that hasn't come whole yet.
  private mutating func checkSize(_ size: Int, after position: Int) throws(MappingError) {
    guard size > maximumSize else { return }
    // White space behind a line's element is no part of it, and mustn't fill the memory. If it turns out to be inside
    // of the element, that is too large without it as well.
    let excess = size - maximumSize
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
