import Testing

@testable import MirrorMap

@Suite struct OrderedKeysTests {
  @Test func keysAreDistinguishedByTheirBytes() {
    // The accented letters look the same, and `==` takes them for the same.
    let names = [
      "id", "\u{E9}t\u{E9}", "e\u{301}te\u{301}", "", "di", "ID", "a longer key", "b longer key",
    ]
    var keys = OrderedKeys()
    for (index, name) in names.enumerated() {
      #expect(keys.index(of: name) == keys.count)
      keys.append(name)
      #expect(keys.count == index + 1)
    }
    #expect(keys.keys == names)
    #expect(names.map(keys.index) == Array(names.indices))
    #expect(keys.index(of: "c longer key") == keys.count)
  }
}
