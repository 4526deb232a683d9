import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private struct Event: Mappable {
  @Mapped("iso", transform: .iso8601) var iso: Date?
  @Mapped("ms", transform: .iso8601(fractionDigits: 3)) var milliseconds: Date?
  @Mapped("zoned", transform: .iso8601(fractionDigits: 0, secondsFromUTC: 19_800)) var zoned: Date?
  @Mapped("s", transform: .unixSeconds) var unix: Date?
  @Mapped("u", transform: .unixMilliseconds) var unixMilliseconds: Date?
}

struct DateTransformTests {
  private static let leapDay = Date(timeIntervalSince1970: 1_709_210_096)

  @Test(arguments: [
    ("2024-02-29T12:34:56Z", 0.0), ("2024-02-29T12:34:56.789Z", 0.789),
    ("2024-02-29T12:34:56.5+00:00", 0.5), ("2024-02-29T14:34:56+02:00", 0),
    ("2024-02-29T14:34:56+0200", 0), ("2024-02-29T14:34:56+02", 0),
    ("2024-02-29T04:04:56-08:30", 0), ("2024-02-29t12:34:56z", 0), ("2024-02-29 12:34:56Z", 0),
    ("2024-02-29", -45_296),
  ])
  func iso8601WithAndWithoutFractionsAndZones(_ text: String, _ offset: Double) throws {
    let event = try Event.decode(from: #"{"iso":"\#(text)"}"#)
    #expect(
      event.iso
        == Date(
          timeIntervalSinceReferenceDate: ((Self.leapDay.timeIntervalSinceReferenceDate + offset)
            * 1000).rounded() / 1000))
  }

