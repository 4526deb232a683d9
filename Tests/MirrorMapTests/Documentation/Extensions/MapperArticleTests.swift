import Foundation
import MirrorMap
import Testing

@testable import TestSupport

// The code of the page on `Mapper`; `ArticleTests` checks that it is all here.

struct MapperArticleTests {
  struct Account: Mappable {
    @Mapped var accountNumber: Int
    @Mapped var openedAt: Date
  }

  enum API {
    static let mapper: Mapper = {
      var mapper = Mapper()
      mapper.keyStrategy = .snakeCase
      mapper.coercion = .lossless
      mapper.setTransform(.unixSeconds)
      return mapper
    }()
  }

  @Test func codeDoesWhatItSays() throws {
    let console = Console()
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }

    let account = try Account.decode(
      from: #"{"account_number": "42", "opened_at": 0}"#, using: API.mapper)
    print(account.accountNumber)
    print(try account.encodeString(using: API.mapper))

    #expect(try console.lines == Article("\(Article.folder)/Extensions/Mapper.md").output)
  }
}
