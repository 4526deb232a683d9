import MirrorMap
import Testing

@testable import TestSupport

/// The reader as users' own types see it.
struct JSONReaderTests {
  struct Point: MappableValue, Equatable {
    var x = 0.0
    var y = 0.0

    static func decode(from reader: inout JSONReader) throws -> Point {
      var point = Point()
      switch reader.nextKind {
      case .object:
        try reader.decodeObject { key, reader in
          switch key {
          case "x": point.x = try reader.decode()
          case "y": point.y = try reader.decode()
          default: try reader.skipValue()
          }
        }
      case .array:
        var numbers: [Double] = []
        try reader.decodeArray { numbers.append(try $0.decode(Double.self)) }
        guard numbers.count == 2 else { throw MappingError(expected: "two numbers") }
        (point.x, point.y) = (numbers[0], numbers[1])
      default: throw MappingError(expected: "a point", found: "something else")
      }
      return point
    }

    func encode(to writer: inout JSONWriter) throws {
      try writer.encodeObject {
        try $0.encode(x, forKey: "x")
        try $0.encode(y, forKey: "y")
      }
    }
  }

  enum Choice: MappableValue, Equatable {
    case number(Int)
    case text(String)
    case nothing, other

    static func decode(from reader: inout JSONReader) throws -> Choice {
      if reader.nextIsNull {
        try reader.decodeNull()
        return .nothing
      }
      if let number = reader.attempt({ try $0.decode(Int.self) }) { return .number(number) }
      if let text = reader.attempt({ try $0.decode(String.self) }) { return .text(text) }
      if let pair = reader.attempt({ try $0.decode([[Int]].self) }) { return .number(pair.count) }
      try reader.skipValue()
      return .other
    }

    func encode(to writer: inout JSONWriter) throws {
      switch self {
      case .number(let number): try writer.encode(number)
      case .text(let text): try writer.encode(text)
      case .nothing, .other: writer.encodeNull()
      }
    }
  }

  @Test func arraysAndObjectsAreReadPieceByPiece() throws {
    let text = #"[ {"y" : 2 , "z":[{}], "x":1 } , [3,4] ,{ },{"x":5}]"#
    let points = try [Point].decode(from: text)
    #expect(points == [Point(x: 1, y: 2), Point(x: 3, y: 4), Point(), Point(x: 5)])
    #expect(try points[0].encodeString() == #"{"x":1.0,"y":2.0}"#)
  }

