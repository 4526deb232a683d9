import Foundation
import Testing

@testable import MirrorMapStore

/// What is equal is equal in its row, and what was changed and changed back hasn't been changed.
@Suite struct StableRowsTests {
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
