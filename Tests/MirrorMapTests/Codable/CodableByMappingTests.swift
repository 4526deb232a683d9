import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Mapped models as parts of `Codable` types, with coders of this library and with others.
struct CodableByMappingTests {
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

  @Test func aMissingKeyHasTheWholeKeyPath() {
    struct Customer: Mappable, CodableByMapping { @Mapped("profile.name") var name: String }
    struct Order: Mappable {
      @Mapped("x", transform: .codable([Customer].self)) var customers: [Customer]
    }
    for json in [#"[{}]"#, #"[{"profile":{}}]"#] {
      let direct = errorText { try [Customer].decode(from: json) }
      #expect(direct.hasPrefix("$[0].profile.name: required key is missing"))
      do {
        _ = try MappingDecoder().decode([Customer].self, from: json)
        Issue.record("no error")
      } catch DecodingError.keyNotFound(let key, let context) {
        #expect(key.stringValue == "name")
        #expect(context.codingPath.map(\.stringValue) == ["Index 0", "profile"])
        #expect(context.underlyingError.map { "\($0)" } == direct)
      } catch {
        Issue.record("\(error)")
      }
      #expect(
        errorText { try Order.decode(from: #"{"x":\#(json)}"#) }.hasPrefix(
          "$.x[0].profile.name: required key is missing"))
    }
  }

  private struct Lossy: Mappable, CodableByMapping {
    @Mapped("profile.age") var age: Int
    @Mapped(onFailure: .lossy) var tags: [Int] = []
  }

  private struct Holder<Value: Mappable & Codable>: Mappable {
    @Mapped(transform: .codable([Value].self)) var list: [Value]
  }

  private struct PlainHolder<Value: Mappable>: Mappable {
    @Mapped var list: [Value]
  }

  @Test func issuesOfModelsInsideReachTheReportAndTheLogger() throws {
    let log = Issues()
    let mapper = Mapper.with { $0.logger = { log.append($0.description) } }
    let text = #"{"list":[{"profile":{"age":4},"tags":["bad",7]}]}"#
    let expected = [
      "$.list[0].tags[0]: expected Int, found a string (line 1, column 39, Lossy.tags)"
    ]
    let plain = PlainHolder<Lossy>.decodeReporting(from: text, using: mapper)
    #expect(plain.issues.map(\.description) == expected && log.list == expected)
    let report = Holder<Lossy>.decodeReporting(from: text, using: mapper)
    #expect(report.value?.list.first?.tags == [7])
    #expect(report.issues.map(\.description) == expected)
    #expect(log.list == expected + expected)
    _ = try Holder<Lossy>.decode(from: text, using: mapper)
    #expect(log.list == expected + expected + expected)
  }

  @Test func issuesOfADecoderHaveAMaximumCount() throws {
    let log = Issues()
    let decoder = MappingDecoder()
    decoder.mapper.maximumIssueCount = 3
    decoder.mapper.logger = { log.append($0.description) }
    let model = #"{"profile":{"age":1},"tags":["a","b"]}"#
    let text = "[\(model),\(model),\(model)]"
    _ = try [Lossy].decode(from: text, using: decoder.mapper)
    let expected = log.list
    #expect(expected.count == 4 && expected.last?.contains("at most 3 issues") == true)
    _ = try decoder.decode([Lossy].self, from: text)
    #expect(Array(log.list.dropFirst(4)) == expected)
  }

  /// A type that tries one model after the other.
  private enum Either: Decodable {
    case strict(Strict)
    case lossy(Lossy)

    struct Strict: Mappable, CodableByMapping {
      @Mapped(onFailure: .lossy) var tags: [Int] = []
      @Mapped var name: String
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      self =
        if let strict = try? container.decode(Strict.self) { .strict(strict) } else {
          .lossy(try container.decode(Lossy.self))
        }
    }
  }

