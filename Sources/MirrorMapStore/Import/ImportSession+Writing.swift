/// Inserting and updating the model of an object that is being read.
extension ImportSession {
  /// Whether an object can be read by its columns, without code of the model.
  private func readsColumns(_ table: AnyTable, _ reader: inout JSONReader) -> Bool {
    table.fields.isPlain && table.fields.isReadByPlan && !reader.readsGenerally
  }

  // MARK: New models

  /// Reads the object of a model that isn't stored; `made` is the model, if it has made its id.
  func insert(
    _ id: ColumnValue, _ open: OpenTable, _ inverse: Inverse?, _ made: Any?,
    from reader: inout JSONReader
  ) throws {
    var row: StoredRow
    if made == nil, readsColumns(open.table, &reader) {
      row = try readNewRow(id, open.table, inverse, from: &reader)
      // The object of a model that was deleted elsewhere isn't that of this one.
      if open.table.isClass { context.forget(id, in: open) }
    } else {
      row = try open.table.type.readNew(id, made, inverse, open, self, from: &reader)
    }
    try final { try context.insert(row, in: open) }
    try connect(row, after: nil, ColumnSet(), open.table, id)
  }

  /// The ids that models read before have left to be set in one that isn't stored yet, by their columns.
  func owners(of id: ColumnValue, _ table: AnyTable) -> [Int: ColumnValue] {
    expected.isEmpty ? [:] : expected[ObjectIdentifier(table)]?[id] ?? [:]
  }

  /// The same after the object of that model has been read, in which others may have left their owners.
  ///
  /// - Parameter required: Those before in columns that are required, which stay.
  func owners(
    of id: ColumnValue, _ table: AnyTable, keeping required: [Int: ColumnValue]
  ) -> [Int: ColumnValue] {
    owners(of: id, table).merging(required) { now, _ in now }
  }

  private func readNewRow(
    _ id: ColumnValue, _ table: AnyTable, _ inverse: Inverse?, from reader: inout JSONReader
  ) throws -> StoredRow {
    let start = reader.place
    var required = owners(of: id, table)
    if !required.isEmpty {
      required = required.filter { table.columns[$0.key].field.isRequired }
    }
    var row: StoredRow = []
    try table.withNew { base in
      try table.fields.readPart(into: base, from: &reader)
      let owners = owners(of: id, table, keeping: required)
      for index in table.requiredColumns {
        guard table.columns[index].slot(in: base)?.state.isValue == false else { continue }
        let isGiven =
          index == inverse?.column || owners[index] != nil
          ? !hasNull(before: table.columns[index].field, of: table, at: start, &reader)
          : table.isSet(index, at: base)
        if !isGiven { throw table.fields.missingKey(index, at: start, in: reader) }
      }
      row = try table.columns.indices.map { index in
        if index == table.idColumn { return id }
        if let inverse, index == inverse.column { return inverse.owner }
        if !owners.isEmpty, let owner = owners[index], !table.isPresent(index, at: base) {
          return owner
        }
        return try table.value(index, at: base, takes: true)
      }
    }
    return row
  }

  /// Whether `null` at an intermediate step of a key path in an object that has been read counts as that of a property.
  func hasNull(
    before field: ModelField, of table: AnyTable, at object: JSONReader.Place,
    _ reader: inout JSONReader
  ) -> Bool {
    !keepsNulls && reader.hasNull(before: field, of: table.fields, inObjectAt: object)
  }

  // MARK: Known models

  /// Reads the object of a model that is stored, and writes the columns that differ.
  func update(
    _ row: StoredRow, _ open: OpenTable, _ inverse: Inverse?, from reader: inout JSONReader
  ) throws {
    let table = open.table
    let id = row[table.idColumn]
    if hasLeftovers { arrived[outer.count] = nil }
    current?.isStale = false
    let start = reader.place
    var row = row
    var (new, changed) = try readUpdate(of: row, open, from: &reader)
    if current?.isStale == true, let latest = try final({ try context.row(id, of: table.entity) }) {
      // What the object itself says is said of the row that the objects inside of it have left. A live object doesn't
      // have that row's values where it has got a flattened model back whose copy was read.
      try refreshObject(id, open, latest, only: table.differences(row, latest))
      row = latest
      current?.isStale = false
      reader.go(to: start)
      let before = readsAgain
      readsAgain = true
      defer { readsAgain = before }
      (new, changed) = try readUpdate(of: row, open, from: &reader)
    }
    if let inverse, new[inverse.column] != inverse.owner {
      // Whatever the object itself says.
      new[inverse.column] = inverse.owner
      changed.remove(inverse.column)
      if row[inverse.column] != inverse.owner { changed.insert(inverse.column) }
      try refreshObject(id, open, new)
    }
    if hasLeftovers, let joined = pending[outer.count] {
      // They are in the stored row already, which a storage may replace as a whole.
      for inverse in joined where !changed.contains(inverse.column) {
        new[inverse.column] = inverse.owner
      }
      try refreshObject(id, open, new)
    }
    try final { try context.update(new, changed, in: open) }
    try connect(new, after: row, changed, table, id)
  }

  /// Reads the object of a model that is stored, and returns the new row and the columns that differ.
  private func readUpdate(
    of row: StoredRow, _ open: OpenTable, from reader: inout JSONReader
  ) throws -> (row: StoredRow, changed: ColumnSet) {
    let table = open.table
    let start = reader.place
    current?.begin(at: start)
    let before = readsAgain
    defer { readsAgain = before }
    let id = row[table.idColumn]
    var object = table.isClass ? open.objects[id] : nil
    if !keepsNulls, table.comparesColumns, table.fields.isUpdatedByPlan,
      readsColumns(table, &reader), object.map({ table.isUnchanged($0, since: row) }) ?? true
    {
      var (new, changed) = (row, ColumnSet())
      if try readChanges(of: &new, &changed, table, from: &reader) {
        // User code may have fetched the object in the meantime, or assigned its properties.
        if table.isClass, object == nil { object = open.objects[id] }
        // A row that an object inside of it has changed is read again.
        guard let object, current?.isStale != true else { return (new, changed) }
        if !table.hasChanges(object) {
          context.recorder?.touch(object, like: row, in: open)
          if !changed.isEmpty { try table.refresh(object, new, only: changed) }
          return (new, changed)
        }
      }
      reader.go(to: start)
      current?.begin(at: start)
      readsAgain = true
    }
    var new = try table.type.update(row, open, self, from: &reader)
    new[table.idColumn] = id
    return (new, table.differences(row, new))
  }

  /// Reads properties of the live object with an id, if there is one, from its row again: all of them, or only some.
  private func refreshObject(
    _ id: ColumnValue, _ open: OpenTable, _ row: StoredRow, only columns: ColumnSet? = nil
  ) throws {
    guard let object = open.objects[id] else { return }
    context.recorder?.touch(object, id, in: open)
    try open.table.refresh(object, row, only: columns)
  }

  /// Reads an object by its columns. Returns false if only a model can tell what the object changes.
  private func readChanges(
    of row: inout StoredRow, _ changed: inout ColumnSet, _ table: AnyTable,
    from reader: inout JSONReader
  ) throws -> Bool {
    var isComplete = true
    try table.withNew { base in
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
        // Only the property's own type may know what an update makes of its value.
        if !coder.isAlwaysReplaced, state.isValue, !row[index].isNull,
          !table.fields.isReplaced(coder.field)
        {
          isComplete = false
          return
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
}
