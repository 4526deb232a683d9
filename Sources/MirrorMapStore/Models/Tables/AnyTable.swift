/// A stored model with its entity: how its properties become the columns of a row, and back.
///
/// There is one table per model, made from the model's plan and kept for as long as the process runs. What needs
/// the type of the model is in ``ModelTable``.
@usableFromInline
class AnyTable: @unchecked Sendable {
  let type: any StoredModel.Type
  let fields: ModelFields
  let columns: [ColumnCoder]
  private let directColumns: [DirectColumn]
  let idColumn: Int
  /// The entity; ``ModelTable`` adds the indexes, because to find them takes a table.
  final var entity: StoredEntity
  /// Reads an id, as the model's property reads it; set by ``ModelTable``.
  final var readKey: @Sendable (inout JSONReader) throws -> ColumnValue = { _ in .null }
  /// The relations, with the positions of their columns.
  let relations: [(column: Int, relation: Relation)]
  /// Those whose models change with the relation: they're deleted, or have a relation that leads back.
  let connectedRelations: [(column: Int, relation: Relation)]
  /// The columns that must have a value in each new model.
  let requiredColumns: [Int]
  let isClass: Bool
  /// Whether properties hold objects, which the app may have in use.
  private let holdsObjects: Bool
  /// Whether an update of a document can be compared with its row column by column: all of it is read by the fast path,
  /// an update merges into no property, and no property of a class holds objects.
  let comparesColumns: Bool

  /// The tables of all models, by their types.
  static let all = Locked<[ObjectIdentifier: AnyTable]>([:])

  init(_ type: any StoredModel.Type, id: Any.Type) throws {
    self.type = type
    isClass = type is AnyClass
    fields = try ModelFields(type)
    let all = fields.all
    guard let idColumn = all.firstIndex(where: { $0.name == "id" && $0.valueType == id }) else {
      throw MappingError.declaration(
        type, "its id isn't a mapped property; declare one: @Mapped var id: \(id)")
    }
    self.idColumn = idColumn
    try Self.checkNames(of: all, type)
    columns = all.enumerated().map { ColumnCoder.of($1, isID: $0 == idColumn) }
    directColumns = columns.map { DirectColumn($0.field) }
    relations = all.enumerated().compactMap { column, field in
      (field.attachment as? Relation).map { (column, $0) }
    }
    connectedRelations = relations.filter { $1.policy == .replace || $1.hasInverse }
    requiredColumns = all.indices.filter { all[$0].isRequired }
    holdsObjects = columns.contains(where: \.holdsObjects)
    comparesColumns =
      fields.isPlain && !all.contains(where: \.mergesUpdates)
      && !(isClass && holdsObjects)
      && !relations.contains { $0.relation.policy == .merge && $0.relation.isToMany }
    let renamed = type.renamedProperties
    let defaults = type.defaultRow(columns)
    let stored = columns.enumerated().map { position, coder in
      let field = coder.field
      let relation = field.valueType as? any RelationValue.Type
      return StoredColumn(
        name: field.name, type: coder.type, isRequired: !field.isOptional && !field.isInOptional,
        defaultValue: position == idColumn ? nil : defaults[position],
        formerNames: renamed.filter { $0.value == field.name }.map(\.key).sorted(),
        target: relation?.targetType.entityName, isToMany: relation?.isToMany ?? false)
    }
    entity = StoredEntity(name: type.entityName, columns: stored, idColumn: idColumn)
  }

  /// Checks that no two columns have the same name, in any case: databases don't tell those apart.
  private static func checkNames(
    of fields: [ModelField], _ type: any StoredModel.Type
  ) throws(MappingError) {
    var names: [String: String] = [:]
    for field in fields {
      if let other = names.updateValue(field.name, forKey: field.name.lowercased()) {
        throw .declaration(
          type, "its properties \(other) and \(field.name) would be the same column")
      }
    }
  }
}

