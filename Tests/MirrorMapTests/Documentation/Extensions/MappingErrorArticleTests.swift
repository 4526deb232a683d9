import Foundation
import MirrorMap
import Testing

@testable import TestSupport

// The code of the page on `MappingError`; `ArticleTests` checks that it is all here.

struct MappingErrorArticleTests {
  struct Post: Mappable {
    @Mapped var title: String
    @Mapped var likes: Int
  }

  @Test func codeDoesWhatItSays() throws {
    let console = Console()
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }

    do {
      let json = #"[{"title": "a", "likes": 1}, {"title": "b", "likes": "two"}]"#
      _ = try [Post].decode(from: json)
    } catch let error as MappingError {
      print(error.code, error.code.isSyntax)
      print(error.path)
      print(error.model ?? "", error.property ?? "")
      print(error.line ?? 0, error.column ?? 0)
    }

    #expect(try console.lines == Article("\(Article.folder)/Extensions/MappingError.md").output)
  }
}
