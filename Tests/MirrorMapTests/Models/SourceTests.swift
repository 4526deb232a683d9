import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private struct Point: Mappable, Hashable {
  @Mapped var x: Int
  @Mapped var y: Int?
}

/// A source of the user's own: a document in pieces.
private struct Pieces: JSONSource {
  var pieces: [String]

  func withJSONBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try Array(pieces.joined().utf8).withUnsafeBytes(body)
  }
}

struct SourceTests {
  private static let json = #"{"x":1,"y":2}"#

  private static func isPoint(_ point: Point) -> Bool { point.x == 1 && point.y == 2 }

  @Test func everySourceGivesTheSameModel() throws {
    let json = Self.json
    #expect(Self.isPoint(try Point.decode(from: json)))
    #expect(Self.isPoint(try Point.decode(from: Data(json.utf8))))
    #expect(Self.isPoint(try Point.decode(from: Array(json.utf8))))
    #expect(Self.isPoint(try Point.decode(from: Array("xx\(json)]".utf8)[2..<15])))
    #expect(Self.isPoint(try Point.decode(from: "[\(json)]".dropFirst().dropLast())))
    #expect(Self.isPoint(try Point.decode(from: Data("xx\(json)]".utf8)[2..<15])))
    #expect(Self.isPoint(try Point.decode(from: Pieces(pieces: ["{\"x\":1,", "\"y\":2}"]))))
    let raw = try Array(json.utf8).withUnsafeBytes { try Point.decode(from: $0) }
    #expect(Self.isPoint(raw))
    #expect(Self.isPoint(try Point.decode(from: "\u{FEFF} \n\t\r\(json) \n")))
  }

  @Test func offsetsCountFromTheStartOfASlice() {
    let slice = Array(#"....{"x":true}"#.utf8)[4...]
    let error = mappingError { try Point.decode(from: slice) }
    #expect(error?.byteOffset == 5)
    #expect(error?.column == 6)
    let substring = #"ééé{"x":true}"#.dropFirst(3)
    #expect(mappingError { try Point.decode(from: substring) }?.byteOffset == 5)
  }

  @Test func emptySourcesOfAllKinds() {
    let text = "$: expected a value, found the end of the input (line 1, column 1)"
    #expect(errorText { try Int.decode(from: "") } == text)
    #expect(errorText { try Int.decode(from: Data()) } == text)
    #expect(errorText { try Int.decode(from: [UInt8]()) } == text)
    #expect(errorText { try Int.decode(from: [UInt8]()[...]) } == text)
    #expect(errorText { try Int.decode(from: "abc".dropFirst(3)) } == text)
    #expect(
      errorText { try Int.decode(from: UnsafeRawBufferPointer(start: nil, count: 0)) } == text)
    #expect(errorText { try Point.decode(from: "") } == text)
  }

  @Test func everyValueCanDoWhatAModelCan() throws {
    #expect(try [Point].decode(from: "[\(Self.json),{\"x\":3}]").map(\.x) == [1, 3])
    let named = try [String: Point].decode(from: #"{"a":{"x":1},"b":{"x":2}}"#)
    #expect(named.mapValues(\.x) == ["a": 1, "b": 2])
    #expect(try Set<Point>.decode(from: #"[{"x":1},{"x":1},{"x":2}]"#).count == 2)
    #expect(try Point?.decode(from: "null") == nil)
    #expect(try Point?.decode(from: Self.json)?.y == 2)
    #expect(try [[Point]].decode(from: "[[],[\(Self.json)]]").map(\.count) == [0, 1])
    #expect(try [String: [Point?]].decode(from: #"{"a":[null]}"#) == ["a": [nil]])
    #expect(try [Int: String].decode(from: #"{"1":"a","-2":"b"}"#) == [1: "a", -2: "b"])
    #expect(try Int.decode(from: "5") == 5)
    #expect(try String.decode(from: #""\u00e9""#) == "\u{E9}")
    #expect(try Bool.decode(from: "true"))
    #expect(try Double.decode(from: "-1.5e3") == -1500)
    #expect(try URL.decode(from: #""https://example.org/a?b""#).path == "/a")
  }

  @Test func allDestinationsHoldTheSame() throws {
    let point = try Point.decode(from: Self.json)
    #expect(try point.encode() == Data(Self.json.utf8))
    #expect(try point.encodeString() == Self.json)
    #expect(try point.encodeBytes() == Array(Self.json.utf8))
    #expect(try [point, point].encodeString() == "[\(Self.json),\(Self.json)]")
    #expect(try ["p": point].encodeString() == "{\"p\":\(Self.json)}")
    #expect(try Point?.none.encodeString() == "null")
    #expect(try [Point]().encodeString() == "[]")
    #expect(try [String: Point]().encodeString() == "{}")
    #expect(try "é\n".encodeString() == #""é\n""#)
    #expect(try 7.encodeString() == "7")
  }

  @Test func fileIsReadWholeOrAtAPath() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "points-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data("{\"points\":[\(Self.json)]}".utf8).write(to: url)
    #expect(try [Point].decode(contentsOf: url, at: "points").map(\.y) == [2])
    #expect(try [String: [Point]].decode(contentsOf: url)["points"]?.count == 1)
    #expect(
      errorText { try Point.decode(contentsOf: url, at: "points.0.x") }
        == "$.points[0].x: expected an object for Point, found a number (line 1, column 17)")
  }

  @Test func onlyFilesAreRead() throws {
    let url = try #require(URL(string: "http://127.0.0.1:1/points.json"))
    let error = mappingError { try Point.decode(contentsOf: url) }
    #expect(error?.code == .unreadableSource)
    #expect((error?.underlying as? CocoaError)?.code == .fileReadUnsupportedScheme)
    let text = error.map { "\($0)" } ?? ""
    #expect(text.hasPrefix("the file \(url.absoluteString) cannot be read: "))
    #expect(!text.contains("\n"))
    #expect(Point.decodeReporting(contentsOf: url).issues.map(\.code) == [.unreadableSource])
  }

  @Test func missingFileIsAnUnreadableSourceWithTheCause() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "nobody-wrote-this-\(UUID().uuidString).json")
    let error = mappingError { try Point.decode(contentsOf: url) }
    #expect(error?.code == .unreadableSource)
    #expect(error?.underlying != nil)
    #expect(error?.byteOffset == nil)
    #expect(error?.line == nil)
    let text = error.map { "\($0)" } ?? ""
    #expect(text.hasPrefix("the file \(url.path) cannot be read: "))
    #expect(!text.contains("\n"))
  }
}
