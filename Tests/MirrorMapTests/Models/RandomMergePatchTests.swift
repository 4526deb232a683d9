import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private enum Color: String, MappableValue, CaseIterable { case red, green, blue }

private struct Leaf: Mappable, Equatable {
  @Mapped var name: String
  @Mapped var size: Int?
  @Mapped("at.x") var x: Double?
  @Mapped("at.y") var y: Double?
  @Mapped var marks: [Bool?] = []
  @Mapped var color: Color?
}

private struct Page: Mappable, Equatable {
  @Mapped var page: Int
  @Mapped var total: Int?
}

private struct Extra: Mappable, Equatable {
  @Mapped var key: String
  @Mapped("x-list.0") var first: Int?
  @Mapped("x-list.1") var second: Int?
}

private struct Tree: Mappable, Equatable {
  @Mapped var id: Int
  @Mapped var label: String?
  @Mapped var count: Int = 3
  @Mapped var limit: Int? = 4
  @Mapped("info.title", "title") var title: String?
  @Mapped("info.tags.0") var tag: String?
  @Mapped("info.tags.2") var third: String?
  @Mapped("info.flag") var flag: Bool = true
  @Mapped("hex", transform: HexNumber()) var hex: Int?
  @Mapped("hexes", transform: HexNumber()) var hexes: [String: [Int]] = [:]
  @Mapped var date: Date?
  @Mapped var leaf: Leaf
  @Mapped var other: Leaf?
  @Mapped var leaves: [Leaf] = []
  @Mapped var grid: [[Int?]] = []
  @Mapped var counts: [Int: UInt8] = [:]
  @Mapped var named: [String: Leaf] = [:]
  @Mapped var nested: [String: [String: Int]] = [:]
  @Mapped var json: JSONValue = 0
  @Flattened var page: Page
  @Flattened var extra: Extra?
  @Extras var others: [String: JSONValue]
}

private struct Maker {
  var generator: SeededGenerator

  mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
  mutating func chance(_ oneIn: Int = 2) -> Bool { number(oneIn) == 0 }
  mutating func maybe<T>(_ make: (inout Maker) -> T) -> T? { chance() ? make(&self) : nil }
  mutating func many<T>(_ make: (inout Maker) -> T) -> [T] {
    (0..<number(4)).map { _ in make(&self) }
  }
  mutating func text() -> String { ["", "a", "b", "é", "\u{0}\"", "long enough text"][number(6)] }
  mutating func members<K: Hashable, V>(
    _ key: (inout Maker) -> K, _ value: (inout Maker) -> V
  ) -> [K: V] {
    Dictionary(many { (key(&$0), value(&$0)) }) { first, _ in first }
  }

  /// A tree without null as a member: a patch cannot set one.
  mutating func json(_ depth: Int = 0) -> JSONValue {
    switch number(depth > 2 ? 3 : 5) {
    case 0: .bool(chance())
    case 1: .string(text())
    case 2: .number(JSONNumber(number(3)))
    case 3: .array(many { $0.chance(3) ? .null : $0.json(depth + 1) })
    default: .object(JSONObject(members({ $0.text() }, { $0.json(depth + 1) }).map { ($0, $1) }))
    }
  }

  mutating func change(_ leaf: inout Leaf, _ oneIn: Int) {
    if chance(oneIn) { leaf.name = text() }
    if chance(oneIn) { leaf.size = maybe { $0.number(3) } }
    if chance(oneIn) { leaf.x = maybe { Double($0.number(3)) / 2 } }
    if chance(oneIn) { leaf.y = maybe { Double($0.number(3)) } }
    if chance(oneIn) { leaf.marks = many { $0.maybe { $0.chance() } } }
    if chance(oneIn) { leaf.color = maybe { Color.allCases[$0.number(3)] } }
  }

  mutating func leaf() -> Leaf {
    var leaf = Leaf()
    leaf.name = text()
    change(&leaf, 1)
    return leaf
  }

  mutating func extra() -> Extra {
    var extra = Extra()
    extra.key = text()
    extra.first = maybe { $0.number(3) }
    extra.second = maybe { $0.number(3) }
    return extra
  }

