import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Mapped models that are decoded from what decoders of other libraries have.
struct DecoderConversionTests {
  // MARK: - What decoders are asked for

  private enum Level: String, MappableValue { case low, high }

  private struct Point: CodableByMapping {
    @Mapped var x: Double
    @Mapped var label: String?
  }

  private struct Note: Mappable {
    @Mapped("note_text") var text: String = ""
    @Mapped("note_stars") var stars: Int?
  }

  private struct All: CodableByMapping {
    @Mapped var id: Int
    @Mapped var name: String
    @Mapped var size: Double
    @Mapped var ratio: Float = 1
    @Mapped var isOpen: Bool
    @Mapped var small: Int8?
    @Mapped var price: Decimal?
    @Mapped var link: URL?
    @Mapped var level: Level = .low
    @Mapped(transform: .unixSeconds) var seen: Date?
    @Mapped(transform: .iso8601) var day: Date?
    @Mapped("geo.lat") var latitude: Double?
    @Mapped("geo.place.code") var code: String?
    @Mapped var tags: [String] = []
    @Mapped var grid: [[Int]]?
    @Mapped var counts: [String: Int] = [:]
    @Mapped var points: [Point] = []
    @Mapped var best: Point?
    @Mapped var named: [String: Point]?
    @Mapped var gaps: [Int?] = []
    @Flattened var note: Note
  }

