import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// All strategies for dates.
struct DateDecodingTests {
  private struct Event: Decodable {
    var at: Date, until: Date?, all: [Date], named: [String: Date]?
  }

  private static let numbers = [
    "0", "-0.0", "1", "1.5", "-1e3", "1700000000", "1700000000123", "1e-400", "1e400", "null",
    "\"0\"", "\"2001-01-01T00:00:00Z\"", "true", "[]", "{}", "253402300800", "1e300", "0.1",
  ]

  private static let texts = [
    "2001-01-01T00:00:00Z", "2024-02-29T23:59:59Z", "2023-02-29T00:00:00Z", "1970-01-01T00:00:00Z",
    "2024-05-06T07:08:09+02:00", "2024-05-06T07:08:09-0530", "2024-05-06T07:08:09+02",
    "2024-05-06T07:08:09.123Z", "2024-05-06T07:08:09,5Z", "2024-05-06T07:08:09", "2024-05-06",
    "2024-05-06 07:08:09Z", "20240506T070809Z", "2024-5-6T7:8:9Z", "2024-05-06T07:08Z",
    "2024-05-06t07:08:09z", "2024-05-06T24:00:00Z", "2024-05-06T07:08:60Z", "2024-05-06T07:60:00Z",
    "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z", "2024-04-31T00:00:00Z", "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00Z", "-0001-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "", "Z", "now",
    " 2001-01-01T00:00:00Z", "2001-01-01T00:00:00Z ", "2001-01-01T00:00:00ZZ",
    "2001-01-01T00:00:00Z\\u0000", "2001-01-01T00:00:00\\u005A", "1582-10-10T00:00:00Z",
    "1500-02-29T00:00:00Z", "2001-01-01T00:00:00GMT", "2001-01-01T00:00:00+00:00",
    "2001-01-01T00:00:00+14:00", "2001-01-01T00:00:00+24:00", "2001-01-01T00:00:00+1:00",
    "2001-W01-1T00:00:00Z", "2001-001T00:00:00Z", "٢٠٠١-01-01T00:00:00Z", "+2001-01-01T00:00:00Z",
    "2001-01-01T00:00:00Zé", "2001-01-01T00:00:00−01:00", "2001-01-01T00:00:00-00:00",
  ]

  private static func options(_ strategy: JSONDecoder.DateDecodingStrategy) -> CodableOptions {
    CodableOptions { $0.dateDecodingStrategy = strategy }
  }

  @Test func datesAsNumbers() {
    CodableAgreement.expect(Date.self, each: Self.numbers, Self.options(.deferredToDate))
    CodableAgreement.expect(Date.self, each: Self.numbers, Self.options(.secondsSince1970))
    CodableAgreement.expect(Date.self, each: Self.numbers, Self.options(.millisecondsSince1970))
    CodableAgreement.expect(Date.self, each: Self.numbers, Self.options(.iso8601))
  }

  @Test func theOriginOfEachStrategy() throws {
    for (strategy, text, seconds) in [
      (.deferredToDate, "1.5", 1.5), (.secondsSince1970, "978307201.5", 1.5),
      (.millisecondsSince1970, "978307201500", 1.5),
      (.iso8601, "\"2001-01-01T00:00:01Z\"", 1),
    ] as [(JSONDecoder.DateDecodingStrategy, String, Double)] {
      let decoder = MappingDecoder()
      decoder.dateDecodingStrategy = strategy
      let dates = try decoder.decode([Date].self, from: "[\(text)]")
      #expect(dates.first?.timeIntervalSinceReferenceDate == seconds)
    }
  }

  @Test(arguments: texts)
  func datesAsTexts(_ text: String) {
    // Strings that aren't near the end of the document are read in another way.
    let spaces = String(repeating: " ", count: 64)
    CodableAgreement.expect(
      Date.self, each: ["\"\(text)\"", "\"\(text)\"\(spaces)"], Self.options(.iso8601))
  }

