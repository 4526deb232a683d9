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
    self.init(
      key: key, hasDefault: hasDefault, isOptional: Self.hasNone(Coding.Value.self),
      acceptsNull: coding.acceptsNull, valueType: Coding.Value.self, coding: coding,
      read: { (reader, address) throws(MappingError) in
        FieldSlot<Coding.Value>(address).value = try reader.decode(with: coding)
      },
      write: { (writer, address) throws(MappingError) in
        let stored = InPlace(FieldSlot<Coding.Value>(address).stored)
        let outcome = try stored.withWrapped { (value) throws(MappingError) -> WriteOutcome in
          if coding.isNone(value.value) { return .none }
          try writer.encode(value, with: coding)
          return .written
        }
        return outcome ?? .unset
      },
      isSet: { FieldSlot<Coding.Value>($0).value != nil },
      collectModels: { coding.collectModels(into: &$0) })
  }

  @usableFromInline
  static func hasNone(_ type: Any.Type) -> Bool {
    func check<T: NoneRepresentable>(_ type: T.Type) -> Bool { type.noneValue != nil }
    guard let type = type as? any NoneRepresentable.Type else { return false }
    return check(type)
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
