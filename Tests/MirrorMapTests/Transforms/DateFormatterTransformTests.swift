import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private func germanFormatter() -> DateFormatter {
  let formatter = DateFormatter()
  formatter.locale = Locale(identifier: "de_DE")
  formatter.timeZone = .gmt
  formatter.dateFormat = "d. MMMM yyyy"
  return formatter
}

private struct Letter: Mappable {
  @Mapped("on", transform: .date(germanFormatter())) var date: Date
}

struct DateFormatterTransformTests {
  @Test func otherLanguages() throws {
    let letter = try Letter.decode(from: #"{"on":"3. März 2024"}"#)
    #expect(letter.date == Date(timeIntervalSince1970: 1_709_424_000))
    #expect(try letter.encodeString() == #"{"on":"3. März 2024"}"#)
    #expect(
      errorText { try Letter.decode(from: #"{"on":"March 3"}"#) }
        == """
        $.on: expected a date in the format d. MMMM yyyy, found another string \
        (line 1, column 7, Letter.date)
        """)
    var invalid = Letter()
    invalid.date = Date(timeIntervalSince1970: .nan)
    #expect(errorText { try invalid.encode() } == "$.on: the date is not finite (Letter.date)")
  }

  @Test func laterChangesOfTheFormatterDoNotMatter() throws {
    let formatter = germanFormatter()
    let transform = DateFormatterTransform(formatter)
    formatter.dateFormat = "yyyy"
    formatter.timeZone = TimeZone(secondsFromGMT: 7200)
    #expect(try transform.encode(Date(timeIntervalSince1970: 0)) == "1. Januar 1970")
    #expect(try transform.decode("2. Januar 1970") == Date(timeIntervalSince1970: 86_400))
  }

  @Test func manyThreadsShareOne() async throws {
    let json = #"{"on":"3. März 2024"}"#
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<50 { _ = try Letter.decode(from: json).encodeString() }
          return try Letter.decode(from: json).encodeString()
        }
      }
      for try await text in group { #expect(text == json) }
    }
  }
}
