import Foundation
import MirrorMap
import Testing

@testable import TestSupport

// The models of the article on inference; the tests of the command check that it prints them.

/// 2 objects in the samples.
private struct User: Mappable {
  @Mapped var id: Int
  @Mapped var name: String
  @Mapped("created_at") var createdAt: Date  // all 2 strings are dates
  @Mapped var email: String?  // null in 1 of 2
  @Mapped var `class`: String
  @Mapped var scores: [String: Double]  // the 2 keys of 2 objects are data
  @Mapped var address: Address?  // missing in 1 of 2
}

/// 1 object in the samples.
private struct Address: Mappable {
  @Mapped var city: String
}

struct InferringModelsArticleTests {
  @Test func theSamplesAreDecodedAndEncoded() throws {
    let path = Article.root.appendingPathComponent("\(Article.folder)/InferringModels.md")
    let article = try String(contentsOf: path, encoding: .utf8)
    let sample = try #require(article.components(separatedBy: "```").dropFirst().first)
    var mapper = Mapper.default
    mapper.unknownKeys = .reject
    let users = try [User].decode(from: sample, at: "data.items", using: mapper)
    #expect(users.map(\.name) == ["Ada", "Grace"] && users[0].address?.city == "London")
    let items = try JSONValue.decode(from: sample, at: "data.items")
    #expect(try JSONValue.decode(from: users.encode()) == items)
  }
}