  /// Changes some properties.
  ///
  /// - Parameter removes: whether members of dictionaries may be removed, which only a comparison
  ///   with the earlier state can find.
  mutating func change(_ tree: inout Tree, _ oneIn: Int, removes: Bool) {
    if chance(oneIn) { tree.id = number(3) }
    if chance(oneIn) { tree.label = maybe { $0.text() } }
    if chance(oneIn) { tree.count = number(5) }
    if chance(oneIn) { tree.limit = maybe { $0.number(3) } }
    if chance(oneIn) { tree.title = maybe { $0.text() } }
    if chance(oneIn) { tree.tag = maybe { $0.text() } }
    if chance(oneIn) { tree.third = maybe { $0.text() } }
    if chance(oneIn) { tree.flag = chance() }
    if chance(oneIn) { tree.hex = maybe { $0.number(300) } }
    if chance(oneIn) { tree.date = maybe { Date(timeIntervalSince1970: Double($0.number(3))) } }
    if chance(oneIn) { tree.leaf = leaf() } else { change(&tree.leaf, oneIn) }
    if chance(oneIn) { tree.other = maybe { $0.leaf() } }
    if var other = tree.other, chance(oneIn) {
      change(&other, 2)
      tree.other = other
    }
    if chance(oneIn) { tree.leaves = many { $0.leaf() } }
    if chance(oneIn) { tree.leaves.append(leaf()) }
    if chance(oneIn) { tree.grid = many { $0.many { $0.maybe { $0.number(3) } } } }
    if chance(oneIn) { tree.page.page = number(3) }
    if chance(oneIn) { tree.page.total = maybe { $0.number(3) } }
    if chance(oneIn) { tree.extra = maybe { $0.extra() } }
    guard removes else {
      if chance(oneIn) { tree.counts[number(3)] = 7 }
      if chance(oneIn) { tree.nested["a", default: [:]][text()] = number(3) }
      if chance(oneIn) { tree.named[text()] = leaf() }
      if chance(oneIn) { tree.others["extra"] = .number(JSONNumber(number(3))) }
      return
    }
    if chance(oneIn) { tree.hexes = members({ $0.text() }, { $0.many { $0.number(99) } }) }
    if chance(oneIn) { tree.counts = members({ $0.number(3) }, { UInt8($0.number(3)) }) }
    if chance(oneIn) { tree.named = members({ $0.text() }, { $0.leaf() }) }
    if chance(oneIn) {
      tree.nested = members({ $0.text() }, { $0.members({ $0.text() }, { $0.number(3) }) })
    }
    if chance(oneIn) { tree.json = json() }
    if chance(oneIn) { tree.others = members({ "x-" + $0.text() }, { $0.json() }) }
  }

  mutating func tree() -> Tree {
    var tree = Tree()
    tree.id = number(3)
    tree.leaf = leaf()
    tree.page = Page()
    tree.page.page = number(3)
    change(&tree, 2, removes: true)
    return tree
  }
}

private func json(_ value: some MappableValue) throws -> JSONValue {
  try JSONValue.decode(from: value.encode(options: .nullsOmitted))
}

struct RandomMergePatchTests {
  @Test(arguments: 1...12)
  func patchBetweenTwoModelsMakesOneTheOtherAsModelAndAsTree(seed: UInt64) throws {
    var maker = Maker(generator: SeededGenerator(seed: seed))
    for round in 0..<40 {
      let first = try Tree.decode(from: maker.tree().encode())
      var second = maker.tree()
      if round % 2 == 0 {
        second = first
        maker.change(&second, 6, removes: true)
      }
      let patch = try second.mergePatch(since: first)
      var third = first
      try third.apply(mergePatch: patch)
      #expect(third == second, "seed \(seed), round \(round)")
      let tree = try json(first).applying(mergePatch: JSONValue.decode(from: patch))
      #expect(try tree == json(second), "seed \(seed), round \(round)")
      #expect(try String(decoding: third.mergePatch(since: second), as: UTF8.self) == "{}")
    }
  }

  @Test(arguments: 1...12)
  func changesSinceDecodingMakeTheOriginalTheChangedModel(seed: UInt64) throws {
    var maker = Maker(generator: SeededGenerator(seed: seed &* 77))
    for round in 0..<40 {
      let original = try Tree.decode(from: maker.tree().encode())
      var changed = original
      maker.change(&changed, 4, removes: false)
      let patch = try changed.encode(options: .changesOnly)
      var third = original
      try third.apply(mergePatch: patch)
      #expect(third == changed, "seed \(seed), round \(round)")
      #expect(
        try Tree.decode(from: third.encode()).encode(options: .changesOnly) == Data("{}".utf8))
    }
  }
}
