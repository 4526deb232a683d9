/// What one `@Mapped` declares: its keys, and how its value is read and written.
///
/// The closures are made in the wrapper's initialiser, which is inlinable: so they are specialised
/// for the property's type in the module that declares the model.
@usableFromInline
final class PropertyDeclaration: @unchecked Sendable {
  /// Reads a value into the field at an address.
  @usableFromInline
  typealias Reading = (inout JSONReader, UnsafeMutableRawPointer) throws(MappingError) -> Void

  /// Writes the value of the field at an address, unless there is none.
  @usableFromInline
  typealias Writing =
    (inout JSONWriter, UnsafeMutableRawPointer) throws(MappingError) -> WriteOutcome

  /// What became of an attempt to write a property's value.
  @frozen
  @usableFromInline
  enum WriteOutcome {
    case written
    /// The value is nil; nothing was written.
    case none
    /// There is no value; nothing was written.
    case unset
  }

  let key: MappedKey
  let hasDefault: Bool
  /// Whether the property is an optional, so that it may be missing.
  let isOptional: Bool
  /// Whether `null` is read as a value, by the property's coding.
  let acceptsNull: Bool
  let valueType: Any.Type
  /// The way that the property's value is read and written.
  let kind: FieldKind
  let read: Reading
  let write: Writing
  /// Whether the field at an address has a value.
  let isSet: (UnsafeMutableRawPointer) -> Bool
  let collectModels: (inout ReachableModels) -> Void

  @usableFromInline
  init(
    key: MappedKey, hasDefault: Bool, isOptional: Bool, acceptsNull: Bool, valueType: Any.Type,
    coding: Any, read: @escaping Reading, write: @escaping Writing,
    isSet: @escaping (UnsafeMutableRawPointer) -> Bool,
    collectModels: @escaping (inout ReachableModels) -> Void
  ) {
    self.key = key
    self.hasDefault = hasDefault
    self.isOptional = isOptional
    self.acceptsNull = acceptsNull
    self.valueType = valueType
    self.kind = FieldKind(coding)
    self.read = read
    self.write = write
    self.isSet = isSet
    self.collectModels = collectModels
  }

  @inlinable
  convenience init<Coding: ValueCoding>(_ key: MappedKey, _ coding: Coding, hasDefault: Bool) {
    // A coding that makes optionals need not know about null: nil is the property's own matter then.
    let none = coding.acceptsNull ? nil : Self.noneValue(Coding.Value.self)
    self.init(
      key: key, hasDefault: hasDefault, isOptional: Self.noneValue(Coding.Value.self) != nil,
      acceptsNull: coding.acceptsNull || none != nil, valueType: Coding.Value.self, coding: coding,
      read: { (reader, address) throws(MappingError) in
        if let none, reader.nextIsNull {
          try reader.decodeNull()
          FieldSlot<Coding.Value>(address).value = none
        } else {
          FieldSlot<Coding.Value>(address).value = try reader.decode(with: coding)
        }
      },
      write: { (writer, address) throws(MappingError) in
        let stored = InPlace(FieldSlot<Coding.Value>(address).stored)
        let outcome = try stored.withWrapped { (value) throws(MappingError) -> WriteOutcome in
          if coding.isNone(value.value) || none != nil && Self.isUntouchedNil(value.value, address)
          {
            return .none
          }
          try writer.encode(value, with: coding)
          return .written
        }
        return outcome ?? .unset
      },
      isSet: { FieldSlot<Coding.Value>($0).value != nil },
      collectModels: { coding.collectModels(into: &$0) })
  }

  /// What an unset property of a type reads as, if that can only be told at run time.
  @usableFromInline
  static func noneValue<Value>(_ type: Value.Type) -> Value? {
    guard let type = type as? any NoneRepresentable.Type else { return nil }
    return type.noneValue as? Value
  }

  /// Whether a value is nil because its key was absent or `null`. Any other nil is for the coding to
  /// write, which may have made it of something else.
  @usableFromInline
  static func isUntouchedNil<Value>(_ value: Value, _ address: UnsafeMutableRawPointer) -> Bool {
    let state = FieldSlot<Value>(address).pointer.pointee.state
    guard !state.isChanged, !state.isValue else { return false }
    return (value as? any OptionalValue)?.isNil ?? false
  }
}

/// The types whose values are read and written without a call through a closure.
enum FieldKind: UInt8 {
  case bool, int, double, string
  case optionalBool, optionalInt, optionalDouble, optionalString
  /// Everything else.
  case other

  /// - Parameter coding: the property's coding; only values that read themselves have a kind.
  init(_ coding: Any) {
    switch coding {
    case is ValueItself<Bool>: self = .bool
    case is ValueItself<Int>: self = .int
    case is ValueItself<Double>: self = .double
    case is ValueItself<String>: self = .string
    case is ValueItself<Bool?>: self = .optionalBool
    case is ValueItself<Int?>: self = .optionalInt
    case is ValueItself<Double?>: self = .optionalDouble
    case is ValueItself<String?>: self = .optionalString
    default: self = .other
    }
  }
}
