import Foundation
import MirrorMap
import Testing

/// Coders that many threads use at once, and streams on many tasks.
@Suite struct CoderThreadTests {
  private struct Order: Codable, Mappable, Equatable, Sendable {
    @Mapped var id: Int
    @Mapped var lines: [String: [Double]]
  }

  private struct Plain: Codable, Equatable {
    var orderID: Int
    var placedOn: Date
    var lines: [String: [Double?]]
  }

  private static let text = #"{"order_id":7,"placed_on":1500000000,"lines":{"a":[1,null],"b":[]}}"#

  @Test func oneDecoderAndOneEncoderServeSixteenThreads() throws {
    let (decoder, encoder) = (MappingDecoder(), MappingEncoder())
    decoder.keyDecodingStrategy = .custom { path in
      path.last?.stringValue == "order_id" ? TextKey("orderID") : TextKey(camel: path.last)
    }
    decoder.dateDecodingStrategy = .secondsSince1970
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.outputFormatting = .sortedKeys
    let results = onThreads(16) { index in
      (0..<10).map { round -> String in
        // Options change what later calls do, never one that is running.
        if index == 0 { decoder.userInfo[CodingUserInfoKey(rawValue: "\(round)")!] = round }
        let plain = try? decoder.decode(Plain.self, from: Self.text)
        let wrong = try? decoder.decode(Plain.self, from: #"{"order_id":"seven"}"#)
        return wrong == nil
          ? (try? encoder.encode(plain)).map { String(decoding: $0, as: UTF8.self) } ?? "error"
          : "accepted"
      }
    }
    #expect(
      Set(results.joined()) == [
        #"{"lines":{"a":[1,null],"b":[]},"orderID":7,"placedOn":1500000000}"#
      ])
  }

  @Test func streamsOnManyTasks() async throws {
    let decoder = MappingDecoder()
    let document = "[" + (0..<50).map { #"{"id":\#($0),"lines":{}}"# }.joined(separator: ",") + "]"
    try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<16 {
        group.addTask {
          var sum = 0
          let chunks = Pieces(bytes: Array(document.utf8), size: index + 1)
          if index % 2 == 0 {
            for try await order in Order.stream(from: chunks) { sum += order.id }
          } else {
            for try await order in decoder.stream([String: JSONValue].self, from: chunks) {
              sum += order["id"]?.int ?? 0
            }
          }
          return sum
        }
      }
      for try await sum in group { #expect(sum == 50 * 49 / 2) }
    }
  }

  @Test @MainActor func streamsOnTheMainActorThatAreCancelled() async throws {
    let document = Array(#"{"id":1,"lines":{}}"#.utf8) + [0x0A]
    let task = Task { @MainActor in
      var count = 0
      let chunks = Endless(chunk: document)
      for try await order in Order.stream(from: chunks, format: .lines) {
        count += order.id
        if count == 100 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return count
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

private struct TextKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(_ text: String) { stringValue = text }
  init(camel key: (any CodingKey)?) {
    self.init(key?.stringValue == "placed_on" ? "placedOn" : key?.stringValue ?? "")
  }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

private struct Pieces: AsyncSequence, Sendable {
  let bytes: [UInt8]
  let size: Int

  func makeAsyncIterator() -> Iterator { Iterator(rest: bytes[...], size: size) }

  struct Iterator: AsyncIteratorProtocol {
    var rest: ArraySlice<UInt8>
    let size: Int

    mutating func next() async throws -> ArraySlice<UInt8>? {
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(size) }
      return rest.prefix(size)
    }
  }
}

private struct Endless: AsyncSequence, Sendable {
  let chunk: [UInt8]

  func makeAsyncIterator() -> Iterator { Iterator(chunk: chunk) }

  struct Iterator: AsyncIteratorProtocol {
    let chunk: [UInt8]
    mutating func next() async throws -> [UInt8]? { chunk }
  }
}
