import Foundation
import MirrorMap
import Testing

// The code of the documentation's first page; `ArticleTests` checks that it is all here.

struct MirrorMapArticleTests {
  struct Person: Mappable {
    @Mapped("id") var id: Int
    @Mapped("profile.name") var name: String
    @Mapped var email: String?
  }

  struct Label: Mappable, Hashable, Codable, Sendable {
    @Mapped("label_name") var name: String
  }

  @Test func conformancesFollowFromTheValue() throws {
    let label = try Label.decode(from: #"{"label_name": "a"}"#)
    #expect(Set([label, label]).count == 1)
    #expect(String(decoding: try JSONEncoder().encode(label), as: UTF8.self) == #"{"name":"a"}"#)
    #expect(try JSONDecoder().decode(Label.self, from: Data(#"{"name":"a"}"#.utf8)) == label)
  }

  @Test func viewFindsTheVersion() throws {
    let view = try JSONView(#"{"meta": {"version": 2}, "items": []}"#)
    let version = view[path: "meta.version"]?.int
    #expect(version == 2)
  }

  @Test func codeDoesWhatItSays() throws {
    var person = try Person.decode(from: #"{"id": 7, "profile": {"name": "Ada"}}"#)
    person.email = "ada@example.org"
    let json = try person.encodeString()
    #expect(json == #"{"id":7,"profile":{"name":"Ada"},"email":"ada@example.org"}"#)
  }
}