  @Test func errorsOfPiecesHaveTheirWholePath() {
    #expect(
      errorText { try [Point].decode(from: #"[{"x": "1"}]"#) }
        == "$[0].x: expected Double, found a string (line 1, column 8)")
    #expect(
      errorText { try [Point].decode(from: #"[[1, 2], [1, null]]"#) }
        == "$[1][1]: expected Double, found null (line 1, column 14)")
    #expect(
      errorText { try [String: Point].decode(from: #"{"p": [1]}"#) }
        == "$.p: expected two numbers (line 1, column 7)")
    #expect(
      errorText { try [Point].decode(from: "[true]") }
        == "$[0]: expected a point, found something else (line 1, column 2)")
    #expect(
      errorText { try Point.decode(from: #"{"x":1 "y":2}"#) }
        == #"$.x: expected ',' or '}', found '"' (line 1, column 8)"#)
  }

  @Test func failedAttemptLeavesTheReaderWhereItWas() throws {
    let choices = try [Choice].decode(
      from: #"[1, "a", null, true, 1.5, [[1],[2]], [[1],[x]]]"#.replacing("x", with: "{}"))
    #expect(choices == [.number(1), .text("a"), .nothing, .other, .other, .number(2), .other])
  }

  @Test func attemptDoesNotConsumeTheDepthLimit() throws {
    var mapper = Mapper()
    mapper.maximumDepth = 3
    let text = "[" + Array(repeating: "[[0.5]]", count: 20).joined(separator: ",") + "]"
    #expect(try [Choice].decode(from: text, using: mapper).count == 20)
  }

  @Test func attemptDoesNotMakeBrokenJSONValid() {
    for text in ["[1, tru]", #"["a\x"]"#, "[1.]", "[nul]", "[[[1],[2]]", "[01]"] {
      #expect((try? [Choice].decode(from: text)) == nil)
    }
    #expect(
      errorText { try [Choice].decode(from: "[[[1,]]]") }
        == "$[0][0][1]: expected a value, found ']' (line 1, column 6)")
  }

  struct Inattentive: MappableValue {
    static func decode(from reader: inout JSONReader) -> Inattentive { Inattentive() }
    func encode(to writer: inout JSONWriter) {}
  }

  struct HalfHearted: MappableValue {
    static func decode(from reader: inout JSONReader) throws -> HalfHearted {
      if reader.nextKind == .array {
        try reader.decodeArray { _ in }
      } else {
        try reader.decodeObject { _, _ in }
      }
      return HalfHearted()
    }
    func encode(to writer: inout JSONWriter) throws { try writer.encodeArray { _ in } }
  }

  @Test func typeThatReadsNothingIsReportedAtItsPath() throws {
    let blame = "the code for this value neither read nor skipped it"
    #expect(errorText { try Inattentive.decode(from: "1") } == "$: \(blame) (line 1, column 1)")
    #expect(
      errorText { try [Inattentive].decode(from: "[1]") } == "$[0]: \(blame) (line 1, column 2)")
    #expect(
      errorText { try [String: Inattentive].decode(from: #"{"k":1}"#) }
        == "$.k: \(blame) (line 1, column 6)")
    #expect(
      errorText { try HalfHearted.decode(from: "[1]") } == "$[0]: \(blame) (line 1, column 2)")
    #expect(
      errorText { try HalfHearted.decode(from: #"{"a":1}"#) }
        == "$.a: \(blame) (line 1, column 6)")
    #expect(try HalfHearted.decode(from: "[]").encodeString() == "[]")
    #expect(try HalfHearted.decode(from: " { } ").encodeString() == "[]")
  }

  struct Greedy: MappableValue {
    static func decode(from reader: inout JSONReader) throws -> Greedy {
      _ = try reader.decode(Int.self)
      _ = try reader.decode(Int.self)
      return Greedy()
    }
    func encode(to writer: inout JSONWriter) throws {}
  }

  @Test func typeThatReadsTwoValuesIsReportedAtItsPath() {
    #expect(
      errorText { try [Greedy].decode(from: "[1,2]") }
        == "$[0]: the code for this value read more than one (line 1, column 3)")
    #expect(
      errorText { try Greedy.decode(from: "1 2") }
        == "$: the code for this value read more than one (line 1, column 2)")
  }

  struct Pairing: MappableValue {
    static func decode(from reader: inout JSONReader) throws -> Pairing {
      try reader.decodeArray { try $0.skipValue() }
      try reader.decodeObject { _, reader in try reader.decodeNull() }
      return Pairing()
    }
    func encode(to writer: inout JSONWriter) throws {}
  }

  struct SkippingTwice: MappableValue {
    static func decode(from reader: inout JSONReader) throws -> SkippingTwice {
      try reader.skipValue()
      try reader.skipValue()
      return SkippingTwice()
    }
    func encode(to writer: inout JSONWriter) throws {}
  }

  /// What isn't JSON was accepted, as nothing looked for a comma between the two.
  @Test func twoValuesThatAreReadInPartsAreReportedAsWell() {
    #expect(
      errorText { try [Pairing].decode(from: #"[[1]{"a":null}]"#) }
        == "$[0]: the code for this value read more than one (line 1, column 5)")
    #expect(
      errorText { try [SkippingTwice].decode(from: #"[1"b"]"#) }
        == "$[0]: the code for this value read more than one (line 1, column 3)")
  }

  struct Forgiving: MappableValue, Equatable {
    var texts: [String] = []
    var error = ""
    static func decode(from reader: inout JSONReader) throws -> Forgiving {
      var result = Forgiving()
      do {
        try reader.decodeArray { result.texts.append(try $0.decode(String.self)) }
      } catch {
        result.error = "\((error as? MappingError)?.code == .typeMismatch)"
        // The value can be read in another way, from its beginning.
        if reader.nextKind == .array { try reader.skipValue() }
      }
      return result
    }
    func encode(to writer: inout JSONWriter) throws {}
  }

  @Test func failureLeavesTheReaderWhereTheValueBegins() throws {
    #expect(
      try [Forgiving].decode(from: #"[["a",5],["b"]]"#)
        == [Forgiving(texts: ["a"], error: "true"), Forgiving(texts: ["b"])])
    for text in [#"[["a","b"}]"#, #"[["a"]"#, #"[["a","b""#, #"[["a",[{]]"#] {
      #expect(throws: MappingError.self) { try [Forgiving].decode(from: text) }
    }
  }

  private struct OwnError: Error, CustomStringConvertible {
    var description: String { "out of order" }
  }

  struct Failing: MappableValue {
    static func decode(from reader: inout JSONReader) throws -> Failing {
      try reader.skipValue()
      throw OwnError()
    }
    func encode(to writer: inout JSONWriter) throws { throw OwnError() }
  }

  struct Embedding: MappableValue {
    static func decode(from reader: inout JSONReader) throws -> Embedding {
      let text = try reader.decode(String.self)
      _ = try [Int].decode(from: text)
      return Embedding()
    }
    func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
  }

  struct Holder: Mappable {
    @Mapped("list") var list: [Failing]
    @Mapped("inner.text") var text: Embedding?
  }

  @Test func usersOwnErrorBecomesTheCause() {
    do {
      _ = try [Failing].decode(from: " [ 1 ]")
      Issue.record("the error is lost")
    } catch let error as MappingError {
      #expect("\(error)" == "$[0]: out of order (line 1, column 4)")
      #expect(error.code == .custom)
      #expect(error.underlying is OwnError)
    } catch { Issue.record(error) }
    #expect(
      errorText { try Holder.decode(from: #"{"list":[{}]}"#) }
        == "$.list[0]: out of order (line 1, column 10, Holder.list)")
  }

  @Test func errorOfAnotherDocumentBecomesTheCause() {
    #expect(
      errorText { try Holder.decode(from: #"{"list":[],"inner":{"text":"[1,true]"}}"#) }
        == "$.inner.text: in another document: $[1]: expected Int, found a boolean"
        + " (line 1, column 4) (line 1, column 28, Holder.text)")
  }
}
