import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

/// Values that many threads read, encode, compare and print at once, and that no thread changes.
struct SharedModelThreadTests {
  private static let text = #"""
    {"id":1,"name":"a \"quoted\" name, longer than one word","tags":["x","y"],\#
    "children":[{"id":2,"children":[]},{"id":3,"name":null,"children":[]}],"extra":[1.50,{"k":null}]}
    """#

  @Test func sharedObjectsAreEncodedWhileOthersDecode() throws {
    let tree = try Tree.decode(from: Self.text)
    let results = onThreads(16) { index in
      (0..<20).map { _ -> String in
        do {
          switch index % 5 {
          case 0: return try tree.encodeString()
          case 1: return try Tree.decode(from: Self.text).encodeString()
          case 2:
            let part = try tree.encodeString(options: .changesOnly)
            return part == "{}" ? Self.text : part
          case 3:
            let pretty = try tree.encode(options: [.prettyPrinted, .nullsIncluded])
            let copy = try Tree.decode(from: pretty)
            return copy.name == tree.name && copy.children.map(\.id) == [2, 3]
              ? Self.text : "another tree"
          default:
            let copy = try Tree.decode(from: tree.encode())
            return "\(copy)" == "\(tree)" ? Self.text : "\(copy) is not \(tree)"
          }
        } catch {
          return "\(error)"
        }
      }
    }
    #expect(Set(results.joined()) == [Self.text])
  }

  /// Encoding reads the state of each property, which is stored beside its value.
  @Test func stateOfSharedObjectsIsReadByMany() throws {
    let tree = try Tree.decode(from: Self.text)
    let results = onThreads(16) { _ in
      (0..<50).allSatisfy { _ in
        tree.$name.presence == .value && tree.children[0].$name.presence == .absent
          && tree.children[1].$name.presence == .null && !tree.$id.isChanged
          && (try? tree.encodeString(options: .changesOnly)) == "{}"
      }
    }
    #expect(results == Array(repeating: true, count: 16))
  }

  @Test func eachThreadHasItsOwnCopyOfAStruct() throws {
    let shared = try Box.decode(from: #"{"list":[1,2],"tree":{"id":1,"children":[]}}"#)
    let texts = onThreads(16) { index in
      var copy = shared
      for _ in 0..<10 { copy.list.append(index) }
      return (try? copy.encodeString(options: .changesOnly)) ?? "failed"
    }
    for (index, text) in texts.enumerated() {
      #expect(text == #"{"list":[1,2\#(String(repeating: ",\(index)", count: 10))]}"#)
    }
    #expect(shared.list == [1, 2] && !shared.$list.isChanged)
  }

  @Test func untypedTreesAreShared() throws {
    let tree = try JSONValue.decode(from: Self.text)
    let results = onThreads(16) { index in
      (0..<20).map { _ in
        var copy = tree
        if index % 2 == 1 {
          guard case .object(var object) = copy else { return "no object" }
          object["id"] = 5
          object["id"] = 1
          copy = .object(object)
        }
        return copy == tree && copy["name"]?.string == tree["name"]?.string
          ? (try? copy.encodeString()) ?? "failed" : "other"
      }
    }
    #expect(Set(results.joined()) == [Self.text])
  }

  @Test func oneErrorIsPrintedBySixteenThreads() throws {
    let error = try #require(
      mappingError { try Tree.decode(from: #"{"id":1,"children":[{"id":"x"}]}"#) })
    let texts = onThreads(16) { _ in
      "\(error) \(error.path) \(error.line ?? 0) \(error.localizedDescription)"
    }
    let text = "$.children[0].id: expected Int, found a string (line 1, column 27, Tree.id)"
    #expect(Set(texts) == ["\(text) $.children[0].id 1 \(text)"])
  }
}

// MARK: - Models

extension SharedModelThreadTests {
  class Node: Mappable, @unchecked Sendable {
    @Mapped var id: Int
    @Mapped var name: String?
    required init() {}
  }

  final class Tree: Node, @unchecked Sendable {
    @Mapped var tags: [String]?
    @Mapped var children: [Tree]
    @Extras var others: JSONObject
  }

  struct Box: Mappable, Sendable {
    @Mapped var list: [Int]
    @Mapped var tree: Tree
  }
}
