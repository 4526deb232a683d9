import Foundation
import MirrorMap
import Testing

// The code of the article on introspection; `ArticleTests` checks that it is all here.

@Suite struct IntrospectionArticleTests {
  enum Plan: String, CaseIterable, MappableValue { case free, pro }

  struct Customer: Mappable {
    @Mapped("id") var id: UInt8
    @Mapped("profile.name", "name") var name: String
    @Mapped("plan") var plan: Plan = .free
    @Mapped("since", transform: .iso8601) var since: Date?
  }

  @Test func theCodeDoesWhatItSays() throws {
    let console = Console()
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }

    print(Customer.mapping)
    let schema = Customer.jsonSchema
    print(schema["properties"]?["id"] ?? .null)

    try Customer.validateMapping()

    #expect(try console.lines == Article("\(Article.folder)/Introspection.md").output)
  }
}
