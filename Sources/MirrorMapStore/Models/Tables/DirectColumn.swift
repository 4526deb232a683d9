/// The column of a property of a frequent type, whose value is moved without a call of a closure.
///
/// For all other properties it does nothing, and their ``ColumnCoder`` is used.
struct DirectColumn {
  private enum Kind {
    case bool, int, double, string, optionalInt, optionalDouble, optionalString, other
  }

  private let kind: Kind
  private let offset: Int
  private let stateOffset: Int

  init(_ field: ModelField) {
    offset = field.offset
    stateOffset = field.stateOffset
    kind = field.isFlattened ? .other : Self.kinds[ObjectIdentifier(field.valueType)] ?? .other
  }

  private static let kinds: [ObjectIdentifier: Kind] = [
    ObjectIdentifier(Bool.self): .bool, ObjectIdentifier(Int.self): .int,
    ObjectIdentifier(Double.self): .double, ObjectIdentifier(String.self): .string,
    ObjectIdentifier(Int?.self): .optionalInt, ObjectIdentifier(Double?.self): .optionalDouble,
    ObjectIdentifier(String?.self): .optionalString,
  ]

  /// The value of the property in a model.
  ///
  /// - Parameter takes: Whether texts may be moved out of the model, because it isn't needed any more.
  /// - Returns: nil if the property's coder is to be asked, which knows all types and errors.
  @inline(__always)
  func load(from base: FieldAddress, takes: Bool) -> ColumnValue? {
    let address = base + offset
    switch kind {
    case .bool: return FieldSlot<Bool>(address).value.map { .integer($0 ? 1 : 0) }
    case .int: return FieldSlot<Int>(address).value.map { .integer(Int64($0)) }
    case .double: return FieldSlot<Double>(address).value?.columnValue
    case .string:
      let slot = FieldSlot<String>(address)
      return (takes ? slot.take() : slot.value).map { .text($0) }
    case .optionalInt:
      return FieldSlot<Int?>(address).value.map { $0.map { .integer(Int64($0)) } ?? .null }
    case .optionalDouble: return FieldSlot<Double?>(address).value?.columnValue
    case .optionalString:
      let slot = FieldSlot<String?>(address)
      return (takes ? slot.take() : slot.value).map { $0.map { .text($0) } ?? .null }
    case .other: return nil
    }
  }

  /// Sets the property of a model, which counts as decoded and unchanged. Returns false if the coder is to do it.
  @inline(__always)
  func store(_ value: ColumnValue, in base: FieldAddress) -> Bool {
    let slot = ModelSlot(base, offset: offset, stateOffset: stateOffset)
    switch (kind, value) {
    case (.bool, .integer(let value)) where value & ~1 == 0:
      FieldSlot<Bool>(slot.address).value = value == 1
    case (.int, .integer(let value)):
      guard let value = Int(exactly: value) else { return false }
      FieldSlot<Int>(slot.address).value = value
    case (.double, .real(let value)): FieldSlot<Double>(slot.address).value = value
    case (.string, .text(let value)): FieldSlot<String>(slot.address).value = value
    case (.optionalInt, .integer(let value)):
      guard let value = Int(exactly: value) else { return false }
      FieldSlot<Int?>(slot.address).value = value
    case (.optionalDouble, .real(let value)): FieldSlot<Double?>(slot.address).value = value
    case (.optionalString, .text(let value)): FieldSlot<String?>(slot.address).value = value
    default: return false
    }
    slot.state = .stored(.value)
    return true
  }
}
