import Foundation
import MirrorMapStore
import Testing

@testable import TestSupport

@Suite(.temporaryFolder) struct RelationImportTests {
  /// Imports a box, and returns how it's stored then.
  private func box(_ json: String, in context: StoreContext) throws -> Box {
    try context.import(Box.self, from: json)
    return try #require(try context.fetch(Box.self, id: 1))
  }

  @Test(arguments: StorageKind.allCases)
  func objectsAndIDsAndBoth(kind: StorageKind) throws {
    let context = try kind.context()
    let result = try context.import(
      Box.self,
      from: """
        {"id": 1, "owner": {"id": 10, "text": "a"}, "items": [{"id": 11, "text": "b"}, 12, {"id": 10}],
         "item_set": [13, {"id": 14, "text": "c"}], "replaced_one": 15, "plain": {"id": 16, "text": "d"}}
        """)
    #expect(result.value == [Reference(1)])
    #expect(result.changes.description == "5 inserted")
    #expect(result.changes.inserted(Box.self) == [1])
    #expect(result.changes.inserted(Item.self) == [10, 11, 14, 16])
    let box = try #require(try context.fetch(Box.self, id: 1))
    #expect(box.owner == Reference(10))
    #expect(box.items == .references(11, 12, 10))
    #expect(box.itemSet == .references(13, 14))
    #expect(box.replacedOne == Reference(15))
    #expect(box.plain == Reference(16))
    #expect(try context.fetch(box.items).map(\.text) == ["b", "a"])
    #expect(try context.fetch(box.owner)?.text == "a")
    #expect(try context.unresolved(Item.self) == [12, 13, 15])
  }

