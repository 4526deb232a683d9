import Foundation
import MirrorMap
import Testing

@testable import TestSupport

// The code of the article on moving from SwiftyJSON; `ArticleTests` checks that it is all here.

struct FromSwiftyJSONArticleTests {
  struct User: Mappable {
    @Mapped var id: Int
    @Mapped var name: String
    @Mapped var tags: [String] = []
  }

  @Test func codeDoesWhatItSays() throws {
    let console = Console()
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }

    let document = #"""
      {"user": {"name": "Ada", "id": 7, "tags": ["a", "b"]},
       "score": "9.5", "total": 18446744073709551615}
      """#

    let json = try JSONView(document)
    print(json["user"]?["name"]?.string ?? "")
    print(json["user"]?["tags"]?[1]?.string ?? "")
    print(json[path: "user.tags.1"]?.string ?? "")
    print(json["user"]?["email"]?["work"] == nil)

    var coercing = Mapper()
    coercing.coercion = .lossless

    let score = try json["score"]?.decode(Double.self, using: coercing)
    print(score ?? 0)

    do {
      _ = try json["user"]?["name"]?.decode(Int.self, using: coercing)
    } catch {
      print(error)
    }

    print(json["total"]?.int == nil)
    print(json["total"]?.number?.exactly(UInt64.self) ?? 0)

    var object = try JSONObject.decode(from: document)
    object["score"] = 9.5
    object["total"] = nil
    object["user"] = ["name": "Grace", "tags": []]
    print(try object.encodeString())

    let tree = try JSONValue.decode(from: document)
    let changed = tree.applying(mergePatch: ["user": ["name": "Grace", "tags": nil], "total": nil])
    print(try changed.encodeString())

    let user = try json["user"]?.decode(User.self)
    let same = try User.decode(from: document, at: "user")
    print(same.name, user?.tags ?? [])

    #expect(try console.lines == Article("\(Article.folder)/FromSwiftyJSON.md").output)
  }

  @Test func tableIsTrue() throws {
    let text = #"{"a": [1, 2.5, "x"], "url": "https://example.org", "n": null, "b": true}"#
    let view = try JSONView(text)
    #expect(view[path: ["a", "1"]]?.double == 2.5)
    #expect(view["a"]?.elements.count == 3 && view["b"]?.elements.isEmpty == true)
    #expect(view.members.map(\.key) == ["a", "url", "n", "b"])
    #expect(view["a"]?.members.isEmpty == true)
    #expect(try view["url"]?.decode(URL.self) == URL(string: "https://example.org"))
    #expect(view["n"]?.isNull == true && view["a"]?.kind == .array && view["c"] == nil)
    #expect(view.count == 4 && view["a"]?[0]?.number?.exactly(Int32.self) == 1)
    for (key, value) in view.members where key == "b" { #expect(value.bool == true) }

    let value = try JSONValue.decode(from: text)
    #expect(value["a"]?.array?.count == 3 && value["a"]?.object == nil)
    #expect(value["a"]?[1]?.number?.decimal == 2.5 && value["a"]?[1]?.int == nil)
    #expect(try JSONValue(foundation: ["a": [1, 2.5, "x"] as [Any]])["a"] == value["a"])
    #expect((value["a"]?.foundationObject as? [Any])?.count == 3)
    #expect(value.applying(mergePatch: ["a": [9]])["a"] == [9])
    #expect(errorText { try JSONView("{") }.contains("line 1, column 2"))
  }
}