  private static let all = #"""
    {"id":1,"name":"a","size":2.5,"ratio":2,"isOpen":true,"small":-3,"price":1.10,"link":"https://a.b",
    "level":"high","seen":60,"day":"2026-01-02T03:04:05Z","geo":{"lat":1.5,"place":{"code":"x"}},
    "tags":["a","b"],"grid":[[1],[],[2,3]],"counts":{"a":1},
    "points":[{"x":1,"label":"p"},{"x":2.25,"label":null}],"best":{"x":0},"named":{"n":{"x":7}},
    "gaps":[1,null,2],"note_text":"t","note_stars":4,
    "unknown":{"a":[1,"b"]},"other":null}
    """#

  @Test func decodersAreAskedForTheTypesOfPropertiesOnly() throws {
    let expected = try All.decode(from: Self.all)
    for _ in 0..<3 {
      let decoder = AskedDecoder(value: try JSONValue.decode(from: Self.all))
      let model = try All(from: decoder)
      #expect("\(model)" == "\(expected)")
      #expect(model.price == Decimal(string: "1.10") && model.gaps == [1, nil, 2])
    }
    let decoder = AskedDecoder(value: try JSONValue.decode(from: Self.all))
    _ = try All(from: decoder)
    #expect(decoder.log.failures == [])
    #expect(decoder.log.keys.contains("note_stars"))
    #expect(decoder.log.keys.isDisjoint(with: ["unknown", "other"]))
    let foundation = try JSONDecoder().decode(All.self, from: Data(Self.all.utf8))
    #expect("\(foundation)" == "\(expected)")
  }

  @Test func aTextThatMayBeANumberIsTextForAString() throws {
    let tree: JSONValue = [
      "id": "1", "name": "12", "size": "2", "isOpen": "true", "tags": ["1", "no"],
      "counts": ["a": "7"],
    ]
    let model = try All(from: AskedDecoder(value: tree, behavior: .textOnly))
    #expect(model.id == 1 && model.name == "12" && model.size == 2 && model.isOpen)
    #expect(model.tags == ["1", "no"] && model.counts == ["a": 7])
  }

  @Test func anArrayThatGoesOnAfterAFailureIsAnError() {
    let tree: JSONValue = ["id": 1, "name": "", "size": 1, "isOpen": true, "tags": ["a", 2, "c"]]
    #expect(throws: DecodingError.self) {
      try All(from: AskedDecoder(value: tree, behavior: .goingOn))
    }
  }

  // MARK: - Rows of databases

  private struct Chapter: Mappable {
    @Mapped var title: String
    @Mapped("page_count") var pages: Int?
  }

  private struct Book: CodableByMapping {
    @Mapped var id: Int
    @Mapped var title: String
    @Mapped("is_read") var isRead: Bool = false
    @Mapped var price: Double?
    @Mapped var subtitle: String?
    @Mapped var cover: Point?
    @Mapped var tags: [String] = []
    @Mapped var chapters: [Chapter] = []
  }

  @Test func aRowIsDecodedWithTheRowsThatBelongToItAndJSONInColumns() throws {
    let columns: [String: JSONValue] = [
      "id": 7, "title": "12", "is_read": 1, "price": 9.5, "subtitle": nil,
      "cover": #"{"x":1.5,"label":"front"}"#, "tags": #"["a","b"]"#, "unknown": "?",
    ]
    let chapters = ["One", "Two"].map {
      RowDecoder.Row(columns: ["title": .string($0), "page_count": 10])
    }
    for _ in 0..<2 {
      let row = RowDecoder.Row(columns: columns, rows: ["chapters": chapters])
      let book = try Book(from: RowDecoder(row: row))
      #expect(book.id == 7 && book.title == "12" && book.isRead && book.price == 9.5)
      #expect(book.subtitle == nil && book.cover?.label == "front" && book.tags == ["a", "b"])
      #expect(book.chapters.map(\.title) == ["One", "Two"] && book.chapters.first?.pages == 10)
    }
    #expect(try Book(from: RowDecoder(row: .init(columns: columns))).chapters.isEmpty)
    #expect(throws: DecodingError.self) {
      try Book(from: RowDecoder(row: .init(columns: ["id": "x", "title": "t"])))
    }
  }

  /// A type that isn't mapped, with a mapped model in a column.
  private struct Shelf: Decodable {
    let name: String
    let book: Book
  }

  @Test func aModelInAColumnIsDecodedFromItsJSON() throws {
    let row = RowDecoder.Row(columns: ["name": "n", "book": #"{"id":1,"title":"t"}"#])
    let shelf = try Shelf(from: RowDecoder(row: row))
    #expect(shelf.name == "n" && shelf.book.id == 1 && shelf.book.title == "t")
  }

  // MARK: - As from JSON

  private static let samples: [JSONValue] = [
    .null, true, 0, 1, -1, 2.5, 1_000_000_000_000_000_000_000, "", "a", "12", "high", [], [1],
    ["a"], [[]], [:], ["lat": 1], ["x": 1], ["x": "1"], ["a": 1], ["place": []],
  ]

  /// Each value of a document in turn is replaced by others.
  @Test func whateverAValueIsTheOutcomeIsThatOfTheJSON() throws {
    let object = try #require(JSONValue.decode(from: Self.all).object)
    var (successes, failures) = (0, 0)
    func compare(_ changed: JSONValue) throws {
      let json = try changed.encode()
      let tree = Result { try All.decode(from: json) }
      let asked = Result { try All(from: AskedDecoder(value: changed)) }
      switch (tree, asked) {
      case (.success(let first), .success(let second)):
        #expect("\(first)" == "\(second)")
        #expect(try first.encodeString() == second.encodeString())
        successes += 1
      case (.failure(let first as MappingError), .failure(let second as DecodingError)):
        guard case .some(let cause as MappingError) = second.context?.underlyingError else {
          Issue.record("\(second)")
          return
        }
        #expect(first.path == cause.path && first.code == cause.code, "\(changed)")
        #expect(first.expected == cause.expected && first.found == cause.found)
        failures += 1
      default: Issue.record("\(changed): \(tree), \(asked)")
      }
    }
    for key in object.keys {
      var changed = object
      changed[key] = nil
      try compare(.object(changed))
      for sample in Self.samples {
        changed[key] = sample
        try compare(.object(changed))
        // In the place of what's inside of an array or object.
        guard let inner = object[key] else { continue }
        if let elements = inner.array, !elements.isEmpty {
          changed[key] = .array(elements.dropLast() + [sample])
          try compare(.object(changed))
        } else if let members = inner.object, let first = members.keys.first {
          var members = members
          members[first] = sample
          changed[key] = .object(members)
          try compare(.object(changed))
        }
      }
    }
    for sample in Self.samples { try compare(sample) }
    #expect(successes > 100 && failures > 100)
  }

  @Test func numbersThatJSONDoesntHaveAreErrors() throws {
    struct Measured: CodableByMapping {
      @Mapped var last: Double = 0
      @Mapped var all: [Double] = []
    }
    for value in [Double.nan, .infinity] {
      for list: [String: [Double]] in [["all": [1, value, 2]], ["all": [value]]] {
        let data = try PropertyListEncoder().encode(list)
        #expect(throws: DecodingError.self) {
          try PropertyListDecoder().decode(Measured.self, from: data)
        }
      }
      let data = try PropertyListEncoder().encode(["last": value])
      #expect(throws: DecodingError.self) {
        try PropertyListDecoder().decode(Measured.self, from: data)
      }
    }
    let data = try PropertyListEncoder().encode(["all": [1.5, -0.0]])
    #expect(try PropertyListDecoder().decode(Measured.self, from: data).all == [1.5, 0])
  }

  // MARK: - What isn't left out

  private static func decode<Model: CodableByMapping>(
    _ type: Model.Type, _ tree: JSONValue
  ) throws -> Model {
    // Once the model is known to be read by its plan, too.
    _ = try Model(from: AskedDecoder(value: tree))
    return try Model(from: AskedDecoder(value: tree))
  }

  private struct Open: CodableByMapping {
    @Mapped var id: Int
    @Mapped("group.name") var name: String?
    @Mapped var inner: Point?
    @Extras var rest: JSONObject
  }

  @Test func extrasAreKept() throws {
    let tree: JSONValue = [
      "id": 1, "group": ["name": "n", "more": [1]], "inner": ["x": 1, "y": 2], "b": 2.5,
    ]
    let model = try Self.decode(Open.self, tree)
    #expect(model.rest == ["group": ["more": [1]], "b": 2.5])
    #expect(model.name == "n" && model.inner?.x == 1)
  }

  private struct Checked: CodableByMapping, DecodeValidating {
    @Mapped var id: Int
    @Mapped var inner: Point?

    static func willDecode(_ json: JSONView, in context: MappingContext) throws {
      guard try json["inner"]?["y"]?.decode(Int.self) == 2, json["more"] != nil else {
        throw CocoaError(.coderInvalidValue)
      }
    }
  }

  @Test func whatAValidatorSeesIsKept() throws {
    let tree: JSONValue = ["id": 1, "inner": ["x": 1, "y": 2], "more": 3]
    #expect(try Self.decode(Checked.self, tree).id == 1)
    #expect(throws: DecodingError.self) { try Self.decode(Checked.self, ["id": 1]) }
  }

  /// A model with code of its own, which reads members without a property.
  private struct Custom: CodableByMapping {
    @Mapped var id: Int
    var sum = 0

    static func decode(from reader: inout JSONReader) throws -> Custom {
      let tree = try JSONValue.decode(from: &reader)
      var model = Custom()
      model.id = tree["id"]?.number?.exactly(Int.self) ?? 0
      model.sum = tree.object?.values.compactMap { $0.number?.exactly(Int.self) }.reduce(0, +) ?? 0
      return model
    }
  }

  /// A value that has the shape of a model, but reads more.
  private struct Counted: MappableValue {
    let point: Point
    let count: Int

    static var shape: ValueShape { .value(Point.self) }
    static func decode(from reader: inout JSONReader) throws -> Counted {
      let tree = try JSONValue.decode(from: &reader)
      return Counted(point: try Point.decode(from: tree.encode()), count: tree.object?.count ?? 0)
    }
    func encode(to writer: inout JSONWriter) throws { try point.encode(to: &writer) }
  }

  private struct Fixed: ImmutableMappable {
    let id: Int
    let rest: JSONObject

    init(from object: inout ObjectReader) throws {
      id = try object.value("id")
      rest = try object.unmapped(as: JSONObject.self)
    }
    func encode(to object: inout ObjectWriter) throws { try object.set(id, "id") }
  }

  private struct Holder: CodableByMapping {
    @Mapped var custom: Custom?
    @Mapped var customs: [Custom] = []
    @Mapped var counted: Counted?
    @Mapped var fixed: Fixed?
    @Mapped var tree: JSONObject?
    @Flattened var note: Note
  }

  @Test func whatCodeOfTheUserReadsIsKept() throws {
    let custom: JSONValue = ["id": 1, "b": 2, "c": 3]
    #expect(try Self.decode(Custom.self, custom).sum == 6)
    let tree: JSONValue = [
      "custom": custom, "customs": [custom, ["id": 0, "z": 9]],
      "counted": ["x": 1, "y": 2, "z": 3],
      "fixed": ["id": 1, "more": [2]], "tree": ["a": [1.5]], "note_text": "t",
    ]
    let holder = try Self.decode(Holder.self, tree)
    #expect(holder.custom?.sum == 6 && holder.customs.map(\.sum) == [6, 9])
    #expect(holder.counted?.count == 3 && holder.fixed?.rest == ["more": [2]])
    #expect(holder.tree == ["a": [1.5]] && holder.note.text == "t")
  }

  // MARK: - Members that can't be decoded

  /// Numbers that Foundation's decoder can't represent.
  private static let unreadable = Data(
    #"{"id":1,"big":1e400,"group":{"n":2,"big":1e400},"inner":{"id":3,"big":[1e400]}}"#.utf8)

  @Test func aMemberWithoutAPropertyNeedntBeDecodable() throws {
    struct Inner: Mappable { @Mapped var id: Int }
    struct First: CodableByMapping {
      @Mapped var id: Int
      @Mapped("group.n") var number: Int
      @Mapped var inner: Inner
    }
    for _ in 0..<2 {
      let first = try JSONDecoder().decode(First.self, from: Self.unreadable)
      #expect(first.id == 1 && first.number == 2 && first.inner.id == 3)
    }
  }

  @Test func aMemberThatMattersIsAnErrorEachTime() {
    struct Kept: CodableByMapping {
      @Mapped var id: Int
      @Extras var rest: JSONObject
    }
    struct Reading: CodableByMapping {
      @Mapped var id: Int
      static func decode(from reader: inout JSONReader) throws -> Reading {
        var model = Reading()
        model.id = try JSONValue.decode(from: &reader).object?.count ?? 0
        return model
      }
    }
    for _ in 0..<2 {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Kept.self, from: Self.unreadable)
      }
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Reading.self, from: Self.unreadable)
      }
    }
  }

  @Test func aWrongDeclarationIsAnError() {
    struct Twice: CodableByMapping {
      @Mapped("a") var first: Int = 0
      @Mapped("a") var second: Int = 0
    }
    for decoder: any Decoder in [AskedDecoder(value: [:]), RowDecoder(row: .init())] {
      let error = #expect(throws: DecodingError.self) { try Twice(from: decoder) }
      #expect((error?.context?.underlyingError as? MappingError)?.code == .declaration)
    }
  }

  @Test func deepDocumentsHaveTheLimitOfTheMapper() throws {
    struct Nested: CodableByMapping { @Mapped var next: [Nested]? }
    func tree(_ depth: Int) -> JSONValue {
      (1..<depth).reduce([:]) { inner, _ in ["next": [inner]] }
    }
    #expect(try Nested(from: AskedDecoder(value: tree(200))).next?.count == 1)
    #expect(throws: DecodingError.self) { try Nested(from: AskedDecoder(value: tree(300))) }
  }
}

extension DecodingError {
  fileprivate var context: Context? {
    switch self {
    case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
      .valueNotFound(_, let context):
      context
    @unknown default: nil
    }
  }
}