  @Test(arguments: StorageKind.allCases)
  func anObjectWithUnmappedMembersIsMoreThanAReference(kind: StorageKind) throws {
    let context = try kind.context()
    func changes(_ json: String) throws -> String {
      try context.import(Open.self, from: json).changes.description
    }
    #expect(try changes(#"{"id": "a", "next": {"id": "b", "q": 1}}"#) == "2 inserted")
    #expect(try context.fetch(Open.self, id: "b")?.extras == ["q": 1])
    #expect(
      try changes(#"{"id": "a", "next": {"id": "b", "q": 2}}"#) == "1 updated, 1 unchanged")
    #expect(try context.fetch(Open.self, id: "b")?.extras == ["q": 2])
    #expect(try changes(#"{"id": "a", "next": {"id": "c"}}"#) == "1 updated")
    #expect(try context.unresolved(Open.self) == ["c"])
    // The id's key path leads through an object with extras.
    let group = try context.import(
      OpenGroup.self, from: #"{"meta": {"id": 1}, "next": {"meta": {"id": 4, "q": 1}}}"#)
    #expect(group.changes.description == "2 inserted")
    #expect(try context.fetch(OpenGroup.self, id: 4)?.extras == ["meta": ["q": 1]])
    #expect(
      try context.import(
        OpenGroup.self, from: #"{"meta": {"id": 1}, "next": {"meta": {"id": 5}}}"#
      ).changes.description == "1 updated")
  }

  @Test(arguments: StorageKind.allCases)
  func aNewModelWithoutItsRelations(kind: StorageKind) throws {
    let box = try box(#"{"id": 1}"#, in: kind.context())
    #expect(box.owner == nil && box.mergedOne == nil && box.replacedOne == nil && box.plain == nil)
    #expect(box.items == [] && box.itemSet == [] && box.merged == [] && box.replaced == [])
    #expect(box.label == "new")
  }

  @Test(arguments: StorageKind.allCases)
  func nullInANewModelIsNone(kind: StorageKind) throws {
    let box = try box(
      """
      {"id": 1, "owner": null, "items": null, "item_set": null, "merged": null, "merged_set": null,
       "merged_one": null, "replaced": null, "replaced_one": null, "plain": null}
      """, in: kind.context())
    #expect(box.owner == nil && box.mergedOne == nil && box.replacedOne == nil && box.plain == nil)
    #expect(box.items == [] && box.itemSet == [] && box.merged == [] && box.replaced == [])
  }

  @Test(arguments: StorageKind.allCases)
  func anAbsentKeyKeepsARelation(kind: StorageKind) throws {
    let context = try kind.context()
    let all = """
      {"id": 1, "owner": 1, "items": [2, 3], "item_set": [4], "merged": [5], "merged_set": [6],
       "merged_one": 7, "replaced": [8], "replaced_one": 9, "plain": 10, "plain_list": [11]}
      """
    let before = try box(all, in: context)
    let after = try box(#"{"id": 1, "label": "x"}"#, in: context)
    var expected = before
    expected.label = "x"
    #expect(after == expected)
    #expect(after.plainList == .references(11))
    #expect(try context.import(Box.self, from: all).changes.description == "1 unchanged")
  }

  @Test(arguments: StorageKind.allCases)
  func assigning(kind: StorageKind) throws {
    let context = try kind.context()
    _ = try box(
      """
      {"id": 1, "owner": {"id": 1, "text": "a"}, "items": [{"id": 2, "text": "b"}, 3],
       "item_set": [4, 5], "plain": 6, "plain_list": [7, 8]}
      """, in: context)
    let second = try box(
      #"{"id": 1, "owner": 9, "items": [3, 4], "item_set": [5, 6], "plain": 7, "plain_list": [8]}"#,
      in: context)
    #expect(second.owner == Reference(9))
    #expect(second.items == .references(3, 4))
    #expect(second.itemSet == .references(5, 6))
    #expect(second.plain == Reference(7))
    #expect(second.plainList == .references(8))
    // Nothing is deleted.
    #expect(try context.fetch(Item.self).map(\.id) == [1, 2])
    let third = try box(
      #"{"id": 1, "owner": null, "items": null, "item_set": null, "plain": null, "plain_list": null}"#,
      in: context)
    #expect(third.owner == nil && third.plain == nil && third.plainList == nil)
    #expect(third.items == [] && third.itemSet == [])
    #expect(try context.count(Item.self) == 2)
  }

  @Test(arguments: StorageKind.allCases)
  func merging(kind: StorageKind) throws {
    let context = try kind.context()
    _ = try box(
      #"{"id": 1, "merged": [3, 1, 3], "merged_set": [1, 2], "merged_one": 1}"#, in: context)
    var merged = try box(
      #"{"id": 1, "merged": [2, 1, {"id": 4, "text": "d"}, 2], "merged_set": 3, "merged_one": 2}"#,
      in: context)
    #expect(merged.merged == .references(3, 1, 2, 4))
    #expect(merged.mergedSet == .references(1, 2, 3))
    #expect(merged.mergedOne == Reference(2))
    merged = try box(
      #"{"id": 1, "merged": null, "merged_set": null, "merged_one": null}"#, in: context)
    #expect(merged.merged == .references(3, 1, 2, 4))
    #expect(merged.mergedSet == .references(1, 2, 3))
    #expect(merged.mergedOne == nil)
    merged = try box(#"{"id": 1, "merged": [], "merged_set": []}"#, in: context)
    #expect(merged.merged == .references(3, 1, 2, 4))
    #expect(merged.mergedSet == .references(1, 2, 3))
  }

  @Test(arguments: StorageKind.allCases)
  func replacing(kind: StorageKind) throws {
    let context = try kind.context()
    _ = try box(
      """
      {"id": 1, "replaced": [{"id": 1, "text": "a"}, {"id": 2, "text": "b"}, 3],
       "replaced_one": {"id": 4, "text": "d"}, "items": [1, 2]}
      """, in: context)
    var result = try context.import(
      Box.self,
      from:
        #"{"id": 1, "replaced": [2, {"id": 5, "text": "e"}], "replaced_one": {"id": 6, "text": "f"}}"#
    )
    #expect(result.changes.deleted(Item.self) == [1, 4])
    #expect(result.changes.inserted(Item.self) == [5, 6])
    #expect(result.changes.updated(Box.self) == [1: ["replaced", "replacedOne"]])
    #expect(result.changes.description == "2 inserted, 1 updated, 2 deleted")
    let box = try #require(try context.fetch(Box.self, id: 1))
    #expect(box.replaced == .references(2, 5))
    // Other relations still refer to what is gone.
    #expect(box.items == .references(1, 2))
    #expect(try context.unresolved(Item.self) == [1])
    result = try context.import(
      Box.self, from: #"{"id": 1, "replaced": null, "replaced_one": null}"#)
    #expect(result.changes.deleted(Item.self) == [2, 5, 6])
    #expect(try context.count(Item.self) == 0)
  }

  @Test(arguments: StorageKind.allCases)
  func oneValueStandsForACollection(kind: StorageKind) throws {
    let context = try kind.context()
    let box = try box(
      """
      {"id": 1, "items": 1, "item_set": {"id": 2, "text": "b"}, "merged": {"id": 3, "text": "c"},
       "replaced": 4}
      """, in: context)
    #expect(box.items == .references(1))
    #expect(box.itemSet == .references(2))
    #expect(box.merged == .references(3))
    #expect(box.replaced == .references(4))
    #expect(try context.fetch(Item.self).map(\.text) == ["b", "c"])
  }

  @Test(arguments: StorageKind.allCases)
  func repeatedReferencesCollapse(kind: StorageKind) throws {
    let context = try kind.context()
    let box = try box(
      #"{"id": 1, "items": [1, 2, {"id": 1, "text": "a"}, 2], "item_set": [1, 1]}"#, in: context)
    #expect(box.items == .references(1, 2))
    #expect(box.itemSet == .references(1))
  }

  @Test(arguments: StorageKind.allCases)
  func anArrayForARelationToOneIsAnError(kind: StorageKind) throws {
    let context = try kind.context()
    #expect(
      errorText { try context.import(Box.self, from: #"{"id": 1, "owner": [1]}"#) }
        == "$.owner: expected Int or an object of Item, found an array (line 1, column 20, Box.owner)"
    )
    #expect(
      errorText { try context.import(Ticket.self, from: #"{"id": 1, "item": []}"#) }
        == "$.item: expected Int or an object of Item, found an array (line 1, column 19, Ticket.item)"
    )
    let misfits = ["true": "a boolean", #""x""#: "a string"]
    for (json, found) in misfits {
      for key in ["owner", "plain"] {
        #expect(
          errorText { try context.import(Box.self, from: #"{"id": 1, "\#(key)": \#(json)}"#) }
            .hasPrefix("$.\(key): expected Int or an object of Item, found \(found) "))
      }
    }
    #expect(try context.count(Box.self) == 0)
  }

  @Test(arguments: StorageKind.allCases)
  func aRequiredRelation(kind: StorageKind) throws {
    let context = try kind.context()
    #expect(
      errorText { try context.import(Ticket.self, from: #"{"id": 1}"#) }
        == "$.item: required key is missing, expected Reference<Item> (line 1, column 1, Ticket.item)"
    )
    #expect(
      errorText { try context.import(Ticket.self, from: #"{"id": 1, "item": null}"#) }
        == "$.item: expected Int, found null (line 1, column 19, Ticket.item)")
    try context.import(Ticket.self, from: #"{"id": 1, "item": {"id": 2, "text": "x"}}"#)
    try context.import(Ticket.self, from: #"{"id": 1}"#)
    #expect(try context.fetch(Ticket.self, id: 1)?.item == Reference(2))
    #expect(
      errorText { try context.import(Ticket.self, from: #"{"id": 1, "item": null}"#) }
        == "$.item: expected Int, found null (line 1, column 19, Ticket.item)")
    #expect(try context.fetch(Ticket.self, id: 1)?.item == Reference(2))
  }

  @Test(arguments: StorageKind.allCases)
  func anObjectWithOnlyAnIDIsAReference(kind: StorageKind) throws {
    let context = try kind.context()
    let result = try context.import(
      Box.self,
      from: #"{"id": 1, "items": [{"id": 5}, {"id": 6, "unmapped": [1]}, {"id": 5, "text": "x"}]}"#
    )
    #expect(result.changes.description == "2 inserted")
    #expect(try context.fetch(Box.self, id: 1)?.items == .references(5, 6))
    #expect(try context.unresolved(Item.self) == [6])
    // On the top level, it's an object like any other.
    #expect(
      errorText { try context.import(Item.self, from: #"{"id": 6}"#) }
        == "$.text: required key is missing, expected String (line 1, column 1, Item.text)")
    #expect(
      try context.import(Item.self, from: #"{"id": 5}"#).changes.description == "1 unchanged")
  }

  @Test(arguments: StorageKind.allCases)
  func aModelWithNothingButAnID(kind: StorageKind) throws {
    let context = try kind.context()
    let result = try context.import(Page.self, from: #"{"id": 1, "tags": [{"id": "a"}, "b"]}"#)
    #expect(result.changes.description == "2 inserted")
    #expect(try context.fetch(Tag.self).map(\.id) == ["a"])
    #expect(try context.unresolved(Tag.self) == ["b"])
  }

  @Test(arguments: StorageKind.allCases)
  func idsThatDifferOnlyInTheirNormalization(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Topic.self,
      from: #"{"id": "x", "others": [{"id": "\u00e9", "others": []}, "e\u0301", "\u00e9"]}"#)
    var others = try #require(try context.fetch(Topic.self, id: "x")).others
    #expect(others.map { $0.id.utf8.count } == [2, 3])
    try context.import(Topic.self, from: #"{"id": "x", "more": ["\u00e9"]}"#)
    try context.import(Topic.self, from: #"{"id": "x", "more": ["e\u0301", "\u00e9"]}"#)
    others = try #require(try context.fetch(Topic.self, id: "x")).more
    #expect(others.map { $0.id.utf8.count } == [2, 3])
  }

  @Test(arguments: StorageKind.allCases)
  func idsOfTheSameCharacters(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Topic.self, from: #"{"id": "x", "tags": ["\u00e9", "e\u0301"]}"#)
    let topic = try #require(try context.fetch(Topic.self, id: "x"))
    #expect(Set(topic.tags.map { $0.id.utf8.count }) == [2, 3])
    #expect(try context.unresolved(Tag.self).map { $0.utf8.count } == [3, 2])
    #expect(try context.save(topic).description == "1 unchanged")
  }

  @Test func idsWithManyAccents() throws {
    // To sort them, as `String` does for its hash, takes quadratic time.
    let marks = "a" + String(repeating: "\u{316}\u{301}", count: 200_000)
    let references: Set<Reference<Tag>> = [Reference(marks), Reference(marks + "b")]
    #expect(references.count == 2 && references.contains(Reference(marks)))
  }
}

private struct Tag: StoredModel {
  @Mapped var id: String
}

private struct Page: StoredModel {
  @Mapped var id: Int
  @Related var tags: [Reference<Tag>]
}

private struct Topic: StoredModel {
  @Mapped var id: String
  @Related var others: [Reference<Topic>]
  @Related(policy: .merge) var more: [Reference<Topic>]
  @Related var tags: Set<Reference<Tag>>
}

struct Open: StoredModel {
  @Mapped var id: String
  @Mapped var number: Int?
  @Extras var extras: JSONObject
  @Related var next: Reference<Open>?
}

private struct OpenGroup: StoredModel {
  @Mapped("meta.id") var id: Int
  @Extras var extras: JSONObject
  @Related var next: Reference<OpenGroup>?
}
