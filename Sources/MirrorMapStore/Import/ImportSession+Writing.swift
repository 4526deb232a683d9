/// Inserting and updating the model of an object that is being read.
extension ImportSession {
  /// Whether an object can be read by its columns, and no model is needed that an update is merged into.
  private func readsColumns(_ table: AnyTable, _ reader: borrowing JSONReader) -> Bool {
    table.comparesColumns && table.fields.isReadByPlan && !reader.readsGenerally
  }

  // MARK: New models

  /// Reads the object of a model that isn't stored.
  ///
  /// - Parameter made: the model, if it has made its id.
  func insert<Model: StoredModel>(
    _ id: ColumnValue, _ table: ModelTable<Model>, _ open: OpenTable, _ inverse: Inverse?,
    _ made: Model?, from reader: inout JSONReader
  ) throws {
    var row: StoredRow
    if let made {
      row = try readRow(of: made, table, open, inverse, from: &reader)
    } else if readsColumns(table, reader) {
      row = try readNewRow(table, open, inverse, from: &reader)
    } else if let inverse, table.columns[inverse.column].field.isRequired {
      row = try readRow(of: Model(), table, open, inverse, from: &reader)
    } else {
      let model = try reader.decode(Model.self)
      row = try table.row(of: model)
      if let inverse { row[inverse.column] = inverse.owner }
      try adopt(model, row, table, open)
    }
    row[table.idColumn] = id
    try final { try context.insert(row, in: open) }
    try connect(row, after: nil, table, id)
  }

  /// A new model that makes an id of its own, for an object without one, and the id.
  ///
  /// - Throws: the model's own error if it makes none.
  func makeModelWithID<Model: StoredModel>(
    _ table: ModelTable<Model>, for reader: inout JSONReader
  ) throws -> (model: Model, id: ColumnValue) {
    var model = Model()
    let id: ColumnValue? = ModelMemory.withAnyBase(of: &model) { base in
      guard table.isSet(table.idColumn, at: base) else { return nil }
      return try? table.value(table.idColumn, at: base)
    }
    if let id, !id.isNull { return (model, id) }
    _ = try reader.decode(Model.self)
    throw MappingError(.missingKey, expected: "an id")
  }

  /// Reads an object into a new model that has an id, or gets its inverse, before the object is read.
  private func readRow<Model: StoredModel>(
    of model: Model, _ table: ModelTable<Model>, _ open: OpenTable, _ inverse: Inverse?,
    from reader: inout JSONReader
  ) throws -> StoredRow {
    var model = model
    if let inverse { try set(inverse, in: &model, table) }
    try ModelMemory.withAnyBase(of: &model) { try table.fields.read(into: $0, from: &reader) }
    if let inverse { try set(inverse, in: &model, table) }
    let row = try table.row(of: model)
    try adopt(model, row, table, open)
    return row
  }

  private func set<Model: StoredModel>(
    _ inverse: Inverse, in model: inout Model, _ table: ModelTable<Model>
  ) throws {
    try ModelMemory.withAnyBase(of: &model) { base in
      guard let slot = table.columns[inverse.column].field.makeSlot(in: base) else { return }
      try table.columns[inverse.column].store(inverse.owner, slot)
    }
  }

  /// Makes a new object the live one of its id.
  private func adopt<Model: StoredModel>(
    _ model: Model, _ row: StoredRow, _ table: ModelTable<Model>, _ open: OpenTable
  ) throws {
    guard table.isClass else { return }
    let object = model as AnyObject
    let id = row[table.idColumn]
    context.recorder?.touch(object, id, in: open, restore: nil)
    open.objects[id] = object
    try open.refresh(object, row)
  }

  private func readNewRow(
    _ table: AnyTable, _ open: OpenTable, _ inverse: Inverse?, from reader: inout JSONReader
  ) throws -> StoredRow {
    let start = reader.place
    var row: StoredRow = []
    row.reserveCapacity(table.columns.count)
    try open.withNew { base in
      try table.fields.readPart(into: base, from: &reader)
      for index in table.requiredColumns where index != inverse?.column {
        if table.columns[index].slot(in: base)?.state.isValue == false,
          !table.isSet(index, at: base)
        {
          throw table.fields.missingKey(index, at: start, in: reader)
        }
      }
      for index in table.columns.indices {
        if let inverse, index == inverse.column {
          row.append(inverse.owner)
        } else {
          row.append(try table.value(index, at: base))
        }
      }
    }
    return row
  }

  // MARK: Known models

  /// Reads the object of a model that is stored, and writes the columns that differ.
  func update<Model: StoredModel>(
    _ row: StoredRow, _ table: ModelTable<Model>, _ open: OpenTable, _ inverse: Inverse?,
    from reader: inout JSONReader
  ) throws {
    let id = row[table.idColumn]
    var new = row
    var changed = ColumnSet()
    let start = reader.place
    let isRead =
      try !keepsNulls && readsColumns(table, reader)
      && readChanges(of: &new, &changed, table, open, from: &reader)
    if !isRead {
      reader.go(to: start)
      new = try updateModel(row, table, open, from: &reader)
      new[table.idColumn] = id
      changed = table.differences(row, new)
    }
    if let inverse, new[inverse.column] != inverse.owner {
      // Whatever the object itself says.
      new[inverse.column] = inverse.owner
      changed.remove(inverse.column)
      if row[inverse.column] != inverse.owner { changed.insert(inverse.column) }
      if let object = open.objects[id] { try open.refresh(object, new) }
    }
    try final { try context.update(new, changed, in: open) }
    try connect(new, after: row, table, id)
  }

  /// Reads an object by its columns.
  ///
  /// - Returns: false if only a model can tell what the object changes.
  private func readChanges(
    of row: inout StoredRow, _ changed: inout ColumnSet, _ table: AnyTable, _ open: OpenTable,
    from reader: inout JSONReader
  ) throws -> Bool {
    var isComplete = true
    try open.withNew { base in
      try table.fields.readPart(into: base, from: &reader)
      for index in table.columns.indices where index != table.idColumn {
        let coder = table.columns[index]
        guard let slot = coder.slot(in: base) else { continue }
        let state = slot.state
        guard state.isValue || state.isNull && coder.field.acceptsNull else {
          // The key may be absent, or `null` on the way to it, which clears.
          if coder.field.hasNestedPath, !state.isNull { isComplete = false }
          continue
        }
        let value = try table.value(index, at: base)
        if row[index] != value {
          row[index] = value
          changed.insert(index)
        }
      }
    }
    return isComplete
  }

  /// Reads an object into the model of a row, or into the live object.
  private func updateModel<Model: StoredModel>(
    _ row: StoredRow, _ table: ModelTable<Model>, _ open: OpenTable, from reader: inout JSONReader
  ) throws -> StoredRow {
    reader.setUpdateRules(keepsNulls: keepsNulls)
    var model = try final { try context.model(of: row, table, open) }
    guard table.isClass else {
      try reader.update(&model)
      return try table.row(of: model)
    }
    let object = model as AnyObject
    context.recorder?.touch(object, row, in: open)
    do {
      try reader.update(&model)
      let new = try table.row(of: model)
      try open.refresh(object, new)
      return new
    } catch {
      // A failure policy may drop the error, and then nothing of the object must have arrived.
      try? open.refresh(object, row)
      throw error
    }
  }
}
