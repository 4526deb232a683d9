import Foundation
import MirrorMap

/// Models that arrive in chunks, decoded one after the other, against decoding them all from one document; and the
/// same encoded.
enum Streams {
  private static let whole = "MirrorMap, whole array"
  private static let array = "MirrorMap, elements of the array"
  private static let lines = "MirrorMap, lines"
  private static let actor = "MirrorMap, lines, on an actor"
  private static let batches = "MirrorMap, lines in batches"

  private static let chunkSize = 65_536

  static let all = [statuses, smallElements, encodedElements]

  private static let statuses = BenchmarkGroup(
    name: "streams",
    summary: "10 MB of statuses in chunks of 64 KB, with --full 100 MB",
    metric: .throughput,
    baselines: [whole],
    contenders: [whole, array, lines, actor],
    goals: [
      array: .ratio(atLeast: 0.4), lines: .ratio(atLeast: 0.5), actor: .ratio(atLeast: 0.5),
    ],
    mostRounds: 15,
    prepare: { workbench in
      let statuses = try [MappedTimeline.Status].decode(
        from: workbench.statuses(megabytes: workbench.isFull ? 100 : 10))
      let texts = try statuses.map { try $0.encodeBytes() }
      let document = Array("[".utf8) + texts.joined(separator: [0x2C]) + Array("]".utf8)
      let log = Array(texts.joined(separator: [0x0A]))
      if workbench.wantsChecks {
        let elements = try waiting { try await count(MappedTimeline.Status.self, document, .array) }
        let lines = try waiting { try await count(MappedTimeline.Status.self, log, .lines) }
        try Agreement(about: "streams").requireEqual(
          [elements, lines], [statuses.count, statuses.count], "a stream has other elements")
      }
      return [
        Contender(whole, items: document.count) {
          blackHole(try [MappedTimeline.Status].decode(from: document))
        },
        Contender(array, items: document.count) {
          blackHole(try waiting { try await count(MappedTimeline.Status.self, document, .array) })
        },
        Contender(lines, items: log.count) {
          blackHole(try waiting { try await count(MappedTimeline.Status.self, log, .lines) })
        },
        Contender(actor, items: log.count) {
          let counter = Counter()
          blackHole(try waiting { try await counter.count(log) })
        },
      ]
    })

  private typealias Element = SmallModels.Annotated.Named

  /// Elements of 40 bytes.
  private static func smallTexts() -> [String] {
    (0..<100_000).map {
      #"{"id":\#($0),"name":"user \#($0 % 1000)","isActive":\#($0.isMultiple(of: 2))}"#
    }
  }

  /// What a stream costs for each element shows in small ones.
  private static let smallElements = BenchmarkGroup(
    name: "streams of small elements",
    summary: "100,000 objects with three members in chunks of 64 KB",
    metric: .nanosecondsPerObject,
    baselines: [whole],
    contenders: [whole, array, lines, batches],
    mostRounds: 15,
    prepare: { workbench in
      let texts = smallTexts()
      let document = Array("[\(texts.joined(separator: ","))]".utf8)
      let log = Array(texts.joined(separator: "\n").utf8)
      if workbench.wantsChecks {
        let elements = try waiting { try await count(Element.self, document, .array) }
        let lines = try waiting { try await count(Element.self, log, .lines) }
        let batched = try waiting { try await countInBatches(Element.self, log) }
        try Agreement(about: "streams").requireEqual(
          [elements, lines, batched], Array(repeating: texts.count, count: 3),
          "a stream has other elements")
      }
      return [
        Contender(whole, items: texts.count) { blackHole(try [Element].decode(from: document)) },
        Contender(array, items: texts.count) {
          blackHole(try waiting { try await count(Element.self, document, .array) })
        },
        Contender(lines, items: texts.count) {
          blackHole(try waiting { try await count(Element.self, log, .lines) })
        },
        Contender(batches, items: texts.count) {
          blackHole(try waiting { try await countInBatches(Element.self, log) })
        },
      ]
    })

