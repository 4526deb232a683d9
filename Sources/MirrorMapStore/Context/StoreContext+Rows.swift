/// Reading and writing rows, and telling the transaction what has changed.
extension StoreContext {
  /// Calls a closure that reads the rows of one commit, if the storage can do that.
  func withSnapshot<R>(_ body: () throws -> R) throws -> R {
    let wasReading = isReadingSnapshot
    isReadingSnapshot = true
    defer { isReadingSnapshot = wasReading }
    guard let storage = storage as? any SnapshotStorage else { return try body() }
    let before = tables
    do {
      return try storage.withSnapshot(body)
    } catch {
      // What a hook has opened meanwhile may have been rolled back. A transaction does this itself.
      if recorder == nil {
        for (key, open) in tables where before[key] == nil {
          tables[key] = nil
          closedTables[key] = open
        }
      }
      throw error
    }
  }

  /// The row with an id; nil if there is none.
  @inline(__always)
  func row(_ id: ColumnValue, of entity: StoredEntity) throws -> StoredRow? {
    try StoreError.translating { try storage.row(id, of: entity) }
  }

  /// The rows with these ids that are there.
  func rows(_ ids: some Collection<ColumnValue>, of entity: StoredEntity) throws -> [StoredRow] {
    try StoreError.translating { try storage.rows(Array(ids), of: entity) }
  }

  /// The rows that a query asks for, in its order.
  func rows(of entity: StoredEntity, matching query: RowQuery) throws -> [StoredRow] {
    try StoreError.translating { try storage.rows(of: entity, matching: query) }
  }

  /// The rows of models, in the order of the ids, without those that aren't stored.
  func rows<Model: StoredModel>(
    ofModels ids: some Sequence<Model.ID>, in table: ModelTable<Model>
  ) throws -> [StoredRow] {
    let keys = try ids.map { try table.value(of: $0) }
    var found: [ColumnValue: StoredRow] = [:]
    for row in try rows(keys, of: table.entity) { found[row[table.idColumn]] = row }
    return keys.compactMap { found[$0] }
  }

  /// Is to be called before a row is written or deleted, which an attempt that fails undoes.
  ///
  /// - Parameter change: What is done with the model, in words.
  private func willChange(_ id: ColumnValue, in open: OpenTable, _ change: String) throws {
    try checkUnread(id, in: open, change)
    guard let recorder, recorder.undoing != nil else { return }
    let (table, object) = (open.table, open.objects[id])
    let old = try row(id, of: table.entity)
    let record = open.changes.record(of: id)
    recorder.undoing?.append { [self] in
      defer { open.changes.setRecord(record, of: id) }
      guard let old else { return try delete([id], in: open) }
      if let new = try row(id, of: table.entity) {
        let changed = table.differences(new, old)
        if let object { try table.refresh(object, old, only: changed) }
        if !changed.isEmpty { try update(old, changed, in: open) }
      } else {
        try insert(old, in: open)
        open.objects[id] = object
      }
    }
  }

  /// Checks that a hook or transform doesn't change the model of an object that is being read: the import has read its
  /// row before, or knows that there is none.
  private func checkUnread(_ id: ColumnValue, in open: OpenTable, _ change: String) throws {
    guard waitingCount > 0 else { return }
    for session in imports.prefix(waitingCount) where session.isReading(id, of: open.table) {
      let error = StoreError(
        .misuse, "a hook or transform can't \(change) the model that is being read",
        model: open.table.entity.name)
      session.end(with: error)
      throw error
    }
  }

  func insert(_ row: StoredRow, in open: OpenTable) throws {
    try willChange(row[open.table.idColumn], in: open, "store")
    try StoreError.translating { try storage.write(row, of: open.table.entity, changed: nil) }
    recorder?.record(open) { $0.insert(row[open.table.idColumn]) }
  }

  /// Writes the columns of a row that have changed; nothing if there are none.
  func update(_ row: StoredRow, _ changed: ColumnSet, in open: OpenTable) throws {
    let id = row[open.table.idColumn]
    guard !changed.isEmpty else {
      recorder?.record(open) { $0.keep(id) }
      recorder?.undoing?.append { open.changes.forgetLastKept() }
      return
    }
    try willChange(id, in: open, "store")
    try StoreError.translating { try storage.write(row, of: open.table.entity, changed: changed) }
    recorder?.record(open) { $0.update(id, changed) }
  }

  /// Sets one column of a model, in its row and in the live object.
  func set(
    _ column: Int, of id: ColumnValue, in open: OpenTable, to value: ColumnValue
  ) throws {
    guard let old = try row(id, of: open.table.entity), old[column] != value else { return }
    var row = old
    row[column] = value
    var changed = ColumnSet()
    changed.insert(column)
    if let object = open.objects[id] {
      recorder?.touch(object, id, in: open)
      // As in an import, an attempt that fails takes nothing that was assigned.
      recorder?.undoing?.append(open.table.restoration(of: object))
      // The other properties may have been assigned, or read by an import that has not written them yet.
      try open.table.refresh(object, row, only: changed)
    }
    try update(row, changed, in: open)
  }

  /// Deletes the rows with these ids that are there.
  func delete(_ ids: some Collection<ColumnValue>, in open: OpenTable) throws {
    let table = open.table
    let stored = try rows(Set(ids), of: table.entity).map { $0[table.idColumn] }
    guard !stored.isEmpty else { return }
    for id in stored { try willChange(id, in: open, "delete") }
    try StoreError.translating { try storage.delete(stored, of: table.entity) }
    for id in stored {
      recorder?.record(open) { $0.delete(id) }
      forget(id, in: open)
    }
  }

  /// Notes that the live object with an id, if there is one, isn't stored any more.
  func forget(_ id: ColumnValue, in open: OpenTable) {
    guard let object = open.objects[id] else { return }
    recorder?.touch(object, id, in: open, restore: nil)
    recorder?.undoing?.append { open.objects[id] = object }
    open.objects[id] = nil
  }

  /// The model of a row: the live object, if there is one.
  func model<Model: StoredModel>(of row: StoredRow, _ open: OpenTable) throws -> Model {
    let table = open.table
    guard table.isClass else { return try table.model(of: row) }
    let id = row[table.idColumn]
    if let object = open.objects[id] as? Model { return object }
    let model: Model = try table.model(of: row)
    let object = model as AnyObject
    // It may have what is rolled back.
    if let recorder, recorder.hasChanges {
      recorder.touch(object, id, in: open) {
        // The transaction may have opened the table.
        _ = try self.open(Model.self)
        guard let row = try self.row(id, of: table.entity) else { return }
        try table.refresh(object, row)
        open.objects[id] = object
      }
    }
    open.objects[id] = object
    return model
  }
}
