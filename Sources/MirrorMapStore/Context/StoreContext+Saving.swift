extension StoreContext {
  /// Inserts a model, or writes what has changed in it.
  ///
  /// - Returns: What has changed; in a transaction with other steps, nothing.
  @discardableResult
  public func save<Model: StoredModel>(_ model: Model) throws -> StoreChanges {
    try save([model])
  }

  /// Inserts models, or writes what has changed in them, in one transaction.
  ///
  /// - Returns: What has changed; in a transaction with other steps, nothing.
  @discardableResult
  public func save<Model: StoredModel>(_ models: some Sequence<Model>) throws -> StoreChanges {
    let table = try step { try open(Model.self) }
    return try change {
      let open = try state(of: table)
      for model in models { try write(model, table, open) }
    }.changes
  }

  private func write<Model: StoredModel>(
    _ model: Model, _ table: ModelTable<Model>, _ open: OpenTable
  ) throws {
    var row = try table.row(of: model)
    let id = row[table.idColumn]
    guard !id.isNull else {
      throw table.fields.located(
        MappingError(.notEncodable, expected: "a model can't be stored without an id"),
        table.idCoder.field)
    }
    if table.isClass { try keepAlive(model, id, open) }
    if let old = try self.row(id, of: table.entity) {
      var copy = model
      row = ModelMemory.withAnyBase(of: &copy) { table.merged(row, into: old, at: $0) }
      try update(row, table.differences(old, row), in: open)
    } else {
      try insert(row, in: open)
    }
    // The properties of an object count as unchanged from now on.
    if table.isClass { try table.refresh(model as AnyObject, row) }
  }

  /// Makes an object that is about to be saved the live one of its id.
  private func keepAlive<Model: StoredModel>(
    _ model: Model, _ id: ColumnValue, _ open: OpenTable
  ) throws {
    let object = model as AnyObject
    let live = open.objects[id]
    if let live, live !== object {
      throw StoreError(
        .misuse, "another object with the id \(model.id) is in use", model: open.table.entity.name)
    }
    recorder?.touch(object, id, in: open)
    guard live == nil else { return }
    if let earlier = open.objects.id(of: object) {
      // Its id has been assigned. The model with the earlier one is still stored, and gets another object.
      recorder?.touch(object, earlier, in: open)
      open.objects[earlier] = nil
    }
    open.objects[id] = object
  }

  /// Deletes the models with these ids. Ids that aren't stored are ignored, and references to the models stay.
  ///
  /// - Returns: What has changed; in a transaction with other steps, nothing.
  @discardableResult
  public func delete<Model: StoredModel>(
    _ type: Model.Type, ids: some Sequence<Model.ID>
  ) throws -> StoreChanges {
    try step {
      let table = try open(type)
      let keys = try ids.map { try table.value(of: $0) }
      return try change { try delete(keys, in: state(of: table)) }.changes
    }
  }

  /// Deletes the models that fulfill a condition.
  ///
  /// - Returns: What has changed; in a transaction with other steps, nothing.
  @discardableResult
  public func delete<Model: StoredModel>(
    _ type: Model.Type, where condition: @escaping (ModelColumns<Model>) -> ModelCondition<Model>
  ) throws -> StoreChanges {
    try step { try delete(type, Model.query(condition)) }
  }

  func delete<Model: StoredModel>(_ type: Model.Type, _ query: RowQuery) throws -> StoreChanges {
    let table = try open(type)
    return try change {
      let rows = try rows(of: table.entity, matching: query)
      try delete(rows.map { $0[table.idColumn] }, in: state(of: table))
    }.changes
  }

  /// Brings the live objects up to date with changes that another context or a store has committed.
  ///
  /// ```swift
  /// let changes = try await store.import(Person.self, from: data).changes
  /// try context.refresh(changes)
  /// ```
  public func refresh(_ changes: StoreChanges) throws {
    for open in closedTables.values where changes.entities[open.table.entity.name] != nil {
      try openAll(in: open.table.type)
    }
    for open in tables.values {
      guard let changed = changes.entities[open.table.entity.name] else { continue }
      for id in changed.updated.keys + changed.inserted {
        guard let object = open.objects[id], let row = try row(id, of: open.table.entity) else {
          continue
        }
        recorder?.touch(object, id, in: open)
        try open.table.refresh(object, row)
      }
      for id in changed.deleted { forget(id, in: open) }
    }
  }
}

extension AnyTable {
  /// The row that saving a model writes: the stored one, with what the model has to write.
  fileprivate func merged(
    _ row: StoredRow, into old: StoredRow, at base: FieldAddress
  ) -> StoredRow {
    var merged = old
    // If the id was assigned, the model is another one than that which was fetched.
    let isOther = idCoder.field.isAssigned(in: base)
    for column in differences(old, row).columns where isOther || isWritten(column, at: base) {
      merged[column] = row[column]
    }
    for flattened in fields.flattened where flattened.isOptional {
      // Where the row has none, a part of it might not be a model: another task may have removed it.
      guard old[flattened.fields].allSatisfy(\.isNull),
        !merged[flattened.fields].allSatisfy(\.isNull)
      else { continue }
      merged[flattened.fields] = row[flattened.fields]
    }
    return merged
  }

  /// Whether saving a model that is stored writes a column: if the property was assigned since the model was fetched,
  /// if its value is that of a document and not of a row, if it was set by a hook or removed by a patch, or if it holds
  /// objects, which change without an assignment.
  /// One of a flattened model also if that was assigned: its properties come with the states that they had elsewhere.
  private func isWritten(_ column: Int, at base: FieldAddress) -> Bool {
    if columns[column].field.isInAssigned(in: base) { return true }
    guard let state = columns[column].slot(in: base)?.state else { return false }
    if state.isChanged || state.isUnsaved || columns[column].holdsObjects { return true }
    // What a document lacks keeps the value that is stored, also in a flattened model that `init()` has made and an update
    // has filled in part.
    if !state.isDecoded, columns[column].field.isInDecoded(in: base) { return false }
    return !state.isStored && !state.isAbsent
  }
}
