import MirrorMap
import Testing

// The code of the documentation's first page; `ArticleTests` checks that it is all here.

@Suite struct MirrorMapArticleTests {
  struct Person: Mappable {
    @Mapped("id") var id: Int
    @Mapped("profile.name") var name: String
    @Mapped var email: String?
  }

  @Test func theCodeDoesWhatItSays() throws {
    var person = try Person.decode(from: #"{"id": 7, "profile": {"name": "Ada"}}"#)
    person.email = "ada@example.org"
    let json = try person.encodeString()
    #expect(json == #"{"id":7,"profile":{"name":"Ada"},"email":"ada@example.org"}"#)
  }
}
