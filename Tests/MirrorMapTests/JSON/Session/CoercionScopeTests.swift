import MirrorMap
import Testing

@testable import TestSupport

private struct Part: Mappable {
  @Mapped var count: Int?
}

private struct Machine: Mappable {
  @Mapped("speed", coercion: .lenient) var speed: Int
  @Mapped("name", coercion: .lossless) var name: String?
  @Mapped("exact", coercion: Coercion.none) var exact: Int = 1
  @Mapped("codes", coercion: .lossless) var codes: [String: [Int]] = [:]
  @Mapped("parts", coercion: .lenient) var parts: [Part] = []
  @Mapped("part", coercion: .lenient, onFailure: .lenient) var part: Part?
  @Mapped var plain: Int?
  @Mapped("sizes.*.v", coercion: .lossless) var sizes: [Int] = []
  @Mapped("other", coercion: .lenient, direction: .decodeOnly) var other: Bool?
}

private func mapper(_ coercion: Coercion, _ policy: FailurePolicy = .strict) -> Mapper {
  .with {
    $0.coercion = coercion
    $0.failurePolicy = policy
  }
}

struct CoercionScopeTests {
  @Test func coercionOfAPropertyAppliesToItsValueAndAllContainersInIt() throws {
    let machine = try Machine.decode(
      from:
        #"{"speed": "4.7", "name": 12, "codes": {"a": ["1", 2]}, "sizes": [{"v": "3"}], "other": "on"}"#
    )
    #expect(machine.speed == 4)
    #expect(machine.name == "12")
    #expect(machine.codes == ["a": [1, 2]])
    #expect(machine.sizes == [3])
    #expect(machine.other == true)
  }

  @Test func coercionEndsWithTheProperty() {
    #expect(
      errorText { try Machine.decode(from: #"{"speed": "4", "plain": "5"}"#) }
        == "$.plain: expected Int, found a string (line 1, column 25, Machine.plain)")
    #expect(
      errorText {
        try Machine.decode(from: #"{"speed": "4", "exact": "5"}"#, using: mapper(.lenient))
      }
        == "$.exact: expected Int, found a string (line 1, column 25, Machine.exact)")
  }

  @Test func nestedModelsReturnToTheCoercionOfTheMapper() throws {
    let json = #"{"speed": 1, "parts": [{"count": "2"}]}"#
    #expect(
      errorText { try Machine.decode(from: json) }
        == "$.parts[0].count: expected Int, found a string (line 1, column 34, Part.count)")
    #expect(try Machine.decode(from: json, using: mapper(.lossless)).parts[0].count == 2)
    #expect(
      errorText {
        try Machine.decode(
          from: #"{"speed": 1, "parts": [{"count": true}]}"#, using: mapper(.lossless))
      } == "$.parts[0].count: expected Int, found a boolean (line 1, column 34, Part.count)")
    let part = try Machine.decode(from: #"{"speed": 1, "part": {"count": "2"}, "plain": 3}"#)
    #expect(part.part == nil && part.plain == 3)
  }

  @Test func valuesThatCannotBeCoercedFailByTheirPolicy() {
    let json = """
      {"speed": "fast", "name": [], "codes": {"a": ["x", 1.5], "b": ["9e99"]}, "part": 3,
       "sizes": [{"v": "x"}, {"v": "1"}], "other": "maybe"}
      """
    #expect(
      errorText { try Machine.decode(from: json) }
        == "$.speed: expected Int, found a string (line 1, column 11, Machine.speed)")
    let report = Machine.decodeReporting(from: json, using: mapper(.none, .lossy))
    #expect(
      report.issues.map { "\($0)" } == [
        "$.speed: expected Int, found a string (line 1, column 11, Machine.speed)",
        "$.name: expected String, found an array (line 1, column 27, Machine.name)",
        "$.codes.a[0]: expected Int, found a string (line 1, column 47, Machine.codes)",
        "$.codes.a[1]: expected Int, found a number with a fraction (line 1, column 52, Machine.codes)",
        "$.codes.b[0]: expected Int, found a number out of its range in a string (line 1, column 64, Machine.codes)",
        "$.part: expected an object for Part, found a number (line 1, column 82, Machine.part)",
        "$.sizes[0].v: expected Int, found a string (line 2, column 18, Machine.sizes)",
        "$.other: expected Bool, found a string (line 2, column 46, Machine.other)",
      ])
  }
}
