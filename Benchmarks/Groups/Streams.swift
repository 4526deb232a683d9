import Foundation
import MirrorMap

/// Statuses that arrive in chunks, decoded one after the other, against decoding them all from one document.
enum Streams {
  private static let whole = "MirrorMap, whole array"
  private static let array = "MirrorMap, elements of the array"
  private static let lines = "MirrorMap, lines"
  private static let actor = "MirrorMap, lines, on an actor"

  private static let chunkSize = 65_536

  static let group = BenchmarkGroup(
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
        let elements = try waiting { try await count(document, .array) }
        let lines = try waiting { try await count(log, .lines) }
        try Agreement(about: "streams").requireEqual(
          [elements, lines], [statuses.count, statuses.count], "a stream has other elements")
      }
      return [
        Contender(whole, items: document.count) {
          blackHole(try [MappedTimeline.Status].decode(from: document))
        },
        Contender(array, items: document.count) {
          blackHole(try waiting { try await count(document, .array) })
        },
        Contender(lines, items: log.count) {
          blackHole(try waiting { try await count(log, .lines) })
        },
        Contender(actor, items: log.count) {
          let counter = Counter()
          blackHole(try waiting { try await counter.count(log) })
        },
      ]
    })

  /// Decodes all elements of a stream.
  ///
  /// - Returns: their number.
  private static func count(
    _ bytes: [UInt8], _ format: StreamFormat,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Int {
    var count = 0
    for try await status in MappedTimeline.Status.stream(
      from: Chunks(bytes: bytes, size: chunkSize), format: format)
    {
      blackHole(status)
      count += 1
    }
    return count
  }

  private actor Counter {
    func count(_ bytes: [UInt8]) async throws -> Int { try await Streams.count(bytes, .lines) }
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
