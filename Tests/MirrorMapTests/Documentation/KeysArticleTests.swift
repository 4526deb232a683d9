import MirrorMap
import Testing

@testable import TestSupport

// The code of the article on keys; `ArticleTests` checks that it is all here.

struct KeysArticleTests {
  struct Place: Mappable {
    @Mapped var name: String
    @Mapped("geo.coordinates.0") var longitude: Double
    @Mapped("title", "label") var title: String?
    @Mapped("a.b", nested: false) var dotted: Int?
    @Mapped(#"rev\.no"#, "rev.no") var revision: Int?
    @Mapped("meta->source", delimiter: "->") var source: String?
    @Mapped("visits.*.user.id") var visitors: [Int] = []
  }

  struct Repository: Mappable, KeyStrategyProviding {
    static var keyStrategy: any KeyStrategy { .snakeCase }
    @Mapped var fullName: String
    @Mapped var htmlURL: String
    @Mapped var ownerID: Int
  }

  struct Point: Mappable {
    @Mapped var xOffset: Double
  }

  struct Capitalized: KeyStrategy {
    func key(for name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
  }

  class Document: Mappable {
    @Mapped var id: Int
    @Mapped("title", "name") var title: String
    required init() {}
  }

  final class LegacyDocument: Document, KeyOverrideProviding {
    static var keyOverrides: [String: String] { ["id": "doc.number", "title": "heading"] }
  }

  struct Paging: Mappable {
    @Mapped var page: Int
    @Mapped var total: Int
  }

  struct Results: Mappable {
    @Mapped var items: [String]
    @Flattened var paging: Paging
  }

  struct Settings: Mappable {
    @Mapped var theme: String
    @Extras var others: JSONObject
  }

  struct Account: Mappable {
    @Mapped("etag", direction: .decodeOnly) var etag: String?
    @Mapped("password", direction: .encodeOnly) var password: String?
  }

  @Test func codeDoesWhatItSays() throws {
    let console = Console()
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }

    let place = try Place.decode(
      from: #"""
        {"name": "Pier", "geo": {"coordinates": [9.5, 54.1]}, "label": "The pier", "a.b": 1,
         "rev": {"no": 4}, "meta": {"source": "osm"}, "visits": [{"user": {"id": 3}}, {}, {"user": {"id": 5}}]}
        """#)
    print(place.longitude, place.visitors)
    #expect(place.title == "The pier" && place.dotted == 1 && place.source == "osm")
    #expect(place.revision == 4)

    var kebab = Mapper()
    kebab.keyStrategy = .kebabCase
    let point = try Point.decode(from: #"{"x-offset": 2.5}"#, using: kebab)
    print(try point.encodeString(using: kebab))

    var capitalized = Mapper()
    capitalized.keyStrategy = Capitalized()
    print(try point.encodeString(using: capitalized))

    let legacy = try LegacyDocument.decode(from: #"{"doc": {"number": 7}, "heading": "Map"}"#)
    print(legacy.id, try legacy.encodeString())

    let results = try Results.decode(from: #"{"items": ["a"], "page": 1, "total": 30}"#)
    print(try results.encodeString())

    var settings = try Settings.decode(from: #"{"theme": "dark", "beta": true}"#)
    settings.theme = "light"
    print(try settings.encodeString())

    #expect(try console.lines == Article("\(Article.folder)/Keys.md").output)
  }

  @Test func keysAndDirectionsAreAsTheCommentsSay() throws {
    let document = #"{"full_name":"a","html_url":"b","owner_id":1}"#
    #expect(try Repository.decode(from: document).encodeString() == document)
    var account = try Account.decode(from: #"{"etag": "e", "password": "p"}"#)
    #expect(account.etag == "e" && account.password == nil)
    account.password = "q"
    #expect(try account.encodeString() == #"{"password":"q"}"#)
  }
}
