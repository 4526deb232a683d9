extension StoreContext {
  /// Inserts a model, or writes what has changed in it.
  ///
  /// Of a model that was fetched or decoded, the properties are written that have been assigned since; of one that
  /// was made in code, all. Nothing else is touched: relations keep what they refer to, and inverses aren't set.
  ///
  /// - Returns: What has changed; in a transaction with other steps, nothing.
  /// - Throws: `MappingError` with the name of a property whose value can't be stored: NaN, or a required one that
  ///   was never set; ``StoreError`` if the storage fails. Then nothing is written.
  @discardableResult
  public func save<Model: StoredModel>(_ model: Model) throws -> StoreChanges {
    try save([model])
  }

  /// Inserts models, or writes what has changed in them, all or none.
  @discardableResult
  public func save<Model: StoredModel>(_ models: some Sequence<Model>) throws -> StoreChanges {
    let table = try open(Model.self)
    return try change {
      let open = try state(of: table)
      for model in models { try write(model, table, open) }
    }.changes
  }

  private func write<Model: StoredModel>(
    _ model: Model, _ table: ModelTable<Model>, _ open: OpenTable
  ) throws {
    let new = try table.row(of: model)
    let id = new[table.idColumn]
    guard !id.isNull else {
      throw table.fields.named(
        MappingError(.notEncodable, expected: "an id"), table.columns[table.idColumn].field)
    }
    if table.isClass {
      let object = model as AnyObject
      if let live = open.objects[id], live !== object {
        throw StoreError(
          .misuse, "another object with the id \(model.id) is in use", model: table.entity.name)
      }
      let states = table.states(of: model)
      recorder?.touch(object, id, in: open) {
        // What was to be saved must not get lost, and must still count as changed.
        try open.refresh(object, new)
        table.setStates(states, of: model)
      }
      open.objects[id] = object
    }
    guard let old = try StoreError.translating({ try storage.row(id, of: table.entity) }) else {
      try insert(new, in: open)
      return try setUnchanged(model, new, open)
    }
    var changed = table.differences(old, new)
    var row = new
    var copy = model
    ModelMemory.withAnyBase(of: &copy) { base in
      for column in changed.columns where !table.isWritten(column, at: base) {
        changed.remove(column)
        row[column] = old[column]
      }
    }
    try update(row, changed, in: open)
    try setUnchanged(model, row, open)
  }

  /// Lets the properties of an object count as unchanged, because they have been saved.
  private func setUnchanged<Model: StoredModel>(
    _ model: Model, _ row: StoredRow, _ open: OpenTable
  ) throws {
    if open.table.isClass { try open.refresh(model as AnyObject, row) }
  }

  /// Deletes the models with these ids. Ids that aren't stored are ignored, and references to the models stay.
  ///
  /// - Returns: What has changed; in a transaction with other steps, nothing.
  @discardableResult
  public func delete<Model: StoredModel>(
    _ type: Model.Type, ids: some Sequence<Model.ID>
  ) throws -> StoreChanges {
    let table = try open(type)
    let keys = try ids.map { try table.value(of: $0) }
    return try change { try delete(keys, in: state(of: table)) }.changes
  }

  /// Deletes the models that fulfill a condition.
  ///
  /// - Returns: What has changed; in a transaction with other steps, nothing.
  @discardableResult
  public func delete<Model: StoredModel>(
    _ type: Model.Type, where condition: (ModelColumns<Model>) -> ModelCondition<Model>
  ) throws -> StoreChanges {
    let table = try open(type)
    return try delete(table, try table.query(condition(ModelColumns())))
  }

  func delete(_ table: AnyTable, _ query: RowQuery) throws -> StoreChanges {
    try change {
      let rows = try StoreError.translating {
        try storage.rows(of: table.entity, matching: query)
      }
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
    for open in tables.values {
      guard let changed = changes.entities[open.table.entity.name] else { continue }
      for id in Array(changed.updated.keys) + Array(changed.inserted) {
        guard let object = open.objects[id],
          let row = try row(id, of: open.table.entity)
        else { continue }
        try open.refresh(object, row)
      }
      for id in changed.deleted { open.objects[id] = nil }
    }
  }
}

extension ModelTable {
  /// The states of an object's properties.
  func states(of model: Model) -> [FieldState?] {
    var model = model
    return ModelMemory.withAnyBase(of: &model) { base in
      columns.map { $0.slot(in: base)?.state }
    }
  }

  fileprivate func setStates(_ states: [FieldState?], of model: Model) {
    var model = model
    ModelMemory.withAnyBase(of: &model) { base in
      for (column, state) in zip(columns, states) {
        if let state { column.slot(in: base)?.state = state }
      }
    }
  }
}

extension AnyTable {
  /// Whether saving a model that is stored writes a column: if the property was assigned since the model was fetched,
  /// if it never was decoded, or if it holds objects, which change without an assignment.
  func isWritten(_ column: Int, at base: FieldAddress) -> Bool {
    guard let slot = columns[column].slot(in: base) else { return true }
    return slot.state.isChanged || !slot.state.isDecoded || columns[column].holdsObjects
  }
}