extension AnyTable {
  /// Checks that the inverses of relations lead back to this model, and can be set.
  func checkInverses() throws {
    for (column, relation) in relations {
      guard let inverse = try relation.inverseColumn() else { continue }
      let target = try relation.table()
      let back = target.columns[inverse].field.valueType as? any RelationValue.Type
      func failure(_ problem: String) -> MappingError {
        .declaration(type, "the inverse of \(entity.columns[column].name) \(problem)")
      }
      if let back, back.targetType != type {
        throw failure("leads to \(back.targetType), not to \(type)")
      }
      if let other = target.requiredNeighbor(of: inverse) {
        let name = target.entity.columns[other].name
        throw failure("is in an optional flattened model that requires \(name)")
      }
    }
  }

  /// A column without which there is no optional flattened model that another column is part of.
  private func requiredNeighbor(of column: Int) -> Int? {
    let optional = fields.flattened.filter(\.isOptional)
    return requiredColumns.first { other in
      other != column
        && optional.contains { $0.fields.contains(column) && $0.fields.contains(other) }
        && !optional.contains { $0.fields.contains(other) && !$0.fields.contains(column) }
    }
  }
}

// MARK: - Rows

extension AnyTable {
  /// The values of a model's properties.
  func row(at base: FieldAddress) throws -> StoredRow {
    var row: StoredRow = []
    row.reserveCapacity(columns.count)
    for index in columns.indices { row.append(try value(index, at: base)) }
    return row
  }

  /// The value of a model's property, which may be moved out of the model.
  @inline(__always)
  func value(_ index: Int, at base: FieldAddress, takes: Bool = false) throws -> ColumnValue {
    if let value = directColumns[index].load(from: base, takes: takes) { return value }
    return try generalValue(index, at: base)
  }

  @inline(never)
  private func generalValue(_ index: Int, at base: FieldAddress) throws -> ColumnValue {
    let coder = columns[index]
    guard let slot = coder.slot(in: base) else {
      // One that was never set may not be nil.
      guard coder.field.isInNil(in: base) else {
        throw fields.located(ModelField.unset, coder.field)
      }
      return .null
    }
    do {
      return try coder.load(slot)
    } catch let error as MappingError {
      throw fields.located(error, coder.field)
    }
  }

  /// Whether a model's property has a value, be it nil.
  func isSet(_ index: Int, at base: FieldAddress) -> Bool {
    columns[index].slot(in: base).map { columns[index].field.isSet($0) } ?? true
  }

  /// Whether the document that a model was decoded from has a key of a property, be it with null, or a hook has set it.
  func isPresent(_ index: Int, at base: FieldAddress) -> Bool {
    guard let state = columns[index].slot(in: base)?.state else { return false }
    return state.isValue || state.isNull || state.isChanged || state.isUnsaved
  }

  /// The coder of the id.
  final var idCoder: ColumnCoder { columns[idColumn] }

  /// Sets properties of a model, or all, to the values of a row. They count as decoded and unchanged.
  ///
  /// - Parameter keepsObjects: Whether objects in properties stay the same ones if they are as in the row.
  func setProperties(
    to row: StoredRow, at base: FieldAddress, only set: ColumnSet? = nil,
    keepsObjects: Bool = false
  ) throws {
    for flattened in fields.flattened
    where flattened.fields.allSatisfy({ set?.contains($0) != false }) {
      guard let slot = flattened.slot(in: base) else { continue }
      // A flattened model is nil if all of its columns are null.
      let isNil = flattened.isOptional && row[flattened.fields].allSatisfy(\.isNull)
      flattened.setHasModel(!isNil, slot)
      slot.state = .stored(isNil ? .null : .value)
    }
    try setColumns(to: row, at: base, only: set, keepsObjects)
  }

