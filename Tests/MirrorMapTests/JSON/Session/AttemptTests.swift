import MirrorMap
import Testing

@testable import TestSupport

private struct Dot: Mappable {
  @Mapped var x: Int
  @Mapped var y: Int?
}

/// Numbers, texts, a point, or many points.
private enum Sketch: MappableValue, Equatable {
  case numbers([Int])
  case texts([String])
  case point(Int)
  case points(Int)

  static func decode(from reader: inout JSONReader) throws -> Sketch {
    if let numbers = reader.attempt({ try $0.decode([Int].self) }) { return .numbers(numbers) }
    if let texts = reader.attempt({ try $0.decode([String].self) }) { return .texts(texts) }
    if let point = reader.attempt({ try $0.decode(Dot.self) }) { return .point(point.x) }
    return .points(try reader.decode([Dot].self).count)
  }

  func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
}

private struct Picture: Mappable {
  @Mapped var shape: Sketch?
  @Mapped("own", onFailure: .lossy) var own: [Sketch] = []
  @Mapped("any", transform: .firstOf(Numbers(), Texts())) var any: [String]?
}

private struct Numbers: Transform {
  func decode(_ json: [Int]) throws -> [String] { json.map { "\($0)" } }
  func encode(_ object: [String]) throws -> [Int] { object.compactMap { Int($0) } }
}

private struct Texts: Transform {
  func decode(_ json: [String]) throws -> [String] { json }
  func encode(_ object: [String]) throws -> [String] { object }
}

/// Arrays in one of two forms, or a number.
private indirect enum Tree: MappableValue, Equatable {
  case first([Tree])
  case second([Tree])
  case end(Int)

  static func decode(from reader: inout JSONReader) throws -> Tree {
    if let trees = reader.attempt({ try $0.decode([Tree].self) }) { return .first(trees) }
    if let trees = reader.attempt({ try $0.decode([Tree].self) }) { return .second(trees) }
    return .end(try reader.decode(Int.self))
  }

  func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
}

/// Anything, tried as one type after the other.
private enum Anything: MappableValue {
  case text(String)
  case flag(Bool)
  case number(Double)
  case list([Anything])
  case table([String: Anything])

  static func decode(from reader: inout JSONReader) throws -> Anything {
    if let text = reader.attempt({ try $0.decode(String.self) }) { return .text(text) }
    if let flag = reader.attempt({ try $0.decode(Bool.self) }) { return .flag(flag) }
    if let number = reader.attempt({ try $0.decode(Double.self) }) { return .number(number) }
    if reader.nextKind == .array { return .list(try reader.decode([Anything].self)) }
    return .table(try reader.decode([String: Anything].self))
  }

  func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
}

private func mapper(_ policy: FailurePolicy) -> Mapper {
  .with { $0.failurePolicy = policy }
}

struct AttemptTests {
  @Test(arguments: [FailurePolicy.strict, .lenient, .lossy])
  func attemptsAreStrictAndLeaveNoIssues(_ policy: FailurePolicy) throws {
    let cases: [(String, Sketch)] = [
      ("[1, 2]", .numbers([1, 2])), (#"["a", "b"]"#, .texts(["a", "b"])),
      (#"{"x": 1}"#, .point(1)), (#"[{"x": 1}, {"x": 2, "y": 3}]"#, .points(2)),
    ]
    for (json, shape) in cases {
      #expect(try Sketch.decode(from: json, using: mapper(policy)) == shape)
      let report = Sketch.decodeReporting(from: json, using: mapper(policy))
      #expect(report.value == shape)
      #expect(report.issues.map { "\($0)" } == [])
    }
  }

  @Test func alternativeThatIsNoAttemptFollowsThePolicy() {
    let json = #"{"shape": [{"x": "a"}, {"x": 1, "y": "b"}]}"#
    let report = Picture.decodeReporting(from: json, using: mapper(.lossy))
    #expect(report.value?.shape == .points(1))
    #expect(
      report.issues.map { "\($0)" } == [
        "$.shape[0].x: expected Int, found a string (line 1, column 18, Dot.x)",
        "$.shape[1].y: expected Int, found a string (line 1, column 38, Dot.y)",
      ])
  }

  @Test func policyIsRestoredAfterAnAttempt() throws {
    let json = #"{"own": [[1], "x", {"x": 1}], "shape": 3}"#
    let drawing = try Picture.decode(from: json, using: mapper(.lenient))
    #expect(drawing.own == [.numbers([1]), .point(1)])
    #expect(drawing.shape == nil)
    #expect(
      Picture.decodeReporting(from: json).issues.map { "\($0)" } == [
        "$.own[1]: expected an array, found a string (line 1, column 15, Picture.own)",
        "$.shape: expected an array, found a number (line 1, column 40, Picture.shape)",
      ])
  }

  @Test func firstMatchingTransformDropsNoElements() throws {
    for policy in [FailurePolicy.strict, .lenient, .lossy] {
      let report = Picture.decodeReporting(from: #"{"any": ["a", "b"]}"#, using: mapper(policy))
      #expect(report.value?.any == ["a", "b"])
      #expect(report.issues.map { "\($0)" } == [])
    }
    #expect(
      Picture.decodeReporting(from: #"{"any": ["a", 1]}"#).issues.map { "\($0)" } == [
        "$.any[1]: expected String, found a number (line 1, column 15, Picture.any)"
      ])
  }

  @Test func attemptsInAttemptsUsedToTakeExponentialTime() throws {
    func document(_ depth: Int, _ end: String) -> String {
      String(repeating: "[", count: depth) + end + String(repeating: "]", count: depth)
    }
    let error = mappingError { try Tree.decode(from: document(200, #""x""#)) }
    #expect(error?.code == .depthLimit)
    #expect(error?.found == "more values that may have several forms than the limit allows")
    #expect(try Tree.decode(from: document(3, "5")) == .first([.first([.first([.end(5)])])]))
    #expect(mappingError { try Tree.decode(from: document(3, #""x""#)) }?.code == .typeMismatch)
  }

  @Test func attemptsThatFailAtOnceCountForNothing() throws {
    let part = #"{"a":[1,true,[[[[[[[[[[[[[[[[[[[[{"b":[]}]]]]]]]]]]]]]]]]]]]]],"c":"text"}"#
    let document = "[" + Array(repeating: part, count: 1000).joined(separator: ",") + "]"
    guard case .list(let list) = try Anything.decode(from: document) else {
      Issue.record("no array")
      return
    }
    #expect(list.count == 1000)
  }
}
