import Foundation
import MirrorMap
import Testing

/// Mapped models as parts of `Codable` types, with coders of this library and with others.
@Suite struct CodableByMappingTests {
  struct Place: Mappable, CodableByMapping, Equatable {
    @Mapped("geo.lat") var latitude: Double = 0
    @Mapped("seen", transform: .unixSeconds) var seen: Date?
    @Mapped("name") var name: String

    static func == (left: Place, right: Place) -> Bool {
      left.latitude == right.latitude && left.seen == right.seen && left.name == right.name
    }
  }

  class Animal: Mappable, CodableByMapping {
    @Mapped("animal_name") var name: String = ""
    required init() {}
  }

  final class Dog: Animal {
    @Mapped("dog.breed") var breed: String = ""
  }

  /// A `Codable` type whose coding is synthesized.
  struct Trip: Codable, Equatable {
    var title: String
    var places: [Place]
    var best: Place?
  }

  private static let json = #"""
    {"title":"North","places":[{"geo":{"lat":1.5},"seen":60,"name":"A"},\#
    {"geo":{"lat":2.0},"seen":null,"name":"B"}],"best":{"geo":{"lat":3.0},"name":"C"}}
    """#

  private static func isExpected(_ trip: Trip) -> Bool {
    trip.places.map(\.latitude) == [1.5, 2] && trip.places.map(\.name) == ["A", "B"]
      && trip.places[0].seen == Date(timeIntervalSince1970: 60) && trip.best?.latitude == 3
  }

  @Test func ownCodersReadAndWriteInPlace() throws {
    let trip = try MappingDecoder().decode(Trip.self, from: Self.json)
    #expect(Self.isExpected(trip))
    let encoded = try MappingEncoder().encode(trip)
    #expect(
      try JSONValue.decode(from: encoded)
        == JSONValue.decode(from: Self.json.replacing(#""seen":null,"#, with: #""seen":null,"#)))
    #expect(try MappingDecoder().decode(Trip.self, from: encoded) == trip)
  }

  @Test func foundationsCodersGoThroughATree() throws {
    let trip = try JSONDecoder().decode(Trip.self, from: Data(Self.json.utf8))
    #expect(Self.isExpected(trip))
    let json = try JSONEncoder().encode(trip)
    #expect(Self.isExpected(try MappingDecoder().decode(Trip.self, from: json)))
    let list = try PropertyListEncoder().encode(["a": trip.places[0]])
    let copy = try PropertyListDecoder().decode([String: Place].self, from: list)
    #expect(copy["a"] == trip.places[0])
  }

  @Test func subclassesAreCodedAsThemselves() throws {
    let json = #"[{"animal_name":"Rex","dog":{"breed":"Pug"}}]"#
    for dogs in [
      try MappingDecoder().decode([Dog].self, from: json),
      try JSONDecoder().decode([Dog].self, from: Data(json.utf8)),
    ] {
      #expect(dogs.map(\.name) == ["Rex"])
      #expect(dogs.map(\.breed) == ["Pug"])
      #expect(try String(decoding: MappingEncoder().encode(dogs), as: UTF8.self) == json)
      #expect(
        try JSONValue.decode(from: JSONEncoder().encode(dogs)) == JSONValue.decode(from: json))
    }
  }

  @Test(arguments: [
    (#"{"title":"T","places":[{"geo":{"lat":"x"},"name":"A"}]}"#, "places/Index 0/geo/lat", 38),
    (#"{"title":"T","places":[{"geo":{"lat":1}}]}"#, "places/Index 0", 24),
    (#"{"title":"T","places":[{"name":null}]}"#, "places/Index 0/name", 32),
    (#"{"title":"T","places":[7]}"#, "places/Index 0", 24),
  ])
  func errorsHaveTheCodingPathAndThePlace(_ json: String, _ path: String, _ column: Int) throws {
    do {
      _ = try MappingDecoder().decode(Trip.self, from: json)
      Issue.record("no error")
    } catch let error as DecodingError {
      let context =
        switch error {
        case .dataCorrupted(let context), .keyNotFound(_, let context),
          .typeMismatch(_, let context), .valueNotFound(_, let context):
          context
        @unknown default: DecodingError.Context(codingPath: [], debugDescription: "")
        }
      #expect(context.codingPath.map(\.stringValue).joined(separator: "/") == path)
      let place = try #require(context.underlyingError as? MappingError)
      #expect(place.line == 1)
      #expect(place.column == column, "\(place)")
    }
  }

  @Test func aPropertyThatWasNeverSetIsAnEncodingError() throws {
    #expect(throws: EncodingError.self) {
      try MappingEncoder().encode(Trip(title: "T", places: [Place()], best: nil))
    }
  }
}