  private func setColumns(
    to row: StoredRow, at base: FieldAddress, only set: ColumnSet?, _ keepsObjects: Bool
  ) throws {
    for index in columns.indices where set?.contains(index) != false {
      if directColumns[index].store(row[index], in: base) { continue }
      let coder = columns[index]
      guard
        let slot = coder.isFlattened
          ? coder.field.slot(in: base, makesModels: !row[index].isNull) : coder.slot(in: base)
      else { continue }
      do {
        if keepsObjects, coder.holdsObjects, (try? coder.load(slot)) == row[index] {
          coder.field.clearChanges(slot)
        } else {
          try coder.store(row[index], slot)
        }
      } catch let error as MappingError {
        if row[index].isNull, coder.field.isInOptional, coder.field.hasDefault {
          // The row is older than the property, and the flattened model has its default already.
          slot.state = .stored(.absent)
          continue
        }
        throw StoreError(
          .schema, "the stored value doesn't fit: \(error)", model: entity.name,
          property: entity.columns[index].name, underlying: error)
      }
      slot.state = .stored(row[index].isNull ? .null : .value)
    }
  }

  /// The values and states of a model's properties.
  func savedProperties(at base: FieldAddress) -> SavedProperties {
    var saved = SavedProperties()
    saved.flattened = fields.flattened.map { flattened in
      flattened.slot(in: base).map { ($0.state, flattened.hasModel($0)) }
    }
    saved.properties = columns.indices.map { index in
      let coder = columns[index]
      guard let slot = coder.slot(in: base) else { return nil }
      let contents = coder.holdsObjects ? try? coder.load(slot) : nil
      return (coder.field.copy(slot), contents, slot.state)
    }
    return saved
  }

  /// Gives a model's properties the values and states again that they had.
  func restore(_ saved: SavedProperties, at base: FieldAddress) throws {
    for (flattened, saved) in zip(fields.flattened, saved.flattened) {
      guard let saved, let slot = flattened.slot(in: base) else { continue }
      flattened.setHasModel(saved.hasModel, slot)
      slot.state = saved.state
    }
    for (index, property) in saved.properties.enumerated() {
      let coder = columns[index]
      guard let property, let slot = coder.slot(in: base) else { continue }
      property.assign(slot)
      // Objects that have changed are replaced by new ones.
      if let contents = property.contents, (try? coder.load(slot)) != contents {
        try coder.store(contents, slot)
      }
      slot.state = property.state
    }
  }

  /// The columns in which two rows differ, besides that of the id.
  func differences(_ old: StoredRow, _ new: StoredRow) -> ColumnSet {
    var changed = ColumnSet()
    for index in columns.indices where index != idColumn && old[index] != new[index] {
      changed.insert(index)
    }
    return changed
  }

  /// The columns whose values in a model are older than a row: they differ, and are those of an earlier row.
  func staleColumns(at base: FieldAddress, _ row: StoredRow) -> ColumnSet {
    var stale = ColumnSet()
    for index in columns.indices where !columns[index].holdsObjects {
      guard let state = columns[index].slot(in: base)?.state, state.isStored, !state.isChanged,
        !columns[index].field.isInAssigned(in: base),
        let value = try? value(index, at: base), value != row[index]
      else { continue }
      stale.insert(index)
    }
    for flattened in fields.flattened {
      guard let slot = flattened.slot(in: base) else { continue }
      let isNil = row[flattened.fields].allSatisfy(\.isNull)
      if !flattened.hasModel(slot) {
        guard slot.state.isStored, !slot.state.isChanged, !isNil else { continue }
        for index in flattened.fields { stale.insert(index) }
      } else if flattened.isOptional, isNil, flattened.fields.contains(where: stale.contains) {
        // It's removed as a whole, or stays if something in it was assigned.
        let stays = flattened.fields.contains { index in
          !stale.contains(index) && (try? value(index, at: base))?.isNull == false
        }
        for index in flattened.fields { stays ? stale.remove(index) : stale.insert(index) }
      }
    }
    return stale
  }

  /// The names of columns, in the order of declaration.
  func names(of set: ColumnSet) -> [String] { set.columns.map { entity.columns[$0].name } }
}