  @Test func iso8601IsWrittenInUTCWithTheDigitsNeededOrRequested() throws {
    var event = Event()
    event.iso = Self.leapDay
    event.milliseconds = Self.leapDay
    event.zoned = Self.leapDay
    #expect(
      try event.encodeString()
        == """
        {"iso":"2024-02-29T12:34:56Z","ms":"2024-02-29T12:34:56.000Z",\
        "zoned":"2024-02-29T18:04:56+05:30"}
        """)
    event = Event()
    event.iso = Self.leapDay + 0.25
    event.milliseconds = Self.leapDay + 0.25
    #expect(
      try event.encodeString()
        == #"{"iso":"2024-02-29T12:34:56.25Z","ms":"2024-02-29T12:34:56.250Z"}"#)
  }

  @Test(arguments: [
    "", "2024-02-30", "2024-02-29T12:34", "2024-02-29T12:34:56", "2024-02-29T25:00:00Z",
    "2024-02-29T12:34:56Z ", "tomorrow", "2024-2-9", "1709210096", "2024-02-29T12:34:56.Z",
  ])
  func invalidDatesAreErrors(_ text: String) {
    #expect(
      errorText { try Event.decode(from: #"{"iso":"\#(text)"}"#) }
        == """
        $.iso: expected a date in the format of ISO 8601, found another string \
        (line 1, column 8, Event.iso)
        """)
  }

  @Test func wrongKindsOfValuesAreNamed() {
    #expect(
      errorText { try Event.decode(from: #"{"iso":1709210096}"#) }
        == "$.iso: expected String, found a number (line 1, column 8, Event.iso)")
    #expect(
      errorText { try Event.decode(from: #"{"s":"1709210096"}"#) }
        == "$.s: expected a number, found a string (line 1, column 6, Event.unix)")
    #expect(
      errorText { try Event.decode(from: #"{"u":true}"#) }
        == "$.u: expected a number, found a boolean (line 1, column 6, Event.unixMilliseconds)")
    #expect(
      errorText { try Event.decode(from: #"{"s":1e999}"#) }
        == "$.s: expected a date, found a number out of its range (line 1, column 6, Event.unix)")
  }

  @Test(arguments: [
    "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:60Z",
    "9999-12-31T23:59:59.99999999999Z", "9999-12-31T24:00:00Z",
  ])
  func datesThatCouldNotBeWrittenAreNotRead(_ text: String) {
    #expect(
      errorText { try Event.decode(from: #"{"iso":"\#(text)"}"#) }
        == """
        $.iso: expected a date in the format of ISO 8601, found another string \
        (line 1, column 8, Event.iso)
        """)
    #expect(
      errorText { try Date.decode(from: "\"\(text)\"") }
        == "$: expected a date in the format of ISO 8601, found another string (line 1, column 1)")
  }

  @Test func datesBeyondWhatCanBeWrittenAreErrors() {
    var event = Event()
    event.iso = Date.distantFuture + 1e12
    #expect(
      errorText { try event.encode() }
        == "$.iso: the date is out of the range of ISO 8601 (Event.iso)")
    event = Event()
    event.unix = Date(timeIntervalSince1970: .nan)
    #expect(errorText { try event.encode() } == "$.s: the date is not finite (Event.unix)")
    event = Event()
    event.unixMilliseconds = Date(timeIntervalSince1970: .infinity)
    #expect(
      errorText { try event.encode() } == "$.u: the date is not finite (Event.unixMilliseconds)")
  }

  @Test(arguments: [
    "0", "1", "-1", "1709210096", "1709210096.5", "1709210096.789", "-0.001", "253402300799",
    "-62135596800", "978307200", "0.000001",
  ])
  func unixTimesAreWrittenAsTheyWereRead(_ number: String) throws {
    let event = try Event.decode(from: #"{"s":\#(number)}"#)
    #expect(try event.encodeString() == #"{"s":\#(number)}"#)
    let seconds = try #require(Decimal(string: number)) - 978_307_200
    #expect(
      event.unix == Date(timeIntervalSinceReferenceDate: try #require(Double("\(seconds)"))))
  }

  @Test func numberMayBeWrittenInAnyForm() throws {
    #expect(try Event.decode(from: #"{"s":1.709210096e9}"#).unix == Self.leapDay)
    #expect(try Event.decode(from: #"{"u":1709210096000.0}"#).unixMilliseconds == Self.leapDay)
    #expect(
      try Event.decode(from: #"{"u":1709210096e3}"#).encodeString() == #"{"u":1709210096000}"#)
  }

  @Test func millisecondsOfYearsFarFrom2001WereWrittenWithNoise() throws {
    for number in [-62_135_596_799_999, 253_402_300_799_001, 32_503_680_000_123] {
      let json = #"{"u":\#(number)}"#
      #expect(try Event.decode(from: json).encodeString() == json)
    }
  }

  @Test func unixTimesHaveAllDigitsOfADate() throws {
    var event = Event()
    event.unix = Date(timeIntervalSinceReferenceDate: 0.123_456_789)
    event.unixMilliseconds = event.unix
    #expect(try event.encodeString() == #"{"s":978307200.123456789,"u":978307200123.456789}"#)
    event.unix = Date(timeIntervalSince1970: 1e18)
    event.unixMilliseconds = Date(timeIntervalSince1970: -1e12)
    #expect(
      try event.encodeString() == #"{"s":1000000000000000000,"u":-1000000000000000}"#)
  }

  @Test func anyDateSurvivesAsUnixTimeInTheShortestDecimal() throws {
    var generator = SeededGenerator(seed: 0x7531)
    let ranges = [-1e-9...1e-9, -1...1, -1e6...1e6, -1e9...1e9, -1e11...1e11, -1e16...1e16]
    for round in 0..<12_000 {
      let interval = Double.random(in: ranges[round % ranges.count], using: &generator)
      var event = Event()
      event.unix = Date(timeIntervalSinceReferenceDate: interval)
      event.unixMilliseconds = event.unix
      let json = try event.encodeString()
      let copy = try Event.decode(from: json)
      #expect(copy.unix == event.unix, "\(json)")
      #expect(copy.unixMilliseconds == event.unixMilliseconds, "\(json)")
      // A decimal with one digit less is another date.
      if round % ranges.count == 3 {
        let seconds = try #require(json.dropFirst(5).split(separator: ",").first)
        let shorter = try Event.decode(from: "{\"s\":\(seconds.dropLast())}")
        #expect(seconds.contains(".") && shorter.unix != event.unix, "\(json)")
      }
    }
  }

  @Test func millisecondsComeBackUnchangedInEachTransform() throws {
    var generator = SeededGenerator(seed: 0x6D73)
    for round in 0..<4000 {
      // The years 1 to 9999, and more often those around today.
      let range: ClosedRange<Int64> =
        round % 4 == 0
        ? -62_135_596_800_000...253_402_300_799_999 : -99_999_999_999...4_000_000_000_000
      let number = Int64.random(in: range, using: &generator)
      let json = #"{"u":\#(number)}"#
      let event = try Event.decode(from: json)
      #expect(try event.encodeString() == json)
      let date = try #require(event.unixMilliseconds)
      var all = Event()
      all.iso = date
      all.milliseconds = date
      all.unix = date
      let copy = try Event.decode(from: all.encode())
      // Within weeks of 2001 a Date is finer than the nanoseconds that are written.
      #expect(abs(try #require(copy.iso).timeIntervalSince(date)) < 1e-9)
      #expect(abs(try #require(copy.milliseconds).timeIntervalSince(date)) < 0.0001)
      #expect(abs(try #require(copy.unix).timeIntervalSince(date)) < 0.0001)
      // Written again, the same milliseconds appear whichever way the date went.
      var again = Event()
      again.unixMilliseconds = copy.milliseconds
      #expect(try again.encodeString() == json)
      again.unixMilliseconds = copy.unix
      #expect(try again.encodeString() == json)
    }
  }
}
