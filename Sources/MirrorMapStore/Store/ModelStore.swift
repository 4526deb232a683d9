/// A store of models that are structs, for all tasks of an app.
///
/// ```swift
/// let store = try ModelStore(.sqlite(at: url))
/// let result = try await store.import(Enterprise.self, from: data, at: "response.items")
/// print(result.changes)                                    // 3 inserted, 1 updated, 96 unchanged
/// let young = try await store.fetch(Employee.self, where: { $0.age < 30 })
/// ```
///
/// Each model is one row, and each fetch returns a copy of it. Imports and other writes run one after the other. Reads
/// don't wait for them, and return what was committed last. The initializers, transforms, and hooks of models run on
/// a queue of the store.
///
/// Objects of classes belong in a ``StoreContext``, or in a ``transaction(_:)``.
public final class ModelStore: Sendable {
  let writer: StoreActor
  private let reader: StoreActor
  private let listeners: ChangeListeners

  /// Opens a store.
  ///
  /// - Throws: ``StoreError`` if the store can't be opened; its file is then as it was.
  public init(_ location: StoreLocation) throws {
    let storage = try location.open()
    let second = try StoreError.translating { try storage.makeReader() }
    let listeners = ChangeListeners()
    self.listeners = listeners
    writer = StoreActor(storage, label: "MirrorMapStore.writer") { listeners.send($0) }
    if let second {
      reader = StoreActor(second, label: "MirrorMapStore.reader", didCommit: nil)
    } else {
      reader = writer
    }
  }

  deinit { listeners.finish() }

  /// The changes of each commit since the beginning of a `for await` loop.
  ///
  /// Changes that a slow loop hasn't received yet are merged into one element.
  public var changes: StoreChangeSequence { StoreChangeSequence(listeners: listeners) }

  /// Runs several steps as one: either all of them are kept, or none.
  ///
  /// You can use objects of classes in the closure, but can't return them from it.
  ///
  /// ```swift
  /// try await store.transaction { context in
  ///   let person = try context.fetch(Person.self, id: 1)
  ///   person?.name = "Ada"
  ///   try context.save(person!)
  /// }
  /// ```
  ///
  /// - Parameter body: The steps, which run synchronously.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; ``StoreError`` if the storage fails. Then the store is as before.
  public func transaction<R: Sendable>(
    _ body: @Sendable (StoreContext) throws -> R
  ) async throws -> R {
    try await writer.run { context in try context.transaction { try body(context) } }
  }

  /// The models of which fetches, counts, and exports have looked for rows, and that have relations to a type.
  func modelsThatWereRead(
    referringTo type: any StoredModel.Type
  ) async throws -> [any StoredModel.Type] {
    try await reader.run { context in
      context.tables.values.map(\.table).filter { !$0.relations(to: type).isEmpty }.map(\.type)
    }
  }

  /// Runs a step that reads models of a type.
  func read<R: Sendable>(
    _ type: any StoredModel.Type, _ body: @Sendable (StoreContext) throws -> R
  ) async throws -> R {
    guard reader !== writer else { return try await reader.run(body) }
    // Only the writer makes and changes tables, and it may be busy for long; mostly they are as they should be.
    var prepared: Set<ObjectIdentifier> = []
    while true {
      let outcome: ReadOutcome<R> = try await reader.run { context in
        context.unprepared = nil
        do {
          try context.openAll(in: type)
          return .value(try body(context))
        } catch {
          // Another program may have made the table since the model was opened.
          let isOutdated = (error as? StoreError)?.code == .schema
          guard let model = context.unprepared ?? (isOutdated ? type : nil) else { throw error }
          return .unprepared(model, error)
        }
      }
      switch outcome {
      case .value(let value): return value
      case .unprepared(let model, let error):
        guard prepared.insert(ObjectIdentifier(model)).inserted else { throw error }
        try await writer.run { context in
          try context.openAll(in: type)
          try context.openAll(in: model)
        }
      }
    }
  }

  /// Refuses objects, which must not leave the store's queue.
  func requireValues<Model: StoredModel>(_ type: Model.Type) throws {
    guard Model.self is AnyClass else { return }
    throw StoreError(
      .misuse, "objects of classes belong in a StoreContext, or in a transaction of the store",
      model: Model.entityName)
  }
}

/// What came of reading with a storage that can't prepare for a model itself.
private enum ReadOutcome<Value: Sendable>: Sendable {
  case value(Value)
  case unprepared(any StoredModel.Type, any Error)
}
