import Foundation
import MirrorMap
import Testing

@testable import TestSupport

// The code of the recipes; `ArticleTests` checks that it is all here.

struct RecipesByTaskArticleTests {
  struct Renamed: Mappable {
    @Mapped("zip_code") var zip: String
  }

  struct Visitor: Mappable {
    @Mapped var firstName: String
  }

  struct Contact: Mappable {
    @Mapped("email", "mail", "contact.mail") var email: String?
  }

  struct Commit: Mappable {
    @Mapped("commit.author.name") var author: String
    @Mapped("parents.0.sha") var firstParent: String?
  }

  struct Log: Mappable {
    @Mapped(transform: .firstOf(.iso8601, .date(format: "dd.MM.yyyy"), .unixSeconds))
    var times: [Date]
  }

  struct Item: Mappable {
    @Mapped(coercion: .lossless) var count: Int
  }

  enum Status: String, MappableValue, UnknownCaseProviding {
    case open, closed, unknown
    static var unknownCase: Status { .unknown }
  }

  struct Preferences: Mappable {
    @Mapped var theme: String
    @Extras var others: JSONObject
  }

  struct Basket: Mappable {
    @Mapped(onFailure: .lossy) var counts: [Int]
  }

  struct Change: Mappable {
    @Mapped var nickname: String?
  }

  struct Customer: Mappable {
    @Mapped var id: String
    @Mapped var name: String?
  }

  enum Expandable<Object: Mappable>: MappableValue {
    case id(String)
    case object(Object)

    static func decode(from reader: inout JSONReader) throws -> Expandable {
      reader.nextKind == .object ? .object(try reader.decode()) : .id(try reader.decode())
    }

    func encode(to writer: inout JSONWriter) throws {
      switch self {
      case .id(let id): try writer.encode(id)
      case .object(let object): try writer.encode(object)
      }
    }
  }

  struct Profile: Mappable {
    static let link = TransformOf<URL?, String>(
      decode: { $0.isEmpty ? nil : URL(string: $0) }, encode: { $0?.absoluteString ?? "" })

    @Mapped(transform: Self.link) var website: URL?
  }

  struct Text: Mappable {
    @Mapped var text: String
  }

  struct Photo: Mappable {
    @Mapped var url: URL
  }

  enum Block: Polymorphic {
    case text(Text)
    case photo(Photo)

    static let registry = ModelRegistry<Block>(.internal(tag: "type"))
      .adding(
        "text", embed: Block.text, extract: { if case .text(let text) = $0 { text } else { nil } }
      )
      .adding(
        "photo", embed: Block.photo,
        extract: { if case .photo(let photo) = $0 { photo } else { nil } })
  }

  struct Rates: Mappable {
    @Mapped var rates: [String: Decimal]
    @Mapped("rooms") var names: [Int: String] = [:]
  }

  struct Payment: Mappable {
    @Mapped var id: UInt64
    @Mapped var amount: Decimal
    @Mapped(transform: .decimalText) var fee: Decimal
    @Mapped var raw: JSONNumber
  }

  struct Server: Mappable, CodableByMapping {
    @Mapped("listen.port") var port: Int
    @Mapped var hosts: [String] = []
  }

  struct Line: Mappable {
    @Mapped var level: String
  }

  @Test func codeDoesWhatItSays() async throws {
    let console = Console()
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }

    #expect(try Renamed.decode(from: #"{"zip_code": "1"}"#).zip == "1")

    var snake = Mapper()
    snake.keyStrategy = .snakeCase
    let visitor = try Visitor.decode(from: #"{"first_name": "Ada"}"#, using: snake)
    print(visitor.firstName)

    print(try Contact.decode(from: #"{"contact": {"mail": "a@b.c"}}"#).email ?? "none")

    let commit = try Commit.decode(from: #"{"commit": {"author": {"name": "Bo"}}, "parents": []}"#)
    print(commit.author, commit.firstParent ?? "no parent")

    let response = #"{"data": {"users": [{"first_name": "Ada"}, {"first_name": "Bo"}]}}"#
    let users = try [Visitor].decode(from: response, at: "data.users", using: snake)
    print(users.map(\.firstName))

    let log = try Log.decode(from: #"{"times": ["1970-01-01T00:00:00Z", "01.01.1970", 0]}"#)
    print(log.times.map(\.timeIntervalSince1970))

    print(try Item.decode(from: #"{"count": "12"}"#).count)

    print(try [Status].decode(from: #"["open", "archived"]"#).map(\.rawValue))

    let preferences = try Preferences.decode(from: #"{"theme": "dark", "zoom": 2}"#)
    print(try preferences.encodeString())

    let report = Basket.decodeReporting(from: #"{"counts": [1, "two", 3]}"#)
    print(report.value?.counts ?? [], report.issues.count)

    print(try Change.decode(from: "{}").$nickname.presence)
    print(try Change.decode(from: #"{"nickname": null}"#).$nickname.presence)

    var basket = try Basket.decode(from: #"{"counts": [1]}"#)
    try basket.update(from: #"{"counts": [1, 2]}"#)
    basket.counts.append(3)
    print(try basket.encodeString(options: .changesOnly))

    let blocks = try [Block].decode(
      from: #"[{"type": "text", "text": "Hi"}, {"type": "photo", "url": "https://example.org/1"}]"#)
    for block in blocks {
      if case .text(let text) = block { print(text.text) }
    }

    let customers = try [Expandable<Customer>].decode(from: #"["c1", {"id": "c2", "name": "Bo"}]"#)
    print(try customers.encodeString())

    let profile = try Profile.decode(from: #"{"website": ""}"#)
    print(profile.website as Any, try profile.encodeString())

    let rates = try Rates.decode(
      from: #"{"rates": {"EUR": 0.92, "JPY": 149.5}, "rooms": {"12": "Lab"}}"#)
    print(rates.rates["EUR"] ?? 0, rates.names)

    let payment = try Payment.decode(
      from: #"{"id": 18446744073709551615, "amount": 0.1, "fee": "0.30", "raw": 1.50e400}"#)
    print(payment.id, payment.amount * 3, payment.raw)

    let table: JSONValue = ["rates": ["CHF": 0.94]]
    print(try Rates.decode(from: table.encode()).rates.keys)
    print(try JSONValue.decode(from: payment.encode())["fee"]?.string ?? "")

    let decoder = MappingDecoder()
    decoder.allowsJSON5 = true
    let server = try decoder.decode(
      Server.self, from: "{listen: {port: 8080}, /* one of them */ hosts: ['a.example',]}")
    print(server.port, server.hosts)

    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).ndjson")
    try Data("{\"level\": \"info\"}\n{\"level\": \"error\"}\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    for try await line in Line.stream(contentsOf: file, format: .lines) {
      print(line.level)
    }

    #expect(try console.lines == Article("\(Article.folder)/RecipesByTask.md").output)
  }
}
