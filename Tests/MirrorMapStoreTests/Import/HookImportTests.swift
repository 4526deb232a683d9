import MirrorMapStore
import Testing

@testable import TestSupport

/// Hooks and transforms that write to the context whose import calls them.
@Suite(.temporaryFolder) struct HookImportTests {
  /// The error of an import, during which a hook or transform takes a step, and which then leaves the store as it was.
  private func error(
    _ kind: StorageKind, stored: String?, _ json: String, using mapper: Mapper = .default,
    _ step: @escaping (StoreContext) throws -> Void
  ) throws -> String {
    let context = try kind.context("\(json.hashValue) \(stored != nil)")
    if let stored { try context.import(Desk.self, from: stored) }
    let before = try context.fetch(Desk.self).map(\.name)
    let text = errorText {
      try Step.$current.withValue(Step(context, step)) {
        try context.import(Desk.self, from: json, using: mapper)
      }
    }
    #expect(try context.fetch(Desk.self).map(\.name) == before, "\(json)")
    return text
  }

  private static let documents = [
    #"{"id": 1, "lamp": {"step": true}}"#, #"{"id": 1, "step": true}"#,
    #"{"id": 1, "doubled": 2}"#, #"{"id": 1, "next": {"id": 2, "lamp": {"step": true}}}"#,
    #"[{"id": 3, "name": "c"}, {"id": 1, "lamp": {"step": true}}]"#,
  ]

  @Test(arguments: StorageKind.allCases)
  func theModelThatIsRead(kind: StorageKind) throws {
    let saved = "Desk: a hook or transform can't store the model that is being read"
    for json in Self.documents {
      for stored in [nil, #"{"id": 1, "name": "old"}"#] {
        let saves = try error(kind, stored: stored, json) { try $0.save(Desk.named("new")) }
        #expect(saves == saved, "\(json)")
        let imports = try error(kind, stored: stored, json + " ") {
          try $0.import(Desk.self, from: #"{"id": 1, "name": "new"}"#)
        }
        #expect(imports == saved, "\(json)")
      }
      #expect(
        try error(kind, stored: #"{"id": 1, "name": "old"}"#, json + "  ") {
          try $0.delete(Desk.self, where: { $0.id == 1 })
        } == "Desk: a hook or transform can't delete the model that is being read", "\(json)")
    }
  }

  /// Neither a failure policy nor the hook itself makes such an import succeed.
  @Test(arguments: StorageKind.allCases)
  func anErrorThatIsDropped(kind: StorageKind) throws {
    let saved = "Desk: a hook or transform can't store the model that is being read"
    let json = #"{"id": 1, "lamp": {"step": true}}"#
    var mapper = Mapper()
    mapper.failurePolicy = .lossy
    #expect(
      try error(kind, stored: nil, json, using: mapper) { try $0.save(Desk.named("new")) } == saved)
    #expect(
      try error(kind, stored: nil, json + " ") { _ = try? $0.save(Desk.named("new")) } == saved)
  }

  @Test(arguments: StorageKind.allCases)
  func otherModels(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Desk.self, from: #"[{"id": 7, "name": "g"}, {"id": 8, "name": "h"}]"#)
    // One that comes later, one that has been read, one that isn't in the document, and one that isn't there.
    let step = Step(context) { context in
      try context.save(Desk.named("early", id: 9))
      try context.save(Desk.named("late", id: 6))
      try context.delete(Desk.self, ids: [8, 1])
      try context.import(Desk.self, from: #"{"id": 7, "name": "G"}"#)
    }
    let result = try Step.$current.withValue(step) {
      try context.import(
        Desk.self,
        from: """
          [{"id": 6, "name": "f"}, {"id": 1, "name": "a", "lamp": {"step": true}},
           {"id": 9, "doubled": 3}]
          """)
    }
    #expect(result.changes.description == "3 inserted, 1 updated, 1 deleted")
    #expect(try context.fetch(Desk.self).map(\.name) == ["a", "late", "G", "early"])
    #expect(try context.fetch(Desk.self, id: 9)?.doubled == 6)
    // After it, nothing is being read.
    try context.save(Desk.named("b"))
    #expect(try context.fetch(Desk.self, id: 1)?.name == "b")
  }
}

/// What a hook or transform does once.
private final class Step: @unchecked Sendable {
  @TaskLocal static var current: Step?

  private let context: StoreContext
  private var body: ((StoreContext) throws -> Void)?

  init(_ context: StoreContext, _ body: @escaping (StoreContext) throws -> Void) {
    (self.context, self.body) = (context, body)
  }

  static func take() throws {
    guard let step = current, let body = step.body else { return }
    step.body = nil
    try body(step.context)
  }
}

private struct Desk: StoredModel {
  struct Lamp: Mappable, DecodeCompleting {
    @Mapped var step: Bool = false

    func didDecode(in context: MappingContext) throws { if step { try Step.take() } }
  }

  struct Part: Mappable, DecodeCompleting {
    @Mapped var step: Bool?

    func didDecode(in context: MappingContext) throws { if step == true { try Step.take() } }
  }

  struct Doubling: Transform {
    func decode(_ json: Int) throws -> Int {
      if json == 2 { try Step.take() }
      return json * 2
    }

    func encode(_ object: Int) -> Int { object / 2 }
  }

  @Mapped var id: Int
  @Mapped var name: String?
  @Mapped var lamp: Lamp?
  @Flattened var part: Part?
  @Mapped(transform: Doubling()) var doubled: Int?
  @Related var next: Reference<Desk>?

  static func named(_ name: String, id: Int = 1) -> Desk {
    var desk = Desk()
    (desk.id, desk.name) = (id, name)
    return desk
  }
}
