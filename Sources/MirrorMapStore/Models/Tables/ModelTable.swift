/// The table of a model, with what needs the model's type; see ``AnyTable``.
@usableFromInline
final class ModelTable<Model: StoredModel>: AnyTable, @unchecked Sendable {
  /// The columns of key paths that have been looked up.
  let knownColumns = Locked<[AnyKeyPath: Int]>([:])

  private init() throws {
    try super.init(Model.self, id: Model.ID.self)
    entity = StoredEntity(
      name: entity.name, columns: entity.columns, idColumn: idColumn,
      indexes: try Model.indexes.map { try $0.columns(self) })
    readKey = keyReader()
    // How an import reads objects mustn't depend on whether the model has been decoded or updated before.
    if fields.isPlain, !fields.isReadByPlan { _ = try? Model.decode(from: "{}") }
    if comparesColumns, !fields.isUpdatedByPlan {
      var model = Model()
      try? model.update(from: "{}")
    }
  }

  /// Reads an id for its column; in the quickest way where it's of a frequent type.
  private func keyReader() -> @Sendable (inout JSONReader) throws -> ColumnValue {
    let field = idCoder.field
    if field.usesValueItself, !field.hasReadingOptions {
      if Model.ID.self == Int.self { return { .integer(Int64(try $0.decode(Int.self))) } }
      if Model.ID.self == String.self { return { .text(try $0.decode(String.self)) } }
    }
    return { [unowned self] in try value(of: readID(from: &$0)) }
  }

  /// The table; made if there is none yet. Throws a declaration error if the model can't be stored.
  static var shared: ModelTable {
    get throws {
      let key = ObjectIdentifier(Model.self)
      if let table = all.withLock({ $0[key] }) as? ModelTable { return table }
      guard !examined.value.contains(key) else {
        throw MappingError.declaration(Model.self, "its init() uses a store that has models of it")
      }
      let made = try examining(Model.self) { try ModelTable() }
      // Threads that need it at the same time may each make one; all of them use the first that is stored.
      let table = all.withLock { tables in
        let table = tables[key] ?? made
        tables[key] = table
        return table
      }
      return table as? ModelTable ?? made
    }
  }

  // MARK: Ids

  /// The value of an id in columns; an error if there is none, as for NaN.
  func value(of id: Model.ID) throws -> ColumnValue {
    guard let value = IDColumn.value(of: id) else {
      throw fields.named(
        MappingError(.notEncodable, expected: "the id has no value that can be stored"),
        idCoder.field)
    }
    return value
  }

  /// The id that is in a column.
  func id(_ value: ColumnValue) throws -> Model.ID {
    guard let id = IDColumn<Model.ID>.id(value) else {
      throw StoreError(
        .schema, "a stored id isn't of type \(Model.ID.self)", model: entity.name, property: "id")
    }
    return id
  }

  /// Reads an id as the model's property reads it.
  func readID(from reader: inout JSONReader) throws -> Model.ID {
    let field = idCoder.field
    return try field.reading(from: &reader) { reader in
      if field.usesValueItself { return try reader.decode(Model.ID.self) }
      var model = Model()
      let id: Model.ID? = try ModelMemory.withAnyBase(of: &model) { base in
        guard let slot = field.slot(in: base, makesModels: true) else { return nil }
        try field.read(from: &reader, into: slot)
        return FieldSlot<Model.ID>(slot.address).value
      }
      guard let id else { throw MappingError(expected: "an id") }
      return id
    }
  }

  /// Writes an id as the model's property writes it.
  func writeID(_ id: Model.ID, to writer: inout JSONWriter) throws {
    let field = idCoder.field
    if field.usesValueItself { return try writer.encode(id) }
    var model = Model()
    try ModelMemory.withAnyBase(of: &model) { base in
      guard let slot = field.slot(in: base, makesModels: true) else { return }
      FieldSlot<Model.ID>(slot.address).value = id
      try field.write(slot, to: &writer)
    }
  }

  /// Writes an object with nothing but an id, at the key path of the model's property.
  func writeObject(ofID id: Model.ID, to writer: inout JSONWriter) throws {
    let written = WrittenValue { try self.writeID(id, to: &$0) }
    let object = try fields.path(idColumn, in: writer).reversed().reduce(written) { value, key in
      WrittenValue { writer in try writer.encodeObject { try $0.encode(value, forKey: key) } }
    }
    try object.encode(to: &writer)
  }

  /// Reads a reference: an id or, in an import, an object.
  func readReference(from reader: inout JSONReader) throws -> Reference<Model> {
    let session = StoreSession.current(in: reader.context)
    guard reader.nextKind == .object else {
      do {
        return Reference(try readID(from: &reader))
      } catch let error as MappingError where error.code == .typeMismatch && session != nil {
        throw error.expecting(or: "an object of \(Model.self)")
      }
    }
    guard let session,
      let key = try session.readObject(of: self, from: &reader)
    else {
      throw MappingError(
        .typeMismatch,
        expected: "the id of \(Model.self); objects are read only by the import of a store",
        found: "an object")
    }
    return Reference(try id(key))
  }
}

extension StoredModel {
  static var table: AnyTable { get throws { try ModelTable<Self>.shared } }

  /// Calls a closure with the address of a new model.
  static func withNew(isClass: Bool, _ body: (FieldAddress) throws -> Void) throws {
    var model = Self()
    if isClass { return try ModelMemory.withAnyBase(of: &model, body) }
    try ModelMemory.withUnspecializedBase(of: &model, body)
  }

  /// Calls a closure with the address of an object of this model; nil for other objects.
  static func withObject<R>(
    _ object: AnyObject, _ fields: ModelFields, for access: MemoryAccess,
    _ body: (FieldAddress) throws -> R
  ) rethrows -> R? {
    guard var model = object as? Self else { return nil }
    return try fields.withBase(of: &model, for: access, body)
  }

  /// The values that `init()` gives to the columns; nil for those without one.
  static func defaultRow(_ columns: [ColumnCoder]) -> [ColumnValue?] {
    var model = Self()
    return ModelMemory.withAnyBase(of: &model) { base in
      columns.map { coder in
        // A flattened model that must be there has its own defaults.
        let makesModels = !coder.field.isInOptional
        guard let slot = coder.field.slot(in: base, makesModels: makesModels),
          coder.field.isSet(slot),
          let value = try? coder.load(slot), !value.isNull
        else { return nil }
        return value
      }
    }
  }
}
