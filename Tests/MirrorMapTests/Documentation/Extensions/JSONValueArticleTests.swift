import Foundation
import MirrorMap
import Testing

@testable import TestSupport

// The code of the page on `JSONValue`; `ArticleTests` checks that it is all here.

struct JSONValueArticleTests {
  @Test func codeDoesWhatItSays() throws {
    let console = Console()
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }

    let json = try JSONValue.decode(from: #"{"id": 7, "price": 12.50, "tags": ["new"]}"#)
    print(json["tags"]?[0]?.string ?? "")
    print(json["id"]?.int ?? 0, json["name"]?.isNull ?? true)

    let changed = json.applying(mergePatch: ["id": nil, "name": "Ada"])
    print(try changed.encodeString())

    if case .number(let price)? = json["price"] {
      print(price)
    }

    #expect(try console.lines == Article("\(Article.folder)/Extensions/JSONValue.md").output)
  }
}
