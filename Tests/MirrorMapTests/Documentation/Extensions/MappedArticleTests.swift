import Foundation
import MirrorMap
import Testing

@testable import TestSupport

// The code of the page on `Mapped`; `ArticleTests` checks that it is all here.

struct MappedArticleTests {
  struct Member: Mappable {
    @Mapped("mail", "e-mail") var email: String?
    @Mapped("joined", transform: .iso8601) var joined: Date
    @Mapped var tags: [String] = []
  }

  @Test func codeDoesWhatItSays() throws {
    let console = Console()
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }

    var member = try Member.decode(from: #"{"e-mail": null, "joined": "2024-05-01T00:00:00Z"}"#)
    print(member.$email.presence, member.$tags.presence)
    member.tags.append("new")
    print(member.$tags.isChanged)
    print(try member.encodeString())

    #expect(try console.lines == Article("\(Article.folder)/Extensions/Mapped.md").output)
  }
}
