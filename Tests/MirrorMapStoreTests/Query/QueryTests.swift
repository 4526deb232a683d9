import Foundation
import MirrorMapStore
import Testing

@testable import TestSupport

@Suite(.temporaryFolder) struct QueryTests {
  private func context(_ kind: StorageKind) throws -> StoreContext {
    let context = try kind.context()
    try context.import(
      Entry.self,
      from: """
        [{"id": 1, "name": "b", "age": 30, "role": "admin", "date": "2020-01-01T00:00:00Z", "big": 18446744073709551615,
          "ratio": 0.5, "owner": 7, "flag": true, "price": 1.25, "code": "[x"},
         {"id": 2, "name": "a", "role": "user", "date": "2021-01-01T00:00:00.5Z", "big": 3, "ratio": 2,
          "flag": false, "price": 3, "code": "y", "tags": ["p", "q"], "counts": {"x": 1, "y": 2}},
         {"id": 3, "name": "é", "age": -1, "role": "user", "big": 9223372036854775808, "owner": 8, "flag": true,
          "price": 0.5, "code": "z", "tags": ["q"], "parent": {"id": 4, "name": "A", "big": 0, "code": "true",
          "role": "guest", "flag": false, "price": 2}}]
        """)
    return context
  }

  private func ids(
    _ kind: StorageKind, _ condition: @escaping (ModelColumns<Entry>) -> ModelCondition<Entry>
  ) throws -> [Int] {
    let context = try context(kind)
    let found = try context.fetch(Entry.self, where: condition).map(\.id)
    #expect(try context.count(Entry.self, where: condition) == found.count)
    let all = try context.fetch(Entry.self).map(\.id)
    #expect(all == [1, 2, 3, 4])
    // The opposite is all the others.
    #expect(
      try context.fetch(Entry.self, where: { !condition($0) }).map(\.id)
        == all.filter { !found.contains($0) })
    return found
  }

  /// Without a value of an enum that isn't `CaseIterable`, its properties can't be told apart.
  @Test(arguments: StorageKind.allCases)
  func noneOfNoValues(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Doubled.self, from: #"{"id": 1, "first": "admin", "second": "user"}"#)
    #expect(try context.count(Doubled.self, where: { $0.first.isIn([]) }) == 0)
    #expect(try context.count(Doubled.self, where: { !$0.second.isIn([]) }) == 1)
    #expect(try context.count(Doubled.self, where: { $0.second.isIn([.user]) }) == 1)
  }

  @Test(arguments: StorageKind.allCases)
  func comparisons(kind: StorageKind) throws {
    #expect(try ids(kind) { $0.age < 30 } == [3])
    #expect(try ids(kind) { $0.age <= 30 } == [1, 3])
    #expect(try ids(kind) { $0.age > -1 } == [1])
    #expect(try ids(kind) { $0.age >= -1 } == [1, 3])
    #expect(try ids(kind) { $0.age == 30 } == [1])
    #expect(try ids(kind) { $0.name == "é" } == [3])
    #expect(try ids(kind) { $0.name == "e\u{301}" } == [])
    #expect(try ids(kind) { $0.name > "a" } == [1, 3])
    #expect(try ids(kind) { $0.ratio < 1 } == [1])
    #expect(try ids(kind) { $0.ratio == 2 } == [2])
    #expect(try ids(kind) { $0.flag == true } == [1, 3])
    #expect(try ids(kind) { $0.price > Decimal(1) } == [1, 2, 4])
    #expect(try ids(kind) { $0.id >= 3 } == [3, 4])
  }

  @Test(arguments: StorageKind.allCases)
  func nils(kind: StorageKind) throws {
    #expect(try ids(kind) { $0.age == nil } == [2, 4])
    #expect(try ids(kind) { $0.age != nil } == [1, 3])
    #expect(try ids(kind) { $0.age != 30 } == [2, 3, 4])
    #expect(try ids(kind) { $0.age < nil } == [])
    #expect(try ids(kind) { $0.owner == nil } == [2, 4])
    #expect(try ids(kind) { $0.age.isIn([30, nil]) } == [1, 2, 4])
    #expect(try ids(kind) { $0.age.isIn([Int?]()) } == [])
  }

  @Test(arguments: StorageKind.allCases)
  func enumsDatesAndReferences(kind: StorageKind) throws {
    #expect(try ids(kind) { $0.role == .user } == [2, 3])
    #expect(try ids(kind) { $0.role != .user } == [1, 4])
    #expect(try ids(kind) { $0.role.isIn([.admin, .guest]) } == [1, 4])
    let date = Date(timeIntervalSince1970: 1_600_000_000)
    #expect(try ids(kind) { $0.date < date } == [1])
    #expect(try ids(kind) { $0.date == Date(timeIntervalSince1970: 1_609_459_200.5) } == [2])
    #expect(try ids(kind) { $0.owner == Reference(7) } == [1])
    #expect(try ids(kind) { $0.owner.isIn([Reference(7), Reference(8)]) } == [1, 3])
    #expect(try ids(kind) { $0.parent == Reference(4) } == [3])
    #expect(try ids(kind) { $0.code == "[x" || $0.code == "true" } == [1, 4])
  }

  @Test(arguments: StorageKind.allCases)
  func collections(kind: StorageKind) throws {
    #expect(try ids(kind) { $0.tags == ["q", "p"] } == [2])
    #expect(try ids(kind) { $0.counts == ["y": 2, "x": 1] } == [2])
    #expect(try ids(kind) { $0.counts == nil } == [1, 3, 4])
  }

  @Test(arguments: StorageKind.allCases)
  func andOrNot(kind: StorageKind) throws {
    #expect(try ids(kind) { $0.flag == true && $0.age > 0 } == [1])
    #expect(try ids(kind) { $0.flag == false || $0.age < 0 } == [2, 3, 4])
    #expect(try ids(kind) { !($0.flag == true && $0.role == .user) } == [1, 2, 4])
    #expect(try ids(kind) { !($0.age < 30) } == [1, 2, 4])
  }

  @Test(arguments: StorageKind.allCases)
  func decimalsInTheOrderOfNumbers(kind: StorageKind) throws {
    let context = try kind.context()
    let prices = ["0.0000000001", "0.00001", "0.001", "1000000", "1e20"]
    for (id, price) in prices.enumerated() {
      try context.import(Price.self, from: #"{"id": \#(id), "amount": \#(price)}"#)
    }
    #expect(try context.fetch(Price.self, orderBy: { $0.amount }).map(\.id) == [0, 1, 2, 3, 4])
    #expect(try context.fetch(Price.self, where: { $0.amount > 1 }).map(\.id) == [3, 4])
    #expect(try context.fetch(Price.self).map(\.amount) == prices.map { Decimal(string: $0) })
  }

  @Test(arguments: StorageKind.allCases)
  func aPropertyWhoseObserverAssignsAnother(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Observed.self, from: #"[{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]"#)
    #expect(try context.fetch(Observed.self, where: { $0.name == "b" }).map(\.id) == [2])
    #expect(try context.fetch(Observed.self, orderBy: { $0.name.descending }).map(\.id) == [2, 1])
  }

  @Test(arguments: StorageKind.allCases)
  func integersBeyond64Bits(kind: StorageKind) throws {
    #expect(try ids(kind) { $0.big == .max } == [1])
    #expect(try ids(kind) { $0.big != .max } == [2, 3, 4])
    #expect(try ids(kind) { $0.big.isIn([3, 9_223_372_036_854_775_808]) } == [2, 3])
    #expect(try ids(kind) { $0.big < 10 } == [2, 4])
    #expect(try ids(kind) { $0.big > 2 } == [1, 2, 3])
    let context = try context(kind)
    #expect(
      errorText { try context.fetch(Entry.self, where: { $0.big < .max }) }
        == "Entry.big: integers beyond 64 bits have no order in a store")
    #expect(
      errorText { try context.fetch(Entry.self, orderBy: { $0.big }) }
        == "Entry.big: integers beyond 64 bits have no order in a store")
    #expect(
      errorText { try context.fetch(Entry.self, where: { $0.wide > 3 }) }
        == "Entry.wide: integers beyond 64 bits have no order in a store")
  }

  @Test(arguments: StorageKind.allCases)
  func orders(kind: StorageKind) throws {
    let context = try context(kind)
    #expect(try context.fetch(Entry.self, orderBy: { $0.name }).map(\.id) == [4, 2, 1, 3])
    #expect(try context.fetch(Entry.self, orderBy: { $0.age }).map(\.id) == [2, 4, 3, 1])
    #expect(
      try context.fetch(Entry.self, orderBy: { $0.age.descending }).map(\.id) == [1, 3, 2, 4])
    #expect(try context.fetch(Entry.self, orderBy: { $0.price }).map(\.id) == [3, 1, 4, 2])
    #expect(
      try context.fetch(Entry.self, orderBy: { $0.flag.descending.then($0.name) }).map(\.id)
        == [1, 3, 4, 2])
    #expect(
      try context.fetch(Entry.self, orderBy: { $0.role.ascending.then($0.id.descending) })
        .map(\.id) == [1, 4, 3, 2])
    #expect(
      try context.fetch(
        Entry.self, where: { $0.role == .user }, orderBy: { $0.age.descending }
      ).map(\.id) == [3, 2])
  }

  @Test(arguments: StorageKind.allCases)
  func limitsAndOffsets(kind: StorageKind) throws {
    let context = try context(kind)
    #expect(try context.fetch(Entry.self, limit: 2).map(\.id) == [1, 2])
    #expect(try context.fetch(Entry.self, limit: 2, offset: 3).map(\.id) == [4])
    #expect(try context.fetch(Entry.self, offset: 2).map(\.id) == [3, 4])
    #expect(try context.fetch(Entry.self, limit: 0).isEmpty)
    #expect(try context.fetch(Entry.self, offset: 9).isEmpty)
    #expect(
      try context.fetch(Entry.self, orderBy: { $0.name.descending }, limit: 1, offset: 1)
        .map(\.id) == [1])
    #expect(
      errorText { try context.fetch(Entry.self, limit: -1) }
        == "Entry: a limit or an offset is negative")
    #expect(
      errorText { try context.fetch(Entry.self, offset: -1) }
        == "Entry: a limit or an offset is negative")
  }

  @Test(arguments: StorageKind.allCases)
  func whatIsNoColumn(kind: StorageKind) throws {
    let context = try context(kind)
    #expect(
      errorText { try context.fetch(Entry.self, where: { $0.unmapped == 3 }) }
        == "Entry: a key path to a value of type Int leads to no stored property")
    #expect(storeErrorCode { try context.count(Entry.self, where: { $0.unmapped == 3 }) } == .query)
    #expect(
      errorText { try context.count(Parted.self, where: { $0.part != nil }) }
        == "Parted: a key path to a value of type Part? leads to no stored property;"
        + " query a property of the flattened model")
    try context.import(Parted.self, from: #"[{"id": 1, "size": 5}, {"id": 2}]"#)
    #expect(try context.count(Parted.self, where: { $0[dynamicMember: \.part!.size] == 5 }) == 1)
    // A property that sets another one is that one.
    #expect(try context.fetch(Entry.self, where: { $0.years == 30 }).map(\.id) == [1])
  }

  @Test(arguments: StorageKind.allCases)
  func inAModelStore(kind: StorageKind) async throws {
    let store = try kind.store()
    try await store.import(
      Item.self,
      from: (1...9).map { #"{"id": \#($0), "text": "\#($0 % 3)"}"# }.joined(separator: ",").json)
    #expect(try await store.count(Item.self) == 9)
    #expect(try await store.count(Item.self, where: { $0.text == "1" }) == 3)
    #expect(
      try await store.fetch(
        Item.self, where: { $0.text != "1" }, orderBy: { $0.text.descending }, limit: 3, offset: 1
      ).map(\.id) == [5, 8, 3])
    #expect(try await store.fetch(Item.self, ids: [9, 1, 20, 9]).map(\.id) == [9, 1, 9])
    #expect(try await store.fetch(Reference<Item>?.none) == nil)
    #expect(try await store.fetch(Item.self, id: 20) == nil)
  }

  @Test(arguments: StorageKind.allCases)
  func keyPathsThroughEmbeddedModels(kind: StorageKind) throws {
    let context = try kind.context()
    func expectError(_ condition: @escaping (ModelColumns<Framed>) -> ModelCondition<Framed>) {
      #expect(
        errorText { try context.count(Framed.self, where: condition) }
          .contains("a key path to a value of type Int leads to no stored property"))
    }
    expectError { $0[dynamicMember: \.frame.size] == 1 }
    expectError { $0[dynamicMember: \.maybe!.size] == 1 }
    expectError { $0[dynamicMember: \.none!.size] == 1 }
    expectError { $0[dynamicMember: \.frame.inner!.size] == 1 }
    expectError { $0[dynamicMember: \.maybe!.inner!.inner!.size] == 1 }
    expectError { $0[dynamicMember: \.maybe!.inner!.inner!.inner!.inner!.inner!.size] == 1 }
    expectError { $0[dynamicMember: \.given.inner!.size] == 1 }
    #expect(try context.count(Framed.self, where: { $0.maybe == nil && $0.name == nil }) == 0)
    #expect(try context.fetch(Framed.self, orderBy: { $0.count }).isEmpty)
  }

  /// Queries call no code of theirs that could read a property without a value.
  @Test func embeddedModelsWithCodeOfTheirOwn() throws {
    let context = try StoreContext(.memory)
    try context.import(Shipped.self, from: #"{"id": 1, "name": "a", "weight": "3 kg"}"#)
    #expect(try context.count(Shipped.self, where: { $0.name == "a" }) == 1)
    for code in [
      storeErrorCode {
        try context.count(Shipped.self, where: { $0[dynamicMember: \.weight!.amount] == 3 })
      },
      storeErrorCode {
        try context.count(Shipped.self, where: { $0[dynamicMember: \.label!.size] == 3 })
      },
    ] { #expect(code == .query) }
  }

  /// All of them lead to each other.
  @Test func manyEmbeddedModels() throws {
    let context = try StoreContext(.memory)
    #expect(try context.count(Meshed.self, where: { $0.name == "a" }) == 0)
    #expect(
      storeErrorCode {
        try context.count(Meshed.self, where: { $0[dynamicMember: \.a!.b!.a!.b!.size] == 3 })
      } == .query)
  }

  /// Values of an app's own type aren't made up where the property can be nil.
  @Test func optionalValuesAreNotMadeUp() throws {
    let context = try StoreContext(.memory)
    try context.import(Priced.self, from: #"[{"id": 1, "n": 1, "price": "2 EUR"}, {"id": 2}]"#)
    #expect(try context.fetch(Priced.self, where: { $0.n == 1 }).map(\.price?.amount) == ["2"])
    #expect(try context.count(Priced.self, where: { $0.price == nil }) == 1)
  }

  /// Where no value of a type can be made up, the condition's own value finds the property.
  @Test(arguments: StorageKind.allCases)
  func requiredValuesThatCannotBeMadeUp(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Sealed.self, from: #"[{"id": 1, "seal": "seal 7"}, {"id": 2, "seal": "seal 8"}]"#)
    #expect(
      try context.fetch(Sealed.self, where: { $0.seal == Sealed.Seal(number: 7) }).map(\.id) == [1])
    #expect(try context.fetch(Sealed.self, orderBy: { $0.seal }).map(\.id) == [1, 2])

    try context.import(TwiceSealed.self, from: #"{"id": 1, "first": "seal 7", "last": "seal 9"}"#)
    #expect(
      try context.count(TwiceSealed.self, where: { $0.last == Sealed.Seal(number: 9) }) == 1)
    #expect(
      errorText { try context.fetch(TwiceSealed.self, orderBy: { $0.first }) }
        == "TwiceSealed: a key path to a value of type Seal can't be told from others of that type")
  }

  /// A comparison with nil by order is false, also for integers that have none.
  @Test(arguments: StorageKind.allCases)
  func comparisonsWithNil(kind: StorageKind) throws {
    let context = try context(kind)
    #expect(try context.count(Entry.self, where: { $0.wide < nil || $0.wide >= nil }) == 0)
    #expect(try context.count(Entry.self, where: { $0.age < nil || $0.age >= nil }) == 0)
    #expect(storeErrorCode { try context.count(Entry.self, where: { $0.wide < 1 }) } == .query)
    #expect(storeErrorCode { try context.fetch(Entry.self, orderBy: { $0.wide }) } == .query)
  }

  @Test(arguments: StorageKind.allCases)
  func manyConditions(kind: StorageKind) throws {
    let context = try context(kind)
    let none = { (columns: ModelColumns<Entry>) in
      (100..<5100).map { columns.id == $0 }.reduce(columns.id == 100) { $0 || $1 }
    }
    #expect(try context.count(Entry.self, where: { none($0) }) == 0)
    #expect(try context.fetch(Entry.self, where: { none($0) || $0.id == 1 }).map(\.id) == [1])
    #expect(try context.fetch(Entry.self, where: { $0.id == 1 || none($0) }).map(\.id) == [1])
    let all = { (columns: ModelColumns<Entry>) in
      (100..<5100).map { columns.id != $0 }.reduce(columns.id < 3) { $1 && $0 }
    }
    #expect(try context.fetch(Entry.self, where: { all($0) }).map(\.id) == [1, 2])
    #expect(
      try context.fetch(Entry.self, where: { !(none($0) || $0.id > 1) && all($0) }).map(\.id) == [1]
    )
  }

  @Test(arguments: StorageKind.allCases)
  func conditionsThatAreNestedTooDeep(kind: StorageKind) throws {
    let context = try context(kind)
    let code = storeErrorCode {
      try context.count(Entry.self) { columns in
        (0..<100_000).reduce(columns.id == 1) { inner, step in
          step % 2 == 0 ? columns.id == 2 || inner : columns.id < 9 && inner
        }
      }
    }
    #expect(code == .query)
    #expect(
      storeErrorCode {
        try context.count(Entry.self) { (0..<100_000).reduce($0.id == 1) { inner, _ in !inner } }
      } == .query)
  }
}

