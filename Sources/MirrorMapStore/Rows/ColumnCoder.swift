/// Moves the value of one property between a model and a column.
struct ColumnCoder: Sendable {
  typealias Load = @Sendable (ModelSlot) throws -> ColumnValue
  typealias Store = @Sendable (ColumnValue, ModelSlot) throws -> Void

  let field: ModelField
  let type: StoredColumn.ValueType
  let holdsLargeIntegers: Bool
  /// Whether the property's integers have no sign.
  var isUnsigned: Bool { field.valueType is any UnsignedColumn.Type }
  /// The value of the property in a column.
  let load: Load
  /// Sets the property to the value in a column.
  let store: Store

  init(_ field: ModelField, isID: Bool) {
    if let known = field.valueType as? any ColumnRepresentable.Type {
      self.init(field, known)
    } else if isID, let id = field.valueType as? any MappableValue.Type {
      self.init(field, id: id)
    } else {
      self.init(json: field)
    }
  }

  private init(json field: ModelField) {
    self.field = field
    type = .any
    holdsLargeIntegers = false
    load = { slot in
      guard let json = try field.json(in: slot) else {
        return field.isOptional ? .null : ColumnJSON.value(of: Array("null".utf8))
      }
      return ColumnJSON.value(of: json)
    }
    store = { value, slot in
      if value.isNull, field.clear(slot) { return }
      try field.read(ColumnJSON.json(of: value), into: slot)
    }
  }

  private init<Value: ColumnRepresentable>(_ field: ModelField, _ value: Value.Type) {
    self.field = field
    type = Value.columnType
    holdsLargeIntegers = Value.holdsLargeIntegers
    load = { slot in
      guard let value = FieldSlot<Value>(slot.address).value else { throw ModelField.unset }
      guard let column = value.columnValue else {
        throw MappingError(.notEncodable, expected: "a number that can be stored", found: "NaN")
      }
      return column
    }
    store = { column, slot in
      guard let value = Value(columnValue: column) else { throw mismatch(field, column) }
      FieldSlot<Value>(slot.address).value = value
    }
  }

  private init<ID: MappableValue>(_ field: ModelField, id: ID.Type) {
    self.field = field
    type = .any
    holdsLargeIntegers = false
    load = { slot in
      guard let value = FieldSlot<ID>(slot.address).value else { throw ModelField.unset }
      return IDColumn.value(of: value) ?? .null
    }
    store = { column, slot in
      guard let value = IDColumn<ID>.id(column) else { throw mismatch(field, column) }
      FieldSlot<ID>(slot.address).value = value
    }
  }

  /// The place of the property in a model; nil if it's part of a flattened model that is nil.
  @inline(__always)
  func slot(in base: FieldAddress) -> ModelSlot? { field.slot(in: base) }
}

private func mismatch(_ field: ModelField, _ value: ColumnValue) -> MappingError {
  MappingError(.typeMismatch, expected: "\(field.valueType) in the column", found: value.kind)
}

extension ColumnValue {
  /// The kind of the value, in words.
  fileprivate var kind: String {
    switch self {
    case .null: "null"
    case .integer: "an integer"
    case .real: "a real number"
    case .text: "a text"
    case .blob: "bytes"
    }
  }
}
