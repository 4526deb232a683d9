import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private let newYork = TimeZone(identifier: "America/New_York") ?? .gmt

private struct Day: Mappable {
  @Mapped("d", transform: .date(format: "yyyy-MM-dd HH:mm")) var date: Date
  @Mapped("n", transform: .date(format: "yyyy-MM-dd HH:mm", timeZone: newYork)) var local: Date?
}

/// Reads a date from a string, and expects the same of reading it from a document.
private func read(_ text: String, _ format: String, _ zone: TimeZone = .gmt) throws -> Date {
  let transform = DateFormatTransform(format, timeZone: zone)
  var mapper = Mapper()
  mapper.setTransform(transform)
  for space in ["", String(repeating: " ", count: 64)] {
    let read = try? [Date].decode(from: "[\(try text.encodeString())\(space)]", using: mapper)
    #expect(read?.first == (try? transform.decode(text)), "\(text)")
  }
  return try transform.decode(text)
}

/// Writes a date as a string, and expects the same of writing it into a document.
private func write(_ date: Date, _ format: String, _ zone: TimeZone = .gmt) throws -> String {
  let transform = DateFormatTransform(format, timeZone: zone)
  var mapper = Mapper()
  mapper.setTransform(transform)
  let written = (try? [date].encodeString(using: mapper)).flatMap {
    try? [String].decode(from: $0).first
  }
  #expect(written == (try? transform.encode(date)), "\(date)")
  return try transform.encode(date)
}

struct DateFormatTransformTests {
  /// 2024-02-29T12:34:56.789Z, a Thursday.
  private static let leapDay = Date(timeIntervalSince1970: 1_709_210_096.789)

  @Test func datesInAModel() throws {
    let json = #"{"d":"2024-02-29 12:34","n":"2024-02-29 07:34"}"#
    let day = try Day.decode(from: json)
    #expect(day.date == Date(timeIntervalSince1970: 1_709_210_040))
    #expect(day.local == day.date)
    #expect(try day.encodeString() == json)
  }

  @Test(arguments: [
    "", "2021-02-31 10:00", "2021-02-29 10:00", "2021-13-01 10:00", "2021-00-01 10:00",
    "0000-01-01 10:00", "2021-02-28 24:00", "2021-02-28 10:60", "2021-02-28 10:00 ",
    "2021-02-28 10:00x", " 2021-02-28 10:00", "2021-2-28 10:00", "21-02-28 10:00",
    "2021-02-28  10:00", "2021-02-28T10:00", "2021-02-28 10", "2021-02-28 10:0",
    "2021-02-28 10:00:00", "2021/02/28 10:00", "+021-02-28 10:00", "２０２１-02-28 10:00",
    "2021-02-28 10:00\\u0000", "12021-02-28 10:00",
  ])
  func textThatDoesNotMatchTheFormatExactlyIsAnError(_ text: String) {
    #expect(
      errorText { try Day.decode(from: #"{"d":"\#(text)"}"#) }
        == """
        $.d: expected a date in the format yyyy-MM-dd HH:mm, found another string \
        (line 1, column 6, Day.date)
        """)
  }

  @Test func escapesAreThoseOfJSON() throws {
    var mapper = Mapper()
    mapper.setTransform(.date(format: "\"yyyy\"\t'\\'dd/MM"))
    let date = Date(timeIntervalSince1970: 1_709_210_096)
    let document = #"["\"2024\"\t\\29/02"]"#
    #expect(try [date].encodeString(using: mapper) == document)
    #expect(
      try [date].encodeString(options: .escapedSlashes, using: mapper)
        == #"["\"2024\"\t\\29\/02"]"#)
    for text in [document, #"["\u00222024\"\t\\29\/0\u0032"]"#] {
      #expect(
        try [Date].decode(from: text, using: mapper) == [Date(timeIntervalSince1970: 1_709_164_800)]
      )
    }
  }

  @Test func otherKindsAndDatesBeyondTheFormatAreErrors() {
    #expect(
      errorText { try Day.decode(from: #"{"d":20210228}"#) }
        == "$.d: expected String, found a number (line 1, column 6, Day.date)")
    var day = Day()
    for seconds in [1e12, -1e12, .nan, .infinity, 1e300] {
      day.date = Date(timeIntervalSince1970: seconds)
      #expect(
        errorText { try day.encode() }
          == "$.d: the date is out of the range of the format yyyy-MM-dd HH:mm (Day.date)")
    }
  }

