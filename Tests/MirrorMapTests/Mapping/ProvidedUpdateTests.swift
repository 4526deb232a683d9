import MirrorMap
import Testing

struct ProvidedUpdateTests {
  final class Author: Mappable, ModelProviding {
    @Mapped var id: Int
    @Mapped var name: String?
    init() {}

    static func instance(for json: JSONView, in context: MappingContext) throws -> Author? {
      context[Authors.self]?.known[json["id"]?.int ?? 0]
    }
  }

  struct Authors: @unchecked Sendable {
    var known: [Int: Author] = [:]
  }

  final class Post: Mappable {
    @Mapped var author: Author
    @Mapped var reviewer: Author?
    @Mapped var others: [String: Author] = [:]
    init() {}
  }

  private let first = Author()
  private let second = Author()
  private var context: MappingContext {
    MappingContext(Authors(known: [1: first, 2: second]))
  }

  private func post() throws -> Post {
    (first.id, second.id) = (1, 2)
    return try Post.decode(
      from: #"{"author": {"id": 1}, "reviewer": {"id": 1}, "others": {"a": {"id": 1}}}"#,
      context: context)
  }

  @Test func knownInstanceTakesThePlaceOfAnother() throws {
    let post = try post()
    #expect(post.author === first && post.reviewer === first && post.others["a"] === first)
    try post.update(
      from: #"""
        {"author": {"id": 2, "name": "Bo"}, "reviewer": {"id": 2}, "others": {"a": {"id": 2}}}
        """#, context: context)
    #expect(post.author === second && post.reviewer === second && post.others["a"] === second)
    #expect(second.name == "Bo")
    #expect(first.id == 1 && first.name == nil)
  }

  @Test func laterObjectsOfTheSameInstanceUpdateIt() throws {
    let post = try post()
    try post.update(from: #"{"author": {"id": 1, "name": "Al"}}"#, context: context)
    #expect(post.author === first && first.name == "Al")
    try post.update(from: #"{"author": {"name": "Cy"}}"#, context: context)
    #expect(post.author === first && first.name == "Cy")
  }

  @Test func updatedObjectItselfStaysWhatItIs() throws {
    _ = try post()
    try first.update(from: #"{"id": 2, "name": "Di"}"#, context: context)
    #expect(first.id == 2 && first.name == "Di")
    #expect(second.name == nil)
  }
}
