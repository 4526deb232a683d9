import Foundation
import MirrorMapStore
import Testing

@testable import TestSupport

@Suite(.temporaryFolder) struct InverseImportTests {
  /// Imports parents, and returns the text of what has changed.
  @discardableResult
  private func parents(_ json: String, in context: StoreContext) throws -> String {
    try context.import(Parent.self, from: json).changes.description
  }

  @Test(arguments: StorageKind.allCases)
  func nestedAndStoredChildrenGetTheirParent(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Child.self, from: #"[{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]"#)
    let result = try context.import(
      Parent.self,
      from: #"{"id": 7, "children": [1, {"id": 2}, {"id": 3, "name": "c"}, 4], "favorite": 1}"#)
    #expect(result.changes.description == "2 inserted, 2 updated")
    #expect(result.changes.updated(Child.self) == [1: ["parent", "favorite"], 2: ["parent"]])
    #expect(try context.fetch(Child.self).map(\.parent) == .references(7, 7, 7))
    #expect(try context.fetch(Child.self, id: 1)?.favorite == Reference(7))
    // One that wasn't there is connected when its parent is imported again.
    try context.import(Child.self, from: #"{"id": 4, "name": "d"}"#)
    #expect(try context.fetch(Child.self, id: 4)?.parent == nil)
    #expect(
      try parents(#"{"id": 7, "children": [1, 2, 3, 4]}"#, in: context) == "1 updated, 1 unchanged")
    #expect(try context.fetch(Child.self, id: 4)?.parent == Reference(7))
  }

  @Test(arguments: StorageKind.allCases)
  func theParentAroundAChildWins(kind: StorageKind) throws {
    let context = try kind.context()
    let json = #"{"id": 7, "children": [{"id": 1, "name": "a", "parent": 8}]}"#
    #expect(try parents(json, in: context) == "2 inserted")
    #expect(try context.fetch(Child.self, id: 1)?.parent == Reference(7))
    #expect(try parents(json, in: context) == "2 unchanged")
    #expect(
      try parents(#"{"id": 7, "children": [{"id": 1, "parent": null}]}"#, in: context)
        == "2 unchanged")
    #expect(try parents(#"{"id": 8, "children": [1]}"#, in: context) == "1 inserted, 1 updated")
    #expect(try context.fetch(Child.self, id: 1)?.parent == Reference(8))
  }

  @Test(arguments: StorageKind.allCases)
  func oneThatJoinsAndLeavesInsideOfItself(kind: StorageKind) throws {
    let context = try kind.context()
    for _ in 0..<2 {
      try context.import(
        Member.self,
        from: #"{"id": 1, "links": [{"id": 3, "staff": [1]}, {"id": 3, "staff": []}]}"#)
      #expect(try context.fetch(Member.self, id: 1)?.boss == nil)
      #expect(try context.fetch(Member.self, id: 3)?.staff == [])
    }
    for _ in 0..<2 {
      try context.import(
        Member.self,
        from: """
          {"id": 1, "links": [
            {"id": 3, "staff": [1]}, {"id": 4, "staff": [1]}, {"id": 3, "staff": []}]}
          """)
      #expect(try context.fetch(Member.self, id: 1)?.boss == Reference(4))
    }
  }

  @Test(arguments: StorageKind.allCases)
  func childrenThatLeaveAnAssignedListLoseIt(kind: StorageKind) throws {
    let context = try kind.context()
    try parents(
      #"{"id": 7, "children": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}, {"id": 3, "name": "c"}]}"#,
      in: context)
    // 2 goes over to another parent, and isn't this one's to clear.
    try parents(#"{"id": 8, "children": [2]}"#, in: context)
    let result = try context.import(Parent.self, from: #"{"id": 7, "children": [3]}"#)
    #expect(result.changes.updated(Child.self) == [1: ["parent"]])
    #expect(result.changes.updated(Parent.self) == [7: ["children"]])
    #expect(try context.fetch(Child.self).map(\.parent) == [nil, Reference(8), Reference(7)])
    try parents(#"{"id": 7, "children": null}"#, in: context)
    #expect(try context.fetch(Child.self).map(\.parent) == [nil, Reference(8), nil])
    // An absent key changes nothing.
    try parents(#"{"id": 8}"#, in: context)
    #expect(try context.fetch(Child.self, id: 2)?.parent == Reference(8))
  }

  @Test(arguments: StorageKind.allCases)
  func childrenThatLeaveAReplacedListAreDeleted(kind: StorageKind) throws {
    let context = try kind.context()
    try parents(
      #"{"id": 7, "wards": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}], "children": [1]}"#,
      in: context)
    #expect(try context.fetch(Child.self).map(\.guardian) == .references(7, 7))
    let result = try context.import(
      Parent.self, from: #"{"id": 7, "wards": [{"id": 3, "name": "c"}, 2]}"#)
    #expect(result.changes.description == "1 inserted, 1 updated, 1 deleted")
    #expect(result.changes.deleted(Child.self) == [1])
    #expect(try context.fetch(Child.self).map(\.guardian) == .references(7, 7))
    #expect(try context.fetch(Child.self).map(\.id) == [2, 3])
  }

  @Test(arguments: StorageKind.allCases)
  func aChildThatHasMovedIsNotDeleted(kind: StorageKind) throws {
    let context = try kind.context()
    try parents(
      #"{"id": 7, "wards": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]}"#, in: context)
    try context.import(Child.self, from: #"{"id": 2, "guardian": null}"#)
    #expect(
      try parents(#"[{"id": 8, "wards": [1]}, {"id": 7, "wards": []}]"#, in: context)
        == "1 inserted, 2 updated, 1 deleted")
    #expect(try context.fetch(Child.self).map(\.id) == [1])
    #expect(try context.fetch(Child.self, id: 1)?.guardian == Reference(8))
  }

  @Test(arguments: StorageKind.allCases)
  func childrenStayInAMergedList(kind: StorageKind) throws {
    let context = try kind.context()
    try parents(#"{"id": 7, "friends": [{"id": 1, "name": "a"}]}"#, in: context)
    try parents(#"{"id": 7, "friends": [{"id": 2, "name": "b"}]}"#, in: context)
    #expect(try context.fetch(Child.self).map(\.friend) == .references(7, 7))
    #expect(try context.fetch(Parent.self, id: 7)?.friends == .references(1, 2))
  }

  @Test(arguments: StorageKind.allCases)
  func aChildThatLeavesARelationToOne(kind: StorageKind) throws {
    let context = try kind.context()
    try parents(#"{"id": 7, "favorite": {"id": 1, "name": "a"}}"#, in: context)
    try parents(#"{"id": 7, "favorite": {"id": 2, "name": "b"}}"#, in: context)
    #expect(try context.fetch(Child.self).map(\.favorite) == [nil, Reference(7)])
    try parents(#"{"id": 7, "favorite": null}"#, in: context)
    #expect(try context.fetch(Child.self).map(\.favorite) == [nil, nil])
  }

  @Test(arguments: StorageKind.allCases)
  func aRequiredInverseComesFromTheParent(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Order.self, from: #"{"id": 1, "lines": [{"id": 5, "amount": 2}, {"id": 6, "amount": 3}]}"#)
    #expect(try context.fetch(Line.self).map(\.order) == .references(1, 1))
    #expect(
      errorText {
        try context.import(
          Order.self, from: #"{"id": 2, "lines": [{"id": 7, "x": 1}, {"id": 8, "amount": null}]}"#)
      }
        == "$.lines[1].amount: expected Int, found null (line 1, column 60, Line.amount)")
    #expect(
      errorText { try context.import(Line.self, from: #"{"id": 8, "amount": 2}"#) }
        == "$.order: required key is missing, expected Reference<Order> (line 1, column 1, Line.order)"
    )
    // `null` isn't left to the parent, whether the line is new or not, and whatever reads it.
    let null = #"{"id": 4, "lines": [{"id": 5, "amount": 2, "order": null}]}"#
    func error() -> String { errorText { try context.import(Order.self, from: null) } }
    #expect(
      error() == "$.lines[0].order: expected Int, found null (line 1, column 53, Line.order)")
    for id in [5, 6] {
      #expect(
        errorText {
          try kind.context("hook \(id)").import(
            HookedOrder.self, from: null.replacingOccurrences(of: "5", with: "\(id)"))
        } == "$.lines[0].order: expected Int, found null (line 1, column 53, HookedLine.order)")
    }
    var mapper = Mapper()
    mapper.keyStrategy = .snakeCase
    let folded = #"{"id": 4, "lines": [{"id": 5, "amount": 2, "of_order": null}]}"#
    #expect(
      errorText { try context.import(FoldedOrder.self, from: folded, using: mapper) }
        == "$.lines[0].of_order: expected Int, found null (line 1, column 56, FoldedLine.ofOrder)")
    // It can't be cleared; only a parent that takes the line over changes it.
    try context.import(Order.self, from: #"[{"id": 1, "lines": [6]}, {"id": 3, "lines": [5]}]"#)
    #expect(try context.fetch(Line.self).map(\.order) == .references(3, 1))
  }

  @Test(arguments: StorageKind.allCases)
  func aRequiredInverseOfAModelWithAHook(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Cart.self, from: #"{"id": 1, "entries": [{"id": 5, "amount": 2}]}"#)
    #expect(try context.fetch(Entry.self, id: 5)?.label == "Cart(1): 2")
    #expect(
      errorText {
        try context.import(Cart.self, from: #"{"id": 1, "entries": [{"id": 6, "label": "x"}]}"#)
      }
        == "$.entries[0].amount: required key is missing, expected Int (line 1, column 23, Entry.amount)"
    )
  }

  @Test(arguments: StorageKind.allCases)
  func anInverseToOneself(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Person.self,
      from: #"{"id": 1, "reports": [{"id": 2, "reports": [{"id": 3, "name": "c"}, 1]}]}"#)
    let one = try #require(try context.fetch(Person.self, id: 1))
    let three = try #require(try context.fetch(Person.self, id: 3))
    #expect(one.reports == .references(2) && one.boss == Reference(2))
    #expect(three.boss == Reference(2))
  }

  /// A child that has moved to another parent, although the list of the first one still has it.
  private func movedChild(_ kind: StorageKind) throws -> StoreContext {
    let context = try kind.context()
    try parents(#"[{"id": 7, "children": [{"id": 1, "name": "a"}]}, {"id": 8}]"#, in: context)
    try context.import(Child.self, from: #"{"id": 1, "parent": 8}"#)
    return context
  }

  @Test(arguments: StorageKind.allCases)
  func anAbsentRelationTakesNoChildrenBack(kind: StorageKind) throws {
    let context = try movedChild(kind)
    #expect(try parents(#"{"id": 7, "wards": []}"#, in: context) == "1 unchanged")
    #expect(try context.fetch(Child.self, id: 1)?.parent == Reference(8))
    // One that the JSON names is taken back.
    #expect(try parents(#"{"id": 7, "children": [1]}"#, in: context) == "1 updated, 1 unchanged")
    #expect(try context.fetch(Child.self, id: 1)?.parent == Reference(7))
    var child = try #require(try context.fetch(Child.self, id: 1))
    child.parent = nil
    try context.save(child)
    try parents(#"{"id": 7}"#, in: context)
    #expect(try context.fetch(Child.self, id: 1)?.parent == nil)
    // So is one that isn't in an array.
    try parents(#"{"id": 7, "children": 1}"#, in: context)
    #expect(try context.fetch(Child.self, id: 1)?.parent == Reference(7))
  }

  @Test(arguments: StorageKind.allCases)
  func anAbsentRelationOfAnObjectTakesNoChildrenBack(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Person.self, from: #"[{"id": 1, "reports": [{"id": 2, "name": "b"}]}, {"id": 3}]"#)
    try context.import(Person.self, from: #"{"id": 2, "boss": 3}"#)
    try context.import(Person.self, from: #"{"id": 1, "name": "a"}"#)
    #expect(try context.fetch(Person.self, id: 2)?.boss == Reference(3))
    try context.import(Person.self, from: #"{"id": 1, "reports": [2]}"#)
    #expect(try context.fetch(Person.self, id: 2)?.boss == Reference(1))
  }

  @Test(arguments: StorageKind.allCases)
  func aMergedListTakesOnlyThoseBackThatArrive(kind: StorageKind) throws {
    let context = try kind.context()
    try parents(#"[{"id": 7, "friends": [{"id": 1, "name": "a"}]}, {"id": 8}]"#, in: context)
    try context.import(Child.self, from: #"{"id": 1, "friend": 8}"#)
    try parents(#"{"id": 7, "friends": [{"id": 2, "name": "b"}]}"#, in: context)
    #expect(try context.fetch(Child.self).map(\.friend) == .references(8, 7))
    try parents(#"{"id": 7, "friends": [1]}"#, in: context)
    #expect(try context.fetch(Child.self).map(\.friend) == .references(7, 7))
  }

  @Test(arguments: StorageKind.allCases)
  func aRelationToOneTakesNothingBackWithoutItsKey(kind: StorageKind) throws {
    let context = try kind.context()
    try parents(#"[{"id": 7, "favorite": {"id": 1, "name": "a"}}, {"id": 8}]"#, in: context)
    try context.import(Child.self, from: #"{"id": 1, "favorite": 8}"#)
    try parents(#"{"id": 7}"#, in: context)
    #expect(try context.fetch(Child.self, id: 1)?.favorite == Reference(8))
    try parents(#"{"id": 7, "favorite": 1}"#, in: context)
    #expect(try context.fetch(Child.self, id: 1)?.favorite == Reference(7))
  }

  /// If each child took the time of all, this would take many minutes.
  @Test func childrenThatContainTheirParent() throws {
    let context = try StoreContext(.memory)
    let count = 20_000
    let children = (1...count).map {
      #"{"id": \#($0), "name": "n", "parent": {"id": 1, "label": "p"}}"#
    }
    let changes = try context.import(
      Labeled.self, from: #"{"id": 1, "children": [\#(children.joined(separator: ","))]}"#
    ).changes
    #expect(changes.insertedCount == count + 1)
    #expect(try context.fetch(Labeled.self, id: 1)?.label == "p")
    #expect(try context.count(Labeled.Child.self, where: { $0.parent == Reference(1) }) == count)
  }

  @Test(arguments: StorageKind.allCases)
  func anObjectLeavesAListInsideOfIt(kind: StorageKind) throws {
    let context = try kind.context()
    try parents(#"{"id": 7, "children": [{"id": 1, "name": "a"}]}"#, in: context)
    try context.import(
      Child.self, from: #"{"id": 1, "name": "b", "favorite": {"id": 7, "children": []}}"#)
    var child = try #require(try context.fetch(Child.self, id: 1))
    #expect(child.name == "b" && child.parent == nil && child.favorite == Reference(7))
    // What the object itself says comes last.
    try parents(#"{"id": 7, "children": [1]}"#, in: context)
    try context.import(
      Child.self, from: #"{"id": 1, "parent": 7, "favorite": {"id": 7, "children": []}}"#)
    child = try #require(try context.fetch(Child.self, id: 1))
    #expect(child.parent == Reference(7) && child.favorite == Reference(7))
  }

  @Test(arguments: StorageKind.allCases)
  func aLiveObjectLeavesAListInsideOfIt(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Person.self, from: #"{"id": 1, "reports": [{"id": 2, "name": "b", "reports": []}]}"#)
    let person = try #require(try context.fetch(Person.self, id: 2))
    try context.import(
      Person.self, from: #"{"id": 2, "name": "c", "reports": [{"id": 1, "reports": []}]}"#)
    #expect(person.name == "c" && person.boss == nil && person.reports == .references(1))
    #expect(try context.count(Person.self, where: { $0.boss == nil && $0.name == "c" }) == 1)
  }

  /// If the stack is exhausted, the whole import fails; it never treats a relation as empty.
  @Test func stacksOfManySizes() async throws {
    let chain = (2...12).reduce(#"{"id": 1, "wards": 1}"#) { inner, id in
      #"{"id": \#(id), "next": \#(inner)}"#
    }
    for size in stride(from: 96, to: 700, by: 4) {
      let outcome = Outcome()
      let isOver = DispatchSemaphore(value: 0)
      let thread = Thread {
        defer { isOver.signal() }
        do {
          let context = try StoreContext(.memory)
          try context.import(
            Link.self,
            from: #"{"id": 1, "wards": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]}"#)
          outcome.isImported = (try? context.import(Link.self, from: chain)) != nil
          outcome.wards = try context.fetch(Link.Ward.self).map(\.id)
        } catch {
          outcome.error = "\(error)"
        }
      }
      thread.stackSize = size * 1024
      thread.start()
      await isOver.signaled()
      if let error = outcome.error {
        // There is no room for anything.
        #expect(error.contains("expected less nesting"), "\(size)")
      } else {
        #expect(outcome.wards == (outcome.isImported ? [1] : [1, 2]), "\(size)")
      }
    }
  }

  @Test(arguments: StorageKind.allCases, [false, true])
  func oneThatJoinsInsideOfItselfAndIsDropped(kind: StorageKind, isKnown: Bool) throws {
    let context = try kind.context()
    if isKnown { try context.import(Fan.self, from: #"{"id": 1, "name": "a"}"#) }
    var mapper = Mapper()
    mapper.failurePolicy = .lossy
    let band = #"{"id": 9, "members": [{"id": 1, "name": 5}]}"#
    let result = try context.import(
      [Fan].self, from: #"[{"id": 1, "name": "a", "bands": [\#(band)]}]"#, using: mapper)
    #expect(result.value == [])
    // The band is kept, so its member is, too.
    #expect(try context.fetch(Fan.Band.self, id: 9)?.members == .references(1))
    #expect(try context.fetch(Fan.self, id: 1)?.band == Reference(9))
  }

  @Test(arguments: StorageKind.allCases)
  func oneThatJoinsAndLeavesWhatReplacesInsideOfItself(kind: StorageKind) throws {
    let context = try kind.context()
    let joins = #"{"id": 9, "wards": [1]}"#
    let leaves = #"{"id": 9, "wards": []}"#
    for places in [joins + "," + leaves, leaves, joins, leaves] {
      try context.import(
        Ward.self, from: #"{"id": 1, "name": "a", "places": [\#(places)]}"#)
      let ward = try #require(try context.fetch(Ward.self, id: 1))
      #expect(ward.place == (places == joins ? Reference(9) : nil), "\(places)")
    }
  }
}

private struct Order: StoredModel {
  @Mapped var id: Int
  @Related(inverse: \Line.order) var lines: [Reference<Line>]
}

private struct Line: StoredModel {
  @Mapped var id: Int
  @Mapped var amount: Int
  @Related var order: Reference<Order>
}

private struct Cart: StoredModel {
  @Mapped var id: Int
  @Related(inverse: \Entry.cart) var entries: [Reference<Entry>]
}

private struct Entry: StoredModel, DecodeCompleting {
  @Mapped var id: Int
  @Mapped var amount: Int
  @Mapped var label: String?
  @Related var cart: Reference<Cart>

  mutating func didDecode(in context: MappingContext) throws { label = "\(cart): \(amount)" }
}

private struct Fan: StoredModel {
  struct Band: StoredModel {
    @Mapped var id: Int
    @Related(inverse: \Fan.band) var members: [Reference<Fan>]
  }

  @Mapped var id: Int
  @Mapped var name: String
  @Related var bands: [Reference<Band>]
  @Related var band: Reference<Band>?
}

private struct Ward: StoredModel {
  struct Place: StoredModel {
    @Mapped var id: Int
    @Related(policy: .replace, inverse: \Ward.place) var wards: [Reference<Ward>]
  }

  @Mapped var id: Int
  @Mapped var name: String
  @Related var places: [Reference<Place>]
  @Related var place: Reference<Place>?
}

private struct Labeled: StoredModel {
  struct Child: StoredModel {
    @Mapped var id: Int
    @Mapped var name: String
    @Related var parent: Reference<Labeled>?
  }

  @Mapped var id: Int
  @Mapped var label: String?
  @Related(inverse: \Child.parent) var children: [Reference<Child>]
}

private struct Link: StoredModel {
  struct Ward: StoredModel {
    @Mapped var id: Int
    @Mapped var name: String
    @Related var owner: Reference<Link>?
  }

  @Mapped var id: Int
  @Related var next: Reference<Link>?
  @Related(policy: .replace, inverse: \Ward.owner) var wards: [Reference<Ward>]
}

/// What has happened on a thread that is over.
private final class Outcome: @unchecked Sendable {
  var isImported = false
  var wards: [Int] = []
  var error: String?
}

private struct Member: StoredModel {
  @Mapped var id: Int
  @Related var boss: Reference<Member>?
  @Related(inverse: \Member.boss) var staff: [Reference<Member>]
  @Related var links: [Reference<Member>]
}

private struct HookedOrder: StoredModel {
  @Mapped var id: Int
  @Related(inverse: \HookedLine.order) var lines: [Reference<HookedLine>]
}

private struct HookedLine: StoredModel, DecodeCompleting {
  @Mapped var id: Int
  @Mapped var amount: Int
  @Related var order: Reference<HookedOrder>

  func didDecode(in context: MappingContext) throws {}
}

private struct FoldedOrder: StoredModel {
  @Mapped var id: Int
  @Related(inverse: \FoldedLine.ofOrder) var lines: [Reference<FoldedLine>]
}

private struct FoldedLine: StoredModel, DecodeCompleting {
  @Mapped var id: Int
  @Mapped var amount: Int
  @Related var ofOrder: Reference<FoldedOrder>

  func didDecode(in context: MappingContext) throws {}
}
