import Foundation
import MirrorMapStore
import Testing

@testable import TestSupport

@Suite(.temporaryFolder) struct ExportTests {
  private func context(_ kind: StorageKind) throws -> StoreContext {
    let context = try kind.context()
    try context.import(
      Enterprise.self,
      from: """
        [{"id": 1, "name": "A", "address": {"street_number": 5},
          "employees": [{"id": 7, "first_name": "Ada", "age": 36}, 8], "chiefs": [7]},
         {"id": 2, "name": "B", "chiefs": [7, 9, {"id": 10, "first_name": "Cy", "enterprise": null}]}]
        """)
    return context
  }

  private func export(
    _ context: StoreContext, _ ids: [Int], _ relations: [RelationExport] = []
  ) throws -> String {
    String(
      decoding: try context.export(Enterprise.self, ids: ids, relations: relations), as: UTF8.self)
  }

  @Test(arguments: StorageKind.allCases)
  func inFullOnce(kind: StorageKind) throws {
    let context = try context(kind)
    #expect(
      try export(context, [1])
        == #"[{"id":1,"name":"A","address":{"street_number":5},"employees":[{"id":7,"first_name":"Ada","age":36,"enterprise":{"id":1}},8],"chiefs":[{"id":7}]}]"#
    )
    #expect(
      try export(context, [2, 1, 3, 2])
        == #"[{"id":2,"name":"B","address":{"street_number":null},"employees":[],"chiefs":[{"id":7,"first_name":"Ada","age":36,"enterprise":{"id":1,"name":"A","address":{"street_number":5},"employees":[{"id":7},8],"chiefs":[{"id":7}]}},9,{"id":10,"first_name":"Cy","age":null,"enterprise":null}]},{"id":1},{"id":2}]"#
    )
    #expect(try export(context, []) == "[]")
  }

  @Test(arguments: StorageKind.allCases)
  func formsOfRelations(kind: StorageKind) throws {
    let context = try context(kind)
    #expect(
      try export(
        context, [1], [.ids(\Enterprise.chiefs), .omitted(\Enterprise.employees)])
        == #"[{"id":1,"name":"A","address":{"street_number":5},"chiefs":[7]}]"#)
    #expect(
      try export(
        context, [1], [.nested(\Enterprise.chiefs), .ids(\Employee.enterprise)])
        == #"[{"id":1,"name":"A","address":{"street_number":5},"employees":[{"id":7,"first_name":"Ada","age":36,"enterprise":1},8],"chiefs":[{"id":7}]}]"#
    )
    #expect(
      try export(
        context, [2], [.omitted(\Employee.enterprise), .omitted(\Enterprise.employees)])
        == #"[{"id":2,"name":"B","address":{"street_number":null},"chiefs":[{"id":7,"first_name":"Ada","age":36},9,{"id":10,"first_name":"Cy","age":null}]}]"#
    )
  }

  @Test(arguments: StorageKind.allCases)
  func whatWasExportedChangesNothing(kind: StorageKind) throws {
    let context = try context(kind)
    let json = try context.export(Enterprise.self)
    #expect(try context.import(Enterprise.self, from: json).changes.description == "4 unchanged")
    let other = try kind.context("other")
    // The second one comes nested in the first, and then by its id only.
    let result = try other.import(Enterprise.self, from: json)
    #expect(result.changes.description == "4 inserted")
    let texts = [try other.export(Enterprise.self), json].map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(texts[0] == texts[1])
    #expect(try other.fetch(Enterprise.self) == context.fetch(Enterprise.self))
    #expect(try other.fetch(Employee.self) == context.fetch(Employee.self))
  }

  @Test(arguments: StorageKind.allCases)
  func byACondition(kind: StorageKind) async throws {
    let store = try kind.store()
    try await store.import(
      Node.self,
      from:
        #"[{"id": 1, "name": "a", "next": 2}, {"id": 2, "name": "b", "next": 1}, {"id": 3, "name": "a"}]"#
    )
    let json = try await store.export(
      Node.self, where: { $0.name == "a" }, relations: [.ids(\Node.next), .omitted(\Node.links)],
      options: .nullsOmitted)
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"[{"id":1,"name":"a","next":2},{"id":3,"name":"a"}]"#)
    let cycle = try await store.export(
      Node.self, ids: [1], relations: [.omitted(\Node.links)], options: .nullsOmitted)
    #expect(
      String(decoding: cycle, as: UTF8.self)
        == #"[{"id":1,"name":"a","next":{"id":2,"name":"b","next":{"id":1}}}]"#)
  }

  @Test(arguments: StorageKind.allCases)
  func onlyRelationsHaveForms(kind: StorageKind) throws {
    let context = try kind.context()
    #expect(
      errorText { try context.export(Box.self, relations: [.ids(\Box.plain)]) }
        == "Box.plain: only properties with @Related can be exported in another form")
  }

  @Test(arguments: StorageKind.allCases)
  func theFirstUseOfAModelIsInATypeWithCodeOfItsOwn(kind: StorageKind) async throws {
    let json = #"[{"id":1,"immutable":{"item":5}}]"#
    let context = try kind.context("context")
    try context.import(Keeper.self, from: json)
    #expect(String(decoding: try context.export(Keeper.self), as: UTF8.self) == json)
    try context.import(Item.self, from: #"{"id": 5, "text": "x"}"#)
    let full = #"[{"id":1,"immutable":{"item":{"id":5,"text":"x"}}}]"#
    #expect(String(decoding: try context.export(Keeper.self), as: UTF8.self) == full)
    guard kind.keepsRows else { return }
    do {
      let first = try kind.context("store")
      try first.import(Keeper.self, from: full)
    }
    // Its rows have been written, but the store that exports hasn't used them.
    let store = try kind.store("store")
    #expect(String(decoding: try await store.export(Keeper.self), as: UTF8.self) == full)
  }

  @Test(arguments: StorageKind.allCases)
  func idsThatCanBeIteratedOnlyOnce(kind: StorageKind) throws {
    let json = #"[{"id":1,"immutable":{"item":5}}]"#
    let context = try kind.context()
    try context.import(Keeper.self, from: json)
    var ids = [1].makeIterator()
    // The export begins again when it meets items, which the context hasn't used.
    let exported = try context.export(Keeper.self, ids: AnyIterator { ids.next() })
    #expect(String(decoding: exported, as: UTF8.self) == json)
  }

  @Test(arguments: StorageKind.allCases)
  func extrasAloneMakeAModel(kind: StorageKind) throws {
    let context = try kind.context()
    let json = #"[{"id":"a","next":{"id":"b","q":1}},{"id":"b"}]"#
    #expect(try context.import(Open.self, from: json).changes.description == "2 inserted")
    let exported = try context.export(Open.self, options: .nullsOmitted)
    #expect(String(decoding: exported, as: UTF8.self) == json)
    let other = try kind.context("other")
    #expect(try other.import(Open.self, from: exported).changes.description == "2 inserted")
    #expect(try other.fetch(Open.self, id: "b")?.extras == ["q": 1])
  }

  @Test(arguments: StorageKind.allCases)
  func setsAreInTheOrderOfTheirIDs(kind: StorageKind) throws {
    let context = try kind.context()
    let ids = (1...20).map { "\($0)" }.joined(separator: ",")
    try context.import(Item.self, from: #"[{"id": 3, "text": "c"}, {"id": 12, "text": "l"}]"#)
    try context.import(
      Shelf.self, from: #"{"id": 1, "related": [\#(ids)], "mapped": [\#(ids)]}"#)
    func expected(_ related: String, _ mapped: String) -> String {
      #"[{"id":1,"related":[\#(related)],"mapped":[\#(mapped)]}]"#
    }
    let full = ids.replacing(",3,", with: #",{"id":3,"text":"c"},"#)
      .replacing(",12,", with: #",{"id":12,"text":"l"},"#)
    let short = ids.replacing(",3,", with: #",{"id":3},"#)
      .replacing(",12,", with: #",{"id":12},"#)
    #expect(
      String(decoding: try context.export(Shelf.self), as: UTF8.self) == expected(full, short))
    let json = try context.export(Shelf.self, relations: [.ids(\Shelf.related)])
    #expect(String(decoding: json, as: UTF8.self) == expected(ids, full))
  }

  @Test(arguments: StorageKind.allCases)
  func setsOfTextsAreInTheOrderOfTheirBytes(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Label.self,
      from: #"{"id": "x", "all": ["b", "a\"", "é", "a", "e\u0301", "Z", "aa", "10", "9"]}"#)
    #expect(
      String(decoding: try context.export(Label.self), as: UTF8.self)
        == #"[{"id":"x","all":["10","9","Z","a","a\"","aa","b","e\#u{301}","é"]}]"#)
  }

  @Test(arguments: StorageKind.allCases)
  func keysAndTransformsOfTheExport(kind: StorageKind) async throws {
    let store = try kind.store()
    let (mapper, factor) = (Plank.mapper, Plank.factor)
    try await store.import(Plank.self, from: Plank.json, using: mapper, context: factor)
    #expect(try await store.fetch(Plank.self).map(\.fullLength) == [30, 40])
    let json = [
      try await store.export(
        Plank.self, where: { $0.id == 2 }, using: mapper, context: factor),
      try await store.export(Plank.self, ids: [2], using: mapper, context: factor),
      try await store.export(Plank.self, ids: [2]),
    ]
    #expect(
      json.map { String(decoding: $0, as: UTF8.self) } == [
        #"[{"id":2,"full_length":4}]"#, #"[{"id":2,"full_length":4}]"#,
        #"[{"id":2,"fullLength":40}]"#,
      ])
  }

  @Test(arguments: StorageKind.allCases)
  func keysAndTransformsOfTheExportOfAContext(kind: StorageKind) throws {
    let context = try kind.context()
    let (mapper, factor) = (Plank.mapper, Plank.factor)
    try context.import(Plank.self, from: Plank.json, using: mapper, context: factor)
    let json = [
      try context.export(Plank.self, using: mapper, context: factor),
      try context.export(Plank.self, ids: [2], using: mapper, context: factor),
    ]
    #expect(
      json.map { String(decoding: $0, as: UTF8.self) } == [
        Plank.json, #"[{"id":2,"full_length":4}]"#,
      ])
  }

  @Test(arguments: StorageKind.allCases)
  func relationsAtPathsWithAnotherDelimiter(kind: StorageKind) throws {
    let context = try kind.context()
    let json = #"[{"id":1,"related":{"items":[2]},"owner.s":{"item":3}}]"#
    try context.import(Crate.self, from: json)
    let crate = try #require(try context.fetch(Crate.self, id: 1))
    #expect(crate.items == .references(2) && crate.owner == Reference(3))
    #expect(String(decoding: try context.export(Crate.self), as: UTF8.self) == json)
  }
}

private struct Factor: Sendable {
  let value: Int
}

/// Lengths are numbers of the context's units in JSON.
private struct InUnits: ContextualTransform {
  func decode(_ json: Int, in context: MappingContext) throws -> Int {
    json * (context[Factor.self]?.value ?? 1)
  }

  func encode(_ object: Int, in context: MappingContext) throws -> Int {
    object / (context[Factor.self]?.value ?? 1)
  }
}

private struct Plank: StoredModel {
  @Mapped var id: Int
  @Mapped(transform: InUnits()) var fullLength: Int

  static let json = #"[{"id":1,"full_length":3},{"id":2,"full_length":4}]"#
  static let factor = MappingContext(Factor(value: 10))

  static var mapper: Mapper {
    var mapper = Mapper()
    mapper.keyStrategy = .snakeCase
    return mapper
  }
}

private struct Crate: StoredModel {
  @Mapped var id: Int
  @Related("related/items", delimiter: "/") var items: [Reference<Item>]
  @Related("owner.s/item", delimiter: "/", inverse: \Holder.crate) var owner: Reference<Holder>?
}

private struct Holder: StoredModel {
  @Mapped var id: Int
  @Related var crate: Reference<Crate>?
}

private struct Shelf: StoredModel {
  @Mapped var id: Int
  @Related var related: Set<Reference<Item>>
  @Mapped var mapped: Set<Reference<Item>>
}

private struct Label: StoredModel {
  @Mapped var id: String
  @Related var all: Set<Reference<Label>>
}
