import Foundation
import MirrorMap
import Testing

@testable import TestSupport

// The code of the article on migrating; `ArticleTests` checks that it is all here.

struct MigratingArticleTests {
  struct Account: Mappable {
    @Mapped("id") var id: Int
    @Mapped("user.name") var name: String?
    @Mapped("created", transform: .unixSeconds) var created: Date?
    @Mapped("tags", onFailure: .lossy) var tags: [String] = []
  }

  @Test func codeDoesWhatItSays() throws {
    let (console, logged) = (Console(), Console())
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }
    @Sendable func log(_ text: String) { logged.print(text) }

    var lenient = Mapper()
    lenient.failurePolicy = .lossy
    lenient.coercion = .lenient
    lenient.logger = { issue in log("\(issue)") }
    let account = try Account.decode(
      from: #"{"id": "7", "user": {"name": 5}, "created": "x", "tags": ["a", null]}"#,
      using: lenient)
    print(account.id, account.tags)

    #expect(try console.lines == Article("\(Article.folder)/Migrating.md").output)
    #expect(account.name == "5" && account.created == nil)
    #expect(
      logged.lines == [
        "$.created: expected a number, found a string (line 1, column 45, Account.created)",
        "$.tags[1]: expected String, found null (line 1, column 64, Account.tags)",
      ])
  }
}
