import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Types that are decoded with a configuration.
struct ConfiguredDecodingTests {
  struct Scale: Sendable { var factor: Int }

  private struct Number: CodableWithConfiguration, Equatable {
    var value: Int
    func encode(to encoder: any Encoder, configuration: Scale) throws {
      try value.encode(to: encoder)
    }
    init(from decoder: any Decoder, configuration: Scale) throws {
      value =
        try decoder.singleValueContainer().decode(Int.self) * configuration.factor
    }
  }

  private struct Named: DecodableWithConfiguration, Equatable {
    var number: Number, other: Number?, list: [Number]
    enum CodingKeys: CodingKey { case number, other, list }
    init(from decoder: any Decoder, configuration: Scale) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number = try container.decode(Number.self, forKey: .number, configuration: configuration)
      other = try container.decodeIfPresent(
        Number.self, forKey: .other, configuration: configuration)
      list = try container.decode([Number].self, forKey: .list, configuration: configuration)
    }
  }

  private enum Tenfold: DecodingConfigurationProviding, EncodingConfigurationProviding {
    static var decodingConfiguration: Scale { Scale(factor: 10) }
    static var encodingConfiguration: Scale { Scale(factor: 1) }
  }

  private struct Wrapped: Decodable, Equatable {
    @CodableConfiguration(from: Tenfold.self) var number: Number? = nil
  }

  private static func expect<T: DecodableWithConfiguration & Equatable>(
    _ type: T.Type, _ document: String, sourceLocation: SourceLocation = #_sourceLocation
  ) where T.DecodingConfiguration == Scale {
    let data = Data(document.utf8)
    let scale = Scale(factor: 3)
    let theirs = CodableOutcome {
      try JSONDecoder().decode(T.self, from: data, configuration: scale)
    }
    let ours = CodableOutcome {
      try MappingDecoder().decode(T.self, from: data, configuration: scale)
    }
    #expect(ours.description == theirs.description, sourceLocation: sourceLocation)
    let theirTenfold = CodableOutcome {
      try JSONDecoder().decode(T.self, from: data, configuration: Tenfold.self)
    }
    let ourTenfold = CodableOutcome {
      try MappingDecoder().decode(T.self, from: data, configuration: Tenfold.self)
    }
    #expect(ourTenfold.description == theirTenfold.description, sourceLocation: sourceLocation)
  }

  @Test func valuesWithAConfiguration() throws {
    for document in ["2", "\"2\"", "null", "[]", "1.5", "", "{", "2 3"] {
      Self.expect(Number.self, document)
      Self.expect([Number].self, "[\(document)]")
    }
    let data = Data("2".utf8)
    let decoder = MappingDecoder()
    #expect(try decoder.decode(Number.self, from: data, configuration: Scale(factor: 4)).value == 8)
    #expect(try decoder.decode(Number.self, from: data, configuration: Tenfold.self).value == 20)
  }

  @Test func membersWithAConfiguration() {
    for document in [
      #"{"number": 1, "other": 2, "list": [3, 4]}"#, #"{"number": 1, "other": null, "list": []}"#,
      #"{"number": 1, "list": [3, "x"]}"#, #"{"number": "x", "list": []}"#, "{}", "[]",
    ] {
      Self.expect(Named.self, document)
      Self.expect([Named].self, "[\(document)]")
    }
  }

  @Test func propertiesThatBringTheirConfiguration() {
    for document in [#"{"number": 2}"#, "{}", #"{"number": null}"#, #"{"number": "x"}"#] {
      CodableAgreement.expect(Wrapped.self, document)
    }
  }
}