// MARK: - Models

extension AnyTable {
  /// Makes a model with the values of a row.
  ///
  /// - Precondition: This is the table of the model.
  func model<Model: StoredModel>(of row: StoredRow) throws -> Model {
    precondition(type == Model.self)
    var model = Model()
    if isClass {
      try ModelMemory.withAnyBase(of: &model) { try setProperties(to: row, at: $0) }
    } else {
      try ModelMemory.withBase(of: &model) { try setProperties(to: row, at: $0) }
    }
    return model
  }

  /// The row of a model.
  ///
  /// - Precondition: This is the table of the model.
  func row<Model: StoredModel>(of model: Model) throws -> StoredRow {
    precondition(type == Model.self)
    guard !isClass || Swift.type(of: model) == Model.self else {
      throw MappingError(
        .notEncodable,
        expected:
          "an object of the subclass \(Swift.type(of: model)) can't be stored as \(Model.self)")
    }
    var model = model
    return try fields.withBase(of: &model, for: .read) { try row(at: $0) }
  }

  /// Calls a closure with the address of a new model.
  func withNew(_ body: (FieldAddress) throws -> Void) throws {
    try type.withNew(isClass: isClass, body)
  }

  /// Reads an object's properties from its row again: all of them, or only some.
  func refresh(_ object: AnyObject, _ row: StoredRow, only columns: ColumnSet? = nil) throws {
    try type.withObject(object, fields, for: .modify) {
      // The app may have embedded objects in use as well.
      try setProperties(to: row, at: $0, only: columns, keepsObjects: true)
    }
  }

  /// Whether a property of an object has been assigned, besides flattened models.
  func hasChanges(_ object: AnyObject) -> Bool {
    type.withObject(object, fields, for: .read) { base in
      columns.contains { $0.slot(in: base)?.state.isChanged == true }
    } == true
  }

  /// Whether an object's properties are as a row has them, and none has been assigned, so that the row restores it.
  func isUnchanged(_ object: AnyObject, since row: StoredRow) -> Bool {
    if holdsObjects { return false }
    return type.withObject(object, fields, for: .read) { base in
      fields.flattened.allSatisfy { flattened in
        guard let slot = flattened.slot(in: base) else { return true }
        let isNil = flattened.isOptional && row[flattened.fields].allSatisfy(\.isNull)
        return flattened.hasModel(slot) != isNil && slot.state == .stored(isNil ? .null : .value)
      }
        && columns.indices.allSatisfy { index in
          // Those of a flattened model that is nil are null.
          guard let slot = columns[index].slot(in: base) else { return true }
          return slot.state == .stored(row[index].isNull ? .null : .value)
            && (try? value(index, at: base)) == row[index]
        }
    } == true
  }

  /// Returns a closure that gives an object's properties their present values and states again.
  func restoration(of object: AnyObject) -> () throws -> Void {
    let saved = type.withObject(object, fields, for: .read) { savedProperties(at: $0) }
    return { [self] in
      guard let saved else { return }
      try type.withObject(object, fields, for: .modify) { try restore(saved, at: $0) }
    }
  }
}

/// What the properties of a model were at some time.
struct SavedProperties {
  /// For each property, a closure that assigns its value, be it one that can't be stored, the contents of the objects
  /// that the value holds, and the state; nil for those of a flattened model that was nil.
  var properties: [(assign: (ModelSlot) -> Void, contents: ColumnValue?, state: FieldState)?] = []
  /// For each flattened model, the state of its property, and whether there was a model; nil for those inside of one that
  /// was nil.
  var flattened: [(state: FieldState, hasModel: Bool)?] = []
}

extension MappingError {
  static func declaration(_ type: Any.Type, _ cause: String) -> MappingError {
    MappingError(.declaration, expected: "\(type) cannot be stored: \(cause)")
  }
}

extension RelationValue {
  static var targetType: any StoredModel.Type { Target.self }
  static var idType: Any.Type { Target.ID.self }
}
