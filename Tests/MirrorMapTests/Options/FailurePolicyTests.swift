import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private struct Lamp: Mappable, Equatable {
  @Mapped var watts: Int
  @Mapped var color: String?
}

private struct Room: Mappable, Equatable {
  @Mapped var area: Int?
  @Mapped var doors: Int = 1
  @Mapped var lamp: Lamp?
  @Mapped var lamps: [Lamp] = []
  @Mapped var codes: [Int?] = []
  @Mapped var sizes: [String: Int] = [:]
  @Mapped var floors: Set<Int> = []
  @Mapped var byNumber: [Int: String] = [:]
}

private struct Defaults: Mappable {
  @Mapped var plain: Int? = 5
  @Mapped var other: URL? = URL(string: "a:b")
  @Mapped("own", onFailure: .lenient) var own: Int? = 7
  @Mapped("date", transform: .unixSeconds) var date: Date? = Date(timeIntervalSince1970: 9)
  @Mapped var assigned: UInt8?
  init() { assigned = 11 }
}

private struct Policies: Mappable {
  @Mapped("lossy", onFailure: .lossy) var lossy: [Int]
  @Mapped("lenient", onFailure: .lenient) var lenient: [Int]?
  @Mapped("strict", onFailure: .strict) var strict: Int?
  @Mapped("tables", onFailure: .lossy) var tables: [String: [Int]] = [:]
  @Mapped("rooms", onFailure: .lossy) var rooms: [Room] = []
}

private func mapper(_ policy: FailurePolicy) -> Mapper {
  .with { $0.failurePolicy = policy }
}

private struct HotelRoom: Mappable, Hashable {
  @Mapped var beds: Int
}

private struct Hotel: Mappable, Hashable {
  @Mapped var best: HotelRoom?
}

private struct Box<Content: MappableValue & Hashable>: Mappable, Hashable {
  @Mapped var content: Content
}

/// A value that is no optional, but begins with one.
private struct BeginsWithOptional: MappableValue, Equatable {
  var number: Int?
  static func decode(from reader: inout JSONReader) throws -> BeginsWithOptional {
    BeginsWithOptional(number: try reader.decode(Int?.self))
  }
  func encode(to writer: inout JSONWriter) throws { try writer.encode(number) }
}

private struct Holder: Mappable {
  @Mapped var value: BeginsWithOptional
  @Mapped("own", onFailure: .lenient) var own: BeginsWithOptional = BeginsWithOptional(number: 1)
  @Mapped("optional") var optional: BeginsWithOptional?
}

private struct ImmutableHolder: ImmutableMappable {
  let value: BeginsWithOptional
  let number: Int?
  init(from object: inout ObjectReader) throws {
    value = try object.value("value")
    number = try object.value("number", default: 3)
  }
}

struct FailurePolicyTests {
  @Test(arguments: [
    #"{"area": "x"}"#, #"{"doors": []}"#, #"{"lamp": {"watts": true}}"#, #"{"lamp": {}}"#,
    #"{"lamps": [{"watts": 1}, {}]}"#, #"{"codes": [1, "x"]}"#, #"{"sizes": {"a": 1.5}}"#,
    #"{"floors": ["x"]}"#, #"{"byNumber": {"x": "a"}}"#,
  ])
  func strictThrowsLenientAndLossyDoNot(_ json: String) throws {
    #expect(mappingError { try Room.decode(from: json) } != nil)
    _ = try Room.decode(from: json, using: mapper(.lenient))
    _ = try Room.decode(from: json, using: mapper(.lossy))
  }

