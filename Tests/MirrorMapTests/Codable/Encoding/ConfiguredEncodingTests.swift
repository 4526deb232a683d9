import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Types that are encoded with a configuration.
struct ConfiguredEncodingTests {
  struct Scale: Sendable { var factor: Int }

  private struct Number: CodableWithConfiguration {
    var value: Int
    init(_ value: Int) { self.value = value }
    init(from decoder: any Decoder, configuration: Scale) throws {
      value = try decoder.singleValueContainer().decode(Int.self)
    }
    func encode(to encoder: any Encoder, configuration: Scale) throws {
      guard value != 13 else { return }
      guard value >= 0 else { throw CocoaError(.userCancelled) }
      try (value * configuration.factor).encode(to: encoder)
    }
  }

  private struct Named: EncodableWithConfiguration {
    var number: Number, other: Number? = nil, list: [Number] = []
    enum CodingKeys: CodingKey { case number, other, list }
    func encode(to encoder: any Encoder, configuration: Scale) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(number, forKey: .number, configuration: configuration)
      try container.encodeIfPresent(other, forKey: .other, configuration: configuration)
      try container.encode(list, forKey: .list, configuration: configuration)
    }
  }

  private enum Tenfold: DecodingConfigurationProviding, EncodingConfigurationProviding {
    static var decodingConfiguration: Scale { Scale(factor: 1) }
    static var encodingConfiguration: Scale { Scale(factor: 10) }
  }

  private struct Wrapped: Encodable {
    @CodableConfiguration(from: Tenfold.self) var number: Number? = Number(4)
    @CodableConfiguration(from: Tenfold.self) var missing: Number? = nil
  }

  private static func expect<T: EncodableWithConfiguration>(
    _ value: T, sourceLocation: SourceLocation = #_sourceLocation
  ) where T.EncodingConfiguration == Scale {
    for format in EncodingAgreement.formats where format.contains(.sortedKeys) {
      let settings = EncoderSettings().with(format)
      let (foundation, mapping) = (settings.foundationEncoder(), settings.mappingEncoder())
      let scale = Scale(factor: 3)
      #expect(
        CodableOutcome { try mapping.encode(value, configuration: scale) }.description
          == CodableOutcome { try foundation.encode(value, configuration: scale) }.description,
        sourceLocation: sourceLocation)
      #expect(
        CodableOutcome { try mapping.encode(value, configuration: Tenfold.self) }.description
          == CodableOutcome { try foundation.encode(value, configuration: Tenfold.self) }
          .description, sourceLocation: sourceLocation)
    }
  }

  @Test func valuesWithAConfiguration() throws {
    for value in [2, 0, 13, -1] {
      Self.expect(Number(value))
      Self.expect([Number(1), Number(value)])
      Self.expect(Number(value) as Number?)
      Self.expect(Named(number: Number(value), other: Number(value)))
      Self.expect([Named(number: Number(1), list: [Number(2), Number(value)])])
    }
    Self.expect(nil as Number?)
    let data = try MappingEncoder().encode(Number(2), configuration: Scale(factor: 4))
    #expect(String(decoding: data, as: UTF8.self) == "8")
  }

  @Test func propertiesThatBringTheirConfiguration() {
    EncodingAgreement.expect(each: [Wrapped()])
    EncodingAgreement.expect(each: [Wrapped(number: nil)])
  }
}
