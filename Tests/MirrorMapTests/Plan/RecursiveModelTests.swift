import MirrorMap
import Testing

@testable import TestSupport

struct RecursiveModelTests {
  @Test func classMayHoldItself() throws {
    let text =
      #"{"name":"a","bestFriend":{"name":"b","bestFriend":{"name":"c","bestFriend":null}}}"#
    let friend = try Friend.decode(from: text)
    #expect(friend.bestFriend?.bestFriend?.name == "c")
    #expect(try friend.encodeString() == text)
  }

  @Test func structMayHoldItselfInArraysAndDictionaries() throws {
    let text = #"{"id":1,"nodes":[{"id":2},{"id":3,"nodes":[],"byName":{"x":{"id":4}}}]}"#
    let node = try Node.decode(from: text)
    #expect(node.nodes?[1].byName?["x"]?.id == 4)
    #expect(try node.encodeString() == text)
    #expect(
      errorText { try Node.decode(from: #"{"id":1,"nodes":[{"id":2},{"id":"3"}]}"#) }
        == "$.nodes[1].id: expected Int, found a string (line 1, column 33, Node.id)")
  }

  @Test func depthIsLimitedByTheMapperAlone() throws {
    let depth = 500
    let text =
      String(repeating: #"{"id":1,"nodes":["#, count: depth / 2) + #"{"id":2}"#
      + String(repeating: "]}", count: depth / 2)
    var node = try Node.decode(from: text)
    while let next = node.nodes?.first { node = next }
    #expect(node.id == 2)
  }
}

// MARK: - Models

final class Friend: Mappable {
  @Mapped var name: String
  @Mapped var bestFriend: Friend?
}
struct Node: Mappable {
  @Mapped var id: Int
  @Mapped var nodes: [Node]?
  @Mapped var byName: [String: Node]?
}
