import Foundation
import MirrorMapStore
import Testing

@testable import TestSupport

@Suite(.temporaryFolder) struct DocumentImportTests {
  @Test(arguments: StorageKind.allCases)
  func severalKindsInOneDocument(kind: StorageKind) async throws {
    let store = try kind.store()
    let result = try await store.import(
      Response.self,
      from: """
        {"enterprise": {"id": 1, "name": "E", "employees": [7]}, "page": 3,
         "employees": [{"id": 7, "first_name": "A"}, 8, {"id": 9, "first_name": "C"}],
         "by_role": {"chief": {"id": 10, "first_name": "D"}, "other": 7},
         "teams": [[{"id": 11, "first_name": "E"}], [9, 7]], "holder": {"best": {"id": 12, "first_name": "F"}}}
        """)
    #expect(result.value.page == 3)
    #expect(result.value.enterprise == Reference(1))
    #expect(result.value.employees == .references(7, 8, 9))
    #expect(result.value.byRole == ["chief": Reference(10), "other": Reference(7)])
    #expect(result.value.teams == [.references(11), .references(9, 7)])
    #expect(result.value.holder?.best == Reference(12))
    #expect(result.changes.inserted(Employee.self) == [7, 9, 10, 11, 12])
    #expect(result.changes.description == "6 inserted")
    let enterprise = try #require(try await store.fetch(result.value.enterprise))
    #expect(enterprise.name == "E")
  }

  @Test(arguments: StorageKind.allCases)
  func oneTransactionPerDocument(kind: StorageKind) async throws {
    let store = try kind.store()
    let text = await errorText {
      try await store.import(
        Response.self,
        from: """
          {"enterprise": {"id": 1, "name": "E"},
           "employees": [{"id": 7, "first_name": "A"}], "page": "three"}
          """)
    }
    #expect(text == "$.page: expected Int, found a string (line 2, column 55, Response.page)")
    #expect(try await store.count(Enterprise.self) == 0)
    #expect(try await store.count(Employee.self) == 0)
  }