  @Test func optionalModelThatFailedEqualsOneThatIsAbsent() throws {
    let whole = try Hotel.decode(from: #"{"best": {"beds": 2}}"#, using: mapper(.lenient))
    #expect(whole.best?.beds == 2)
    for text in [
      #"{"best": {"beds": "2"}}"#, #"{"best": {}}"#, #"{"best": 2}"#, #"{"best": null}"#,
    ] {
      // From the second time on, it is known that the model is read by its plan.
      for _ in 0..<2 {
        let hotel = try Hotel.decode(from: text, using: mapper(.lenient))
        #expect(hotel == Hotel(), "\(text)")
        #expect(hotel.hashValue == Hotel().hashValue, "\(text)")
      }
    }
  }

  @Test func nilOfAGenericModelEqualsNilWhateverItCameFrom() throws {
    let texts = ["{}", #"{"content": null}"#, #"{"content": 1}"#]
    let boxes = try texts.map { try Box<HotelRoom?>.decode(from: $0, using: mapper(.lenient)) }
    for box in boxes {
      #expect(box == boxes[0])
      #expect(box.hashValue == boxes[0].hashValue)
      #expect(box.content == nil)
    }
    var assigned = Box<HotelRoom?>()
    assigned.content = nil
    #expect(assigned == boxes[0])
    #expect(Box<Int>() == Box<Int>())
    #expect(Box<Int>() != (try Box<Int>.decode(from: #"{"content": 1}"#)))
  }

  @Test func lenientFailureStopsAtTheNearestOptionalOrDefault() throws {
    let json = """
      {"area": "x", "doors": [], "lamp": {"watts": 4, "color": 4}, "lamps": [{"watts": 1}, {}],
       "codes": [1, "x", 2], "sizes": {"a": 1, "b": "x"}, "floors": [1, "x"],
       "byNumber": {"1": "a", "x": "b"}}
      """
    let room = try Room.decode(from: json, using: mapper(.lenient))
    var expected = Room()
    expected.lamp = try Lamp.decode(from: #"{"watts": 4}"#)
    expected.codes = [1, nil, 2]
    #expect(room == expected)
    #expect(room.$area.presence == .absent)
    #expect(room.$doors.presence == .absent)
    #expect(room.$lamps.presence == .absent)
    #expect(room.$codes.presence == .value)
    #expect(!room.$area.isChanged)
  }

  @Test func lossyFailureDropsElementsAndMembers() throws {
    let json = """
      {"lamps": [{"watts": 1}, {}, 7, {"watts": 2}], "codes": [1, "x", 2],
       "sizes": {"a": 1, "b": "x", "c": null, "d": 3}, "floors": [1, "x"],
       "byNumber": {"1": "a", "x": "b", "2": 3}}
      """
    let room = try Room.decode(from: json, using: mapper(.lossy))
    #expect(room.lamps.map(\.watts) == [1, 2])
    #expect(room.codes == [1, nil, 2])
    #expect(room.sizes == ["a": 1, "d": 3])
    #expect(room.floors == [1])
    #expect(room.byNumber == [1: "a"])
  }

  @Test func failingModelIsAValueThatCannotBeRead() throws {
    let json = #"[{"lamp": {"watts": "x"}, "doors": 2}, {"lamps": 3, "doors": 4}]"#
    let rooms = try [Room].decode(from: json, using: mapper(.lenient))
    #expect(rooms.map(\.doors) == [2, 4])
    #expect(rooms.map(\.lamp) == [nil, nil])
    #expect(
      errorText { try [Lamp].decode(from: #"[{"watts": 1}, {}]"#, using: mapper(.lenient)) }
        == "$[1].watts: required key is missing, expected Int (line 1, column 16, Lamp.watts)")
    let lamps = try [Lamp].decode(from: #"[{"watts": 1}, {}]"#, using: mapper(.lossy))
    #expect(lamps.map(\.watts) == [1])
  }

  @Test func rootsFollowThePolicyOfTheMapper() throws {
    #expect(try Int?.decode(from: #""x""#, using: mapper(.lenient)) == nil)
    #expect(try [Int].decode(from: #"[1, "x"]"#, using: mapper(.lossy)) == [1])
    #expect(
      try [String: Int].decode(from: #"{"a": "x", "b": 1}"#, using: mapper(.lossy)) == ["b": 1])
    #expect(try [[Int]].decode(from: #"[[1, "x"], 2, ["y"]]"#, using: mapper(.lossy)) == [[1], []])
    #expect(
      errorText { try Int.decode(from: #""x""#, using: mapper(.lossy)) }
        == "$: expected Int, found a string (line 1, column 1)")
    #expect(
      errorText { try [Int].decode(from: #"{"a": 1}"#, using: mapper(.lossy)) }
        == "$: expected an array, found an object (line 1, column 1)")
  }

  @Test func optionalWhoseValueFailsKeepsItsDefault() throws {
    let json = #"{"plain": "x", "other": 1, "own": "x", "date": "x", "assigned": -1}"#
    let model = try Defaults.decode(from: json, using: mapper(.lenient))
    #expect(model.plain == 5)
    #expect(model.other == URL(string: "a:b"))
    #expect(model.own == 7)
    #expect(model.date == Date(timeIntervalSince1970: 9))
    #expect(model.assigned == 11)
    #expect(model.$other.presence == .absent)
    let own = try Defaults.decode(from: #"{"own": "x"}"#)
    #expect(own.own == 7)
    let nulls = try Defaults.decode(
      from: #"{"plain": null, "other": null, "own": null, "date": null, "assigned": null}"#,
      using: mapper(.lenient))
    #expect(nulls.plain == nil && nulls.other == nil && nulls.own == nil && nulls.date == nil)
    #expect(nulls.assigned == nil)
  }

  // MARK: Of properties

  @Test func policyOfAPropertyComesBeforeThatOfTheMapper() throws {
    let json = #"{"lossy": [1, "x"], "lenient": [1, "x"], "tables": {"a": [1, "x"], "b": 2}}"#
    let model = try Policies.decode(from: json)
    #expect(model.lossy == [1])
    #expect(model.lenient == nil)
    #expect(model.$lenient.presence == .absent)
    #expect(model.tables == ["a": [1]])
    let strict = #"{"lossy": [], "strict": "x"}"#
    for policy in [FailurePolicy.strict, .lenient, .lossy] {
      #expect(
        errorText { try Policies.decode(from: strict, using: mapper(policy)) }
          == "$.strict: expected Int, found a string (line 1, column 25, Policies.strict)")
    }
    #expect(
      errorText { try Policies.decode(from: #"{"lossy": 1}"#) }
        == "$.lossy: expected an array, found a number (line 1, column 11, Policies.lossy)")
  }

  @Test func nestedModelsReturnToThePolicyOfTheMapper() throws {
    let json = #"{"lossy": [], "rooms": [{"area": "x"}, {"codes": ["x"]}, {"doors": 2}]}"#
    let strict = try Policies.decode(from: json)
    #expect(strict.rooms.map(\.doors) == [2])
    let lenient = try Policies.decode(from: json, using: mapper(.lenient))
    #expect(lenient.rooms.map(\.doors) == [1, 1, 2])
    #expect(lenient.rooms[1].codes == [nil])
  }

  // MARK: What no policy stops

  @Test(arguments: [
    (#"{"area": tru}"#, "$.area: expected true, found '}' (line 1, column 13)"),
    (
      #"{"area": "x", "doors": 01}"#,
      "$.doors: expected a number without leading zeros, found a leading zero (line 1, column 24)"
    ),
    (
      #"{"codes": ["\ud800"]}"#,
      "$.codes[0]: expected an escape sequence, found half a surrogate pair (line 1, column 13)"
    ),
    (#"{"lamps": [{]}"#, "$.lamps[0]: expected a key, found ']' (line 1, column 13)"),
    (
      #"{"lamps": [7"#,
      "$.lamps[0]: expected ',' or ']', found the end of the input (line 1, column 13)"
    ),
    (
      #"{"lamp": {"color": [1, {"a": nul}]}}"#,
      "$.lamp.color[1].a: expected null, found '}' (line 1, column 33)"
    ),
    (
      #"{"sizes": {"a": "x", "a" 1}}"#,
      "$.sizes.a: expected ':', found a digit (line 1, column 26)"
    ),
    (#"{"area": "x"} {}"#, "$: unexpected content after the end of the value (line 1, column 15)"),
  ])
  func malformedJSONEndsDecodingAfterOtherFailures(_ json: String, _ text: String) {
    for policy in [FailurePolicy.lenient, .lossy] {
      #expect(errorText { try Room.decode(from: json, using: mapper(policy)) } == text)
      let report = Room.decodeReporting(from: json, using: mapper(policy))
      #expect(report.value == nil)
      #expect(report.issues.last.map { "\($0)" } == text)
      #expect(report.issues.filter(\.code.isSyntax).count == 1)
    }
  }

  @Test func depthLimitEndsDecodingWhateverThePolicy() {
    for policy in [FailurePolicy.strict, .lenient, .lossy] {
      var mapper = mapper(policy)
      mapper.maximumDepth = 2
      let json = #"{"area": "x", "lamp": {"watts": [[1]]}}"#
      let report = Room.decodeReporting(from: json, using: mapper)
      #expect(report.value == nil)
      #expect(report.issues.last?.code == .depthLimit)
      let error = mappingError { try Room.decode(from: json, using: mapper) }
      #expect(error?.code == (policy == .strict ? .typeMismatch : .depthLimit))
    }
  }

  @Test func optionalThatAValueBeginsWithIsNotThePropertys() throws {
    for policy in [FailurePolicy.lenient, .lossy] {
      let text = #"{"value":"x","own":"x","optional":"x"}"#
      #expect(try BeginsWithOptional.decode(from: #""x""#, using: mapper(policy)).number == nil)
      var holder = try Holder.decode(from: text, using: mapper(policy))
      #expect(holder.value == BeginsWithOptional(number: nil))
      #expect(holder.own == BeginsWithOptional(number: nil))
      #expect(holder.optional == BeginsWithOptional(number: nil))
      holder.value.number = 1
      try holder.update(from: text, using: mapper(policy))
      #expect(holder.value == BeginsWithOptional(number: nil))
      let immutable = try ImmutableHolder.decode(
        from: #"{"value":"x","number":"x"}"#, using: mapper(policy))
      #expect(immutable.value == BeginsWithOptional(number: nil))
      #expect(immutable.number == 3)
    }
    #expect(
      try Holder.decode(from: #"{"value":1,"own":"x"}"#).own == BeginsWithOptional(number: nil))
  }
}