  private static let encodedElements = BenchmarkGroup(
    name: "encoded streams",
    summary: "100,000 objects with three members, encoded one after the other",
    metric: .nanosecondsPerObject,
    baselines: [whole],
    contenders: [whole, array, lines],
    mostRounds: 15,
    prepare: { workbench in
      let document = Array("[\(smallTexts().joined(separator: ","))]".utf8)
      let elements = try [Element].decode(from: document)
      if workbench.wantsChecks {
        let sizes = try [StreamFormat.array, .lines].map { format in
          try waiting { try await encodedSize(elements, format) }
        }
        // Each line has a line feed, and the array two brackets and a comma less than elements.
        try Agreement(about: "encoded streams").requireEqual(
          sizes, [document.count, document.count - 1], "a stream has other bytes")
      }
      return [
        Contender(whole, items: elements.count) { blackHole(try elements.encodeBytes()) },
        Contender(array, items: elements.count) {
          blackHole(try waiting { try await encodedSize(elements, .array) })
        },
        Contender(lines, items: elements.count) {
          blackHole(try waiting { try await encodedSize(elements, .lines) })
        },
      ]
    })

  /// Encodes values as a stream.
  ///
  /// - Returns: the number of bytes.
  private static func encodedSize(
    _ values: [Element], _ format: StreamFormat, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Int {
    var count = 0
    for try await bytes in Values(values: values).encoded(as: format) { count += bytes.count }
    return count
  }

  /// Values that are there at once.
  private struct Values: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let values: [Element]
    var position = 0

    func makeAsyncIterator() -> Values { self }

    mutating func next() async throws -> Element? { try await next(isolation: nil) }

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
      guard position < values.count else { return nil }
      defer { position += 1 }
      return values[position]
    }
  }

  /// Decodes all elements of a stream.
  ///
  /// - Returns: their number.
  private static func count<Element: Mappable & SendableMetatype>(
    _ type: Element.Type, _ bytes: [UInt8], _ format: StreamFormat,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Int {
    var count = 0
    for try await element in Element.stream(
      from: Chunks(bytes: bytes, size: chunkSize), format: format)
    {
      blackHole(element)
      count += 1
    }
    return count
  }

  /// Decodes all lines of a stream, in batches.
  ///
  /// - Returns: the number of elements.
  private static func countInBatches<Element: Mappable & SendableMetatype>(
    _ type: Element.Type, _ bytes: [UInt8]
  ) async throws -> Int {
    var count = 0
    for try await batch in Element.stream(
      from: Chunks(bytes: bytes, size: chunkSize), format: .lines
    ).batches {
      blackHole(batch)
      count += batch.count
    }
    return count
  }

  private actor Counter {
    func count(_ bytes: [UInt8]) async throws -> Int {
      try await Streams.count(MappedTimeline.Status.self, bytes, .lines)
    }
  }

  /// Waits for asynchronous work on the calling thread.
  private static func waiting<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) throws -> Result {
    let box = Box<Swift.Result<Result, any Error>>()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      do { box.value = .success(try await work()) } catch { box.value = .failure(error) }
      done.signal()
    }
    done.wait()
    guard let result = box.value else { throw BenchmarkFailure("a task has no result") }
    return try result.get()
  }

  /// A value that a task leaves behind, read after the task has ended.
  private final class Box<Value>: @unchecked Sendable {
    var value: Value?
  }
}

/// The chunks of a document that is in memory.
private struct Chunks: AsyncSequence, Sendable {
  let bytes: [UInt8]
  let size: Int

  func makeAsyncIterator() -> Iterator { Iterator(chunks: self) }

  struct Iterator: AsyncIteratorProtocol {
    let chunks: Chunks
    var position = 0

    mutating func next() async throws -> ArraySlice<UInt8>? {
      try await next(isolation: nil)
    }

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> ArraySlice<UInt8>? {
      guard position < chunks.bytes.count else { return nil }
      let end = Swift.min(position + chunks.size, chunks.bytes.count)
      defer { position = end }
      return chunks.bytes[position..<end]
    }
  }
}
