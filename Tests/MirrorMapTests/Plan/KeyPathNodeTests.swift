import Testing

@testable import MirrorMap

@Suite struct KeyPathNodeTests {
  @Test func keysAreDistinguishedByTheirBytes() {
    // The accented letters look the same, and `==` treats them as equal.
    let names = [
      "id", "\u{E9}t\u{E9}", "e\u{301}te\u{301}", "", "di", "ID", "a longer key", "b longer key",
    ]
    let root = KeyPathNode()
    for (index, name) in names.enumerated() {
      _ = root.node(at: [name])
      #expect(root.keys.count == index + 1)
    }
    for (index, name) in names.enumerated() {
      #expect(root.node(at: [name]) === root.children[index])
    }
    #expect(root.keys == names)
  }

  @Test func pathsWithACommonBeginningShareNodes() {
    let root = KeyPathNode()
    let name = root.node(at: ["user", "name"])
    let zip = root.node(at: ["user", "zip"])
    #expect(root.keys == ["user"])
    #expect(root.children[0].keys == ["name", "zip"])
    #expect(root.children[0].children[0] === name && root.children[0].children[1] === zip)
    #expect(root.node(at: ["user"]) === root.children[0])
  }
}
