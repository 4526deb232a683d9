import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Every cell of the table of what a property gets, and what happens to it afterwards.
struct PropertyStateTests {
  struct Row: Mappable {
    @Mapped var required: Int
    @Mapped var preset: Int = 3
    @Mapped var optional: Int?
    @Mapped var presetOptional: String? = "p"
    @Mapped var other: [UInt8]?
    @Mapped("stamp", transform: .unixSeconds) var stamp: Date?
    @Mapped("x", "y") var rival: Bool?
    @Mapped("deep.down.0") var deep: Double?
  }

  private func states(_ row: Row) -> [PropertyState] {
    [
      row.$required, row.$preset, row.$optional, row.$presetOptional, row.$other, row.$stamp,
      row.$rival, row.$deep,
    ]
  }

  @Test func absentKeysLeaveDefaultsAndNil() throws {
    let row = try Row.decode(from: #"{"required":1}"#)
    #expect(
      states(row).map(\.presence) == [.value]
        + [PropertyState.Presence](repeating: .absent, count: 7))
    #expect(states(row).map(\.isChanged) == [Bool](repeating: false, count: 8))
    #expect(row.preset == 3 && row.optional == nil && row.presetOptional == "p")
    #expect(row.other == nil && row.stamp == nil && row.rival == nil && row.deep == nil)
  }

  @Test func nullsAreDistinguishedFromAbsence() throws {
    let row = try Row.decode(
      from: #"{"required":1,"preset":null,"optional":null,"presetOptional":null,"other":null,"#
        + #""stamp":null,"x":null,"y":true,"deep":{"down":[null]}}"#)
    #expect(
      states(row).map(\.presence) == [.value] + [PropertyState.Presence](repeating: .null, count: 7)
    )
    #expect(states(row).map(\.isChanged) == [Bool](repeating: false, count: 8))
    #expect(row.preset == 3 && row.optional == nil && row.presetOptional == nil)
    #expect(row.other == nil && row.stamp == nil && row.rival == nil && row.deep == nil)
    #expect(
      errorText { try Row.decode(from: #"{"required":null}"#) }
        == "$.required: expected Int, found null (line 1, column 13, Row.required)")
  }

  @Test func valuesSetPresenceAndNoChange() throws {
    let row = try Row.decode(
      from: #"{"required":1,"preset":2,"optional":3,"presetOptional":"4","other":[5],"#
        + #""stamp":6,"y":true,"deep":{"down":[8]}}"#)
    #expect(states(row).map(\.presence) == [PropertyState.Presence](repeating: .value, count: 8))
    #expect(states(row).map(\.isChanged) == [Bool](repeating: false, count: 8))
    #expect(row.preset == 2 && row.optional == 3 && row.presetOptional == "4" && row.other == [5])
    #expect(row.stamp == Date(timeIntervalSince1970: 6) && row.rival == true && row.deep == 8)
  }

  @Test func pathsThroughScalarsAndPastTheEndAreAbsent() throws {
    for text in [#"{"deep":1}"#, #"{"deep":{"down":[]}}"#, #"{"deep":[[1]]}"#, #"{"deep":null}"#] {
      let row = try Row.decode(from: String(text.dropLast()) + #","required":1}"#)
      #expect(row.deep == nil && row.$deep.presence == .absent)
    }
  }

  @Test func wrongTypesAreErrors() {
    let cases: [(String, String)] = [
      (
        #""required":true"#,
        "$.required: expected Int, found a boolean (line 1, column 13, Row.required)"
      ),
      (#""preset":"3""#, "$.preset: expected Int, found a string (line 1, column 11, Row.preset)"),
      (
        #""optional":{}"#,
        "$.optional: expected Int, found an object (line 1, column 13, Row.optional)"
      ),
    ]
    for (members, text) in cases {
      #expect(errorText { try Row.decode(from: "{" + members + "}") } == text)
    }
    #expect(
      errorText { try Row.decode(from: "{}") }
        == "$.required: required key is missing, expected Int (line 1, column 1, Row.required)")
  }

  @Test func assignmentsSetPresenceAndChange() throws {
    var row = try Row.decode(from: #"{"required":1,"optional":2,"presetOptional":null}"#)
    row.required = 1
    row.optional = nil
    row.presetOptional = "new"
    row.rival = nil
    #expect(row.$required.presence == .value && row.$required.isChanged)
    #expect(row.$optional.presence == .null && row.$optional.isChanged)
    #expect(row.$presetOptional.presence == .value && row.$presetOptional.isChanged)
    #expect(row.$rival.presence == .null && row.$rival.isChanged)
    #expect(row.$preset.presence == .absent && !row.$preset.isChanged)
    #expect(
      try row.encodeString()
        == #"{"required":1,"preset":3,"optional":null,"presetOptional":"new","x":null}"#)
  }

  @Test func changesInPlaceAreChanges() throws {
    var row = try Row.decode(from: #"{"required":1,"other":[1],"preset":5}"#)
    row.other?.append(2)
    row.preset += 0
    #expect(row.$other.isChanged && row.$preset.isChanged && !row.$required.isChanged)
    let before = row
    _ = row.required
    _ = row.optional.map { $0 + 1 }
    #expect(states(before) == states(row))
  }

  @Test func modelMadeInCodeIsAbsentUntilAssigned() {
    var row = Row()
    #expect(states(row).map(\.presence) == [PropertyState.Presence](repeating: .absent, count: 8))
    #expect(states(row).map(\.isChanged) == [Bool](repeating: false, count: 8))
    row.required = 4
    #expect(row.$required.presence == .value && row.$required.isChanged && row.required == 4)
    #expect(row.optional == nil && row.presetOptional == "p" && row.stamp == nil)
  }

  @Test func optionalsOfOptionalsAreNoneAtAnyDepth() throws {
    var deep = try Deep.decode(from: #"{"four":null}"#)
    #expect(deep.$four.presence == .null && deep.four == .none)
    #expect(deep.$forced.presence == .absent && deep.forced == nil)
    deep.four = .some(.some(.none))
    #expect(deep.$four.presence == .null && deep.$four.isChanged)
    #expect(try deep.encodeString() == #"{"four":null}"#)
    deep.four = 4
    #expect(deep.$four.presence == .value)
    deep = try Deep.decode(from: #"{"forced":1,"four":2}"#)
    #expect(deep.forced + 1 == 2 && deep.four == .some(.some(.some(.some(2)))))
    #expect(try deep.encodeString() == #"{"forced":1,"four":2}"#)
    #expect(try Deep().encodeString() == "{}")
  }

  @Test func genericOptionalsWithATransformUsedToTrapWhenUnset() throws {
    var model = try Coded<ZeroIsNil>.decode(from: "{}")
    #expect(model.value == nil && model.$value.presence == .absent)
    model.value? += 1
    #expect(model.value == nil)
    model.value = 2
    #expect(try model.encodeString() == #"{"value":2}"#)
    #expect(try Coded<ZeroIsNil>.decode(from: #"{"value":0}"#).value == nil)
  }
}

// MARK: - Models

struct Deep: Mappable {
  @Mapped var forced: Int!
  @Mapped var four: Int????
}

protocol Makeable { init() }

struct Coded<Coding: ValueCoding & Makeable>: Mappable {
  @Mapped(transform: Coding()) var value: Coding.Value
}

struct ZeroIsNil: Transform, Makeable {
  func decode(_ json: Int) -> Int? { json == 0 ? nil : json }
  func encode(_ object: Int?) -> Int { object ?? 0 }
}
