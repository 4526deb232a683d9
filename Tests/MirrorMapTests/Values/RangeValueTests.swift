import Foundation
import MirrorMap
import Testing

@testable import TestSupport

struct RangeValueTests {
  struct Shift: Mappable {
    @Mapped("hours") var hours: Range<Int>
    @Mapped("ages") var ages: ClosedRange<Double>?
    @Mapped("from") var from: PartialRangeFrom<Date>?
  }

  @Test func rangesAreArraysOfTheirBounds() throws {
    let json = #"{"hours":[9,17],"ages":[18.0,65.5],"from":["2024-02-29T12:34:56Z"]}"#
    let shift = try Shift.decode(from: json)
    #expect(shift.hours == 9..<17)
    #expect(shift.ages == 18...65.5)
    #expect(shift.from?.lowerBound == Date(timeIntervalSince1970: 1_709_210_096))
    #expect(try shift.encodeString() == json)
    #expect(try PartialRangeUpTo<Int>.decode(from: "[3]").upperBound == 3)
    #expect(try PartialRangeThrough<String>.decode(from: #"["c"]"#).upperBound == "c")
    #expect(try (...3).encodeString() == "[3]")
    #expect(try (..<3).encodeString() == "[3]")
    #expect(try Range<Int>.decode(from: "[3,3]").isEmpty)
  }

  /// Dropping one of three elements would make a range of the others.
  @Test func wrongElementsAreNotDropped() throws {
    struct Model: Mappable {
      @Mapped(onFailure: .lossy) var range: ClosedRange<Int>?
      @Mapped var ranges: [Range<Int>] = []
      @Mapped var duration: Duration?
      @Mapped var from: PartialRangeFrom<Int>?
    }
    let json = #"""
      {"range": ["a", 1, 5], "ranges": [[1, "x", 5], [2, 3]], "duration": [0, 1.5, 7], "from": [null, 1]}
      """#
    let mapper = Mapper.with { $0.failurePolicy = .lossy }
    let report = Model.decodeReporting(from: json, using: mapper)
    for model in [try Model.decode(from: json, using: mapper), try #require(report.value)] {
      #expect(model.range == nil && model.duration == nil && model.from == nil)
      #expect(model.ranges == [2..<3])
    }
    #expect(
      report.issues.map { "\($0.path)" } == [
        "$.range[0]", "$.ranges[0][1]", "$.duration[1]", "$.from[0]",
      ])
  }

  @Test func rangesHaveTheFormOfCodable() throws {
    let encoder = JSONEncoder()
    #expect(try Data((-1..<5).encode()) == encoder.encode(-1..<5))
    #expect(try Data((1.5...2.25).encode()) == encoder.encode(1.5...2.25))
    #expect(try Data((7...).encode()) == encoder.encode(7...))
    #expect(try Data((...7).encode()) == encoder.encode(...7))
    #expect(try Data((..<7).encode()) == encoder.encode(..<7))
    for duration in [
      Duration.zero, .seconds(1), .milliseconds(-1500), .nanoseconds(1), .seconds(Int64.max),
      .seconds(Int64.min), Duration(attoseconds: -1), Duration(attoseconds: .min),
      Duration(attoseconds: .max),
    ] {
      let written = try duration.encode()
      #expect(try Data(written) == encoder.encode(duration))
      #expect(try Duration.decode(from: written) == duration)
    }
  }

  @Test func boundsInReverseAreAnError() {
    #expect(
      errorText { try Shift.decode(from: #"{"hours":[17,9]}"#) }
        == """
        $.hours: expected a lower bound that isn't above the upper one, found the reverse \
        (line 1, column 10, Shift.hours)
        """)
    #expect(
      errorText { try ClosedRange<Int>.decode(from: "[2,1]") }
        == "$: expected a lower bound that isn't above the upper one, found the reverse"
        + " (line 1, column 1)")
  }

  @Test func otherNumbersOfBoundsAreAnError() {
    for (json, count) in [("[]", 0), ("[1]", 1), ("[1,2,3]", 3)] {
      #expect(
        errorText { try Range<Int>.decode(from: json) }
          == "$: expected an array of a lower and an upper bound, found an array of \(count)"
          + " (line 1, column 1)")
    }
    #expect(
      errorText { try PartialRangeFrom<Int>.decode(from: "[1,2]") }
        == "$: expected an array of a lower bound, found an array of 2 (line 1, column 1)"
    )
    #expect(
      errorText { try PartialRangeThrough<Int>.decode(from: "[]") }
        == "$: expected an array of an upper bound, found an array of 0"
        + " (line 1, column 1)")
    #expect(
      errorText { try Range<Int>.decode(from: #"{"lower":1}"#) }
        == "$: expected an array, found an object (line 1, column 1)")
    #expect(
      errorText { try Range<Int>.decode(from: #"[1,"2"]"#) }
        == "$[1]: expected Int, found a string (line 1, column 4)")
  }

  @Test(arguments: ["[9223372036854775808,0]", "[0,-1]", "[0,18446744073709551616]"])
  func durationsBeyondTheirHalvesAreAnError(json: String) {
    #expect(
      errorText { try Duration.decode(from: json) }
        == "$: expected two integers of 64 bits, found a number out of its range"
        + " (line 1, column 1)")
  }

  @Test func otherNumbersOfHalvesAreAnError() {
    #expect(
      errorText { try Duration.decode(from: "[1]") }
        == "$: expected an array of the two halves of a duration, found an array of 1"
        + " (line 1, column 1)")
  }

  /// Bounds are read without an array. These limits and policies see one all the same.
  @Test func boundsCountAsAnArray() throws {
    let shallow = Mapper.with { $0.maximumDepth = 2 }
    let many = "[" + Array(repeating: "[1,2]", count: 100).joined(separator: ",") + "]"
    #expect(try [Range<Int>].decode(from: many, using: shallow).count == 100)
    #expect(throws: MappingError.self) {
      try [[Range<Int>]].decode(from: "[\(many)]", using: shallow)
    }
    let short = Mapper.with { $0.maximumCollectionCount = 1 }
    for json in ["[1,2]", "[ 1 , 2 ]"] {
      let error = #expect(throws: MappingError.self) {
        try Range<Int>.decode(from: json, using: short)
      }
      #expect(error?.code == .sizeLimit)
    }
    // Another array after one of another length: the depth is counted from where it was.
    let lossy = Mapper.with {
      $0.maximumDepth = 2
      $0.failurePolicy = .lossy
    }
    #expect(try [Range<Int>].decode(from: "[[1],[],[1,2,3],[2,1],[3,4]]", using: lossy) == [3..<4])
    #expect(try [Duration].decode(from: "[[1],[0,5],[ 0, 7 ]]", using: lossy).count == 2)
  }
}
