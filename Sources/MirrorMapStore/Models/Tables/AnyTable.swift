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
  let holdsObjects: Bool
  /// Whether an update of a document can be compared with its row column by column: all of it is read by the fast path,
  /// an update merges into no property, and no property of a class holds objects.
  let comparesColumns: Bool

  /// The tables of all models, by their types.
  static let all = Locked<[ObjectIdentifier: AnyTable]>([:])
  /// The models of which this thread is making a table, or looking for the property of a key path. The code that their
  /// instances run meanwhile can't write to a store.
  static let examined = ThreadLocal<[ObjectIdentifier]> { [] }

  /// Calls `body`, which makes instances of a model to find out about it.
  static func examining<R, E: Error>(
    _ type: Any.Type, _ body: () throws(E) -> R
  ) throws(E) -> R {
    try examined.with(examined.value + [ObjectIdentifier(type)], body)
  }

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

  /// The columns in which two rows differ, besides that of the id.
  func differences(_ old: StoredRow, _ new: StoredRow) -> ColumnSet {
    var changed = ColumnSet()
    for index in columns.indices where index != idColumn && old[index] != new[index] {
      changed.insert(index)
    }
    return changed
  }

  /// The columns of relations to models of a type.
  func relations(to type: any StoredModel.Type) -> [Int] {
    columns.indices.filter {
      let relation = columns[$0].field.valueType as? any RelationValue.Type
      return relation?.targetType == type
    }
  }
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