  @Test(arguments: StorageKind.allCases)
  func atAKeyPath(kind: StorageKind) throws {
    let context = try kind.context()
    let json = #"{"response": {"items": [{"id": 1, "text": "a"}], "one": {"id": 2, "text": "b"}}}"#
    #expect(try context.import(Item.self, from: json, at: "response.items").value == .references(1))
    #expect(try context.import(Item.self, from: json, at: "response.one").value == .references(2))
    #expect(
      try context.import([Item].self, from: json, at: "response/items/0", delimiter: "/").value
        == .references(1))
    #expect(
      errorText { try context.import(Item.self, from: json, at: "response.other") }
        == "$.response.other: required key is missing (line 1, column 1)")
    #expect(
      errorText { try context.import(Item.self, from: "[1]") }
        == "$[0]: expected an object for Item, found a number (line 1, column 2)")
    #expect(
      errorText { try context.import(Item.self, from: #"[{"id": 3, "text": "c"}, {"id": "#) }
        == "$[1].id: expected a value, found the end of the input (line 1, column 33)")
    #expect(try context.count(Item.self) == 2)
    #expect(try context.import(Item.self, from: "[]").changes.description == "no changes")
  }

  @Test(arguments: StorageKind.allCases)
  func errorsInsideRelationsHaveTheirPlace(kind: StorageKind) throws {
    let context = try kind.context()
    #expect(
      errorText {
        try context.import(
          Enterprise.self,
          from: """
            {"response": {"items": [{"id": 1, "name": "A"},
              {"id": 2, "name": "B", "employees": [7, {"id": 8, "first_name": "x"},
                {"id": 9, "age": 3}]}]}}
            """, at: "response.items")
      }
        == "$.response.items[1].employees[2].first_name: required key is missing, expected String (line 3, column 5, Employee.firstName)"
    )
    #expect(
      errorText {
        try context.import(
          Enterprise.self,
          from: #"[{"id": 1, "name": "A", "chiefs": [{"id": 8, "first_name": "x", "age": "1"}]}]"#)
      } == "$[0].chiefs[0].age: expected Int, found a string (line 1, column 72, Employee.age)")
    #expect(
      errorText {
        try context.import(Enterprise.self, from: #"[{"id": 1, "name": "A", "chiefs": [true]}]"#)
      }
        == "$[0].chiefs[0]: expected Int or an object of Employee, found a boolean"
        + " (line 1, column 36, Enterprise.chiefs)")
    #expect(try context.count(Enterprise.self) == 0)
    #expect(try context.count(Employee.self) == 0)
  }

  @Test(arguments: StorageKind.allCases)
  func lossyPoliciesKeepTheChildren(kind: StorageKind) throws {
    let context = try kind.context()
    var mapper = Mapper()
    mapper.failurePolicy = .lossy
    let result = try context.import(
      Box.self,
      from: """
        [{"id": 1, "items": [{"id": 5, "text": "a"}, {"id": 6}, {"id": 7, "text": 1}, 8]},
         {"id": "x", "items": [{"id": 9, "text": "lost"}]},
         {"items": [{"id": 10, "text": "kept"}], "label": [], "id": 3},
         {"id": 4, "owner": {"id": 11, "text": "kept"}, "item_set": {"id": []}}]
        """, using: mapper)
    #expect(result.value == .references(1, 3, 4))
    #expect(try context.fetch(Box.self, id: 1)?.items == .references(5, 6, 8))
    #expect(try context.fetch(Item.self).map(\.id) == [5, 10, 11])
  }

  @Test(arguments: StorageKind.allCases)
  func aLoggerAndATransformAreThoseOfTheMapper(kind: StorageKind) throws {
    let context = try kind.context()
    let issues = Issues()
    var mapper = Mapper()
    mapper.unknownKeys = .report
    mapper.logger = { issues.add($0) }
    try context.import(
      Item.self, from: #"[{"id": 1, "text": "a", "other": 1}, {"id": 1, "more": 2}]"#, using: mapper
    )
    #expect(
      issues.texts == [
        "$[0].other: no property has this key (line 1, column 25, Item)",
        "$[1].more: no property has this key (line 1, column 48, Item)",
      ])
    #expect(try context.fetch(Item.self, id: 1)?.text == "a")
    var coercing = Mapper()
    coercing.coercion = .lossless
    try context.import(Item.self, from: #"{"id": "2", "text": 3}"#, using: coercing)
    #expect(try context.fetch(Item.self, id: 2)?.text == "3")
  }

  @Test(arguments: StorageKind.allCases)
  func unknownKeysOfObjectsThatHaveOnlyAnID(kind: StorageKind) throws {
    let context = try kind.context()
    var mapper = Mapper()
    mapper.unknownKeys = .reject
    let json = #"{"id": 1, "owner": {"id": 2, "txet": "a"}}"#
    #expect(
      errorText { try context.import(Box.self, from: json, using: mapper) }
        == "$.owner.txet: no property has this key (line 1, column 30, Item)")
    #expect(try context.count(Box.self) == 0)
    try context.import(Box.self, from: #"{"id": 1, "owner": {"id": 2}}"#, using: mapper)
    #expect(try context.fetch(Box.self, id: 1)?.owner == Reference(2))
    // Also beside the id, inside of an object on its key path.
    let deep = #"{"id": 1, "file": {"meta": {"id": 2, "di": 3}}}"#
    #expect(
      errorText { try context.import(Drawer.self, from: deep, using: mapper) }
        == "$.file.meta.di: no property has this key (line 1, column 38, File)")
    try context.import(
      Drawer.self, from: #"{"id": 1, "file": {"meta": {"id": 2}}}"#, using: mapper)
    #expect(try context.fetch(Drawer.self, id: 1)?.file == Reference(2))
    // The key of an alternative isn't unknown there.
    for strategy in [StandardKeys.unchanged, .caseInsensitive] {
      mapper.keyStrategy = strategy
      for meta in [#"{"id": 3}"#, #"{"uid": 3}"#, #"{"id": 3, "uid": 3}"#] {
        let json = #"{"id": 1, "paper": {"meta": \#(meta)}}"#
        try context.import(Drawer.self, from: json, using: mapper)
        #expect(try context.fetch(Drawer.self, id: 1)?.paper == Reference(3))
      }
    }
    #expect(
      errorText {
        try context.import(
          Drawer.self, from: #"{"id": 1, "paper": {"meta": {"id": 2, "uuid": 3}}}"#, using: mapper)
      } == "$.paper.meta.uuid: no property has this key (line 1, column 39, Paper)")
  }

  /// A key of the model around makes a reference no object of its own.
  @Test(arguments: StorageKind.allCases)
  func keysOfTheModelAroundAReference(kind: StorageKind) throws {
    let json = #"{"id": 1, "item": {"id": 2, "w": 3}, "file": {"meta": {"id": 4, "x": 5}, "y": 6}}"#
    for unknownKeys in [Mapper.UnknownKeys.ignore, .report, .reject] {
      let context = try kind.context("\(unknownKeys)")
      var mapper = Mapper()
      mapper.unknownKeys = unknownKeys
      let changes = try context.import(Shared.self, from: json, using: mapper).changes
      #expect(changes.description == "1 inserted")
      let shared = try #require(try context.fetch(Shared.self, id: 1))
      #expect(shared.item == Reference(2) && shared.file == Reference(4))
      #expect(shared.w == 3 && shared.x == 5 && shared.y == 6)
      // With a key of its own it is one.
      let own = json.replacingOccurrences(of: #""x""#, with: #""name": "a", "x""#)
      #expect(
        try context.import(Shared.self, from: own, using: mapper).changes.description
          == "1 inserted, 1 unchanged")
      // Extras keep it, so it's a key of their model as well.
      let kept = #"{"id": 1, "item": {"id": 2, "z": 3}}"#
      try context.import(Keeping.self, from: kept, using: mapper)
      #expect(try context.fetch(Keeping.Item.self, id: 2)?.rest == ["z": 3])
    }
  }

  @Test(arguments: StorageKind.allCases)
  func aHookThatWritesTheModelThatIsRead(kind: StorageKind) throws {
    func error(_ step: Nosy.Step, isStored: Bool = false) throws -> String {
      let context = try kind.context("\(step) \(isStored)")
      if isStored { try context.import(Nosy.self, from: #"{"id": 1}"#) }
      let text = errorText {
        try Nosy.$action.withValue(Nosy.Action(context, step)) {
          try context.import(Nosy.self, from: #"[{"id": 1, "note": "a"}, {"id": 2}]"#)
        }
      }
      #expect(try context.fetch(Nosy.self).map(\.note) == (isStored ? [nil] : []))
      return text
    }
    let stored = "Nosy: a hook or transform can't store the model that is being read"
    #expect(try error(.save) == stored)
    #expect(try error(.import) == stored)
    #expect(
      try error(.delete, isStored: true)
        == "Nosy: a hook or transform can't delete the model that is being read")
  }

  /// The shapes of such types don't tell which models they lead to.
  @Test(arguments: StorageKind.allCases)
  func theFirstUseOfAModelIsInATypeWithCodeOfItsOwn(kind: StorageKind) async throws {
    let json = #"{"item": {"id": 1, "text": "a"}}"#
    let context = try kind.context("immutable")
    // What a failed import has opened is opened again.
    #expect(
      errorText { try context.import([Immutable].self, from: "[\(json), 5]") }
        .hasPrefix("$[1]: expected an object"))
    #expect(try context.import(Immutable.self, from: json).changes.description == "1 inserted")
    #expect(try context.fetch(Item.self, id: 1)?.text == "a")
    let coded = try kind.store("coded")
    let result = try await coded.import(Coded.self, from: #"{"id": 1, "text": "a"}"#)
    #expect(result.changes.description == "1 inserted")
    #expect(try await coded.fetch(Item.self, id: 1)?.text == "a")
    let stored = try kind.store("stored")
    let changes = try await stored.import(
      Keeper.self, from: #"{"id": 1, "immutable": \#(json)}"#
    ).changes
    #expect(changes.description == "2 inserted")
    #expect(try await stored.fetch(Item.self, id: 1)?.text == "a")
    #expect(try await stored.fetch(Keeper.self, id: 1)?.immutable?.item == Reference(1))
  }

  @Test func aNestedObjectOutsideOfAnImport() throws {
    #expect(
      errorText { try Box.decode(from: #"{"id": 1, "owner": {"id": 2, "text": "a"}}"#) }
        == "$.owner: expected the id of Item; objects are read only by the import of a store, found an object (line 1, column 20, Box.owner)"
    )
    #expect(try Box.decode(from: #"{"id": 1, "items": [1, 2]}"#).items == .references(1, 2))
    var box = try Box.decode(from: #"{"id": 1, "items": [1], "merged": [1]}"#)
    try box.update(from: #"{"items": [2], "merged": [2]}"#)
    #expect(box.items == .references(2) && box.merged == .references(1, 2))
    let json = try box.encodeString()
    #expect(
      json
        == #"{"id":1,"label":"new","items":[2],"item_set":[],"merged":[1,2],"merged_set":[],"replaced":[]}"#
    )
  }
}

private struct Response: Mappable {
  @Mapped var enterprise: Reference<Enterprise>
  @Mapped var employees: [Reference<Employee>]
  @Mapped("by_role") var byRole: [String: Reference<Employee>]?
  @Mapped var teams: [[Reference<Employee>]]?
  @Mapped var holder: Holder?
  @Mapped var page: Int
}

private struct Holder: Mappable {
  @Related var best: Reference<Employee>?
}

struct Immutable: ImmutableMappable {
  let item: Reference<Item>

  init(from object: inout ObjectReader) throws { item = try object.value("item") }

  func encode(to object: inout ObjectWriter) throws { try object.set(item, "item") }
}

struct Keeper: StoredModel {
  @Mapped var id: Int
  @Mapped var immutable: Immutable?
}

private struct Coded: MappableValue {
  let item: Reference<Item>

  static func decode(from reader: inout JSONReader) throws -> Coded {
    Coded(item: try reader.decode(Reference<Item>.self))
  }

  func encode(to writer: inout JSONWriter) throws { try writer.encode(item) }
}

/// The issues that a logger received.
private final class Issues: @unchecked Sendable {
  private let lock = NSLock()
  private var issues: [String] = []

  func add(_ issue: MappingError) { lock.withLock { issues.append("\(issue)") } }

  var texts: [String] { lock.withLock { issues } }
}

private struct Shared: StoredModel {
  struct File: StoredModel {
    @Mapped("meta.id") var id: Int
    @Mapped("meta.name") var name: String?
  }

  @Mapped var id: Int
  @Related var item: Reference<Item>?
  @Mapped("item.w") var w: Int?
  @Related var file: Reference<File>?
  @Mapped("file.meta.x") var x: Int?
  @Mapped("file.y") var y: Int?
}

private struct Keeping: StoredModel {
  struct Item: StoredModel {
    static var entityName: String { "KeptItem" }
    @Mapped var id: Int
    @Extras var rest: JSONObject
  }

  @Mapped var id: Int
  @Related var item: Reference<Item>?
  @Mapped("item.z") var z: Int?
}

private struct Drawer: StoredModel {
  struct File: StoredModel {
    @Mapped("meta.id") var id: Int
    @Mapped var title: String?
  }

  struct Paper: StoredModel {
    @Mapped("meta.id", "meta.uid") var id: Int
    @Mapped var title: String
  }

  @Mapped var id: Int
  @Related var file: Reference<File>?
  @Related var paper: Reference<Paper>?
}

private struct Nosy: StoredModel, DecodeCompleting {
  enum Step { case save, `import`, delete }

  final class Action: @unchecked Sendable {
    let context: StoreContext
    var step: Step?

    init(_ context: StoreContext, _ step: Step) { (self.context, self.step) = (context, step) }
  }

  @TaskLocal static var action: Action?

  @Mapped var id: Int
  @Mapped var note: String?

  func didDecode(in context: MappingContext) throws {
    guard let action = Nosy.action, let step = action.step else { return }
    action.step = nil
    switch step {
    case .save: try action.context.save(self)
    case .import: try action.context.import(Nosy.self, from: #"{"id": 1, "note": "b"}"#)
    case .delete: try action.context.delete(Nosy.self, ids: [id])
    }
  }
}
