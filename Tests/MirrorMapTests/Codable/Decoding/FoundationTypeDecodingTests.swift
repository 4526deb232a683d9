import Foundation
import MirrorMap
import Testing

/// Types of Foundation and the standard library with encodings of their own.
struct FoundationTypeDecodingTests {
  private struct Site: Decodable { var url: URL, other: URL?, all: [URL]?, named: [String: URL]? }

  @Test(arguments: [
    "https://example.org/a?b=c#d", "", " ", "a b", "/relative", "é", "http://[::1", "http://a b/",
    "mailto:a@b.c", "https://exämple.org/ü", "%", "%zz", "a\\u0000b", "http:\\/\\/a.b", "//", "?q",
    "file:///tmp", "http://a:99999999/", "🚀", "http://user:pass@host:80/p;a?q#f", "\\n",
  ])
  func urls(_ text: String) {
    CodableAgreement.expect(URL.self, each: ["\"\(text)\""])
    CodableAgreement.expect(
      Site.self,
      "{\"url\": \"\(text)\", \"all\": [\"\(text)\"], \"named\": {\"a\": \"\(text)\"}}")
  }

  @Test func urlsAreTextsOrObjects() {
    CodableAgreement.expect(
      URL.self,
      each: [
        #"{"relative": "a", "base": {"relative": "http://b.c/"}}"#, #"{"relative": "a"}"#, "1",
        #"["a"]"#, "null",
      ])
    CodableAgreement.expect(Site.self, #"{"url": "/", "other": null}"#)
    CodableAgreement.expect(Site.self, #"{"url": "/", "other": ""}"#)
    CodableAgreement.expect([URL: Int].self, #"["http://a.b", 1]"#)
    CodableAgreement.run(#""http://a.b""#) { decoder, log in
      log.attempt { try decoder.singleValueContainer().decode(URL.self) }
      log.attempt { try URL(from: decoder) }
    }
  }

  @Test func uuids() {
    CodableAgreement.expect(
      UUID.self,
      each: [
        #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, #""e621e1f8-c36c-495a-93fc-0c247a3e6e5f""#,
        #""E621E1F8C36C495A93FC0C247A3E6E5F""#, #""E621E1F8-C36C-495A-93FC-0C247A3E6E5""#,
        #""E621E1F8-C36C-495A-93FC-0C247A3E6E5G""#, #""""#, "1", "null", "[]",
        #""{E621E1F8-C36C-495A-93FC-0C247A3E6E5F}""#,
        #""E621E1F8-C36C-495A-93FC-0C247A3E6E5\u0046""#,
      ])
    CodableAgreement.expect([UUID: Int].self, #"{"E621E1F8-C36C-495A-93FC-0C247A3E6E5F": 1}"#)
    CodableAgreement.expect([UUID: Int].self, #"["E621E1F8-C36C-495A-93FC-0C247A3E6E5F", 1]"#)
  }

  @Test func ranges() {
    for document in [
      "[1, 5]", "[5, 1]", "[1, 1]", "[1]", "[]", "[1, 2, 3]", "[1, \"x\"]", "{}", "null", "[null]",
      "[1.5, 2.5]",
    ] {
      CodableAgreement.expect(Range<Int>.self, document)
      CodableAgreement.expect(ClosedRange<Int>.self, document)
      CodableAgreement.expect(PartialRangeFrom<Int>.self, document)
      CodableAgreement.expect(PartialRangeUpTo<Double>.self, document)
      CodableAgreement.expect(PartialRangeThrough<Double>.self, document)
      CodableAgreement.expect(CollectionDifference<Int>.self, document)
      CodableAgreement.expect(SIMD2<Double>.self, document)
      CodableAgreement.expect(SIMD3<Int8>.self, document)
    }
  }

  @Test func geometry() {
    for document in ["[1, 2]", "[1]", "[[1, 2], [3, 4.5]]", "[[1, 2]]", "{}", "[\"1\", 2]"] {
      CodableAgreement.expect(CGPoint.self, document)
      CodableAgreement.expect(CGSize.self, document)
      CodableAgreement.expect(CGRect.self, document)
    }
    CodableAgreement.expect(
      AffineTransform.self, #"{"m11": 1, "m12": 0, "m21": 0, "m22": 1, "tX": 0, "tY": 0}"#)
  }

  @Test func calendarsAndPlaces() {
    for document in [
      #"{"identifier": "de_DE"}"#, #"{"identifier": "gregorian"}"#,
      #"{"identifier": "Europe/Berlin"}"#, #"{"identifier": "nowhere"}"#, #"{"identifier": 1}"#,
      #"{"current": 1, "identifier": "de"}"#, "{}", "\"de\"", "null", "[]",
      #"{"year": 2024, "month": 5, "calendar": {"identifier": "gregorian"}}"#,
      #"{"year": "2024"}"#, #"{"start": 0, "duration": 60}"#, #"{"start": 0, "duration": -1}"#,
      #"{"location": 3, "length": 2}"#, "[3, 2]", #"{"name": "x", "domain": "y", "code": 1}"#,
    ] {
      CodableAgreement.expect(Locale.self, document)
      CodableAgreement.expect(TimeZone.self, document)
      CodableAgreement.expect(DateComponents.self, document)
      CodableAgreement.expect(NSRange.self, document)
      CodableAgreement.expect(IndexPath.self, document)
      CodableAgreement.expect(DateInterval.self, document)
    }
  }

  @Test func setsOfIndexesAndCharacters() {
    for document in [
      #"{"indexes": [{"location": 1, "length": 3}]}"#, #"{"indexes": []}"#, "{}", "[]",
      #"{"bitmap": "AA=="}"#, #"{"bitmap": 1}"#, #"{"indexes": [], "length": 2}"#,
      #"{"indexes": [1, 2], "other": 1}"#,
    ] {
      CodableAgreement.expect(IndexSet.self, document)
      CodableAgreement.expect(IndexPath.self, document)
    }
  }

  @Test func decimals() throws {
    CodableAgreement.expect(
      Decimal.self,
      each: [
        "0.1", "-0", "1e2", "1.10", "3.14159265358979323846264338327950288419",
        "123456789012345678901234567890.12345678", "1e127", "1e128", "1e-127", "1e-128",
        "99999999999999999999999999999999999999999", "\"1.5\"", "true",
        #"{"exponent": 1, "length": 1, "isNegative": false, "isCompact": true, "mantissa": [1]}"#,
      ])
    CodableAgreement.expect([Decimal: Int].self, "[1.5, 1]")
    CodableAgreement.run("1.1") { decoder, log in
      log.attempt { try Decimal(from: decoder) }
      log.attempt { try decoder.singleValueContainer().decode(Decimal.self) }
    }
    #expect(try MappingDecoder().decode(Decimal.self, from: "0.1") == Decimal(string: "0.1"))
  }

  @Test func otherTypes() {
    for document in [
      #""text""#, #"{"value": 1, "unit": {"symbol": "m"}}"#, "[0, 1]", "[1, 0, 5]", "{}", "1",
      #"{"scheme": "http", "host": "a.b", "path": ""}"#, #"{"seconds": 1}"#, "[1]", "null",
      #"[{"a": 1}]"#, "[[], []]",
    ] {
      CodableAgreement.expect(URLComponents.self, document)
      CodableAgreement.expect(Duration.self, document)
      CodableAgreement.expect(Measurement<UnitLength>.self, document)
      CodableAgreement.expect(PersonNameComponents.self, document)
    }
  }
}
