/// A store for code that runs synchronously in one isolation domain, and for objects of classes.
///
/// ```swift
/// let context = try StoreContext(.sqlite(at: url))
/// let person = try context.fetch(Person.self, id: 1)!
/// try context.import(Person.self, from: data)          // updates person in place
/// let boss = try context.fetch(person.boss)            // each fetch of an id returns the same object
/// ```
///
/// A context isn't `Sendable`: the compiler confines it and its objects to the isolation domain in which it was made,
/// such as a class on the main actor. There is one live object for each id, as long as the app has a strong reference
/// to it; an import updates it in place. If an import fails, the objects that it has changed are as they were before.
///
/// A context can also keep structs. Its methods do the same as those with the same names of ``ModelStore``, which
/// describes their parameters.
public final class StoreContext {
  let storage: any RecordStorage
  /// What this context knows about the tables that it has used, by model.
  var tables: [ObjectIdentifier: OpenTable] = [:]
  /// Those whose entities have to be opened again, because the transaction or export that opened them has failed.
  var closedTables: [ObjectIdentifier: OpenTable] = [:]
  /// What the transaction that is under way has changed; nil outside of one.
  var recorder: ChangeRecorder?
  /// Whether an export reads the rows of one commit, so nothing can be written.
  var isReadingSnapshot = false
  /// The imports that are under way, each in a hook or transform of the one before.
  var imports: [StoreSession] = []
  /// How many of them wait for a hook or transform that is writing.
  private(set) var waitingCount = 0
  /// The model whose entity the storage couldn't open last. A context that only reads leaves that to the one that writes;
  /// see ``ModelStore``.
  var unprepared: (any StoredModel.Type)?
  /// Is called after each commit that has changed something.
  var didCommit: (@Sendable (StoreChanges) -> Void)?

  /// Opens a store.
  ///
  /// - Throws: ``StoreError`` if the store can't be opened; its file is then as it was.
  public init(_ location: StoreLocation) throws {
    storage = try location.open()
  }

  /// Opens a store that keeps its rows in a storage.
  init(storage: any RecordStorage) { self.storage = storage }
}

// MARK: - Transactions

extension StoreContext {
  /// Runs several steps as one: either all of them are kept, or none.
  ///
  /// A transaction inside another one is part of it. If a step that writes fails, the whole transaction does, even if the
  /// error is caught.
  ///
  /// - Throws: What `body` throws; ``StoreError`` if the storage fails. Then the rows are as before, and each object
  ///   that the transaction has changed or saved has the values that it had just before the first step that did so.
  ///   What you had assigned by then, also in `body`, stays assigned and not saved.
  public func transaction<R>(_ body: () throws -> R) throws -> R {
    try change(body).value
  }

  /// Runs a step, or what precedes it: in a transaction, its error is that of the whole.
  func step<R>(_ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch {
      if let recorder { recorder.failure = recorder.failure ?? error }
      throw error
    }
  }

  /// Runs a step that writes, in a transaction of its own unless one is under way.
  ///
  /// - Returns: What `body` returns, and what it has changed; in a transaction with other steps, nothing.
  func change<R>(_ body: () throws -> R) throws -> (value: R, changes: StoreChanges) {
    guard AnyTable.examined.value.isEmpty else {
      throw StoreError(
        .misuse, "an observer or init() can't write to a store while the store examines its model")
    }
    if recorder != nil {
      let before = waitingCount
      waitingCount = imports.count
      defer { waitingCount = before }
      return (try step(body), StoreChanges())
    }
    guard !isReadingSnapshot else {
      throw StoreError(.misuse, "a hook or transform can't write during an export")
    }
    try StoreError.translating { try storage.begin() }
    let recorder = ChangeRecorder()
    self.recorder = recorder
    defer { recorder.finish() }
    do {
      let value = try body()
      if let failure = recorder.failure { throw failure }
      try StoreError.translating { try storage.commit() }
      self.recorder = nil
      let changes = recorder.changes
      if !changes.isEmpty { didCommit?(changes) }
      return (value, changes)
    } catch {
      storage.rollback()
      self.recorder = nil
      for open in recorder.opened {
        let key = ObjectIdentifier(open.table.type)
        closedTables[key] = tables.removeValue(forKey: key)
      }
      // Objects get their old values from memory: the storage may be what has failed.
      for restore in recorder.restorations.reversed() { restore() }
      throw error
    }
  }
}

// MARK: - Tables

extension StoreContext {
  /// The table of a model, after opening its entity and those of all models that it leads to.
  ///
  /// - Throws: `MappingError` with code `.declaration`; ``StoreError``, `.schema` above all.
  func open<Model: StoredModel>(_ type: Model.Type) throws -> ModelTable<Model> {
    if let known = tables[ObjectIdentifier(type)]?.table as? ModelTable<Model> { return known }
    try openAll(in: type)
    return try ModelTable<Model>.shared
  }

  /// Opens the entities of all models that a value can refer to.
  func openAll(in type: any MappableValue.Type) throws {
    let models = try ModelFields.models(in: type).compactMap { $0 as? any StoredModel.Type }
    let new = models.filter { tables[ObjectIdentifier($0)] == nil }
    guard !new.isEmpty else { return }
    // All declarations are checked before the storage is touched.
    let opened = try new.map { try closedTables[ObjectIdentifier($0)] ?? OpenTable($0.table) }
    var types: [String: any StoredModel.Type] = [:]
    for table in tables.values.map(\.table) + opened.map(\.table) {
      let name = table.entity.name
      if let other = types.updateValue(table.type, forKey: name.lowercased()) {
        throw MappingError.declaration(
          table.type,
          "its name in the store, \(name), is that of \(String(reflecting: other)) as well;"
            + " \(String(reflecting: table.type)) needs another entityName")
      }
    }
    for open in opened { try open.table.checkInverses() }
    for open in opened {
      do {
        try StoreError.translating { try storage.open(open.table.entity) }
      } catch {
        unprepared = open.table.type
        throw error
      }
      let key = ObjectIdentifier(open.table.type)
      tables[key] = open
      closedTables[key] = nil
      recorder?.opened.append(open)
    }
  }

  /// What the context knows about a table, which is opened if it hasn't been. The shapes of types with code of their
  /// own don't tell which models they lead to.
  func state(of table: AnyTable) throws -> OpenTable {
    let key = ObjectIdentifier(table.type)
    if tables[key] == nil { try openAll(in: table.type) }
    return tables[key]!
  }
}
