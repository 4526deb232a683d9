import MirrorMapStore
import Testing

@testable import TestSupport

// The code of the landing page; `ArticleTests` checks that it is all here.

struct MirrorMapStoreArticleTests {
  struct Author: StoredModel {
    @Mapped var id: Int
    @Mapped var name: String
  }

  struct Book: StoredModel {
    @Mapped var id: Int
    @Mapped var title: String
    @Related var author: Reference<Author>?
  }

  @Test func codeDoesWhatItSays() async throws {
    let console = Console()
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }

    let store = try ModelStore(.memory)
    let result = try await store.import(
      Book.self, from: #"[{"id": 1, "title": "Notes", "author": {"id": 7, "name": "Ada"}}]"#)
    print(result.changes)
    let book = try await store.fetch(Book.self, id: 1)
    print(try await store.fetch(book?.author)?.name ?? "")

    try console.check("MirrorMapStore")
  }
}
