import Foundation

// Where the elements of an array begin is known only to whoever has read all in front of them: a comma
// and a brace may just as well stand in a string or further inside. So the threads guess, and it is
// proven afterwards:
//
//     [ {…}, {…}, {…}, │ {…}, {…}, {…}, │ {…}, {…} ]
//     thread 0 ───────→ thread 1 ───────→ thread 2 ─→
//
// Each begins at a place that looks like the begin of an element and reads on until an element ends just
// where another thread has begun. Thread 0 begins at the real beginning; so where it arrives at the
// place of thread 1, that place is one where an element begins, and what thread 1 has read from there is
// what thread 0 would have read; and so on to the end of the array. A thread that guessed wrong is
// arrived at by nobody, and its elements are dropped: that costs time, and changes nothing.
//
// Whenever anything is out of the ordinary, an error above all, the document is read again on one
// thread, for the same outcome to the letter.

extension Array where Element: MappableValue & Sendable {
  /// Decodes a large array on several threads, with the same elements and the same errors as on one.
  ///
  /// ```swift
  /// let events = try [Event].decode(from: data, parallel: true)
  /// ```
  ///
  /// Small documents are decoded on the calling thread, and so are all with options that keep issues
  /// (lenient failure policies, loggers) and all models that are ``ModelProviding``. Hooks and transforms are called on several threads at once.
  /// A document with an error is read twice.
  ///
  /// - Parameters:
  ///   - source: the document, see ``JSONSource``.
  ///   - parallelism: the number of threads: `true` for one per core, or a number.
  ///   - keyPath: where in the document the array lies; nil for the whole document. Finding it there is
  ///     the work of one thread.
  ///   - delimiter, mapper, context: as for ``MappableValue/decode(from:at:delimiter:using:context:)``.
  /// - Throws: ``MappingError``, the same as on one thread.
  /// - Complexity: O(n) in the document's size, shared by the threads.
  @inlinable
  public static func decode(
    from source: some JSONSource, parallel parallelism: Parallelism, at keyPath: String? = nil,
    delimiter: String = ".", using mapper: Mapper = .default, context: MappingContext = .none
  ) throws -> [Element] {
    let elements: [Element]? = source.withBytes { bytes in
      guard ParallelReading<Element>.isWorthwhile(bytes, parallelism, mapper),
        let place = DocumentReading.placeOfArray(
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
  /// Where the threads begin: the first at the bracket, the others where elements seem to begin.
  private let starts: [BytePointer]
  /// What one thread has read.
  private struct Part: Sendable {
    let elements = ElementBuffer<Element>(capacity: 1024)
    /// The thread at whose start it has arrived; nil at the end of the array.
    var next: Int?
  }

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
    starts = place.guesses(in: bytes, count: min(parallelism.threads, bytes.count / 4096))
  }

  /// Whether threads may help: with large documents, where nothing has to be told in the order of the
  /// document but its elements.
  @usableFromInline
  static func isWorthwhile(_ bytes: Bytes, _ parallelism: Parallelism, _ mapper: Mapper) -> Bool {
    parallelism.threads > 1 && bytes.count >= 256 * 1024 && mapper.failurePolicy == .strict
      && mapper.unknownKeys != .report && mapper.logger == nil
  }

  /// The elements; nil if one thread has to do it.
  @usableFromInline
  func elements() -> [Element]? {
    // What is dropped must leave no traces: not in instances that exist already.
    var models = ReachableModels(includingPlanned: true)
    Element.collectModels(into: &models)
    guard starts.count > 1, (try? PlanCache.leadToProviding(models)) == false else { return nil }
    let parts = Locked<[Part?]>([Part?](repeating: nil, count: starts.count))
    DispatchQueue.concurrentPerform(iterations: starts.count) { number in
      let part = try? read(number)
      parts.withLock { $0[number] = part }
    }
    return join(parts.withLock { $0 })
  }

  /// Reads from the start of a thread on.
  private func read(_ number: Int) throws(MappingError) -> Part {
    var session = MappingSession(mapper: mapper, context: context)
    return try DocumentReading.readPart(bytes, &session, Element.collectModels) {
      (reader) throws(MappingError) in
      var part = Part()
      guard try reader.enter(place, element: starts[number], of: starts.count) else {
        if place.isDocument { try reader.closeDocument() }
        return part
      }
      var next = number + 1
      var separator = JSONReader.Separator()
      while true {
        part.elements.append(try reader.decode(Element.self))
        guard try reader.nextElement(&separator) else { break }
        while next < starts.count, starts[next] < reader.cursor { next += 1 }
        if next < starts.count, starts[next] == reader.cursor {
          part.next = next
          return part
        }
      }
      if place.isDocument { try reader.closeDocument() }
      return part
    }
  }

  /// The elements of the threads that were arrived at, one after the other.
  private func join(_ parts: [Part?]) -> [Element]? {
    var order = [0]
    var total = 0
    while let last = order.last {
      guard let part = parts[last] else { return nil }
      total += part.elements.count
      guard let next = part.next else { break }
      order.append(next)
    }
    guard total <= mapper.maximumCollectionCount else { return nil }
    var elements: [Element] = []
    elements.reserveCapacity(total)
    for number in order {
      parts[number]?.elements.move(to: &elements)
    }
    return elements
  }
}
