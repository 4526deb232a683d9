import Foundation
import MirrorMap
import Testing

private struct Unit: Sendable {
  let size: Int
}

/// Lengths are numbers of the context's units in JSON.
private struct InUnits: ContextualTransform {
  func decode(_ json: Int, in context: MappingContext) throws -> Int {
    json * (context[Unit.self]?.size ?? 1)
  }

  func encode(_ object: Int, in context: MappingContext) throws -> Int {
    object / (context[Unit.self]?.size ?? 1)
  }
}

private struct Board: Mappable, Sendable {
  @Mapped(transform: InUnits()) var fullLength: Int
}

private final class BoardObject: Mappable {
  @Mapped(transform: InUnits()) var fullLength: Int
}

private struct Holder: ImmutableMappable {
  let found: [Bool]

  init(from reader: inout ObjectReader) throws {
    found = [
      try reader.contains("a/b", delimiter: "/"), try reader.contains("a/b"),
      try reader.contains("c.d", nested: false), try reader.contains("c.d"),
      try reader.contains("x", "a/c", "a/b", delimiter: "/"),
    ]
  }

  func encode(to writer: inout ObjectWriter) throws {}
}

/// Key paths, delimiters, mappers, and contexts that are passed to one of many functions.
struct EntryPointArgumentTests {
  private let context = MappingContext(Unit(size: 10))
  private let document = #"{"a": {"b": {"full_length": 3}}, "a/b": {"full_length": 4}}"#
  private let list = #"{"a": {"b": [{"full_length": 3}, {"full_length": 4}]}}"#

  private var mapper: Mapper {
    var mapper = Mapper()
    mapper.keyStrategy = .snakeCase
    return mapper
  }

  @Test func updates() throws {
    var board = Board()
    try board.update(from: document, at: "a/b", delimiter: "/", using: mapper, context: context)
    #expect(board.fullLength == 30)
    try board.update(from: document, at: "a/b", using: mapper)
    #expect(board.fullLength == 4)
    let object = BoardObject()
    try object.update(from: document, at: "a/b", delimiter: "/", using: mapper, context: context)
    #expect(object.fullLength == 30)
    var boards: [Board] = []
    try boards.update(from: list, at: "a/b", delimiter: "/", using: mapper, context: context)
    #expect(boards.map(\.fullLength) == [30, 40])
  }

  @Test func updatesFromObjects() throws {
    let tree = try JSONSerialization.jsonObject(with: Data(document.utf8))
    var board = Board()
    try board.update(
      fromObject: tree, at: "a/b", delimiter: "/", using: mapper, context: context)
    #expect(board.fullLength == 30)
    let object = BoardObject()
    try object.update(
      fromObject: tree, at: "a/b", delimiter: "/", using: mapper, context: context)
    #expect(object.fullLength == 30)
    var boards: [Board] = []
    let trees = try JSONSerialization.jsonObject(with: Data(list.utf8))
    try boards.update(
      fromObject: trees, at: "a/b", delimiter: "/", using: mapper, context: context)
    #expect(boards.map(\.fullLength) == [30, 40])
  }

  @Test func mergePatches() throws {
    let patch = #"{"full_length": 5}"#
    var board = Board()
    try board.apply(mergePatch: patch, using: mapper, context: context)
    #expect(board.fullLength == 50)
    let object = BoardObject()
    try object.apply(mergePatch: patch, using: mapper, context: context)
    #expect(object.fullLength == 50)
    var boards = ["x": board]
    try boards.apply(mergePatch: #"{"y": \#(patch)}"#, using: mapper, context: context)
    #expect(boards.mapValues(\.fullLength) == ["x": 50, "y": 50])
    var changed = board
    changed.fullLength = 70
    #expect(
      try changed.mergePatch(since: board, using: mapper, context: context)
        == (["full_length": 7] as JSONValue).encode())
  }

  @Test func bytes() throws {
    let board = try Board.decode(from: #"{"fullLength": 20}"#)
    let bytes = try board.encodeBytes(options: .prettyPrinted, using: mapper, context: context)
    #expect(String(decoding: bytes, as: UTF8.self) == "{\n  \"full_length\": 2\n}")
  }

  @Test func reports() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "EntryPointArgumentTests-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(document.utf8).write(to: url)
    let report = Board.decodeReporting(
      from: document, at: "a/b", delimiter: "/", using: mapper, context: context)
    #expect(report.isClean && report.value?.fullLength == 30)
    let file = Board.decodeReporting(
      contentsOf: url, at: "a/b", delimiter: "/", using: mapper, context: context)
    #expect(file.isClean && file.value?.fullLength == 30)
  }

  @Test func explanations() throws {
    #expect(
      Board.explanation(of: document, at: "a/b", delimiter: "/", using: mapper, context: context)
        == "Board\n  fullLength  full_length  Int  number 3")
    #expect(
      Board.explanation(of: document, at: "a/b", using: mapper)
        == "Board\n  fullLength  full_length  Int  number 4")
  }

  @Test func streams() async throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "EntryPointArgumentTests-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(list.utf8).write(to: url)
    let list = list
    func chunks() -> AsyncStream<[UInt8]> {
      AsyncStream { continuation in
        for byte in list.utf8 { continuation.yield([byte]) }
        continuation.finish()
      }
    }
    func bytes() -> AsyncStream<UInt8> {
      AsyncStream { continuation in
        for byte in list.utf8 { continuation.yield(byte) }
        continuation.finish()
      }
    }
    var lengths: [[Int]] = [[], [], [], [], [], []]
    for try await board in Board.stream(
      from: chunks(), at: "a/b", delimiter: "/", using: mapper, context: context)
    { lengths[0].append(board.fullLength) }
    for try await board in Board.stream(
      from: bytes(), at: "a/b", delimiter: "/", using: mapper, context: context)
    { lengths[1].append(board.fullLength) }
    for try await board in Board.stream(
      contentsOf: url, at: "a/b", delimiter: "/", using: mapper, context: context)
    { lengths[2].append(board.fullLength) }
    let decoder = MappingDecoder()
    typealias Numbers = [String: Int]
    for try await numbers in decoder.stream(Numbers.self, from: chunks(), at: "a/b", delimiter: "/")
    { lengths[3].append(10 * numbers["full_length"]!) }
    for try await numbers in decoder.stream(Numbers.self, from: bytes(), at: "a/b", delimiter: "/")
    { lengths[4].append(10 * numbers["full_length"]!) }
    for try await numbers in decoder.stream(
      Numbers.self, contentsOf: url, at: "a/b", delimiter: "/")
    { lengths[5].append(10 * numbers["full_length"]!) }
    #expect(lengths == Array(repeating: [30, 40], count: 6))
  }

  @Test func encodedStreams() async throws {
    let board = try Board.decode(from: #"{"fullLength": 20}"#)
    let boards = AsyncStream<Board> { continuation in
      continuation.yield(board)
      continuation.finish()
    }
    var texts: [String] = []
    for try await bytes in boards.encoded(as: .lines, using: mapper, context: context) {
      texts.append(String(decoding: bytes, as: UTF8.self))
    }
    #expect(texts == ["{\"full_length\":2}\n"])
  }

  @Test func keysOfAnImmutableModel() throws {
    let holder = try Holder.decode(from: #"{"a": {"b": 1}, "c.d": 2}"#)
    #expect(holder.found == [true, false, true, false, true])
    let other = try Holder.decode(from: #"{"a/b": 1, "c": {"d": 2}}"#)
    #expect(other.found == [false, true, false, true, false])
  }
}
