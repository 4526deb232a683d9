import Foundation
import MirrorMap
import Testing

@testable import TestSupport

// The code of the article on moving from SmartCodable; `ArticleTests` checks that it is all here.

struct FromSmartCodableArticleTests {
  struct Post: Mappable {
    @Mapped("post_id", "id") var id: Int = 0
    @Mapped var title: String = ""
    @Mapped("meta.published", transform: .unixSeconds) var published: Date?
    @Mapped var tags: [String] = []
  }

  enum Level: String, MappableValue, UnknownCaseProviding {
    case easy, hard, other
    static var unknownCase: Level { .other }
  }

  struct Size: Mappable {
    @Mapped var width: Int = 0
    @Mapped var height: Int = 0
  }

  struct Photo: Mappable, DecodeCompleting {
    @Mapped var name: String = ""
    @Mapped var level: Level = .easy
    @Mapped(transform: .firstOf(.iso8601, .date(format: "yyyy-MM-dd"), .unixSeconds))
    var taken: Date?
    @Mapped var info: JSONValue?
    @Mapped("scores", onFailure: .lossy) var scores: [Int] = []
    @Mapped("camera", transform: .stringifiedJSON([String: String].self))
    var camera: [String: String]?
    @Flattened var size: Size
    var isSelected = false

    mutating func didDecode(in context: MappingContext) throws {
      if name.isEmpty { name = "untitled" }
    }
  }

  @Test func codeDoesWhatItSays() throws {
    let (console, logged) = (Console(), Console())
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }
    @Sendable func log(_ text: String) { logged.print(text) }

    let text = #"{"post_id": "7", "title": null, "meta": {"published": 0}, "tags": ["a", {}, 5]}"#

    do {
      _ = try Post.decode(from: text)
    } catch {
      print(error)
    }

    var tolerant = Mapper()
    tolerant.failurePolicy = .lossy
    tolerant.coercion = .lenient
    tolerant.logger = { issue in log("\(issue)") }

    let post = try Post.decode(from: text, using: tolerant)
    print(post.id, post.title.isEmpty, post.tags)

    let issues = logged.lines
    for issue in Post.decodeReporting(from: text, using: tolerant).issues { print(issue) }

    let photo = try Photo.decode(
      from: #"""
        {"level": "extreme", "taken": "1970-01-02", "info": {"iso": 100}, "scores": [1, "x", 3],
         "camera": "{\"lens\": \"50 mm\"}", "width": 640, "height": 480}
        """#)
    print(photo.name, photo.level, photo.taken?.timeIntervalSince1970 ?? 0)
    print(photo.info?["iso"]?.int ?? 0, photo.scores, photo.camera ?? [:], photo.size.width)

    let output = try Article("\(Article.folder)/FromSmartCodable.md").output
    #expect(console.lines == output)
    #expect(issues == output.filter { $0.contains("Post.tags") })
  }

  struct Alternatives: Mappable {
    @Mapped("a", "b") var value: Int?
  }

  struct Named: Mappable {
    @Mapped var name: String = ""
    @Flattened var inner: Inner
    struct Inner: Mappable {
      @Mapped var name: String = ""
    }
  }

  struct Required: Mappable {
    @Mapped var id: Int
  }

  struct Kept: Mappable {
    @Mapped("level", onFailure: .lenient) var level: Plain = .easy
    enum Plain: String, MappableValue { case easy, hard }
  }

  struct Capitalized: KeyStrategy {
    func key(for name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
  }

  struct Sent: Mappable {
    @Mapped(direction: .encodeOnly) var token: String = "t"
  }

  @Test func differencesAreTrue() throws {
    #expect(try Alternatives.decode(from: #"{"a": null, "b": 1}"#).value == nil)
    #expect(
      errorText { try Named.decode(from: #"{"name": "x"}"#) }
        == "Named.inner cannot be mapped: its model has a key that another property of Named has "
        + "as well")
    #expect(errorText { try Required.decode(from: "{}") }.contains("required key is missing"))
    #expect(try Kept.decode(from: #"{"level": "odd"}"#).level == .easy)
    #expect(try Sent.decode(from: #"{"token": "x"}"#).encodeString() == #"{"token":"t"}"#)

    var mapper = Mapper()
    mapper.keyStrategy = Capitalized()
    #expect(try Required.decode(from: #"{"Id": 1}"#, using: mapper).id == 1)
    mapper.setTransform(.unixSeconds)
    #expect(try Date.decode(from: "0", using: mapper) == Date(timeIntervalSince1970: 0))
    mapper.coercion = .lossless
    #expect(mappingError { try Int.decode(from: "3.9", using: mapper) } != nil)
    mapper.coercion = .lenient
    #expect(try Int.decode(from: "3.9", using: mapper) == 3)
  }
}
