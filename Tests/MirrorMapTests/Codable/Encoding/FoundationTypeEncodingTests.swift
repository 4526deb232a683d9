import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Types of Foundation and the standard library with encodings of their own.
struct FoundationTypeEncodingTests {
  @Test func urls() throws {
    let base = try #require(URL(string: "http://example.org/a/b"))
    let texts = [
      "http://example.org/a?b=c#d", "/relative", "mailto:a@b.c", "?q", "file:///tmp/x", "a%20b",
      "http://user:pass@host:80/p;a?q#f",
    ]
    let urls = texts.compactMap { URL(string: $0) }
    EncodingAgreement.expect(each: urls)
    EncodingAgreement.expectRoundTrip(urls)
    EncodingAgreement.expect(each: [URL(string: "../c", relativeTo: base)])
    EncodingAgreement.expect([base: 1])
    EncodingAgreement.run { encoder, _ in try base.encode(to: encoder) }
    EncodingAgreement.run { encoder, _ in
      try URL(string: "c", relativeTo: base)?.encode(to: encoder)
    }
  }

  @Test func identifiersAndTexts() throws {
    let uuid = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    EncodingAgreement.expect(each: [uuid])
    EncodingAgreement.expectRoundTrip([uuid: [uuid]])
    EncodingAgreement.expectRoundTrip(Locale(identifier: "de_AT"))
    EncodingAgreement.expectRoundTrip(try #require(TimeZone(identifier: "Europe/Vienna")))
    EncodingAgreement.expect(CharacterSet(charactersIn: "a"))
    EncodingAgreement.expect(IndexPath(indexes: [1, 2, 3]))
    EncodingAgreement.expect(IndexSet([1, 2, 5]))
    EncodingAgreement.expect(PersonNameComponents(givenName: "A", familyName: "B"))
    var components = URLComponents()
    components.host = "a.b"
    components.queryItems = [URLQueryItem(name: "q", value: "/")]
    EncodingAgreement.expect(components)
  }

  @Test func dates() {
    EncodingAgreement.expect(each: [DateComponents(year: 2024, month: 2, day: 29)])
    EncodingAgreement.expectRoundTrip(DateComponents(hour: 1, minute: 2))
    EncodingAgreement.expectRoundTrip(
      DateInterval(start: Date(timeIntervalSinceReferenceDate: 0), duration: 10))
    EncodingAgreement.expect(Calendar(identifier: .gregorian).identifier.debugDescription)
    EncodingAgreement.expect(Measurement(value: 1.5, unit: UnitLength.meters))
  }

  @Test func ranges() {
    EncodingAgreement.expectRoundTrip(1..<5)
    EncodingAgreement.expectRoundTrip(1...5)
    EncodingAgreement.expectRoundTrip(1.5..<2)
    EncodingAgreement.expect(1...)
    EncodingAgreement.expect(..<1)
    EncodingAgreement.expect(...1.5)
    EncodingAgreement.expect(["a": "a"..<"b"])
    EncodingAgreement.expect([Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 1)])
  }

  @Test func geometry() {
    EncodingAgreement.expectRoundTrip([CGPoint(x: 1.5, y: -2)])
    EncodingAgreement.expectRoundTrip([CGSize(width: 1, height: 2)])
    EncodingAgreement.expectRoundTrip([CGRect(x: 0, y: 0, width: 10, height: 0.1)])
    EncodingAgreement.expectRoundTrip([CGFloat(1.5), 2])
    EncodingAgreement.expect(CGPoint(x: CGFloat.nan, y: 0))
  }

  @Test func differencesAndResults() {
    EncodingAgreement.expect(["a", "b"].difference(from: ["b", "c"]))
    EncodingAgreement.expect(SIMD4<Float>(1, 2, 3, 4))
    EncodingAgreement.expect([SIMD2<Int>(1, 2)])
    EncodingAgreement.expect(Duration.seconds(1.5))
    EncodingAgreement.expect(ContiguousArray([1.5, 2]))
    EncodingAgreement.expect(["a": Optional(Decimal(1))])
  }

  private struct Meters: RawRepresentable, Codable, Equatable {
    var rawValue: Double
  }

  private struct Flags: OptionSet, Codable {
    let rawValue: Int
  }

  @Test func rawValues() {
    EncodingAgreement.expect(each: [Meters(rawValue: 1.5), Meters(rawValue: 2)])
    EncodingAgreement.expect(each: [Flags(rawValue: 3)])
    EncodingAgreement.expectRoundTrip(["a": [Meters(rawValue: 0.1)]])
    EncodingAgreement.expect(EncodedMember(member: Meters(rawValue: .nan)))
  }

  /// Values behind existentials.
  @Test func existentials() {
    struct AnyValue: Encodable {
      var value: any Encodable
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
      }
    }
    let values: [any Encodable] = [
      1, "a", Date(timeIntervalSince1970: 0), Data([1]), Decimal(1.5), [1], ["aKey": 1],
      URL(filePath: "/tmp"), Int?.none, 1.5 as Float, [AnyValue(value: true)], UInt8(1),
    ]
    for value in values {
      EncodingAgreement.expect(AnyValue(value: value))
      EncodingAgreement.expect([AnyValue(value: value)], .snakeCase)
      EncodingAgreement.expect(value)
    }
    EncodingAgreement.expect(values.map(AnyValue.init))
  }
}
