import Foundation

// Where the elements of an array begin is known only to whoever has read all in front of them: a
// comma and a brace may just as well stand in a string or further inside. So it is guessed where
// parts of the array begin, and proven afterwards:
//
//     [ {…}, {…}, {…}, │ {…}, {…}, {…}, │ {…}, {…} ]
//     part 0 ─────────→ part 1 ─────────→ part 2 ─→
//
// Each begins at a place that looks like the begin of an element and is read on until an element
// ends just where another part begins. Part 0 begins at the real beginning; so where it arrives at
// part 1, that place is one where an element begins, and what has been read from there is what
// would have been read from the beginning; and so on to the end of the array. A part that was
// guessed wrong is arrived at by nobody, and its elements are dropped: that costs time, and changes
// nothing.
//
// There are more parts than threads, which take them in turn: so one that is held up has less to
// do, and the elements move to the array, part by part, while others are being read.
//
// Whenever anything is out of the ordinary, an error above all, the document is read again on one
// thread, for the same outcome to the letter.

extension Array where Element: MappableValue & Sendable {
  /// Decodes a large array on several threads, with the same elements and the same errors as on
  /// one.
  ///
  /// ```swift
  /// let events = try [Event].decode(from: data, parallel: true)
  /// ```
  ///
  /// Small documents are decoded on the calling thread, and so are all with options that keep
  /// issues (lenient failure policies, loggers) and all models that are ``ModelProviding``. Hooks
  /// and transforms are called on several threads at once. A document with an error is read twice.
  ///
  /// - Parameters:
  ///   - source: the document, see ``JSONSource``.
  ///   - parallelism: the number of threads: `true` for one per core, or a number.
  ///   - keyPath: where in the document the array lies; nil for the whole document. Finding it
  ///     there is the work of one thread.
  ///   - delimiter, mapper, context: as for
  ///     ``MappableValue/decode(from:at:delimiter:using:context:)``.
  /// - Throws: ``MappingError``, the same as on one thread.
  /// - Complexity: O(n) in the document's size, shared by the threads.
  @inlinable
  public static func decode(
    from source: some JSONSource, parallel parallelism: Parallelism, at keyPath: String? = nil,
    delimiter: String = ".", using mapper: Mapper = .default, context: MappingContext = .none
  ) throws -> [Element] {
    let elements: [Element]? = source.withBytes { bytes in
      guard ParallelReading<Element>.isWorthwhile(bytes, parallelism, mapper),
        let place = DocumentReading.locateArray(
          bytes, at: keyPath.map { MappedKey.steps(of: $0, delimiter) }, mapper)
      else { return nil }
      return ParallelReading(bytes, place, parallelism, mapper, context).elements()
    }
    if let elements { return elements }
    return try decode(
      from: source, at: keyPath, delimiter: delimiter, using: mapper, context: context)
  }
}

/// The reading of one array on several threads.
@usableFromInline
struct ParallelReading<Element: MappableValue & Sendable>: Sendable {
  private let bytes: Bytes
  private let mapper: Mapper
  private let context: MappingContext
  private let place: ArrayPlace
  /// Where the parts begin: the first at the bracket, the others where elements seem to begin.
  private let starts: [BytePointer]
  private let threads: Int

  @usableFromInline
  init(
    _ bytes: Bytes, _ place: ArrayPlace, _ parallelism: Parallelism, _ mapper: Mapper,
    _ context: MappingContext
  ) {
    self.bytes = bytes
    self.mapper = mapper
    self.context = context
    self.place = place
    // A share of less would not be worth the thread.
    threads = min(parallelism.threads, bytes.count / 4096)
    // Parts are to be large: each one begins without knowing the strings of the others.
    let parts = min(threads * Self.partsOfThread, bytes.count / Self.partSize)
    starts = place.guesses(in: bytes, count: max(parts, threads))
  }

  private static var partsOfThread: Int { 8 }
  private static var partSize: Int { 512 * 1024 }

  /// Whether threads may help: with large documents, where nothing has to be told in the order of
  /// the document but its elements.
  @usableFromInline
  static func isWorthwhile(_ bytes: Bytes, _ parallelism: Parallelism, _ mapper: Mapper) -> Bool {
    parallelism.threads > 1 && bytes.count >= 256 * 1024 && mapper.failurePolicy == .strict
      && mapper.unknownKeys != .report && mapper.logger == nil
  }

  /// The elements; nil if one thread has to do it.
  @usableFromInline
  func elements() -> [Element]? {
    // What is dropped must leave no traces: not in instances that exist already.
    var models = ReachableModels(leavingOut: nil)
    Element.collectModels(into: &models)
    guard starts.count > 1, (try? PlanCache.leadToProviding(models)) == false else { return nil }
    let progress = Locked(ParallelProgress<Element>(starts, end: bytes.end))
    DispatchQueue.concurrentPerform(iterations: min(threads, starts.count)) { _ in
      var elements = ElementStack.Buffer<Element>(capacity: 1024)
      while let number = progress.withLock({ $0.take() }) {
        let part = ParallelPart(
          elements: elements, arrival: try? read(number, to: elements, progress))
        elements = progress.withLock { $0.finish(number, part) } ?? ElementStack.Buffer(capacity: 1024)
      }
    }
    return progress.withLock { $0.takeElements(atMost: mapper.maximumCollectionCount) }
  }

  /// Reads a part.
  private func read(
    _ number: Int, to elements: ElementStack.Buffer<Element>,
    _ progress: Locked<ParallelProgress<Element>>
  ) throws(MappingError) -> ParallelPart<Element>.Arrival {
    var session = MappingSession(mapper: mapper, context: context)
    return try DocumentReading.readPart(bytes, &session, Element.collectModels) {
      (reader) throws(MappingError) in
      guard try reader.enter(place, element: starts[number], of: starts.count) else {
        if place.isDocument { try reader.closeDocument() }
        return .atEnd
      }
      var next = number + 1
      var separator = JSONReader.Separator()
      while true {
        elements.append(try reader.decode(Element.self))
        guard try reader.nextElement(&separator) else { break }
        while next < starts.count, starts[next] < reader.cursor {
          next += 1
          progress.withLock { $0.pass(to: next, from: number) }
        }
        if next < starts.count, starts[next] == reader.cursor { return .at(next) }
      }
      if place.isDocument { try reader.closeDocument() }
      return .atEnd
    }
  }
}