  @Test(arguments: [
    ("yyyy-MM-dd'T'HH:mm:ss.SSSXXXXX", "refused"),
    ("yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "2024-02-29T12:34:56.789Z"),
    ("y.M.d H:m:s.S", "2024.2.29 12:34:56.7"), ("dd/MM/yy", "29/02/24"),
    ("EEE MMM dd HH:mm:ss Z yyyy", "Thu Feb 29 12:34:56 +0000 2024"),
    ("EEEE, d MMMM yyyy 'at' h:mm a", "Thursday, 29 February 2024 at 12:34 PM"),
    ("EEE, dd MMM yyyy HH:mm:ss zzz", "Thu, 29 Feb 2024 12:34:56 GMT"),
    ("yyyyMMddHHmmssSSSSSS", "20240229123456789000"), ("kk:mm|KK a", "refused"),
    ("yyyy-MM-dd kk", "2024-02-29 12"), ("yyyy-MM-dd KKa", "2024-02-29 00PM"),
    ("''yyyy''", "'2024'"), ("'it''s' yyyy", "it's 2024"), ("yyyy年MM月dd日", "2024年02月29日"),
    ("\"yyyy\" MM", "\"2024\" 02"), ("yyyy\\MM", "2024\\02"), ("yyyy\tMM\n", "2024\t02\n"),
    ("yyyy-MM-ddZZZZZ", "2024-02-29Z"), ("yyyy-MM-ddx", "2024-02-29+00"),
    ("yyyy-MM-ddxx", "2024-02-29+0000"), ("yyyy-MM-ddxxx", "2024-02-29+00:00"),
    ("uuuu-LL", "2024-02"),
  ])
  func everyLetterOfTheFormat(_ format: String, _ text: String) throws {
    guard text != "refused" else {
      #expect(mappingError { try write(Self.leapDay, format) }?.code == .declaration)
      return
    }
    #expect(try write(Self.leapDay, format) == text)
    let date = try read(text, format)
    #expect(try write(date, format) == text)
  }

  @Test func foundationFormattersReadAndWriteTheSameInSeveralZones() throws {
    let formats = [
      "yyyy-MM-dd'T'HH:mm:ssxxx", "EEE, d MMM yyyy hh:mm:ss a xx", "dd.MM.yyyy kk:mm:ss Z",
      "EEEE MMMM d y K:mm:ss a X", "yyyyMMddHHmmssXX", "MM/dd/yyyy HH 'o''clock' mm ss ZZZZZ",
    ]
    let zones = [
      "UTC", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "America/Sao_Paulo",
      "Pacific/Apia",
    ]
    var generator = SeededGenerator(seed: 0xDA7E)
    for format in formats {
      for name in zones {
        let zone = try #require(TimeZone(identifier: name))
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = zone
        formatter.dateFormat = format
        let transform = DateFormatTransform(format, timeZone: zone)
        for _ in 0..<60 {
          // From 1950, as zones had odd seconds before.
          let date = Date(
            timeIntervalSince1970: Double(
              Int64.random(in: -631_000_000...4_000_000_000, using: &generator)))
          let text = try transform.encode(date)
          #expect(text == formatter.string(from: date))
          #expect(try transform.decode(text) == date)
        }
      }
    }
  }

  @Test func zoneInTheTextCountsInAnySpelling() throws {
    let date = Date(timeIntervalSince1970: 1_709_210_040)
    for text in [
      "2024-02-29 12:34Z", "2024-02-29 12:34z", "2024-02-29 12:34GMT", "2024-02-29 12:34UTC",
      "2024-02-29 14:34+02", "2024-02-29 14:34+0200", "2024-02-29 14:34+02:00",
      "2024-02-29 04:04-0830",
    ] {
      #expect(try read(text, "yyyy-MM-dd HH:mmZ", newYork) == date)
    }
    #expect(try write(date, "yyyy-MM-dd HH:mmZ", newYork) == "2024-02-29 07:34-0500")
    for text in ["+2", "+020", "+02:", "+02:0", "+24", "+02:60", "PST", "", "+02:000", "-"] {
      #expect(
        mappingError { try read("2024-02-29 12:34" + text, "yyyy-MM-dd HH:mmZ") }?.code
          == .invalidValue)
    }
  }

