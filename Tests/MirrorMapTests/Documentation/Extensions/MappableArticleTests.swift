import Foundation
import MirrorMap
import Testing

@testable import TestSupport

// The code of the page on `Mappable`; `ArticleTests` checks that it is all here.

struct MappableArticleTests {
  struct Book: Mappable {
    @Mapped var title: String
    @Mapped("year_published") var year: Int?
  }

  @Test func codeDoesWhatItSays() throws {
    let console = Console()
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }

    var book = try Book.decode(from: #"{"title": "Notes", "year_published": 1843}"#)
    book.title = "Notes on the Engine"
    try book.update(from: #"{"year_published": 1842}"#)
    print(book)
    print(try book.encodeString())

    #expect(try console.lines == Article("\(Article.folder)/Extensions/Mappable.md").output)
  }
}
