import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

struct ISO8601Tests {
  /// Texts and their seconds since 1970.
  static let readable: [(String, Double)] = [
    ("1970-01-01T00:00:00Z", 0), ("2024-02-29T12:34:56Z", 1_709_210_096),
    ("2024-02-29t12:34:56z", 1_709_210_096), ("2024-02-29 12:34:56Z", 1_709_210_096),
    ("2024-02-29T12:34:56+02:00", 1_709_202_896), ("2024-02-29T12:34:56+0200", 1_709_202_896),
    ("2024-02-29T12:34:56+02", 1_709_202_896), ("2024-02-29T12:34:56-05:30", 1_709_229_896),
    ("2024-02-29T12:34:56-00:00", 1_709_210_096), ("2024-02-29T12:34:56+23:59", 1_709_123_756),
    ("2024-02-29", 1_709_164_800), ("2024-02-29T12:34:56.5Z", 1_709_210_096.5),
    ("2024-02-29T12:34:56,25Z", 1_709_210_096.25),
    ("2024-02-29T12:34:56.750000000000000000000000000+02:00", 1_709_202_896.75),
    ("2024-02-29T23:59:59Z", 1_709_251_199), ("0001-01-01T00:00:00Z", -62_135_596_800),
    ("9999-12-31T23:59:59Z", 253_402_300_799), ("1582-10-10T00:00:00Z", -12_219_724_800),
    ("2016-12-31T23:59:60Z", 1_483_228_800), ("2016-12-31T15:59:60.5-08:00", 1_483_228_800.5),
    ("2017-01-01T00:59:60+01:00", 1_483_228_800),
  ]

  @Test(arguments: readable) func validTextsAreRead(text: String, seconds: Double) throws {
    let date = try #require(ISO8601.date(from: text))
    #expect(date.timeIntervalSince1970 == seconds)
  }

  static let unreadable = [
    "", "2", "2024", "2024-02", "2024-2-9", "24-02-29", "02024-02-29", "20240229", "2024-060",
    "2024-W09-4", "2024-02-29T", "2024-02-29T12", "2024-02-29T12:34", "2024-02-29T12:34Z",
    "2024-02-29T12:34:56", "2024-02-29T12:34:56.5", "2024-02-29T12:34:56.Z", "2024-02-29T123456Z",
    "2024-02-29T12:34:56,Z", "2024-02-29T12:34:56ZZ", "2024-02-29T12:34:56Z ", " 2024-02-29",
    "2024-02-29 ", "2024-02-29Z", "2024-02-29T12:34:56 Z", "2024-02-29  12:34:56Z",
    "2024-02-29_12:34:56Z", "2024/02/29", "2024-13-01", "2024-00-01", "2024-02-30", "2023-02-29",
    "1900-02-29", "2024-01-00", "2024-01-32", "2024-04-31", "0000-01-01", "-001-01-01",
    "+2024-02-29", "2024-02-29T24:00:00Z", "2024-02-29T25:00:00Z", "2024-02-29T12:60:00Z",
    "2024-02-29T12:34:61Z", "2024-02-29T12:34:60Z", "2024-02-29T23:59:61Z", "2024-02-28T23:59:60Z",
    "2016-12-31T23:59:60+01:00", "2024-02-29T12:34:56+24:00", "2024-02-29T12:34:56+02:60",
    "2024-02-29T12:34:56+2", "2024-02-29T12:34:56+02:", "2024-02-29T12:34:56+02:0",
    "2024-02-29T12:34:56+020", "2024-02-29T12:34:56+02000", "2024-02-29T12:34:56+02:00:00",
    "2024-02-29T12:34:56GMT", "2024-02-29T12:34:56−02:00", "２０２４-02-29", "2024-02-29T12:34:56Z\0",
    "2024-02-29T12:34:5aZ", "2024-02-29T12:34:-1Z", "2024-02-29T12:34:56.1.2Z", "9999999999-01-01",
    "2024-02-29T12:34:56.5e3Z", "null", "\u{0}\u{0}\u{0}\u{0}-\u{0}\u{0}-\u{0}\u{0}",
  ]

  @Test(arguments: unreadable) func invalidTextsAreRefused(text: String) {
    #expect(ISO8601.date(from: text) == nil)
  }

  /// Every byte of a good text replaced by others, and every prefix: no trap, and what is read is
  /// written to a text that reads the same.
  @Test func damagedTextsNeverTrap() {
    let good = Array("2024-02-29T12:34:56.789+02:00".utf8)
    var accepted = 0
    for position in good.indices {
      for byte in UInt8.min...UInt8.max {
        var bytes = good
        bytes[position] = byte
        guard let date = bytes.withBytes({ ISO8601.date(from: $0) }) else { continue }
        accepted += 1
        #expect(ISO8601.string(from: date).flatMap { ISO8601.date(from: $0) } == date)
      }
      let prefix = Array(good[..<position])
      let date = prefix.withBytes { ISO8601.date(from: $0) }
      #expect((date != nil) == (position == 10 || position == 26))
    }
    #expect(accepted > good.count)
  }

