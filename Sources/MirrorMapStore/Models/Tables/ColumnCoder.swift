import Foundation

/// Moves the value of one property between a model and a column.
final class ColumnCoder: Sendable {
  let field: ModelField
  private let offset: Int
  private let stateOffset: Int
  let isFlattened: Bool
  /// Whether updates replace the values whatever their type does.
  let isAlwaysReplaced: Bool
  let type: StoredColumn.ValueType
  /// Whether the property's values contain objects, which change without an assignment.
  let holdsObjects: Bool
  let load: @Sendable (ModelSlot) throws -> ColumnValue
  let store: @Sendable (ColumnValue, ModelSlot) throws -> Void

  private init(
    _ field: ModelField, _ type: StoredColumn.ValueType,
    load: @escaping @Sendable (ModelSlot) throws -> ColumnValue,
    store: @escaping @Sendable (ColumnValue, ModelSlot) throws -> Void
  ) {
    self.field = field
    offset = field.offset
    stateOffset = field.stateOffset
    isFlattened = field.isFlattened
    isAlwaysReplaced = field.isAlwaysReplaced || field.attachment is Relation
    self.type = type
    holdsObjects =
      type == .any && field.leadsToObjects { $0 is any RelationValue.Type }
    self.load = load
    self.store = store
  }

  static func of(_ field: ModelField, isID: Bool) -> ColumnCoder {
    if let known = known[ObjectIdentifier(field.valueType)] { return known(field, isID) }
    if let type = field.valueType as? any ColumnRepresentable.Type {
      guard let column = (field.attachment as? Relation)?.column else {
        return make(field, type, isID)
      }
      return ColumnCoder(
        field, type.columnType, load: { try column.load($0.address) },
        store: { if !column.store($0, $1.address) { throw mismatch(field, $0) } })
    }
    if isID, let id = field.valueType as? any MappableValue.Type { return make(field, id: id) }
    return json(field)
  }

  /// Coders of frequent types that ``DirectColumn`` doesn't know, which the compiler specializes here.
  private static let known: [ObjectIdentifier: @Sendable (ModelField, Bool) -> ColumnCoder] = [
    ObjectIdentifier(Int64.self): { make($0, Int64.self, $1) },
    ObjectIdentifier(Date.self): { make($0, Date.self, $1) },
    ObjectIdentifier(UUID.self): { make($0, UUID.self, $1) },
    ObjectIdentifier(URL.self): { make($0, URL.self, $1) },
    ObjectIdentifier(Data.self): { make($0, Data.self, $1) },
    ObjectIdentifier(Bool?.self): { make($0, Bool?.self, $1) },
    ObjectIdentifier(Int64?.self): { make($0, Int64?.self, $1) },
    ObjectIdentifier(Date?.self): { make($0, Date?.self, $1) },
    ObjectIdentifier(UUID?.self): { make($0, UUID?.self, $1) },
    ObjectIdentifier(URL?.self): { make($0, URL?.self, $1) },
    ObjectIdentifier(Data?.self): { make($0, Data?.self, $1) },
  ]

  private static func json(_ field: ModelField) -> ColumnCoder {
    // Their order is that of numbers, so as many as possible are numbers in the column.
    let keepsText = field.valueType != Decimal.self && field.valueType != Decimal?.self
    return ColumnCoder(field, .any) { slot in
      // JSON doesn't tell nil from a value that is written as null.
      guard let json = try field.json(in: slot), !field.isOptional || json != Array("null".utf8)
      else {
        return field.isOptional ? .null : ColumnJSON.value(of: Array("null".utf8))
      }
      return ColumnJSON.value(of: json, keepsText: keepsText)
    } store: { value, slot in
      if value.isNull, field.clear(slot) { return }
      try field.read(ColumnJSON.json(of: value), into: slot)
    }
  }

  private static func make<Value: ColumnRepresentable>(
    _ field: ModelField, _ value: Value.Type, _ isID: Bool
  ) -> ColumnCoder {
    make(field, Value.columnType, { $0.columnValue }, isID ? Value.id(in:) : Value.value(in:))
  }

  private static func make<ID: MappableValue>(_ field: ModelField, id: ID.Type) -> ColumnCoder {
    make(field, .any, IDColumn<ID>.value(of:), IDColumn<ID>.id)
  }

  @inline(__always)
  private static func make<Value>(
    _ field: ModelField, _ type: StoredColumn.ValueType,
    _ column: @escaping @Sendable (Value) -> ColumnValue?,
    _ value: @escaping @Sendable (ColumnValue) -> Value?
  ) -> ColumnCoder {
    ColumnCoder(field, type) { slot in
      guard let value = FieldSlot<Value>(slot.address).value else { throw ModelField.unset }
      guard let column = column(value) else { throw ColumnValue.notStorable }
      return column
    } store: { column, slot in
      guard let value = value(column) else { throw mismatch(field, column) }
      FieldSlot<Value>(slot.address).value = value
    }
  }

  /// The place of the property in a model; nil if it's part of a flattened model that is nil.
  @inline(__always)
  func slot(in base: FieldAddress) -> ModelSlot? {
    isFlattened
      ? field.slot(in: base) : ModelSlot(base, offset: offset, stateOffset: stateOffset)
  }
}

private func mismatch(_ field: ModelField, _ value: ColumnValue) -> MappingError {
  MappingError(
    .typeMismatch, expected: "\(field.valueType) in the column", found: value.kindInWords)
}
