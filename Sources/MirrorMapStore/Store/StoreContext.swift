/// A store for code that runs synchronously in one isolation domain, and for objects of classes.
///
/// ```swift
/// let context = try StoreContext(.sqlite(at: url))
/// let person = try context.fetch(Person.self, id: 1)!
/// try context.import(Person.self, from: data)          // person has what the JSON has for it
/// let boss = try context.fetch(person.boss)            // the same object wherever it's reached from
/// ```
///
/// A context isn't `Sendable`: the compiler keeps it, and with it its objects, where it was made, such as in a class
/// of the main actor. There is one live object for each id, as long as somebody holds it; an import updates it in
/// place. If an import fails, the objects that it has touched are read again.
///
/// Structs can be kept in a context as well.
public final class StoreContext {
  let storage: any RecordStorage
  /// What this context knows about the tables that it has used, by model.
  var tables: [ObjectIdentifier: OpenTable] = [:]
  /// The models whose entities are open, by the names of the entities in lower case.
  private var entities: [String: AnyTable] = [:]
  /// What the transaction that is under way has changed; nil outside of one.
  var recorder: ChangeRecorder?
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

/// What a context knows about a table that it has used.
final class OpenTable {
  let table: AnyTable
  /// The live objects by their ids, if the model is a class.
  var objects = IdentityMap()
  /// What the transaction that is under way has changed.
  var log: ChangeLog?
  /// Reads objects into models.
  let models: ModelReader
  /// Calls a closure with the address of a new model.
  let withNew: ((FieldAddress) throws -> Void) throws -> Void
  /// Reads an object's properties from its row again.
  let refresh: (AnyObject, StoredRow) throws -> Void

  init<Model: StoredModel>(_ table: ModelTable<Model>) {
    self.table = table
    models = TypedModelReader(table)
    let isClass = table.isClass
    withNew = { body in
      var model = Model()
      if isClass { return try ModelMemory.withAnyBase(of: &model, body) }
      try ModelMemory.withBase(of: &model, body)
    }
    refresh = { object, row in
      guard var model = object as? Model else { return }
      try ModelMemory.withAnyBase(of: &model) { try table.setProperties(to: row, at: $0) }
    }
  }
}

// MARK: - Tables

extension StoreContext {
  /// The table of a model, whose entity and those of all models that it leads to are open.
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
    let opened = try new.map { try $0.openTable() }
    var names = entities
    for open in opened {
      let name = open.table.entity.name
      if let other = names.updateValue(open.table, forKey: name.lowercased()) {
        throw MappingError.declaration(
          open.table.type,
          "its name in the store, \(name), is that of \(String(reflecting: other.type)) as well;"
            + " \(String(reflecting: open.table.type)) needs another entityName")
      }
      try open.table.checkInverses()
    }
    for open in opened {
      try StoreError.translating { try storage.open(open.table.entity) }
      tables[ObjectIdentifier(open.table.type)] = open
      entities[open.table.entity.name.lowercased()] = open.table
      recorder?.opened.append(open.table)
    }
  }

  /// Forgets that entities are open, which were opened in a transaction that has been rolled back.
  func close(_ closed: [AnyTable]) {
    for table in closed {
      tables[ObjectIdentifier(table.type)] = nil
      entities[table.entity.name.lowercased()] = nil
    }
  }

  /// What the context knows about a table.
  func state(of table: AnyTable) throws -> OpenTable {
    guard let open = tables[ObjectIdentifier(table.type)] else {
      throw StoreError(.misuse, "the model isn't open", model: table.entity.name)
    }
    return open
  }
}

extension StoredModel {
  fileprivate static func openTable() throws -> OpenTable {
    OpenTable(try ModelTable<Self>.shared)
  }
}
