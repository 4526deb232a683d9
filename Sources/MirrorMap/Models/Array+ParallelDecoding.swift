import Dispatch

// You can't tell where an element begins without reading everything before it: a comma and a brace
// can also be in a string or in a nested value. So the beginnings of parts are guessed, and
// verified afterwards:
//
//     [ {…}, {…}, {…}, │ {…}, {…}, {…}, │ {…}, {…} ]
//     part 0 ─────────→ part 1 ─────────→ part 2 ─→
//
// Each part begins where an element seems to begin, and is read until an element ends exactly where
// another part begins. Part 0 begins at the real beginning. If it ends where part 1 begins, an
// element does begin there, so what was read from there is right; and so on to the end of the
// array. No part ends where a wrongly guessed one begins, so its elements are dropped: that costs
// time, but never changes the result.
//
// There are more parts than threads, and threads claim them one after the other: a thread that is
// held up reads fewer of them. Elements are moved to the array, part by part, while other parts are
// being read.
//
// If anything unusual happens, such as an error, one thread reads the document again, so the
// outcome is exactly the same.

extension Array where Element: MappableValue & Sendable {
  /// Decodes a large array on several threads, with the same elements and the same errors as on
  /// one.
  ///
  /// ```swift
  /// let events = try [Event].decode(from: data, parallel: true)
  /// ```
  ///
  /// Small documents are decoded on the calling thread. So are all documents with options that keep
  /// issues (lenient failure policies, loggers), and all models that are ``ModelProviding``.
  /// Several threads call hooks and transforms at the same time. A document with an error is read
  /// twice.
  ///
  /// - Parameters:
  ///   - source: The document, see ``JSONSource``.
  ///   - parallelism: The number of threads: `true` for one per core, or a number.
  ///   - keyPath: Where in the document the array is; nil for the whole document. One thread finds
  ///     it.
  ///   - delimiter: The separator of the key path's steps.
  ///   - mapper: Options.
  ///   - context: Values for transforms.
  /// - Throws: ``MappingError``, the same as on one thread.
  /// - Complexity: O(n) in the document's size, shared by the threads.
  @inlinable
  public static func decode(
    from source: some JSONSource, parallel parallelism: Parallelism, at keyPath: String? = nil,
    delimiter: String = ".", using mapper: Mapper = .default, context: MappingContext = .none
  ) throws -> [Element] {
    let elements: [Element]? = source.withBytes { bytes in
      ParallelReading.elements(
        bytes, at: MappedKey.steps(to: keyPath, delimiter), parallelism, mapper, context)
    }
    return try elements
      ?? decode(from: source, at: keyPath, delimiter: delimiter, using: mapper, context: context)
  }
}

/// The reading of one array on several threads.
@usableFromInline
enum ParallelReading<Element: MappableValue & Sendable> {
  /// The elements of the array at a path, or of the whole document; nil if one thread has to read it.
  @usableFromInline
  static func elements(
    _ bytes: Bytes, at path: [String]?, _ parallelism: Parallelism, _ mapper: Mapper,
    _ context: MappingContext
  ) -> [Element]? {
    // More threads help only with large documents, and only if the order of the document matters for nothing but its
    // elements. What an import reads is for one thread.
    guard parallelism.threads > 1, bytes.count >= 256 * 1024, mapper.failurePolicy == .strict,
      context[AttemptObserver.self] == nil,
      mapper.unknownKeys != .report, mapper.logger == nil,
      let place = DocumentReading.locateArray(bytes, at: path, mapper)
    else { return nil }
    // A thread isn't worth it for less.
    let threads = min(parallelism.threads, bytes.count / 4096)
    // Parts are large, because they don't share strings.
    let parts = min(threads * 8, bytes.count / (512 * 1024))
    // Where the parts begin: the first at the bracket, the others where elements seem to begin.
    let starts = place.guesses(in: bytes, count: max(parts, threads))
    // Dropped elements must leave no traces in existing instances.
    guard starts.count > 1,
      let models = try? PlanCache.reachable(inside: 0, Element.collectModels),
      !models.contains(where: { $0.plan.tables.pointee.isProviding })
    else { return nil }
    let progress = Locked(ParallelProgress<Element>(starts, end: bytes.end))
    /// Reads a part.
    ///
    /// - Returns: the part that begins where this one ends, or the number of parts.
    @Sendable func read(
      _ number: Int, to elements: HeapStack<Element>
    ) throws(MappingError) -> Int {
      var session = MappingSession(mapper: mapper, context: context)
      return try DocumentReading.readPart(bytes, &session, Element.collectModels) {
        (reader) throws(MappingError) in
        if try reader.enter(place, element: starts[number], of: starts.count) {
          var next = number + 1
          var separator = JSONReader.Separator()
          while true {
            elements.push(try reader.decode(Element.self))
            guard try reader.nextElement(&separator) else { break }
            while next < starts.count, starts[next] < reader.cursor {
              next += 1
              progress.withLock { $0.skip(to: next, from: number) }
            }
            if next < starts.count, starts[next] == reader.cursor { return next }
          }
        }
        if place.depth == 0 { try reader.closeDocument() }
        return starts.count
      }
    }
    DispatchQueue.concurrentPerform(iterations: min(threads, starts.count)) { _ in
      var elements = HeapStack<Element>(capacity: 1024)
      while let number = progress.withLock({ $0.claim() }) {
        let next = try? read(number, to: elements)
        let spare = progress.withLock { $0.finish(number, elements, next: next) }
        elements = spare ?? HeapStack(capacity: 1024)
      }
    }
    return progress.withLock { $0.allElements(atMost: mapper.maximumCollectionCount) }
  }
}