extension String {
  fileprivate var json: String { "[\(self)]" }
}

private struct Doubled: StoredModel {
  @Mapped var id: Int
  @Mapped var first: Role
  @Mapped var second: Role
}

private enum Role: String, MappableValue, Sendable {
  case admin, user, guest
}

private struct Price: StoredModel {
  @Mapped var id: Int
  @Mapped var amount: Decimal
}

private struct Observed: StoredModel {
  @Mapped var id: Int
  @Mapped var name: String? { didSet { edits += 1 } }
  @Mapped var edits: Int = 0

  static var indexes: [StoredIndex] { [StoredIndex(\Observed.name)] }
}

private struct Parted: StoredModel {
  struct Part: Mappable {
    @Mapped var size: Int?
  }

  @Mapped var id: Int
  @Flattened var part: Part?
}

private struct Priced: StoredModel {
  struct Money: MappableValue, Equatable {
    var amount = ""
    var currency = ""

    static func decode(from reader: inout JSONReader) throws -> Money {
      let parts = try reader.decode(String.self).split(separator: " ").map(String.init)
      return Money(amount: parts[0], currency: parts[1])
    }

    func encode(to writer: inout JSONWriter) throws { try writer.encode("\(amount) \(currency)") }
  }

  @Mapped var id: Int
  @Mapped var price: Money?
  @Mapped var n: Int?
}

