import Foundation
import MirrorMap
import Testing

@testable import TestSupport

struct FoundationValueTests {
  @Test func urlsAreKeptAsTheyAreWritten() throws {
    for text in [
      "https://example.org/a%20b?q=%C3%A9&x=1#f", "mailto:a@b.c", "file:///tmp/x", "relative/path",
      "//host/path", "https://example.org", "urn:isbn:0451450523", "http://[::1]:8080/", "?q",
    ] {
      let url = try URL.decode(from: text.encode())
      #expect(url.absoluteString == text)
      #expect(try URL.decode(from: url.encode()) == url)
      #expect(try url.encodeString() == text.encodeString())
    }
  }

  @Test(arguments: [
    "", "https://example.org/a b", "http://exa mple.org", "http://[::1", "%zz", "a\0b",
    "https://例え.jp/é é",
  ])
  func invalidURLsAreErrors(text: String) throws {
    #expect(
      errorText { try [URL].decode(from: [text].encode()) }
        == "$[0]: expected a URL, found a string that isn't one (line 1, column 2)")
  }

  @Test func uuidsAreReadInAnyCaseAndWrittenInCapitals() throws {
    let text = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    let uuid = try #require(UUID(uuidString: text))
    #expect(try UUID.decode(from: text.encode()) == uuid)
    #expect(try UUID.decode(from: text.lowercased().encode()) == uuid)
    #expect(try uuid.encodeString() == "\"\(text)\"")
  }

  @Test(arguments: [
    "", "E621E1F8", "E621E1F8-C36C-495A-93FC-0C247A3E6E5", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F0",
    "E621E1F8-C36C-495A-93FC-0C247A3E6E5F\0", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F junk",
    " E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "{E621E1F8-C36C-495A-93FC-0C247A3E6E5F}",
    "E621E1F8C36C495A93FC0C247A3E6E5F", "G621E1F8-C36C-495A-93FC-0C247A3E6E5F",
    "E621E1F8-C36C-495A-93FC-0C247A3E6E5F\0\0junk", "E621E1F-8C36C-495A-93FC-0C247A3E6E5F",
  ])
  func invalidUUIDsAreErrors(text: String) throws {
    #expect(
      errorText { try UUID.decode(from: text.encode()) }
        == "$: expected a UUID, found a string that isn't one (line 1, column 1)")
  }

  /// Foundation reads each of these.
  @Test(arguments: [
    "43fc7a40-a083-b14e-9395- 369eb5b5ed0", "43fc7a40-a083-b14e-9395-+369eb5b5ed0",
    "0x3c7a40-a083-b14e-9395-3369eb5b5ed0", "43fc7a40-a083-b14e-9395-0x69eb5b5ed0",
    "43fc7a40- 083-b14e-9395-3369eb5b5ed0", "43fc7a40-a083-b14e-9395-3369eb5b5e\t0",
    " 3fc7a40-a083-b14e-9395-3369eb5b5ed0", "43fc7a40-a083-b14e-9395-3369eb5b5ed ",
    "43fc7a40-a083-b14e-93953-369eb5b5ed0", "43fc7a40-a083-b14e-9395-3369eb5b5eéé",
  ])
  func uuidsWithBlanksSignsAndPrefixesAreErrors(text: String) throws {
    #expect(
      errorText { try UUID.decode(from: text.encode()) }
        == "$: expected a UUID, found a string that isn't one (line 1, column 1)")
  }

  @Test func uuidsComeBackUnchanged() throws {
    var generator = SeededGenerator(seed: 0x5555)
    for _ in 0..<2000 {
      let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let text = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
      var groups = Array(text)
      for position in [8, 13, 18, 23] { groups.insert("-", at: position) }
      let uuid = try UUID.decode(from: String(groups).encode())
      #expect(uuid == UUID(uuidString: String(groups)))
      #expect(try uuid.encodeString() == "\"\(String(groups).uppercased())\"")
    }
  }

  @Test func timeZonesAndLocalesAreTheirIdentifiers() throws {
    struct Region: Mappable {
      @Mapped("zone") var zone: TimeZone
      @Mapped("locale") var locale: Locale?
    }
    let json = #"{"zone":"Europe/Berlin","locale":"de_DE"}"#
    let region = try Region.decode(from: json)
    #expect(region.zone == TimeZone(identifier: "Europe/Berlin"))
    #expect(region.locale == Locale(identifier: "de_DE"))
    #expect(try region.encodeString() == json)
    #expect(
      errorText { try Region.decode(from: #"{"zone":"Europe/Atlantis"}"#) }
        == "$.zone: expected the identifier of a time zone, found a string that isn't one"
        + " (line 1, column 9, Region.zone)")
    #expect(
      errorText { try Region.decode(from: #"{"zone":"UTC","locale":1}"#) }
        == "$.locale: expected the identifier of a locale, found a number"
        + " (line 1, column 24, Region.locale)")
  }

  @Test func charactersAreStringsOfOne() throws {
    for character: Character in ["a", "é", "e\u{301}", "🇩🇪", "👨‍👩‍👧", "\"", "\n", "\r\n"] {
      let written = try character.encodeString()
      #expect(written == (try String(character).encodeString()))
      #expect(try Character.decode(from: written) == character)
    }
    for text in ["", "ab", "\r\n\n"] {
      #expect(
        errorText { try Character.decode(from: text.encode()) }
          == "$: expected one character, found a string of another length (line 1, column 1)")
    }
  }

  @Test func dataOfEveryLengthIsBase64WithPadding() throws {
    for count in 0...50 {
      let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 * 37) })
      let written = try data.encodeString()
      #expect(written == "\"\(data.base64EncodedString())\"")
      #expect(try Data.decode(from: written) == data)
    }
    #expect(try Data([1, 2, 3, 4])[2...].encodeString() == #""AwQ=""#)
    #expect(try Data.decode(from: #""\u0041\/8=""#) == Data([0x03, 0xFF]))
  }

  @Test(arguments: [
    "A", "AA", "AAA", "AA=", "AAAA=", "AA==AA==", "A A=", "AAA\n", "AA-_", "AA==\n", "é", "====",
    "AAAA\0", "A===", "=AAA", "AA=A", "AAAA====", "====AAAA", "=", "==",
  ])
  func invalidBase64IsAnError(text: String) throws {
    let json = try ["d": text].encode()
    #expect(
      errorText { try [String: Data].decode(from: json) }
        == "$.d: expected Base64 text, found a string that isn't one (line 1, column 6)")
    struct Doc: Mappable {
      @Mapped("d", transform: .base64) var data: Data
      init() {}
    }
    #expect(
      errorText { try Doc.decode(from: json) }
        == "$.d: expected Base64 text, found another string (line 1, column 6, Doc.data)")
  }

  @Test func datesAreISO8601() throws {
    let date = try Date.decode(from: #""2024-02-29T12:34:56Z""#)
    #expect(date.timeIntervalSince1970 == 1_709_210_096)
    #expect(try date.encodeString() == #""2024-02-29T12:34:56Z""#)
    #expect(try Date.decode(from: #""2024-02-29T14:34:56.250+02:00""#) == date + 0.25)
    #expect(try (date + 0.25).encodeString() == #""2024-02-29T12:34:56.25Z""#)
    #expect(try [Date?].decode(from: [date, nil].encode()) == [date, nil])
  }

  @Test(arguments: [
    "", "2024-02-30", "2024-02-29T24:00:00Z", "2024-02-29T12:34:56", "yesterday", "1709210096",
    "2024-02-29T12:34:56Z\0",
  ])
  func invalidDatesAreErrors(text: String) throws {
    #expect(
      errorText { try [Date].decode(from: [text].encode()) }
        == "$[0]: expected a date in the format of ISO 8601, found another string (line 1, column 2)"
    )
  }

  @Test func datesWithoutATextCannotBeWritten() {
    for date in [
      Date(timeIntervalSince1970: .nan), .distantFuture + 1e15, Date(timeIntervalSince1970: -1e14),
    ] {
      #expect(
        errorText { try [date].encode() } == "$[0]: the date is out of the range of ISO 8601")
    }
  }

  @Test func otherKindsOfValuesAreNamed() {
    #expect(
      errorText { try URL.decode(from: "1") }
        == "$: expected a URL, found a number (line 1, column 1)")
    #expect(
      errorText { try UUID.decode(from: "null") }
        == "$: expected a UUID, found null (line 1, column 1)")
    #expect(
      errorText { try Data.decode(from: "[65]") }
        == "$: expected Base64 text, found an array (line 1, column 1)")
    #expect(
      errorText { try Date.decode(from: "1709210096") }
        == "$: expected a date in the format of ISO 8601, found a number (line 1, column 1)")
  }
}
