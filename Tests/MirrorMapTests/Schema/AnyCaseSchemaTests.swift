import MirrorMap
import Testing

@testable import TestSupport

private struct Station: Mappable {
  @Mapped var id: Int
  @Mapped("geo.lat-1") var latitude: Double
  @Mapped("kind", "Type") var kind: String
  @Mapped var note: String?
  @Mapped("straße") var street: String
}

private struct Flagged: Mappable {
  @Mapped var ok: Bool
}

/// The keys that a case-insensitive strategy requires.
struct AnyCaseSchemaTests {
  private let mapper = Mapper.with { $0.keyStrategy = .caseInsensitive }

  @Test func requiredKeysAreRequiredInAnyCase() throws {
    #expect(
      Flagged.jsonSchema(using: mapper)["not"]
        == ["propertyNames": ["not": ["pattern": "^([oO][kK\u{212A}])$"]]])
    let validator = JSONSchemaValidator(Station.jsonSchema(using: mapper))
    let documents: [(JSONValue, Bool)] = [
      (["id": 1, "geo": ["lat-1": 2], "kind": "a", "straße": "b"], true),
      (["ID": 1, "Geo": ["LAT-1": 2], "TYPE": "a", "STRAßE": "b"], true),
      (["Id": 1, "\u{212A}ind": "a", "geo": ["lat-1": 2], "straße": "b"], true),
      (["geo": ["lat-1": 2], "kind": "a", "straße": "b"], false),
      (["iid": 1, "geo": ["lat-1": 2], "kind": "a", "straße": "b"], false),
      (["id": 1, "kind": "a", "straße": "b"], false),
      (["id": 1, "geo": ["latx1": 2], "kind": "a", "straße": "b"], false),
      (["id": 1, "geo": ["lat-1": 2], "straße": "b"], false),
    ]
    for (document, isValid) in documents {
      #expect(try validator.accepts(document) == isValid, "\(document)")
      let decodes = (try? Station.decode(from: document.encode(), using: mapper)) != nil
      #expect(decodes == isValid, "\(document)")
    }
  }

  @Test func unknownKeysOfAnyCaseAreNotRejected() throws {
    let strict = Mapper.with {
      $0.keyStrategy = .caseInsensitive
      $0.unknownKeys = .reject
    }
    #expect(try Flagged.decode(from: #"{"OK":true}"#, using: strict).ok)
    let validator = JSONSchemaValidator(Flagged.jsonSchema(using: strict))
    #expect(try validator.accepts(["OK": true]))
  }

  @Test func floatHasBounds() throws {
    let validator = JSONSchemaValidator(Float.jsonSchema)
    for text in ["3.4028234663852886e38", "3.4028235677973366e38", "-3.4028235677973366e38"] {
      #expect(try validator.accepts(JSONValue.decode(from: text)))
      #expect(try Float.decode(from: text).isFinite)
    }
    for text in ["3.4028235677973367e38", "1e39", "-3.5e38"] {
      #expect(try !validator.accepts(JSONValue.decode(from: text)))
      #expect(mappingError { try Float.decode(from: text) }?.code == .numberOutOfRange)
    }
  }
}
