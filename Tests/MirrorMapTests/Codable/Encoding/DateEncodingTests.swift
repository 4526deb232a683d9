import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// The strategies for dates.
struct DateEncodingTests {
  private static let dates = [
    0, 1, -1, 0.5, 1e9, 1_700_000_000.25, 123_456_789.123456, -62_135_596_800, 4_102_444_800,
    -978_307_200, 0.1, 1e-7, 253_402_300_799,
  ].map { Date(timeIntervalSince1970: $0) }

  private static func settings(_ strategy: JSONEncoder.DateEncodingStrategy) -> EncoderSettings {
    EncoderSettings { $0.dateEncodingStrategy = strategy }
  }

  @Test func deferredDates() {
    EncodingAgreement.expect(each: Self.dates)
    EncodingAgreement.expectRoundTrip(Self.dates)
  }

  @Test func secondsAndMilliseconds() {
    EncodingAgreement.expect(each: Self.dates, Self.settings(.secondsSince1970))
    EncodingAgreement.expect(each: Self.dates, Self.settings(.millisecondsSince1970))
    var settings = Self.settings(.millisecondsSince1970)
    settings.decoding.dateDecodingStrategy = .millisecondsSince1970
    EncodingAgreement.expectRoundTrip(Self.dates.prefix(5).map(\.self), settings)
  }

  @Test func iso8601Dates() {
    EncodingAgreement.expect(each: Self.dates, Self.settings(.iso8601))
    var settings = Self.settings(.iso8601)
    settings.decoding.dateDecodingStrategy = .iso8601
    EncodingAgreement.expectRoundTrip([Date(timeIntervalSince1970: 1_700_000_000)], settings)
  }

  @Test func infiniteDates() {
    for seconds in [Double.infinity, -.infinity, .nan] {
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      for strategy in [
        JSONEncoder.DateEncodingStrategy.deferredToDate, .secondsSince1970, .millisecondsSince1970,
      ] {
        EncodingAgreement.expect(each: [date], Self.settings(strategy))
        var settings = EncoderSettings.texts
        settings.dateEncodingStrategy = strategy
        EncodingAgreement.expect(each: [date], settings)
      }
    }
  }

  @Test func closures() {
    let strategies: [JSONEncoder.DateEncodingStrategy] = [
      .custom { date, encoder in
        var container = encoder.singleValueContainer()
        try container.encode("at \(Int(date.timeIntervalSince1970))/")
      },
      .custom { date, encoder in
        var container = encoder.container(keyedBy: CodableAnyKey.self)
        try container.encode(date.timeIntervalSince1970, forKey: "unixSeconds")
        var list = container.nestedUnkeyedContainer(forKey: "nested")
        try list.encode([1])
      },
      .custom { date, encoder in
        var container = encoder.unkeyedContainer()
        try container.encode(date.timeIntervalSince1970)
      },
      .custom { _, _ in },
      .custom { _, encoder in _ = encoder.unkeyedContainer() },
      .custom { _, encoder in
        var container = encoder.singleValueContainer()
        try container.encodeNil()
      },
      .custom { date, encoder in
        var container = encoder.singleValueContainer()
        try container.encode(Data([1]))
      },
      .custom { date, encoder in
        let path = encoder.codingPath.map(CodableFailure.text)
        try path.encode(to: encoder)
      },
      .custom { date, encoder in
        throw EncodingError.invalidValue(
          date, .init(codingPath: encoder.codingPath, debugDescription: "own error"))
      },
      .custom { _, _ in throw CocoaError(.userCancelled) },
    ]
    for strategy in strategies {
      EncodingAgreement.expect(each: Array(Self.dates.prefix(2)), Self.settings(strategy))
      var settings = Self.settings(strategy)
      settings.keyEncodingStrategy = .convertToSnakeCase
      EncodingAgreement.expect([Self.dates[0]], settings)
      EncodingAgreement.expect(EncodedMember(member: Self.dates[0]), settings)
    }
  }

  /// A closure that hands the date back to the encoder would never end.
  @Test func closuresThatEncodeTheDateAgain() {
    let settings = Self.settings(
      .custom { date, encoder in
        var container = encoder.singleValueContainer()
        try container.encode(date)
      })
    #expect(EncodingAgreement.ours(Date(timeIntervalSince1970: 0), settings).contains("error"))
  }

  @Test func datesAreFoundEverywhere() {
    struct Model: Encodable {
      var date = Date(timeIntervalSince1970: 0)
      var optional: Date? = Date(timeIntervalSince1970: 1)
      var missing: Date?
      var list = [Date(timeIntervalSince1970: 2)]
      var named = ["a": Date(timeIntervalSince1970: 3)]
      var interval = DateInterval(start: Date(timeIntervalSince1970: 4), duration: 1.5)
      var range = Date(timeIntervalSince1970: 5)..<Date(timeIntervalSince1970: 6)
    }
    for strategy in [
      JSONEncoder.DateEncodingStrategy.deferredToDate, .secondsSince1970, .millisecondsSince1970,
      .iso8601, .custom { try "\($0.timeIntervalSince1970)".encode(to: $1) },
    ] { EncodingAgreement.expect(Model(), Self.settings(strategy)) }
  }

  @Test func methodsOfDatesBypassTheStrategy() {
    EncodingAgreement.run(Self.settings(.iso8601)) { encoder, _ in
      try Date(timeIntervalSinceReferenceDate: 1).encode(to: encoder)
    }
  }

  /// Members and elements can be added to what a closure has written.
  @Test func closuresInPlace() {
    func add<T: Encodable>(_ value: T, _ settings: EncoderSettings) {
      EncodingAgreement.run(settings) { encoder, _ in
        var single = encoder.singleValueContainer()
        try single.encode(value)
        var container = encoder.container(keyedBy: CodableAnyKey.self)
        try container.encode(2, forKey: "b")
        try container.encode(3, forKey: "c")
      }
    }
    let date = Self.dates[0]
    let members = Self.settings(
      .custom { _, encoder in
        var container = encoder.container(keyedBy: CodableAnyKey.self)
        try container.encode(1, forKey: "a")
        try container.encode(1, forKey: "b")
      })
    add(date, members)
    add(date, Self.settings(.custom { _, _ in }))
    let data = EncoderSettings {
      $0.dataEncodingStrategy = .custom { _, encoder in
        var container = encoder.container(keyedBy: CodableAnyKey.self)
        try container.encode(1, forKey: "a")
      }
    }
    add(Data([1]), data)
    let deferred = EncoderSettings { $0.dataEncodingStrategy = .deferredToData }
    EncodingAgreement.run(deferred, writes: "[1,2,3]") { encoder, _ in
      var single = encoder.singleValueContainer()
      try single.encode(Data([1, 2]))
      var list = encoder.unkeyedContainer()
      try list.encode(3)
    }
  }
}
