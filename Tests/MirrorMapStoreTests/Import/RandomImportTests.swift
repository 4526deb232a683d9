import Foundation
import MirrorMapStore
import Testing

/// Random documents against the rules as they're written down in ``RulesOfImport``.
@Suite(.temporaryFolder) struct RandomImportTests {
  @Test(arguments: StorageKind.allCases)
  func readByColumns(kind: StorageKind) throws { try check(PlainThing.self, kind) }

  @Test(arguments: StorageKind.allCases)
  func readIntoStructs(kind: StorageKind) throws { try check(Thing.self, kind) }

  @Test(arguments: StorageKind.allCases)
  func readIntoModels(kind: StorageKind) throws { try check(HookedThing.self, kind) }

  @Test(arguments: StorageKind.allCases)
  func readIntoObjects(kind: StorageKind) throws { try check(ThingObject.self, kind) }

  @Test(arguments: StorageKind.allCases)
  func readByColumnsOfObjects(kind: StorageKind) throws { try check(PlainThingObject.self, kind) }

  @Test(arguments: StorageKind.allCases)
  func readGenerally(kind: StorageKind) throws {
    var mapper = Mapper()
    mapper.unknownKeys = .report
    mapper.logger = { _ in }
    try check(Thing.self, kind, mapper)
  }

  @Test(arguments: StorageKind.allCases)
  func readUnderAKeyStrategy(kind: StorageKind) throws {
    var mapper = Mapper()
    mapper.keyStrategy = .snakeCase
    try check(PlainThing.self, kind, mapper)
    try check(PlainThingObject.self, kind, mapper)
  }

  private func check<Model: AnyThing>(
    _ type: Model.Type, _ kind: StorageKind, _ mapper: Mapper = .default
  ) throws {
    let context = try kind.context()
    var rules = RulesOfImport()
    var refusedCount = 0
    // Objects that are in use are updated in place.
    var used: [Model] = []
    let rounds: UInt64 = kind.keepsRows ? 60 : 400
    // Each import rewrites the file, so the storages share one transaction per few documents.
    for seed in 0..<rounds {
      var random = RandomDocument(seed: seed, hasMerged: Model.hasMerged)
      if seed % 40 == 0 {
        try context.delete(Model.self, ids: 1...12)
        rules = RulesOfImport()
      }
      used = seed % 3 == 0 ? [] : try context.fetch(Model.self)
      let document = random.document()
      let json = try document.encodeString()
      let isAccepted = (try? rules.import(document)) != nil
      let changes = try? context.import(Model.self, from: json, using: mapper).changes
      #expect((changes != nil) == isAccepted, "seed \(seed): \(json)")
      if changes == nil { refusedCount += 1 }
      let stored = try rows(Model.self, context)
      #expect(stored == rules.objects, "seed \(seed): \(json)")
      if stored != rules.objects { return }
      if changes != nil {
        // Twice is as once; unless it assigns several things in turn.
        try context.import(Model.self, from: json, using: mapper)
        try rules.import(document)
        #expect(try rows(Model.self, context) == rules.objects, "seed \(seed), twice: \(json)")
      }
      if Model.self is AnyClass {
        #expect(try context.fetch(Model.self, ids: used.map(\.id)).elementsEqual(used, by: areSame))
      }
    }
    #expect(refusedCount > 0 && refusedCount < Int(rounds) / 2)
  }

  private func areSame<Model: AnyThing>(_ first: Model, _ second: Model) -> Bool {
    first as AnyObject === second as AnyObject
  }

  private func rows<Model: AnyThing>(
    _ type: Model.Type, _ context: StoreContext
  ) throws -> [Int: [String: JSONValue]] {
    var rows: [Int: [String: JSONValue]] = [:]
    for model in try context.fetch(Model.self) {
      var row: [String: JSONValue] = [
        "name": .string(model.name), "level": .number(JSONNumber(model.level)),
        "many": .array(model.many.map { .number(JSONNumber($0.id)) }),
        "merged": .array(model.merged.map { .number(JSONNumber($0.id)) }),
      ]
      if let note = model.note { row["note"] = .string(note) }
      if let deep = model.deep { row["deep"] = .string(deep) }
      if let one = model.one { row["one"] = .number(JSONNumber(one.id)) }
      rows[model.id] = row
    }
    return rows
  }

