import MirrorMap
import Testing

@testable import TestSupport

private struct Booking: Mappable, DecodeCompleting, EncodePreparing {
  @Mapped("room.beds") var beds: Int
  @Mapped("nights", "stay.nights") var nights: Int
  @Mapped var note: String?

  mutating func didDecode(in context: MappingContext) throws {
    guard beds > 0 else { throw MappingError(at: "room.beds", expected: "a bed") }
    guard nights > 0 else { throw MappingError(at: "nights", expected: "a night") }
    guard note != "" else {
      throw MappingError(.custom, at: #"a\.b.0"#, expected: "the note is empty")
    }
  }

  mutating func willEncode(in context: MappingContext) throws {
    guard beds < 9 else { throw MappingError(.notEncodable, at: "room.beds", expected: "too many") }
  }
}

private struct Span: ImmutableMappable {
  let from: Int
  let to: Int

  init(from object: inout ObjectReader) throws {
    from = try object.value("from")
    to = try object.value("to")
    guard from <= to else { throw MappingError(at: "to", expected: "an end after the beginning") }
  }
}

private struct Point: MappableValue {
  static func decode(from reader: inout JSONReader) throws -> Point {
    let pair = try reader.decode([Double].self)
    guard pair.count == 2 else { throw MappingError(at: "2", expected: "two numbers") }
    return Point()
  }
  func encode(to writer: inout JSONWriter) throws { try writer.encode([0.0, 0.0]) }
}

struct OwnErrorPlaceTests {
  @Test func errorOfAHookHasThePlaceOfTheMemberItNames() {
    let json = """
      [{"room": {"beds": 1}, "nights": 2},
       {"room": {"beds": 0}, "nights": 2}]
      """
    #expect(
      errorText { try [Booking].decode(from: json) }
        == "$[1].room.beds: expected a bed (line 2, column 20, Booking)")
  }

  @Test func memberThatIsAbsentIsNamedAtTheObject() {
    #expect(
      errorText { try [Booking].decode(from: #"[{"room": {"beds": 1}, "stay": {"nights": 0}}]"#) }
        == "$[0].nights: expected a night (line 1, column 2, Booking)")
    #expect(
      errorText { try Booking.decode(from: #"{"room": {"beds": 1}, "nights": 2, "note": ""}"#) }
        == #"$["a.b"][0]: the note is empty (line 1, column 1, Booking)"#)
  }

  @Test func reportsAndUpdatesHaveThePlaceToo() throws {
    let json = #"[{"room": {"beds": 1}, "nights": 0}, {"room": {"beds": "x"}, "nights": 1}]"#
    let report = [Booking].decodeReporting(from: json)
    #expect(report.issues.map { "\($0.path)" } == ["$[0].nights", "$[1].room.beds"])
    var booking = try Booking.decode(from: #"{"room": {"beds": 1}, "nights": 2}"#)
    #expect(
      errorText { try booking.update(from: #"{"nights": -1}"#) }
        == "$.nights: expected a night (line 1, column 12, Booking)")
    #expect(
      errorText { try booking.update(from: #"{"note": "", "a.b": [7]}"#) }
        == #"$["a.b"][0]: the note is empty (line 1, column 22, Booking)"#)
    #expect(booking.nights == 2)
  }

  @Test func errorOfAnInitializerOrAValueHasThePlace() {
    #expect(
      errorText { try [String: Span].decode(from: #"{"a": {"from": 1, "to": 0}}"#) }
        == "$.a.to: expected an end after the beginning (line 1, column 25, Span)")
    #expect(
      errorText { try [Point].decode(from: "[[1, 2], [1, 2, 3]]") }
        == "$[1][2]: expected two numbers (line 1, column 17)")
    #expect(
      errorText { try [Point].decode(from: "[[1, 2], [1]]") }
        == "$[1][2]: expected two numbers (line 1, column 10)")
  }

  @Test func errorInEncodingHasThePath() throws {
    var booking = try Booking.decode(from: #"{"room": {"beds": 1}, "nights": 2}"#)
    booking.beds = 10
    #expect(errorText { try [booking].encode() } == "$[0].room.beds: too many (Booking)")
  }

  @Test func errorWithoutADocumentKeepsItsPath() {
    #expect("\(MappingError(at: "", expected: "x").path)" == "$")
    #expect(
      errorText {
        try Booking.decode(fromObject: ["room": ["beds": 0], "nights": 1] as [String: Any])
      }
        == "$.room.beds: expected a bed (Booking)")
  }
}