  @Test func anyDatesAsTexts() {
    var generator = SeededGenerator(seed: 20_241_126)
    func digits(_ value: Int, _ count: Int) -> String {
      String(repeating: "0", count: count - "\(value)".count) + "\(value)"
    }
    let texts = (0..<300).map { index in
      let years = index % 3 == 0 ? 1_590...1_610 : index % 3 == 1 ? 9_990...9_999 : 0...9_999
      let day = [(years, 4), (0...13, 2), (0...32, 2)].map {
        digits(.random(in: $0, using: &generator), $1)
      }
      let time = [0...24, 0...60, 0...60].map { digits(.random(in: $0, using: &generator), 2) }
      return "\"\(day.joined(separator: "-"))T\(time.joined(separator: ":"))Z\""
    }
    CodableAgreement.expect(
      [Date?].self,
      each: texts.map { "[\($0), \"2001-01-01T00:00:00Z\", \"2001-01-01T00:00:01Z\"]" },
      Self.options(.iso8601))
  }

  @Test func formatters() {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 3600)
    formatter.dateFormat = "yyyy-MM-dd HH:mm"
    let options = Self.options(.formatted(formatter))
    CodableAgreement.expect(
      Date.self,
      each: [
        #""2024-05-06 07:08""#, #""2024-05-06""#, #""""#, "1", "null", #""2024-05-06 07:0\u0038""#,
      ], options)
    CodableAgreement.expect(
      Event.self, #"{"at": "2024-05-06 07:08", "all": ["2024-05-06 07:08", "x"]}"#, options)
  }

  @Test func closures() {
    struct OwnError: Error {}
    let options = Self.options(
      .custom { decoder in
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
          return Date(timeIntervalSinceReferenceDate: Double(number))
        }
        let texts = try container.decode([String].self)
        if texts.isEmpty { throw OwnError() }
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "own \(texts)"))
      })
    CodableAgreement.expect(
      Date.self, each: ["1", "[]", "[\"a\"]", "{}", "null", "[1]", "\"1\""], options)
    for document in [
      #"{"at": 1, "all": [2, 3], "named": {"x": 4}}"#, #"{"at": 1, "all": [2, ["b"]]}"#,
      #"{"at": 1, "until": [], "all": []}"#, #"{"at": 1, "all": [], "named": {"x": ["c"]}}"#,
      #"{"at": 1, "until": null, "all": [null]}"#,
    ] { CodableAgreement.expect(Event.self, document, options) }
  }

  @Test func closuresCanAskForKeys() {
    let options = Self.options(
      .custom { decoder in
        let container = try decoder.container(keyedBy: CodableAnyKey.self)
        return Date(timeIntervalSince1970: try container.decode(Double.self, forKey: "unix"))
      })
    CodableAgreement.expect(
      Date.self, each: [#"{"unix": 1.5}"#, #"{"unix": "x"}"#, "{}", "1", "null"], options)
  }

  @Test func datesAreFoundWhereverTheyAreRequested() {
    for strategy in [
      .deferredToDate, .iso8601, .secondsSince1970, .millisecondsSince1970,
    ] as [JSONDecoder.DateDecodingStrategy] {
      for date in ["1", #""2024-05-06T07:08:09Z""#, "null", #""x""#] {
        for document in [
          "{\"at\": \(date), \"all\": [\(date)], \"named\": {\"a\": \(date)}}",
          "{\"at\": \(date), \"until\": \(date), \"all\": []}",
        ] { CodableAgreement.expect(Event.self, document, Self.options(strategy)) }
        CodableAgreement.run("[\(date)]", Self.options(strategy)) { decoder, log in
          var list = try decoder.unkeyedContainer()
          let element = try list.superDecoder()
          log.attempt { try element.singleValueContainer().decode(Date.self) }
          log.attempt { try Date(from: element) }
          log.attempt { try element.singleValueContainer().decode(Date?.self) as Any }
        }
        CodableAgreement.expect([Date: Int].self, "[\(date), 1]", Self.options(strategy))
        CodableAgreement.expect(Range<Date>.self, "[\(date), \(date)]", Self.options(strategy))
        CodableAgreement.expect(Set<Date>.self, "[\(date)]", Self.options(strategy))
        CodableAgreement.expect(
          DateInterval.self, "{\"start\": \(date), \"duration\": 1}", Self.options(strategy))
      }
    }
  }
}
