import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// GraphQL: data next to errors with paths, and connections of edges and nodes.
struct GraphQLStyleTests {
  struct Response<Content: Mappable & Equatable>: Mappable, Equatable {
    @Mapped("data") var content: Content?
    @Mapped var errors: [Fault] = []
    @Mapped var extensions: JSONObject?
  }

  struct Fault: Mappable, Equatable {
    @Mapped var message: String
    @Mapped var path: [Step] = []
    @Mapped("extensions.code") var code: String?
  }

  /// A field, or the index of an element.
  enum Step: MappableValue, Equatable {
    case field(String)
    case index(Int)

    static func decode(from reader: inout JSONReader) throws -> Step {
      reader.nextKind == .string ? .field(try reader.decode()) : .index(try reader.decode())
    }

    func encode(to writer: inout JSONWriter) throws {
      switch self {
      case .field(let name): try writer.encode(name)
      case .index(let index): try writer.encode(index)
      }
    }
  }

  struct Connection<Node: Mappable & Equatable>: Mappable, Equatable {
    @Mapped("totalCount") var count: Int?
    @Mapped var edges: [Edge<Node>]
    @Mapped("pageInfo.endCursor") var endCursor: String?
    @Mapped("pageInfo.hasNextPage") var hasNextPage: Bool

    var nodes: [Node] { edges.compactMap(\.node) }
  }

  struct Edge<Node: Mappable & Equatable>: Mappable, Equatable {
    @Mapped var cursor: String
    @Mapped var node: Node?
  }

  struct Viewer: Mappable, Equatable {
    @Mapped("viewer.name") var name: String
    @Mapped("viewer.friends") var friends: Connection<Person>
    /// The same friends, by a path instead of the types of edges.
    @Mapped("viewer.friends.edges.*.node.name") var namesOfFriends: [String] = []
  }

  struct Person: Mappable, Equatable {
    @Mapped var name: String
    @Mapped var age: Int?
  }

  @Test func dataNextToErrors() throws {
    let response = try Response<Viewer>.decode(
      from: #"""
        {"data": {"viewer": {"name": "Ada", "friends": {"totalCount": 2, "edges": [
           {"cursor": "a", "node": {"name": "Bo", "age": 40}}, {"cursor": "b", "node": null}],
           "pageInfo": {"endCursor": "b", "hasNextPage": false}}}},
         "errors": [{"message": "Forbidden", "path": ["viewer", "friends", "edges", 1, "node"],
                     "extensions": {"code": "FORBIDDEN"}}]}
        """#)
    let viewer = try #require(response.content)
    #expect(viewer.friends.nodes.map(\.name) == ["Bo"] && viewer.namesOfFriends == ["Bo"])
    #expect(viewer.friends.count == 2 && viewer.friends.endCursor == "b")
    #expect(response.errors[0].path[3] == .index(1) && response.errors[0].code == "FORBIDDEN")
    #expect(try Response<Viewer>.decode(from: response.encode()) == response)
  }

  @Test func errorsWithoutData() throws {
    let text = #"{"data":null,"errors":[{"message":"Syntax","path":[]}]}"#
    let response = try Response<Viewer>.decode(from: text)
    #expect(response.content == nil && response.errors.map(\.message) == ["Syntax"])
    #expect(try response.encodeString() == text)
  }

  @Test func wrongDocuments() {
    #expect(
      errorText {
        try Response<Viewer>.decode(
          from: #"""
            {"data": {"viewer": {"name": "Ada", "friends": {"edges": [{"cursor": "a",
              "node": {"age": 3}}], "pageInfo": {"hasNextPage": true}}}}}
            """#)
      }
        == """
        $.data.viewer.friends.edges[0].node.name: required key is missing, expected String \
        (line 2, column 11, Person.name)
        """)
    #expect(
      errorText {
        try Response<Viewer>.decode(from: #"{"errors": [{"message": "m", "path": ["a", 1.5]}]}"#)
      }
        == """
        $.errors[0].path[1]: expected Int, found a number with a fraction \
        (line 1, column 44, Fault.path)
        """)
  }
}
