import Foundation

/// Moves the value of one property between a model and a column.
final class ColumnCoder: Sendable {
  typealias Load = @Sendable (ModelSlot) throws -> ColumnValue
  typealias Store = @Sendable (ColumnValue, ModelSlot) throws -> Void

  let field: ModelField
  private let offset: Int
  private let stateOffset: Int
  let isFlattened: Bool
  let type: StoredColumn.ValueType
  let holdsLargeIntegers: Bool
  /// Whether the property's integers have no sign.
  var isUnsigned: Bool { field.valueType is any UnsignedColumn.Type }
  /// Whether the property's values contain objects, which change without an assignment.
  let holdsObjects: Bool
  /// The value of the property in a column.
  let load: Load
  /// Sets the property to the value in a column.
  let store: Store

  private init(
    _ field: ModelField, _ type: StoredColumn.ValueType, holdsLargeIntegers: Bool = false,
    load: @escaping Load, store: @escaping Store
  ) {
    self.field = field
    offset = field.offset
    stateOffset = field.stateOffset
    isFlattened = field.isFlattened
    self.type = type
    holdsObjects = type == .any && field.leadsToObjects
    self.holdsLargeIntegers = holdsLargeIntegers
    self.load = load
    self.store = store
  }

  /// Makes the coder of a property.
  static func of(_ field: ModelField, isID: Bool) -> ColumnCoder {
    if let known = known[ObjectIdentifier(field.valueType)] { return known(field) }
    if let type = field.valueType as? any ColumnRepresentable.Type {
      guard let relation = field.attachment as? AnyRelation, let column = relation.column else {
        return make(field, type)
      }
      return ColumnCoder(
        field, type.columnType, holdsLargeIntegers: type.holdsLargeIntegers,
        load: { try column.load($0.address) },
        store: { if !column.store($0, $1.address) { throw mismatch(field, $0) } })
    }
    if isID, let id = field.valueType as? any MappableValue.Type { return make(field, id: id) }
    return json(field)
  }

  /// Coders of frequent types, which the compiler specializes here.
  private static let known: [ObjectIdentifier: @Sendable (ModelField) -> ColumnCoder] = [
    ObjectIdentifier(Bool.self): { make($0, Bool.self) },
    ObjectIdentifier(Int.self): { make($0, Int.self) },
    ObjectIdentifier(Int64.self): { make($0, Int64.self) },
    ObjectIdentifier(Double.self): { make($0, Double.self) },
    ObjectIdentifier(String.self): { make($0, String.self) },
    ObjectIdentifier(Date.self): { make($0, Date.self) },
    ObjectIdentifier(UUID.self): { make($0, UUID.self) },
    ObjectIdentifier(URL.self): { make($0, URL.self) },
    ObjectIdentifier(Data.self): { make($0, Data.self) },
    ObjectIdentifier(Bool?.self): { make($0, Bool?.self) },
    ObjectIdentifier(Int?.self): { make($0, Int?.self) },
    ObjectIdentifier(Int64?.self): { make($0, Int64?.self) },
    ObjectIdentifier(Double?.self): { make($0, Double?.self) },
    ObjectIdentifier(String?.self): { make($0, String?.self) },
    ObjectIdentifier(Date?.self): { make($0, Date?.self) },
    ObjectIdentifier(UUID?.self): { make($0, UUID?.self) },
    ObjectIdentifier(URL?.self): { make($0, URL?.self) },
    ObjectIdentifier(Data?.self): { make($0, Data?.self) },
  ]

  private static func json(_ field: ModelField) -> ColumnCoder {
    let load: Load = { slot in
      // JSON doesn't tell nil from a value that is written as null.
      guard let json = try field.json(in: slot), !field.isOptional || json != Array("null".utf8)
      else {
        return field.isOptional ? .null : ColumnJSON.value(of: Array("null".utf8))
      }
      return ColumnJSON.value(of: json)
    }
    return ColumnCoder(field, .any, load: load) { value, slot in
      if value.isNull, field.clear(slot) { return }
      try field.read(ColumnJSON.json(of: value), into: slot)
    }
  }

  private static func make<Value: ColumnRepresentable>(
    _ field: ModelField, _ value: Value.Type
  ) -> ColumnCoder {
    let load: Load = { slot in
      guard let value = FieldSlot<Value>(slot.address).value else { throw ModelField.unset }
      guard let column = value.columnValue else {
        throw MappingError(.notEncodable, expected: "a number that can be stored", found: "NaN")
      }
      return column
    }
    return ColumnCoder(
      field, Value.columnType, holdsLargeIntegers: Value.holdsLargeIntegers, load: load
    ) { column, slot in
      guard let value = Value(columnValue: column) else { throw mismatch(field, column) }
      FieldSlot<Value>(slot.address).value = value
    }
  }

  private static func make<ID: MappableValue>(_ field: ModelField, id: ID.Type) -> ColumnCoder {
    let load: Load = { slot in
      guard let value = FieldSlot<ID>(slot.address).value else { throw ModelField.unset }
      return IDColumn.value(of: value) ?? .null
    }
    return ColumnCoder(field, .any, load: load) { column, slot in
      guard let value = IDColumn<ID>.id(column) else { throw mismatch(field, column) }
      FieldSlot<ID>(slot.address).value = value
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
