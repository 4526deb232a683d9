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

  @Test func mappersOfTheCodersApplyToModels() throws {
    struct Person: Mappable, CodableByMapping {
      @Mapped var fullName: String
      @Mapped var next: [Int]?
    }
    var mapper = Mapper()
    mapper.keyStrategy = .snakeCase
    let (decoder, encoder) = (MappingDecoder(), MappingEncoder())
    (decoder.mapper, encoder.mapper) = (mapper, mapper)
    let json = #"{"aB":[{"full_name":"Ada"}]}"#
    let people = try decoder.decode([String: [Person]].self, from: json)
    #expect(people["aB"]?.first?.fullName == "Ada")
    #expect(try encoder.encodeString(people) == json)
    encoder.mapper.maximumDepth = 1
    var person = try #require(people["aB"]?.first)
    #expect(try encoder.encodeString(person) == #"{"full_name":"Ada"}"#)
    person.next = [1]
    #expect(throws: EncodingError.self) { try encoder.encode(person) }
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

  struct Named: Mappable, CodableByMapping {
    @Mapped("profile.name") var name: String = "a/b"
    @Mapped("id") var id: Int = 7
  }

  struct Empty: Mappable, CodableByMapping {
    @Mapped("none") var none: Int?
  }

  /// Members can be added to those of a model, as `JSONEncoder` does.
  @Test func membersBesideAModel() {
    let text = #"{"profile":{"name":"a\/b"},"id":7,"kind":1}"#
    EncodingAgreement.run(writes: text) { encoder, _ in
      try Named().encode(to: encoder)
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      try container.encode(1, forKey: "kind")
    }
    EncodingAgreement.run(writes: text) { encoder, _ in
      var single = encoder.singleValueContainer()
      try single.encode(Named())
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      try container.encode(1, forKey: "kind")
    }
    EncodingAgreement.run(writes: #"{"kind":1,"profile":{"name":"a\/b"},"id":7}"#) { encoder, _ in
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      try container.encode(1, forKey: "kind")
      try Named().encode(to: encoder)
    }
    EncodingAgreement.run(writes: #"{"profile":{"name":"a\/b"},"id":7,"x":{"y":2}}"#) {
      encoder, _ in
      try Named().encode(to: encoder)
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      var nested = container.nestedContainer(keyedBy: CodableAnyKey.self, forKey: "x")
      try nested.encode(2, forKey: "y")
    }
  }

  @Test func membersBesideAModelWithEqualKeys() {
    EncodingAgreement.run { encoder, _ in
      try Named().encode(to: encoder)
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      try container.encode(1, forKey: "id")
    }
    EncodingAgreement.run { encoder, _ in
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      try container.encode(1, forKey: "id")
      try Named().encode(to: encoder)
    }
    var second = Named()
    second.id = 8
    EncodingAgreement.run { [second] encoder, _ in
      try Named().encode(to: encoder)
      try second.encode(to: encoder)
    }
  }

  @Test func membersBesideAModelWithoutAny() {
    EncodingAgreement.run(writes: #"{"kind":1}"#) { encoder, _ in
      try Empty().encode(to: encoder)
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      try container.encode(1, forKey: "kind")
      try Empty().encode(to: encoder)
    }
    EncodingAgreement.run(writes: "{}") { encoder, _ in try Empty().encode(to: encoder) }
  }

  @Test func aModelThatFailsBesideMembers() {
    #expect(
      EncodingAgreement.ours { encoder, _ in
        var container = encoder.container(keyedBy: CodableAnyKey.self)
        try container.encode(1, forKey: "kind")
        var single = encoder.singleValueContainer()
        #expect(throws: EncodingError.self) { try single.encode(Place()) }
        try container.encode(2, forKey: "other")
      } == #"{"kind":1,"other":2}"#)
  }

  @Test func aModelInAnArrayIsNoMember() {
    #expect(
      EncodingAgreement.ours { encoder, _ in
        _ = encoder.unkeyedContainer()
        try Named().encode(to: encoder)
      }.hasPrefix("error invalidValue"))
  }

  @Test func slashesAreEscapedAsTheEncoderSays() throws {
    struct Texts: Mappable, CodableByMapping {
      @Mapped("a/b") var text: String = "</a> \\/ \\\\/ \"/\""
      @Mapped("raw") var raw: JSONValue = ["/": "//"]
    }
    EncodingAgreement.expect(Texts())
    EncodingAgreement.expect(["a": [Texts()]])
    let settings = EncoderSettings().with([])
    #expect(EncodingAgreement.ours([Named()], settings) == #"[{"profile":{"name":"a\/b"},"id":7}]"#)
  }
}