private struct Sealed: StoredModel {
  struct Seal: MappableValue, Equatable {
    var number = 0

    static func decode(from reader: inout JSONReader) throws -> Seal {
      let text = try reader.decode(String.self)
      guard text.hasPrefix("seal "), let number = Int(text.dropFirst(5)) else {
        throw MappingError(expected: "a seal")
      }
      return Seal(number: number)
    }

    func encode(to writer: inout JSONWriter) throws { try writer.encode("seal \(number)") }
  }

  @Mapped var id: Int
  @Mapped var seal: Seal
}

private struct TwiceSealed: StoredModel {
  @Mapped var id: Int
  @Mapped var first: Sealed.Seal
  @Mapped var last: Sealed.Seal
}

private struct Framed: StoredModel {
  struct Frame: Mappable {
    @Mapped var size: Int
    @Mapped var title: String
    @Mapped var inner: Inner?
  }

  final class Inner: Mappable {
    @Mapped var size: Int
    @Mapped var inner: Inner?
  }

  @Mapped var id: Int
  @Mapped var count: Int?
  @Mapped var name: String?
  @Mapped var frame: Frame
  @Mapped var maybe: Frame?
  @Mapped var none: Frame? = nil
  @Mapped var given = Frame()
}

private struct Shipped: StoredModel {
  enum Unit: String, MappableValue { case kg, lb }

