import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Streams that many tasks read at once, that are read on the main actor, and that are canceled.
struct StreamThreadTests {
  private struct Item: Mappable {
    @Mapped var id: Int
    @Mapped var name: String?
    @Mapped var list: [Int] = []
  }

  private struct Row: Codable, Equatable, Sendable { var id: Int, name: String? }

  private static let lines = (0..<40).map { #"{"id":\#($0),"name":"n\#($0)","list":[1,2]}"# }
    .joined(separator: "\n")

  /// A stream can be iterated more than once, by several tasks at the same time.
  @Test func oneStreamIsReadByManyTasks() async {
    let decoder = MappingDecoder()
    let mapped = Item.stream(from: Chunks(Self.lines, size: 7), format: .lines)
    let decoded = decoder.stream(Row.self, from: Chunks(Self.lines, size: 11), format: .lines)
    let sums = await withTaskGroup(of: Int.self) { group in
      for index in 0..<24 {
        group.addTask {
          var sum = 0
          do {
            switch index % 3 {
            case 0: for try await item in mapped { sum += item.id + item.list.count - 2 }
            case 1: for try await row in decoded { sum += row.id }
            default:
              for try await batch in mapped.batches { sum += batch.reduce(0) { $0 + $1.id } }
            }
          } catch {
            return -1
          }
          return sum
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sums == Array(repeating: 780, count: 24))
  }

  /// Each iterator logs its own elements' places.
  @Test func issuesHaveThePlacesOfTheirOwnIterator() async {
    let issues = Locked<[String]>([])
    var mapper = Mapper()
    mapper.failurePolicy = .lossy
    mapper.logger = { issue in issues.withLock { $0.append("\(issue)") } }
    let text = (0..<30).map { #"{"id":\#($0),"list":[1,"x"]}"# }.joined(separator: "\n")
    let stream = Item.stream(from: Chunks(text, size: 16), format: .lines, using: mapper)
    func log() async -> [String] {
      issues.withLock { $0 = [] }
      _ = await stream.collected()
      return issues.withLock { $0 }
    }
    let expected = await log()
    #expect(expected.count == 30 && Set(expected).count == 30)
    issues.withLock { $0 = [] }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { _ = await stream.collected() } }
    }
    let counts = issues.withLock { $0 }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    #expect(counts == Dictionary(uniqueKeysWithValues: expected.map { ($0, 8) }))
  }

  /// Marks the queue of the main actor; the main thread itself may have ended.
  private static let mark = DispatchSpecificKey<Bool>()

  /// Elements whose decoding notes where it happens.
  private struct Placed: MappableValue {
    let isOnMainActor: Bool
    static func decode(from reader: inout JSONReader) throws -> Placed {
      try reader.skipValue()
      return Placed(isOnMainActor: DispatchQueue.getSpecific(key: mark) == true)
    }
    func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
  }

  @MainActor @Test func theMainActorDecodesItself() async throws {
    DispatchQueue.main.setSpecific(key: Self.mark, value: true)
    var count = 0
    for try await element in Placed.stream(from: Chunks("[1,[2],{\"a\":3}]", size: 2)) {
      MainActor.assertIsolated()
      #expect(element.isOnMainActor)
      count += 1
    }
    #expect(count == 3)
    let bytes = AsyncStream<UInt8> { continuation in
      for byte in Self.lines.utf8 { continuation.yield(byte) }
      continuation.finish()
    }
    for try await row in MappingDecoder().stream(Row.self, from: bytes, format: .lines) {
      count += row.id
    }
    #expect(count == 783)
  }

  /// An iterator goes from task to task; one at a time uses it.
  @Test func anIteratorIsHandedFromTaskToTask() async {
    struct Kept<Iterator>: @unchecked Sendable { var iterator: Iterator }
    var kept = Kept(
      iterator: Item.stream(from: Chunks(Self.lines, size: 13), format: .lines)
        .makeAsyncIterator())
    var ids: [Int] = []
    for _ in 0..<10 {
      let current = kept
      let task = Task.detached { () -> (Kept<_>, [Int]) in
        var next = current
        var ids: [Int] = []
        for _ in 0..<4 { if let item = try await next.iterator.next() { ids.append(item.id) } }
        return (next, ids)
      }
      guard let (next, some) = try? await task.value else { break }
      kept = next
      ids += some
    }
    #expect(ids == Array(0..<40))
  }

  /// An endless source, which counts the chunks that are requested.
  private struct Endless: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let requests: Locked<Int>
    func makeAsyncIterator() -> Endless { self }
    mutating func next() async -> [UInt8]? {
      requests.withLock { $0 += 1 }
      await Task.yield()
      return Array("{\"id\":1}\n{\"id\":2}\n".utf8)
    }
  }

  @Test func canceledTasksRequestNothingMore() async {
    let results = await withTaskGroup(of: String.self) { group in
      for index in 0..<16 {
        group.addTask {
          let requests = Locked(0)
          let count = Locked(0)
          let task = Task.detached {
            if index % 2 == 0 {
              for try await _ in Item.stream(from: Endless(requests: requests), format: .lines) {
                count.withLock { $0 += 1 }
              }
            } else {
              let decoder = MappingDecoder()
              let stream = decoder.stream(
                Row.self, from: Endless(requests: requests), format: .lines)
              for try await batch in stream.batches { count.withLock { $0 += batch.count } }
            }
          }
          while count.withLock({ $0 }) < 10 + index { await Task.yield() }
          task.cancel()
          guard case .failure(let error) = await task.result else { return "ended" }
          guard error is CancellationError else { return "\(error)" }
          // All that came before has been delivered, nothing twice.
          let (elements, chunks) = (count.withLock { $0 }, requests.withLock { $0 })
          return elements == chunks * 2 ? "canceled" : "\(elements) of \(chunks) chunks"
        }
      }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(results == ["canceled"])
  }

  @Test func streamsAreEncodedAndReadByManyTasks() async {
    let results = await withTaskGroup(of: [Int].self) { group in
      for index in 0..<16 {
        group.addTask {
          let format = [StreamFormat.array, .lines, .sequence][index % 3]
          let numbers = AsyncStream<[Int]> { continuation in
            for number in 0..<50 { continuation.yield([number, index]) }
            continuation.finish()
          }
          let chunks = numbers.encoded(as: format)
          var sums: [Int] = []
          do {
            for try await pair in [Int].stream(from: chunks, format: format) {
              sums.append(pair[0] + pair[1] - index)
            }
          } catch {
            return []
          }
          return sums
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == Array(repeating: Array(0..<50), count: 16))
  }
}