  @Test func clockChanges() throws {
    let format = "yyyy-MM-dd HH:mm"
    // Left out on 2024-03-10: 02:00 to 03:00.
    for text in ["2024-03-10 02:00", "2024-03-10 02:30", "2024-03-10 02:59"] {
      #expect(mappingError { try read(text, format, newYork) }?.code == .invalidValue)
    }
    #expect(
      try read("2024-03-10 01:59", format, newYork) == Date(timeIntervalSince1970: 1_710_053_940))
    #expect(
      try read("2024-03-10 03:00", format, newYork) == Date(timeIntervalSince1970: 1_710_054_000))
    // Twice on 2024-11-03: the first is meant.
    #expect(
      try read("2024-11-03 01:30", format, newYork) == Date(timeIntervalSince1970: 1_730_611_800))
    // On this day midnight was left out; the day began at one.
    let saoPaulo = try #require(TimeZone(identifier: "America/Sao_Paulo"))
    let start = try read("2018-11-04", "yyyy-MM-dd", saoPaulo)
    #expect(try write(start, format, saoPaulo) == "2018-11-04 01:00")
    #expect(mappingError { try read("2018-11-04 00:00", format, saoPaulo) }?.code == .invalidValue)
    // This day was left out.
    let samoa = try #require(TimeZone(identifier: "Pacific/Apia"))
    #expect(mappingError { try read("2011-12-30", "yyyy-MM-dd", samoa) }?.code == .invalidValue)
    #expect(try write(read("2011-12-31", "yyyy-MM-dd", samoa), format, samoa) == "2011-12-31 00:00")
  }

  @Test func namesInAnyCaseAndWeekdaysThatMustBeRight() throws {
    let format = "EEE, dd MMM yyyy"
    let date = Date(timeIntervalSince1970: 1_709_164_800)
    #expect(try read("THU, 29 feb 2024", format) == date)
    for text in [
      "Fri, 29 Feb 2024", "Thursday, 29 Feb 2024", "Thu, 29 Fev 2024", "Thu 29 Feb 2024",
    ] {
      #expect(mappingError { try read(text, format) }?.code == .invalidValue)
    }
  }

  @Test func missingFieldsAreThoseOfTheFirstOfJanuary2000() throws {
    #expect(try read("10:30", "HH:mm") == Date(timeIntervalSince1970: 946_722_600))
    #expect(try read("2024", "yyyy") == Date(timeIntervalSince1970: 1_704_067_200))
    #expect(try read("12 AM", "h a") == Date(timeIntervalSince1970: 946_684_800))
    #expect(try read("12 PM", "h a") == Date(timeIntervalSince1970: 946_728_000))
    #expect(mappingError { try read("0 PM", "h a") }?.code == .invalidValue)
    #expect(mappingError { try read("13 PM", "h a") }?.code == .invalidValue)
    // Two digits are a year from 1950 to 2049.
    #expect(try write(read("49", "yy"), "yyyy") == "2049")
    #expect(try write(read("50", "yy"), "yyyy") == "1950")
    #expect(
      mappingError { try write(read("2050", "yyyy"), "yy") }?.code == .notEncodable)
  }

  @Test(arguments: [
    ("", "it has no field"), ("'x'", "it has no field"),
    ("yyyy-MM-dd hh:mm", "'h' needs an 'a' for AM or PM; 'H' counts up to 23"),
    ("HH:mm a", "'a' needs an 'h'"),
    ("YYYY-MM-dd", "'YYYY' is the year of a calendar of weeks, 'yyyy' is the year"),
    ("yyyy-MM-dd HH:MM", "it has 'M' twice"), ("HH kk", "it has 'H' twice"),
    ("yyyyMd", "one cannot tell where the number before 'd' ends"),
    ("d'1'M", "one cannot tell where the number before '1' ends"),
    ("yyyy-M'5'", "one cannot tell where the number before '5' ends"),
    ("HHX'30'", "one cannot tell where the number before '3' ends"),
    ("HH x':'", "one cannot tell where the offset before ':' ends"),
    ("d'x1'M'", "a quote is not closed"),
    ("Zyyyy", "one cannot tell where the number before 'y' ends"),
    ("yyyy-ww", "'ww' is not supported; use .date(_:) with a DateFormatter"),
    ("yyyyy", "'yyyyy' is not supported; use .date(_:) with a DateFormatter"),
    ("yyyy-MM-ddTHH:mm", "'T' is not supported; use .date(_:) with a DateFormatter"),
    ("SSSSSSSSSS", "'SSSSSSSSSS' is not supported; use .date(_:) with a DateFormatter"),
    ("yyyy 'x", "a quote is not closed"),
  ])
  func formatsThatDoNotDetermineOneDateAreRefused(_ format: String, _ reason: String) {
    let text = "the date format \(format) cannot be used: \(reason)"
    #expect(errorText { try read("2024", format) } == text)
    #expect(errorText { try write(Date(), format) } == text)
  }

  private struct Plan: Mappable {
    @Mapped var id: Int = 0
    @Mapped("t", transform: .date(format: "hh:mm")) var times: [String: Date?]?
  }

  private struct Plans: Mappable {
    @Mapped("p") var plans: [Plan] = []
  }

  private struct Either: Mappable {
    @Mapped(transform: .firstOf(.unixSeconds, .date(format: "hh:mm"))) var time: Date?
  }

  private struct Plain: Mappable { @Mapped var time: Date? }

  @Test func formatsOfPropertiesAreCheckedWithTheirModel() throws {
    let cause =
      "the date format hh:mm cannot be used: 'h' needs an 'a' for AM or PM; 'H' counts up to 23"
    for check: () throws -> Void in [
      { try Plan.validateMapping() }, { _ = try Plan.decode(from: "{}") },
      { _ = try Plan().encode() },
    ] {
      #expect(errorText(check) == cause + " (Plan.times)")
    }
    #expect(errorText { try Plans.validateMapping() } == cause + " (Plan.times)")
    #expect(errorText { try Either.validateMapping() } == cause + " (Either.time)")
    try Day.validateMapping()
    // Transforms of a mapper may never be used.
    let mapper = Mapper.with { $0.setTransform(DateFormatTransform("hh:mm")) }
    #expect(try Plain.decode(from: "{}", using: mapper).time == nil)
    #expect(
      errorText { try Plain.decode(from: #"{"time":"01:00"}"#, using: mapper) }
        == cause + " (Plain.time)")
  }

  @Test func zoneNamesAreForUTCAlone() {
    #expect(
      errorText { try write(Date(), "yyyy z", newYork) }
        == """
        the date format yyyy z cannot be used: \
        'z' is a name, which only UTC has without doubt; use 'Z'
        """)
  }

  @Test func allYearsComeBack() throws {
    let format = "yyyy-MM-dd HH:mm:ss.SSS EEEE"
    for year in stride(from: 1, through: 9999, by: 13) {
      let text = "\(String(year + 10_000).dropFirst())-12-31 23:59:59.999"
      let date = try read(text, "yyyy-MM-dd HH:mm:ss.SSS")
      let written = try write(date, format)
      #expect(written.hasPrefix(text))
      #expect(try read(written, format) == date)
    }
  }

  @Test func anyTextIsReadOrRefusedFromManyThreads() async throws {
    let transform = DateFormatTransform("EEE, dd MMM yyyy HH:mm:ss.SSS Z", timeZone: newYork)
    let text = Array("Thu, 29 Feb 2024 12:34:56.789 -0500".utf8)
    await withTaskGroup(of: Void.self) { group in
      for seed in 0..<4 {
        group.addTask {
          var generator = SeededGenerator(seed: UInt64(seed + 1))
          for _ in 0..<2000 {
            var bytes = text
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
              let index = Int.random(in: 0..<bytes.count, using: &generator)
              bytes[index] = UInt8.random(in: 0x20...0x7E, using: &generator)
            }
            bytes.removeLast(Int.random(in: 0...3, using: &generator))
            let mutated = String(decoding: bytes, as: UTF8.self)
            guard let date = try? transform.decode(mutated) else { continue }
            #expect((try? transform.encode(date).count) == 35)
          }
        }
      }
    }
  }
}
