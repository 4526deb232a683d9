import Foundation
import MirrorMap
import Testing

@testable import TestSupport

// The README's code, line by line. `codeOfTheReadmeIsCompiledHere` checks that it is.

private struct Status: Mappable {
  @Mapped var id: Int
  @Mapped("created_at", transform: .date(format: "EEE MMM dd HH:mm:ss Z yyyy"))
  var createdAt: Date
  @Mapped("user") var author: User
  @Mapped("favorite_count") var favorites: Int = 0
  @Mapped("retweeted_status.user.screen_name") var retweetOf: String?
}

private struct User: Mappable {
  @Mapped("screen_name", "name") var name: String
  @Mapped("url") var website: URL?
}

private struct Point: MappableValue {
  var x, y: Double

  static func decode(from reader: inout JSONReader) throws -> Point {
    let pair = try reader.decode([Double].self)
    guard pair.count == 2 else { throw MappingError(expected: "two numbers") }
    return Point(x: pair[0], y: pair[1])
  }

  func encode(to writer: inout JSONWriter) throws { try writer.encode([x, y]) }
}

private struct HexInteger: Transform {
  func decode(_ json: String) throws -> Int {
    guard let value = Int(json, radix: 16) else { throw MappingError(expected: "a hex number") }
    return value
  }
  func encode(_ object: Int) -> String { String(object, radix: 16) }
}

private struct Palette: Mappable {
  @Mapped("colors", transform: HexInteger()) var colors: [Int]
}

extension User {
  init(name: String) {
    self.init()
    self.name = name
  }
}

private struct Page: Codable {
  var title: String
  var updatedAt: Date
}

private struct Book: Mappable {
  @Mapped var title: String
}

private struct Shelf: Mappable {
  @Mapped("books", onFailure: .lossy) var books: [Book]
  @Mapped("year", coercion: .lossless) var year: Int?
}

struct ReadmeTests {
  @Test func codePrintsWhatTheReadmeSays() throws {
    let console = Console()
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }

    let document = #"""
      {"statuses": [{"id": 7, "created_at": "Thu Jan 01 00:00:00 +0000 1970", "user": {"name": "ada"}}]}
      """#
    var statuses = try [Status].decode(from: document, at: "statuses")
    statuses[0].author.name = "grace"
    print(try statuses[0].author.encodeString())

    do {
      _ = try [Status].decode(from: #"[{"id": 7}, {"id": "8"}]"#)
    } catch {
      print(error)
    }

    let report = Shelf.decodeReporting(from: #"{"books": [{"title": "1984"}, {}], "year": "1949"}"#)
    print(report.value?.year ?? 0, report.value?.books.count ?? 0)
    for issue in report.issues { print(issue) }

    // The section on stores, whose test is in the tests of the store, comes after these.
    #expect(try console.lines == Array(Article("README.md").output.prefix(4)))
    #expect(console.lines.count == 4)
  }

  @Test func statusIsWrittenAsItWasRead() throws {
    let document = #"""
      {"id":7,"created_at":"Thu Jan 01 00:00:00 +0000 1970","user":{"screen_name":"ada"},\#
      "favorite_count":1,"retweeted_status":{"user":{"screen_name":"grace"}}}
      """#
    let status = try Status.decode(from: document)
    #expect(status.createdAt == Date(timeIntervalSince1970: 0))
    #expect(try status.encodeString() == document)
  }

  @Test func documentsAndPartsOfThemAreDecodedAndEncoded() throws {
    let data = Data(#"{"users": [{"name": "ada"}], "count": 1}"#.utf8)

    let users = try [User].decode(from: data, at: "users")
    let first = try User.decode(from: data, at: "users.0")
    let count = try Int.decode(from: data, at: "count")
    #expect(users.map(\.name) == ["ada"] && first.name == "ada" && count == 1)

    let json = try users.encode()
    let text = try users.encodeString(options: [.prettyPrinted, .sortedKeys])
    #expect(json == Data(#"[{"screen_name":"ada"}]"#.utf8))
    #expect(text.contains("\n    \"screen_name\": \"ada\"\n"))
  }

  @Test func ownTypesAndTransformsWork() throws {
    #expect(try [Point].decode(from: "[[1, 2.5]]").encodeString() == "[[1.0,2.5]]")
    let palette = try Palette.decode(from: #"{"colors": ["ff", "a0"]}"#)
    #expect(palette.colors == [255, 160])
    #expect(try palette.encodeString() == #"{"colors":["ff","a0"]}"#)
  }

  @Test func codableTypesAreDecoded() throws {
    let decoder = MappingDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    let page = try decoder.decode(
      Page.self, from: #"{"title": "News", "updated_at": "2026-02-28T12:30:00Z"}"#)
    #expect(page.title == "News" && page.updatedAt == Date(timeIntervalSince1970: 1_772_281_800))
  }

  @Test func streamsAreDecoded() async throws {
    var shown: [String] = []
    func show(_ item: Any) { shown.append("\(item)") }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).ndjson")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(
      #"{"id": 1, "created_at": "Thu Jan 01 00:00:00 +0000 1970", "user": {"name": "ada"}}"#.utf8
    ).write(to: file)
    let chunks = Chunks(#"{"users": [{"name": "ada"}, {"name": "bob"}]}"#, size: 7)

    for try await user in User.stream(from: chunks, at: "users") {
      show(user)
    }
    for try await batch in Status.stream(contentsOf: file, format: .lines).batches {
      show(batch)
    }

    #expect(shown.count == 3 && shown[1].contains("bob") && shown[2].contains("ada"))
  }

  @Test func modelIsCreatedInCode() throws {
    #expect(try User(name: "ada").encodeString() == #"{"screen_name":"ada"}"#)
    let unset = User()
    #expect(unset.website == nil)
    #expect(throws: MappingError.self) { try unset.encode() }
  }

  @Test func codeOfTheReadmeIsCompiledHere() throws {
    let readme = try Article("README.md")
    #expect(readme.code.count > 20)
    let store = Article.root.appendingPathComponent(
      "Tests/MirrorMapStoreTests/Articles/StoreReadmeTests.swift")
    #expect(try readme.lines(missingIn: #filePath, store.path) == [])
  }
}
