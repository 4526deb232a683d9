import MirrorMap
import Testing

@testable import TestSupport

// The code of the article on updating; `ArticleTests` checks that it is all here.

struct UpdatingArticleTests {
  struct Address: Mappable, Equatable {
    @Mapped var street: String
    @Mapped var city: String?
  }

  struct Contact: Mappable, Equatable {
    @Mapped var name: String
    @Mapped var email: String?
    @Mapped var address: Address?
    @Mapped var labels: [String: Int] = [:]
  }

  @Test func codeDoesWhatItSays() throws {
    let console = Console()
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }

    var contact = try Contact.decode(
      from: #"{"name": "Ada", "email": "a@b.c", "address": {"street": "Main"}, "labels": {"x": 1}}"#
    )
    try contact.update(from: #"{"email": null, "address": {"city": "York"}, "labels": {"y": 2}}"#)
    print(contact.address?.street ?? "", contact.labels.count)

    print(contact.$email.presence, contact.$name.isChanged)
    contact.name = "Ada King"
    print(contact.$name.isChanged)

    print(try contact.encodeString(options: .changesOnly))

    let before = contact
    contact.address?.city = "Leeds"
    contact.labels["x"] = nil
    let patch = try contact.mergePatch(since: before)
    print(String(decoding: patch, as: UTF8.self))

    var copy = before
    try copy.apply(mergePatch: patch)
    print(copy == contact)

    #expect(try console.lines == Article("\(Article.folder)/Updating.md").output)
  }
}