  @Test func datesAreWrittenInEachFormat() throws {
    func text(_ seconds: Double, _ digits: Int?, _ zone: Int = 0) -> String? {
      ISO8601.string(
        from: Date(timeIntervalSince1970: seconds), fractionDigits: digits, offset: zone)
    }
    #expect(text(0, nil) == "1970-01-01T00:00:00Z")
    #expect(text(0, 3) == "1970-01-01T00:00:00.000Z")
    #expect(text(1_709_210_096.5, nil) == "2024-02-29T12:34:56.5Z")
    #expect(text(1_709_210_096.5, 0) == "2024-02-29T12:34:56Z")
    #expect(text(1_709_210_096.5, 6) == "2024-02-29T12:34:56.500000Z")
    #expect(text(1_709_210_096.5, 9) == "2024-02-29T12:34:56.500000000Z")
    #expect(text(1_709_210_096.5, .max) == "2024-02-29T12:34:56.500000000Z")
    #expect(text(1_709_210_096.5, .min) == "2024-02-29T12:34:56Z")
    #expect(text(1_709_210_096, nil, 7_200) == "2024-02-29T14:34:56+02:00")
    #expect(text(1_709_210_096, nil, -19_800) == "2024-02-29T07:04:56-05:30")
    #expect(text(-0.5, nil) == "1969-12-31T23:59:59.5Z")
    #expect(text(-1e-9, 3) == "1970-01-01T00:00:00.000Z")
    #expect(text(1_709_251_199.9996, 3) == "2024-02-29T23:59:59.999Z")
    #expect(text(1_709_251_199.9999999, 3) == "2024-03-01T00:00:00.000Z")
    #expect(text(1_700_000_000.123, 3) == "2023-11-14T22:13:20.123Z")
    #expect(text(-62_135_596_800, nil) == "0001-01-01T00:00:00Z")
    #expect(text(253_402_300_799, nil) == "9999-12-31T23:59:59Z")
    // January 1 of the Julian calendar, which in the Gregorian one is still the year 0.
    #expect(ISO8601.string(from: .distantPast) == nil)
    #expect(ISO8601.string(from: .distantFuture) == "4001-01-01T00:00:00Z")
    #expect(
      ISO8601.string(from: Date(timeIntervalSinceReferenceDate: 1e-12))
        == "2001-01-01T00:00:00.000000000Z")
  }

  @Test func datesWithoutATextAreRefused() {
    for seconds in [
      Double.infinity, -.infinity, .nan, 1e300, -1e300, .greatestFiniteMagnitude, 1e12, -1e12,
      253_402_300_800 - 978_307_200, -62_135_596_801 - 978_307_200, 9.3e18, -9.3e18,
    ] {
      #expect(ISO8601.string(from: Date(timeIntervalSinceReferenceDate: seconds)) == nil)
    }
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    for zone in [86_400, -86_400, 30, Int.max, Int.min] {
      #expect(ISO8601.string(from: now, offset: zone) == nil)
    }
    let last = Date(timeIntervalSince1970: 253_402_300_799)
    #expect(ISO8601.string(from: last) != nil)
    #expect(ISO8601.string(from: last, offset: 3_600) == nil)
    #expect(
      ISO8601.string(from: last.addingTimeInterval(1), offset: -3_600)
        == "9999-12-31T23:00:00-01:00")
  }

  private static func randomText(
    years: ClosedRange<Int>, digits: Int, using generator: inout SeededGenerator
  ) -> String {
    func pad(_ number: Int, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: width - text.count) + text
    }
    func random(_ range: ClosedRange<Int>, _ width: Int) -> String {
      pad(Int.random(in: range, using: &generator), width)
    }
    let scale = Int(ISO8601.powersOfTen[digits])
    let fraction = digits == 0 ? "" : "." + random(0...(scale - 1), digits)
    return random(years, 4) + "-" + random(1...12, 2) + "-" + random(1...28, 2) + "T"
      + random(0...23, 2) + ":" + random(0...59, 2) + ":" + random(0...59, 2) + fraction + "Z"
  }

  /// Milliseconds survive in every year, microseconds between 1866 and 2136.
  @Test(arguments: [(0, 1...9999), (3, 1...9999), (3, 1900...2100), (6, 1866...2136)])
  func fixedDigitsRoundTrip(digits: Int, years: ClosedRange<Int>) {
    var generator = SeededGenerator(seed: UInt64(digits))
    for _ in 0..<20_000 {
      let text = Self.randomText(years: years, digits: digits, using: &generator)
      let date = ISO8601.date(from: text)
      #expect(date.flatMap { ISO8601.string(from: $0, fractionDigits: digits) } == text)
    }
  }

  /// The detour through the time since 1970 that most programs take must not cost a millisecond.
  @Test func millisecondsSurviveTheUnixEpoch() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let milliseconds = Int.random(in: -2_208_988_800_000...4_102_444_800_000, using: &generator)
      let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
      let exact = Date(
        timeIntervalSinceReferenceDate: Double(milliseconds - 978_307_200_000) / 1_000)
      #expect(
        ISO8601.string(from: date, fractionDigits: 3)
          == ISO8601.string(from: exact, fractionDigits: 3))
    }
  }

  @Test func shortestRoundTripsAndIsShort() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<20_000 {
      let interval = Double.random(in: -3e9...3e9, using: &generator)
      let date = Date(timeIntervalSinceReferenceDate: interval)
      let copy = ISO8601.string(from: date).flatMap { ISO8601.date(from: $0) }
      #expect(interval.magnitude < 1e7 || copy == date)
    }
    for _ in 0..<20_000 {
      let text = Self.randomText(years: 1900...2100, digits: 3, using: &generator)
      let written = ISO8601.date(from: text).flatMap { ISO8601.string(from: $0) }
      #expect((written?.count ?? .max) <= text.count)
    }
  }

  /// The same days as Foundation's calendar, with the Gregorian rules carried back.
  @Test func agreesWithFoundation() throws {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<2_000 {
      let text = Self.randomText(years: 1600...9999, digits: 0, using: &generator)
      let date = try #require(ISO8601.date(from: text))
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second], from: date)
      let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
      #expect(
        numbers == [
          parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second,
        ])
    }
  }
}
