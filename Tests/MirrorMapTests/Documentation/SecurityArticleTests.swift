import MirrorMap
import Testing

@testable import TestSupport

// The code of the article on security; `ArticleTests` checks that it is all here.

extension Mapper {
  static let untrusted: Mapper = {
    var mapper = Mapper()
    mapper.maximumDocumentSize = 1_000_000  // bytes
    mapper.maximumDepth = 32
    mapper.maximumStringLength = 10_000  // bytes
    mapper.maximumCollectionCount = 1_000
    return mapper
  }()
}

struct SecurityArticleTests {
  struct Order: Mappable {
    @Mapped var id: Int
    @Mapped var note: String?
    @Mapped var items: [String] = []
  }

  @Test func codeDoesWhatItSays() throws {
    let console = Console()
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }

    let body = #"{"id": 7, "note": "\#(String(repeating: "x", count: 20_000))"}"#
    do {
      _ = try Order.decode(from: body, using: .untrusted)
    } catch let error as MappingError where error.code == .sizeLimit {
      print(error)
    }

    var debugging = Mapper.untrusted
    debugging.errorSnippetLength = 8  // bytes on each side
    do {
      _ = try Order.decode(from: #"{"id": "7", "note": null}"#, using: debugging)
    } catch {
      print(error)
    }

    #expect(try console.lines == Article("\(Article.folder)/Security.md").output)
    #expect(console.lines.count == 2)
  }

  @Test func orderWithinTheLimitsIsRead() throws {
    let json = #"{"id": 7, "note": "soon", "items": ["tea", "milk"]}"#
    let order = try Order.decode(from: json, using: .untrusted)
    #expect(order.items == ["tea", "milk"])
  }
}