  @Test func issuesOfADiscardedAttemptAreNotLogged() throws {
    let log = Issues()
    let decoder = MappingDecoder()
    decoder.mapper.logger = { log.append($0.description) }
    guard
      case .lossy = try decoder.decode(
        Either.self, from: #"{"tags":["bad"],"profile":{"age":4}}"#)
    else {
      Issue.record("the wrong case")
      return
    }
    #expect(
      log.list == ["$.tags[0]: expected Int, found a string (line 1, column 10, Lossy.tags)"])
    // Nor if something else fails later.
    #expect(throws: DecodingError.self) {
      try decoder.decode(Attempting.self, from: #"{"model":{"tags":["bad"]},"id":true}"#)
    }
    #expect(log.list.count == 1)
  }

  private struct Attempting: Decodable {
    enum CodingKeys: CodingKey { case model, id }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      _ = try? container.decode(Either.Strict.self, forKey: .model)
      _ = try container.decode(Int.self, forKey: .id)
    }
  }

  private struct Pair: Codable {
    var id: Int
    var model: Lossy
  }

  @Test func errorsWithOtherCodersAreTheirs() throws {
    let text = #"[{"id":1,"model":{"profile":{"age":1}}},{"id":1,"model":{"profile":{"age":"x"}}}]"#
    do {
      _ = try JSONDecoder().decode([Pair].self, from: Data(text.utf8))
      Issue.record("no error")
    } catch DecodingError.typeMismatch(_, let context) {
      #expect(context.codingPath.map(\.intValue) == [1, nil, nil, nil])
      #expect(context.codingPath.dropFirst().map(\.stringValue) == ["model", "profile", "age"])
      // There is no document that lines could be counted in.
      let cause = "$[1].model.profile.age: expected Int, found a string (Lossy.age)"
      #expect(context.debugDescription == cause)
      #expect(context.underlyingError.map { "\($0)" } == cause)
    }
    do {
      _ = try JSONEncoder().encode([Pair(id: 1, model: Lossy())])
      Issue.record("no error")
    } catch EncodingError.invalidValue(let value, let context) {
      #expect(value is Lossy)
      #expect(context.codingPath.map(\.intValue) == [0, nil, nil, nil])
      #expect(context.codingPath.dropFirst().map(\.stringValue) == ["model", "profile", "age"])
      #expect(
        context.underlyingError.map { "\($0)" }
          == "$[0].model.profile.age: a required property was neither decoded nor assigned (Lossy.age)"
      )
    }
  }

  private struct Level: Mappable, CodableByMapping {
    @Mapped var next: [Level]?

    static func nested(_ depth: Int) -> Level {
      var level = Level()
      for _ in 1..<depth {
        let inner = level
        level = Level()
        level.next = [inner]
      }
      return level
    }
  }

  private struct Levels: Mappable {
    @Mapped(
      "x",
      transform: .codable(
        [Level].self, decoding: { $0.mapper.maximumDepth = 8 },
        encoding: { $0.mapper.maximumDepth = 8 }))
    var levels: [Level] = []
  }

  @Test(arguments: [12, 512, 2000, Int.max])
  func partsHaveTheDepthOfTheirDocument(limit: Int) throws {
    let mapper = Mapper.with { $0.maximumDepth = limit }
    // The object, the array, and two levels for each but the last.
    let fitting = min((limit - 1) / 2, 300)
    var model = Levels()
    model.levels = [Level.nested(fitting)]
    let json = try model.encodeString(using: mapper)
    #expect(try Levels.decode(from: json, using: mapper).encodeString(using: mapper) == json)
    guard limit <= 512 else { return }
    model.levels = [Level.nested(fitting + 1)]
    #expect(throws: MappingError.self) { try model.encode(using: mapper) }
  }

  @Test func encodingErrorsOfPartsHaveThePathInTheDocument() {
    struct Named: Mappable, CodableByMapping { @Mapped var id: Int }
    struct Outer: Mappable {
      @Mapped("x", transform: .codable([Named].self)) var x: [Named] = [Named()]
    }
    let error = #expect(throws: MappingError.self) { try Outer().encode() }
    #expect(error?.code == .notEncodable)
    #expect(
      error?.description
        == "$.x[0].id: a required property was neither decoded nor assigned (Named.id)")
    #expect(error?.underlying is EncodingError)
  }

  private struct Counter: Mappable, CodableByMapping { @Mapped var id: Int = 0 }

  private struct Counters: Mappable {
    @Mapped(
      "x",
      transform: .codable(
        [Counter].self, decoding: { decoder in decoder.mapper = CodableByMappingTests.logging }))
    var counters: [Counter]
  }

  private static let logged = Issues()
  private static let logging = Mapper.with {
    $0.failurePolicy = .lenient
    $0.logger = { logged.append($0.description) }
  }

  @Test func issuesOfModelsHaveThePlaceInTheDocument() async throws {
    let issues = Issues()
    let decoder = MappingDecoder()
    decoder.mapper.failurePolicy = .lenient
    decoder.mapper.logger = { issues.append($0.description) }
    let text = "[\n{\"id\":1},\n{\"id\":\"x\"},{\"id\":[]}]"
    let expected = [
      "$[1].id: expected Int, found a string (line 3, column 7, Counter.id)",
      "$[2].id: expected Int, found an array (line 3, column 18, Counter.id)",
    ]
    #expect(try decoder.decode([Counter].self, from: text).map(\.id) == [1, 0, 0])
    #expect(issues.list == expected)
    decoder.allowsJSON5 = true
    #expect(try decoder.decode([Counter].self, from: text).map(\.id) == [1, 0, 0])
    #expect(issues.list == expected + expected)
    decoder.allowsJSON5 = false
    // Also where the decoding ends with an error.
    #expect(throws: DecodingError.self) {
      try decoder.decode([Counter].self, from: #"[{"id":{}},1]"#)
    }
    #expect(
      issues.list.last == "$[0].id: expected Int, found an object (line 1, column 8, Counter.id)")
    _ = try Counters.decode(from: #"{"x":[{"id":"ab"},{"id":true}]}"#)
    #expect(
      Self.logged.list == [
        "$.x[0].id: expected Int, found a string (line 1, column 13, Counter.id)",
        "$.x[1].id: expected Int, found a boolean (line 1, column 25, Counter.id)",
      ])
    let before = issues.list.count
    let lines = AsyncStream<[UInt8]> {
      $0.yield(Array("{\"id\":1}\n{\"id\":\"x\"}\n".utf8))
      $0.finish()
    }
    for try await _ in decoder.stream(Counter.self, from: lines, format: .lines) {}
    #expect(
      Array(issues.list[before...])
        == ["$[1].id: expected Int, found a string (line 2, column 7, Counter.id)"])
  }

  @Test func issuesOfAnAttemptThatFailsAtTheSamePlace() throws {
    let log = Issues()
    let decoder = MappingDecoder()
    decoder.mapper.logger = { log.append($0.description) }
    // The model fails at its first byte, as the number does after it.
    #expect(throws: DecodingError.self) {
      try decoder.decode(ModelOrNumber.self, from: #"{"tags":["bad"]}"#)
    }
    #expect(log.list.isEmpty)
    // The first failure counts, though another attempt has failed after it.
    #expect(throws: DecodingError.self) {
      try decoder.decode(FirstFailure.self, from: #"{"tags":["bad"]}"#)
    }
    #expect(log.list.count == 1)
  }

  private struct ModelOrNumber: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if (try? container.decode(Either.Strict.self)) == nil { _ = try container.decode(Int.self) }
    }
  }

  private struct FirstFailure: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do {
        _ = try container.decode(Either.Strict.self)
      } catch {
        _ = try? container.decode(Lossy.self)
        throw error
      }
    }
  }

  /// The limits of the decoder in a transform have no effect.
  @Test func issuesInATransformHaveTheMaximumOfTheDocument() {
    let tags = (0..<40).map { _ in "\"x\"" }.joined(separator: ",")
    let text = #"{"list":[{"profile":{"age":1},"tags":[\#(tags)]}]}"#
    for maximum in [10, 30, 50] {
      let mapper = Mapper.with { $0.maximumIssueCount = maximum }
      let plain = PlainHolder<Lossy>.decodeReporting(from: text, using: mapper)
      let inside = LimitedHolder.decodeReporting(from: text, using: mapper)
      #expect(plain.issues.count == min(maximum + 1, 40))
      #expect(inside.issues.map(\.description) == plain.issues.map(\.description))
    }
  }

  private struct LimitedHolder: Mappable {
    @Mapped(transform: .codable(decoding: { $0.mapper.maximumIssueCount = 2 })) var list: [Lossy]
  }
}
