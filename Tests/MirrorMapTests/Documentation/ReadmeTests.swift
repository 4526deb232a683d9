import Foundation
import MirrorMap
import Testing

// The README's code, line by line. `codeOfTheReadmeIsCompiledHere` checks that it is.

private struct Status: Mappable {
  @Mapped var id: Int
  @Mapped("created_at", transform: TwitterDate()) var createdAt: Date
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

private struct Book: Mappable { @Mapped var title: String }

private struct Shelf: Mappable {
  @Mapped("books", onFailure: .lossy) var books: [Book]
  @Mapped("year", coercion: .lossless) var year: Int?
}

extension User {
  init(name: String) {
    self.init()
    self.name = name
  }  // swift-format-ignore
}

/// The README leaves this one to Quickstart; a day is precise enough here.
private struct TwitterDate: Transform {
  func decode(_ json: String) throws -> Date {
    guard json == "Thu Jan 01 00:00:00 +0000 1970" else {
      throw MappingError(expected: "a date of Twitter's")
    }
    return Date(timeIntervalSince1970: 0)
  }
  func encode(_ object: Date) -> String { "Thu Jan 01 00:00:00 +0000 1970" }
}

@Suite struct ReadmeTests {
  private let document = """
    {"statuses": [{"id": 1, "created_at": "Thu Jan 01 00:00:00 +0000 1970", "user": {"name": "ada"}}]}
    """

  @Test func theFirstExampleWorks() throws {
    let data = Data(document.utf8)
    var statuses = try [Status].decode(from: data, at: "statuses")
    statuses[0].favorites += 1
    let json = try statuses.encode()
    let text = #"""
      [{"id":1,"created_at":"Thu Jan 01 00:00:00 +0000 1970","user":{"screen_name":"ada"},\#
      "favorite_count":1}]
      """#
    #expect(String(decoding: json, as: UTF8.self) == text)
  }

  @Test func theErrorLooksAsShown() throws {
    let text = document.replacingOccurrences(of: #"{"name": "ada"}"#, with: #"{"name": null}"#)
    let error = #expect(throws: MappingError.self) {
      try [Status].decode(from: text, at: "statuses")
    }
    #expect(
      error?.description
        == "$.statuses[0].user.name: expected String, found null (line 1, column 90, User.name)")
  }

  @Test func ownTypesAndTransformsWork() throws {
    #expect(try [Point].decode(from: "[[1, 2.5]]").encodeString() == "[[1.0,2.5]]")
    let palette = try Palette.decode(from: #"{"colors": ["ff", "a0"]}"#)
    #expect(palette.colors == [255, 160])
    #expect(try palette.encodeString() == #"{"colors":["ff","a0"]}"#)
    #expect(User(name: "ada").name == "ada")
  }

  @Test func whatDoesNotFitIsDroppedAndTold() {
    let log = Console().print
    let text = #"{"books": [{"title": "1984"}, {}], "year": "1949"}"#
    let report = Shelf.decodeReporting(from: text)
    for issue in report.issues { log("\(issue)") }
    #expect(report.value?.books.count == 1 && report.value?.year == 1949)
    #expect(
      report.issues.map(\.description) == [
        "$.books[1].title: required key is missing, expected String (line 1, column 31, Book.title)"
      ])
  }

  @Test func codeOfTheReadmeIsCompiledHere() throws {
    let readme = try Article("README.md")
    #expect(readme.code.count > 20)
    #expect(try readme.lines(missingIn: #filePath) == [])
  }
}
