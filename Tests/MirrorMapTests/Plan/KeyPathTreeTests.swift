import Testing

@testable import MirrorMap

struct KeyPathTreeTests {
  @Test func keysAreDistinguishedByTheirBytes() {
    // The accented letters look the same, and `==` treats them as equal.
    let names = [
      "id", "\u{E9}t\u{E9}", "e\u{301}te\u{301}", "", "di", "ID", "a longer key", "b longer key",
      "a longer name",
    ]
    var tree = KeyPathTree(count: 0)
    for (index, name) in names.enumerated() {
      #expect(tree.node(at: [name], spelling: [name]) == index + 1)
    }
    for (index, name) in names.enumerated() {
      #expect(tree.node(at: [name], spelling: [name]) == index + 1)
    }
    #expect(tree.nodes.count == names.count + 1)
    #expect(tree.nodes[0].branches.map(\.key) == names)
    #expect(tree.nodes[0].branches.map(\.node) == Array(1...names.count))
  }

  @Test func pathsWithACommonBeginningShareNodes() {
    var tree = KeyPathTree(count: 3)
    let name = tree.node(at: ["user", "name"], spelling: ["User", "Name"])
    let zip = tree.node(at: ["user", "zip"], spelling: ["User", "Zip"])
    let user = tree.node(at: ["user"], spelling: ["User"])
    #expect(tree.nodes[0].branches.map(\.key) == ["user"])
    #expect(tree.nodes[0].branches.map(\.spelling) == ["User"])
    #expect(tree.nodes[0].branches.map(\.node) == [user])
    #expect(tree.nodes[user].branches.map(\.key) == ["name", "zip"])
    #expect(tree.nodes[user].branches.map(\.node) == [name, zip])
    #expect(tree.node(at: [], spelling: []) == 0)
  }
}