  struct Weight: Mappable {
    @Mapped var amount: Int
    @Mapped var unit: Unit

    static func decode(from reader: inout JSONReader) throws -> Weight {
      let parts = try reader.decode(String.self).split(separator: " ").map(String.init)
      guard parts.count == 2, let amount = Int(parts[0]), let unit = Unit(rawValue: parts[1]) else {
        throw MappingError(expected: "a weight")
      }
      var weight = Weight()
      (weight.amount, weight.unit) = (amount, unit)
      return weight
    }

    func encode(to writer: inout JSONWriter) throws {
      try writer.encode("\(amount) \(unit.rawValue)")
    }
  }

  struct Label: Mappable, DecodeCompleting, EncodePreparing {
    @Mapped var text: String
    @Mapped var unit: Unit
    @Mapped var size = 0

    func didDecode(in context: MappingContext) throws {
      if text.isEmpty { throw MappingError(expected: "a text") }
    }

    mutating func willEncode(in context: MappingContext) throws { size = unit.rawValue.count }
  }

  @Mapped var id: Int
  @Mapped var name: String
  @Mapped var weight: Weight?
  @Mapped var label: Label? = nil
}

/// Five types that lead to each other.
private final class Mesh<Tag>: Mappable {
  @Mapped var size: Int?
  @Mapped var a: Mesh<Int>?
  @Mapped var b: Mesh<Bool>?
  @Mapped var c: Mesh<String>?
  @Mapped var d: Mesh<Double>?
  @Mapped var e: Mesh<Float>?
}

private struct Meshed: StoredModel {
  @Mapped var id: Int
  @Mapped var name: String?
  @Mapped var a: Mesh<Int>?
}

private struct Entry: StoredModel {
  @Mapped var id: Int
  @Mapped var name: String
  @Mapped var age: Int?
  @Mapped var role: Role
  @Mapped var date: Date?
  @Mapped var big: UInt64
  @Mapped var wide: Int128?
  @Mapped var ratio: Double?
  @Mapped var flag: Bool
  @Mapped var price: Decimal
  @Mapped var code: String
  @Mapped var tags: Set<String>?
  @Mapped var counts: [String: Int]?
  @Related var owner: Reference<Item>?
  @Related var parent: Reference<Entry>?
  var unmapped = 3
  var years: Int? {
    get { age }
    set { age = newValue }
  }
}
