import Foundation
import Testing

@testable import MirrorMapStore

/// What is equal is equal in its row, and what was changed and changed back hasn't been changed.
struct StableRowsTests {
  struct Item: StoredModel {
    @Mapped var id: Int
    @Mapped var counts: [String: Int] = [:]
    @Mapped var words: Set<String> = []
    @Mapped var nested: [String: [String: Int]]?
    @Mapped var numbers: Set<Double>?
    @Related var others: Set<Reference<Item>>
  }

  /// Dictionaries and sets of another capacity have another order.
  @Test func dictionariesAndSetsHaveNoOrder() throws {
    let context = try StoreContext(.memory)
    let keys = (0..<40).map { "key \($0)" }
    var item = Item()
    item.id = 1
    item.counts = Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) })
    item.nested = ["a": item.counts, "b": [:], "c": item.counts]
    item.words = Set(keys)
    item.numbers = Set((0..<40).map { Double($0) / 4 })
    item.others = Set((0..<40).map { Reference($0) })
    try context.save(item)
    for capacity in [100, 1000, 10000] {
      item.counts.reserveCapacity(capacity)
      let counts = item.counts
      item.nested?["a"] = counts
      item.nested?.reserveCapacity(capacity)
      item.words.reserveCapacity(capacity)
      item.numbers?.reserveCapacity(capacity)
      item.others.reserveCapacity(capacity)
      #expect(try context.save(item).description == "1 unchanged")
      let document = try item.encode()
      #expect(try context.import(Item.self, from: document).changes.description == "1 unchanged")
    }
    let stored = try #require(try context.fetch(Item.self, id: 1))
    #expect(stored.counts == item.counts && stored.words == item.words)
    #expect(stored.nested == item.nested && stored.numbers == item.numbers)
  }

  struct Packed: StoredModel {
    @Mapped var id: Int
    @Mapped(transform: .stringifiedJSON()) var inner: PackedPart?
    @Mapped(transform: .stringifiedJSON([String: Int].self)) var counts: [String: Int]?
    @Mapped(transform: .codable(PackedCode.self)) var code: PackedCode?
    @Mapped(transform: .codable([String: Int].self)) var codes: [String: Int]?
  }

  struct PackedPart: Mappable, Hashable {
    @Mapped var counts: [String: Int] = [:]
    @Mapped var words: Set<String> = []
  }

  struct PackedCode: Codable, Hashable, Sendable {
    var counts: [String: Int]
    var nested: [String: [String: Int]]
  }

  @Test func dictionariesInStringsAndCodableTypesHaveNoOrder() throws {
    func document(_ keys: [String]) throws -> [UInt8] {
      let counts = JSONValue.object(JSONObject(keys.map { ($0, 1) }))
      let part: JSONValue = ["counts": counts, "words": .array(keys.map { .string($0) })]
      return try JSONValue.object([
        "id": 1, "inner": .string(part.encodeString()), "counts": .string(counts.encodeString()),
        "code": ["counts": counts, "nested": ["a": counts, "b": counts]], "codes": counts,
      ]).encodeBytes()
    }
    let context = try StoreContext(.memory)
    let keys = (0..<12).map { "key \($0)" }
    try context.import(Packed.self, from: document(keys))
    for other in [keys, keys.reversed(), keys.sorted()] {
      let changes = try context.import(Packed.self, from: document(other)).changes
      #expect(changes.description == "1 unchanged")
    }
    var packed = try #require(try context.fetch(Packed.self, id: 1))
    for capacity in [100, 1000, 10000] {
      packed.inner?.counts.reserveCapacity(capacity)
      packed.inner?.words.reserveCapacity(capacity)
      packed.counts?.reserveCapacity(capacity)
      packed.code?.counts.reserveCapacity(capacity)
      packed.code?.nested["a"]?.reserveCapacity(capacity)
      packed.codes?.reserveCapacity(capacity)
      #expect(try context.save(packed).description == "1 unchanged")
      let (inner, counts, code) = (packed.inner, packed.counts, packed.code)
      #expect(try context.count(Packed.self, where: { $0.inner == inner }) == 1)
      #expect(try context.count(Packed.self, where: { $0.counts == counts }) == 1)
      #expect(try context.count(Packed.self, where: { $0.code == code }) == 1)
    }
  }

  @Test func stepsOfATransactionAddUp() throws {
    let context = try StoreContext(.memory)
    try context.import(Item.self, from: #"[{"id": 1}, {"id": 2}, {"id": 3}]"#)
    func item(_ id: Int) -> Item {
      var item = Item()
      item.id = id
      item.counts = ["a": id]
      return item
    }
    try context.transaction {
      // Was there, is there.
      try context.delete(Item.self, ids: [1])
      try context.save(item(1))
      // Was there, is gone.
      try context.save(item(2))
      try context.delete(Item.self, ids: [2])
      try context.save(item(2))
      try context.delete(Item.self, ids: [2])
      // Wasn't there, isn't there.
      try context.save(item(4))
      try context.delete(Item.self, ids: [4])
      // Wasn't there, is there.
      try context.save(item(5))
      try context.delete(Item.self, ids: [5])
      try context.save(item(5))
      let changes = try #require(context.recorder).changes
      #expect(changes.inserted(Item.self) == [1, 5])
      #expect(changes.deleted(Item.self) == [2])
      #expect(changes.updated(Item.self).isEmpty)
    }
    #expect(try context.fetch(Item.self).map(\.id) == [1, 3, 5])
  }
}