  @Test(arguments: StorageKind.allCases)
  func importedTwiceNothingChanges(kind: StorageKind) throws {
    let context = try kind.context()
    for seed in 0..<40 as Range<UInt64> {
      var random = RandomDocument(seed: seed, hasMerged: true)
      // Each id once, so that nothing is assigned twice in one document.
      let document = (1...12).map { id -> JSONValue in
        guard case .object(var object) = random.thing(depth: 9) else { return .null }
        object["id"] = .number(JSONNumber(id))
        object["name"] = .string("x\(id)")
        return .object(object)
      }
      let json = try document.encodeString()
      try context.import(Thing.self, from: json)
      #expect(try context.import(Thing.self, from: json).changes.description == "12 unchanged")
      let exported = try context.export(Thing.self)
      #expect(try context.import(Thing.self, from: exported).changes.description == "12 unchanged")
    }
  }
}

/// The same properties on models that are read in different ways.
private protocol AnyThing: StoredModel where ID == Int {
  var id: Int { get }
  var name: String { get }
  var note: String? { get }
  var level: Int { get }
  var deep: String? { get }
  var one: Reference<Self>? { get }
  var many: [Reference<Self>] { get }
  var merged: [Reference<Self>] { get }
  static var hasMerged: Bool { get }
}

extension AnyThing {
  static var hasMerged: Bool { true }
}

private struct PlainThing: AnyThing {
  @Mapped var id: Int
  @Mapped var name: String
  @Mapped var note: String?
  @Mapped var level: Int = 1
  @Mapped("path.deep") var deep: String?
  @Related var one: Reference<PlainThing>?
  @Related var many: [Reference<PlainThing>]
  var merged: [Reference<PlainThing>] { [] }

  static var hasMerged: Bool { false }
}

private final class PlainThingObject: AnyThing {
  @Mapped var id: Int
  @Mapped var name: String
  @Mapped var note: String?
  @Mapped var level: Int = 1
  @Mapped("path.deep") var deep: String?
  @Related var one: Reference<PlainThingObject>?
  @Related var many: [Reference<PlainThingObject>]
  var merged: [Reference<PlainThingObject>] { [] }

  static var hasMerged: Bool { false }

  required init() {}
}

private struct Thing: AnyThing {
  @Mapped var id: Int
  @Mapped var name: String
  @Mapped var note: String?
  @Mapped var level: Int = 1
  @Mapped("path.deep") var deep: String?
  @Related var one: Reference<Thing>?
  @Related var many: [Reference<Thing>]
  @Related(policy: .merge) var merged: [Reference<Thing>]
}

private struct HookedThing: AnyThing, DecodeCompleting {
  @Mapped var id: Int
  @Mapped var name: String
  @Mapped var note: String?
  @Mapped var level: Int = 1
  @Mapped("path.deep") var deep: String?
  @Related var one: Reference<HookedThing>?
  @Related var many: [Reference<HookedThing>]
  @Related(policy: .merge) var merged: [Reference<HookedThing>]

  mutating func didDecode(in context: MappingContext) throws {
    // Traps if the model isn't complete.
    _ = (id, name, many.count)
  }
}

private final class ThingObject: AnyThing {
  @Mapped var id: Int
  @Mapped var name: String
  @Mapped var note: String?
  @Mapped var level: Int = 1
  @Mapped("path.deep") var deep: String?
  @Related var one: Reference<ThingObject>?
  @Related var many: [Reference<ThingObject>]
  @Related(policy: .merge) var merged: [Reference<ThingObject>]

  required init() {}
}
