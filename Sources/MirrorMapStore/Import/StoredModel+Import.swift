/// Reading the objects of an import into models, where the columns of their rows aren't enough: hooks, models inside of
/// models, options, and objects with changes that aren't saved. The rest of an import doesn't need their types, and is
/// not generic.
extension StoredModel {
  /// A new model that makes an id of its own, for an object without one, and the id.
  static func makeModel(
    _ table: AnyTable, for reader: inout JSONReader
  ) throws -> (model: Any, id: ColumnValue) {
    var model = Self()
    let id: ColumnValue? = ModelMemory.withAnyBase(of: &model) { base in
      // It may be the default in a flattened model.
      _ = table.idCoder.field.slot(in: base, makesModels: true)
      guard table.isSet(table.idColumn, at: base) else { return nil }
      return try? table.value(table.idColumn, at: base)
    }
    if let id, !id.isNull { return (model, id) }
    let start = reader.place
    model = try reader.decode(Self.self)
    let isNull = ModelMemory.withAnyBase(of: &model) {
      table.idCoder.slot(in: $0)?.state.isNull == true
    }
    throw reader.located(
      isNull
        ? MappingError(.unexpectedNull, expected: "an id", found: "null")
        : MappingError(.missingKey, expected: "an id"),
      table.idCoder.field, of: table.fields, inObjectAt: start)
  }

  /// Reads the object of a model that isn't stored, and returns its row; the id and `inverse` are set whatever the
  /// object or a hook says, and the ids in columns of other inverses if the object says nothing.
  static func readNew(
    _ id: ColumnValue, _ made: Any?, _ inverse: ImportSession.Inverse?, _ open: OpenTable,
    _ session: ImportSession, from reader: inout JSONReader
  ) throws -> StoredRow {
    let table = open.table
    var required = session.owners(of: id, table)
    if let inverse { required[inverse.column] = inverse.owner }
    required = required.filter { table.columns[$0.key].field.isRequired }
    var model: Self
    if made == nil, required.isEmpty {
      model = try reader.decode(Self.self)
    } else {
      model = made as? Self ?? Self()
      // What is required may be set beforehand, but isn't null.
      try set(required, in: &model, table)
      let start = reader.place
      try ModelMemory.withAnyBase(of: &model) { base in
        try table.fields.read(into: base, from: &reader)
        for column in required.keys.sorted() {
          let field = table.columns[column].field
          guard let state = table.columns[column].slot(in: base)?.state, !state.isValue else {
            continue
          }
          let error: MappingError
          if state.isNull {
            let id = (field.valueType as? any RelationValue.Type)?.idType ?? field.valueType
            error = MappingError(.unexpectedNull, expected: typeName(of: id), found: "null")
          } else if session.hasNull(before: field, of: table, at: start, &reader) {
            error = MappingError(.missingKey, expected: typeName(of: field.valueType))
          } else {
            continue
          }
          throw reader.located(error, field, of: table.fields, inObjectAt: start)
        }
      }
    }
    var inverses = session.owners(of: id, table, keeping: required).filter { column, _ in
      !ModelMemory.withAnyBase(of: &model) { table.isPresent(column, at: $0) }
    }
    if let inverse { inverses[inverse.column] = inverse.owner }
    try set(inverses, in: &model, table)
    var row = try table.row(of: model)
    row[table.idColumn] = id
    guard table.isClass else { return row }
    // The object is the live one of its id from now on.
    let object = model as AnyObject
    session.context.forget(id, in: open)
    session.context.recorder?.touch(object, id, in: open, restore: nil)
    open.objects[id] = object
    try table.refresh(object, row)
    return row
  }

  private static func set(
    _ inverses: [Int: ColumnValue], in model: inout Self, _ table: AnyTable
  ) throws {
    if inverses.isEmpty { return }
    try ModelMemory.withAnyBase(of: &model) { base in
      for (column, owner) in inverses {
        guard let slot = table.columns[column].field.slot(in: base, makesModels: true) else {
          continue
        }
        try table.columns[column].store(owner, slot)
      }
    }
  }

  /// Reads an object into the model of a row, or into the live object, and returns the new row.
  static func update(
    _ row: StoredRow, _ open: OpenTable, _ session: ImportSession, from reader: inout JSONReader
  ) throws -> StoredRow {
    let table = open.table
    reader.setUpdateRules(keepsNulls: session.keepsNulls)
    var model: Self = try session.final { try session.context.model(of: row, open) }
    guard table.isClass else {
      try reader.update(&model)
      return try table.row(of: model)
    }
    let object = model as AnyObject
    let isUnchanged = table.isUnchanged(object, since: row)
    let restore: () throws -> Void
    if isUnchanged {
      restore = { try table.refresh(object, row) }
      session.context.recorder?.touch(object, like: row, in: open)
    } else {
      restore = table.restoration(of: object)
      session.context.recorder?.touch(object, row[table.idColumn], in: open, restore: restore)
    }
    // What was assigned and not saved isn't in the row that a failed attempt puts back.
    session.context.recorder?.undoing?.append(restore)
    do {
      if !isUnchanged, !session.readsAgain {
        // Another context may have written the row since the object was read from it.
        let stale = table.fields.withBase(of: &model, for: .read) {
          table.staleColumns(at: $0, row)
        }
        if !stale.isEmpty { try table.refresh(object, row, only: stale) }
      }
      try reader.update(&model)
      var new = try table.row(of: model)
      new[table.idColumn] = row[table.idColumn]
      try table.refresh(object, new)
      return new
    } catch {
      // A failure policy may drop the error, and then nothing of the object must have arrived.
      try? restore()
      // What objects inside of it have written to its row stays.
      try session.final {
        guard let latest = try session.context.row(row[table.idColumn], of: table.entity) else {
          return
        }
        let written = table.differences(row, latest)
        if !written.isEmpty { try table.refresh(object, latest, only: written) }
      }
      throw error
    }
  }
}
