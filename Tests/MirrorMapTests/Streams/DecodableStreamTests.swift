import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Streams of types that are `Decodable` and nothing else.
struct DecodableStreamTests {
  struct Event: Decodable, Equatable {
    var userID: Int
    var at: Date

    enum CodingKeys: String, CodingKey {
      case userID = "userId"
      case at
    }
  }

  private static let lines = "{\"user_id\": 1, \"at\": 10}\n{\"user_id\": 2, \"at\": 20}\n"

  private static var decoder: MappingDecoder {
    let decoder = MappingDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .secondsSince1970
    return decoder
  }

  private static func chunks(_ text: String, of size: Int) -> AsyncStream<[UInt8]> {
    AsyncStream { continuation in
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        continuation.yield(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      continuation.finish()
    }
  }

  private static func events<S: AsyncSequence>(_ stream: S) async throws -> [Event]
  where S.Element == Event {
    var events: [Event] = []
    for try await event in stream { events.append(event) }
    return events
  }

  private static let expected = [
    Event(userID: 1, at: Date(timeIntervalSince1970: 10)),
    Event(userID: 2, at: Date(timeIntervalSince1970: 20)),
  ]

  @Test(arguments: [1, 2, 3, 7, 1000])
  func optionsApplyToEachElement(_ size: Int) async throws {
    let lines = Self.decoder.stream(
      Event.self, from: Self.chunks(Self.lines, of: size), format: .lines)
    #expect(try await Self.events(lines) == Self.expected)
    let document =
      #"{"x": [{}], "data": {"items": [{"user_id": 1, "at": 10}, {"user_id": 2, "at": 20}]}}"#
    let elements = Self.decoder.stream(
      Event.self, from: Self.chunks(document, of: size), at: "data.items")
    #expect(try await Self.events(elements) == Self.expected)
    let inLines = Self.lines.split(separator: "\n").map { "{\"e\": [\($0)]}\n" }.joined()
    let parts = Self.decoder.stream(
      Event.self, from: Self.chunks(inLines, of: size), format: .lines, at: "e.0")
    #expect(try await Self.events(parts) == Self.expected)
  }

  @Test func bytesAndFilesAreSources() async throws {
    let bytes = AsyncStream<UInt8> { continuation in
      for byte in Self.lines.utf8 { continuation.yield(byte) }
      continuation.finish()
    }
    let stream = Self.decoder.stream(Event.self, from: bytes, format: .lines)
    #expect(try await Self.events(stream) == Self.expected)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).ndjson")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(Self.lines.utf8).write(to: file)
    let contents = Self.decoder.stream(Event.self, contentsOf: file, format: .lines)
    #expect(try await Self.events(contents) == Self.expected)
  }

  @Test func errorsHaveThePlaceInTheStreamAndTheDecodingError() async throws {
    let text = Self.lines + "{\"user_id\": \"3\", \"at\": 30}\n"
    var count = 0
    do {
      let stream = Self.decoder.stream(Event.self, from: Self.chunks(text, of: 5), format: .lines)
      for try await _ in stream { count += 1 }
      Issue.record("no error")
    } catch let error as MappingError {
      #expect(error.description == "$[2].user_id: expected Int, found a string (line 3, column 13)")
      #expect(error.byteOffset == 62)
      guard case .typeMismatch(_, let context) = error.underlying as? DecodingError else {
        Issue.record("\(error)")
        return
      }
      #expect(context.codingPath.map(\.stringValue) == ["userId"])
    }
    #expect(count == 2)
  }

  /// `1` and a zero byte are a document in UTF-16; streams are in UTF-8.
  @Test func elementsThatLookLikeUTF16AreErrors() async {
    let lines = await Self.decoder.stream(
      Int.self, from: Self.chunks("1\0\n2\n", of: 2), format: .lines
    ).collected()
    #expect(lines.elements.isEmpty)
    #expect(
      lines.failure?.hasPrefix("$[0]: expected UTF-8, found ") == true, "\(lines.failure ?? "")")
    // In a sequence, the zero is what follows the text.
    let texts = await Self.decoder.stream(
      Int.self, from: Self.chunks("\u{1E}1\0\n", of: 2), format: .sequence
    ).collected()
    #expect(texts.elements == [1])
    #expect(
      texts.failure == "$[1]: unexpected content after the end of the value (line 1, column 3)")
  }

  @Test func lossyDecodersDropElements() async throws {
    let issues = Issues()
    let decoder = Self.decoder
    var mapper = Mapper()
    mapper.failurePolicy = .lossy
    mapper.logger = { issues.append($0.description) }
    decoder.mapper = mapper
    let text = "{\"user_id\": 1, \"at\": 10}\n{}\n{\"user_id\"\n{\"user_id\": 2, \"at\": 20}"
    let stream = decoder.stream(Event.self, from: Self.chunks(text, of: 3), format: .lines)
    #expect(try await Self.events(stream) == Self.expected)
    #expect(
      issues.list == [
        "$[1].userId: required key is missing (line 2, column 1)",
        "$[2].user_id: expected ':', found the end of the input (line 3, column 11)",
      ])
  }

  /// A type that decodes a document in a string.
  private struct Envelope: Decodable {
    struct Payload: Decodable { var id: Int }
    enum CodingKeys: CodingKey { case payload }
    var payload: Payload

    init(from decoder: any Decoder) throws {
      let text = try decoder.container(keyedBy: CodingKeys.self)
        .decode(String.self, forKey: .payload)
      payload = try MappingDecoder().decode(Payload.self, from: text)
    }
  }

  @Test func errorsOfInnerDocumentsAreNotThoseOfTheStream() async throws {
    let issues = Issues()
    let decoder = MappingDecoder()
    decoder.mapper.failurePolicy = .lossy
    decoder.mapper.logger = { issues.append($0.description) }
    let document = #"[{"payload":"{"},{"payload":"{\"id\":2}"},{"payload":"{\"id\":\"x\"}"}]"#
    var ids: [Int] = []
    for try await envelope in decoder.stream(Envelope.self, from: Self.chunks(document, of: 9)) {
      ids.append(envelope.payload.id)
    }
    #expect(ids == [2])
    #expect(issues.list.count == 2)
    #expect(issues.list.first?.hasPrefix("$[0]: ") == true, "\(issues.list)")
    #expect(issues.list.last?.hasPrefix("$[2]: ") == true, "\(issues.list)")
    #expect(issues.list.last?.contains("(line 1, column 43)") == true, "\(issues.list)")
  }

  @Test func ofKeysThatOccurTwiceTheFirstOneCounts() async throws {
    let json = #"{"items":[1],"items":[2]}"#
    #expect(try MappingDecoder().decode([Int].self, from: json, at: "items") == [1])
    let stream = MappingDecoder().stream(Int.self, from: Self.chunks(json, of: 4), at: "items")
    let result = await stream.collected()
    #expect(result.elements == [1] && result.failure == nil)
  }
}
