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

  /// What a property is to its model.
  @usableFromInline
  enum Role {
    /// The value of a key.
    case member
    /// A model whose keys are on the same level.
    case flattened(any Mappable.Type)
    /// The members that no other property asks for.
    case extras
  }

  @usableFromInline let key: MappedKey
  @usableFromInline let role: Role
  @usableFromInline let options: PropertyOptions
  @usableFromInline let hasDefault: Bool
  /// Whether the property is an optional, so that it may be missing.
  @usableFromInline let isOptional: Bool
  /// Whether `null` is read as a value, by the property's coding.
  @usableFromInline let acceptsNull: Bool
  @usableFromInline let valueType: Any.Type
  /// Whether an update merges into the values instead of replacing them.
  @usableFromInline let mergesUpdates: Bool
  /// Reads and writes the values; for descriptions.
  @usableFromInline let coding: any ValueCoding
  /// The way that the property's value is read and written.
  @usableFromInline let kind: FieldKind
  @usableFromInline let read: Reading
  /// Reads a value into what the field at an address holds already.
  @usableFromInline let update: Reading
  /// Remembers the value of the field at an address, and returns what puts it back.
  @usableFromInline let save: (UnsafeMutableRawPointer) -> () -> Void
  /// Makes the field at an address nil; false if it cannot be nil.
  @usableFromInline let clear: (UnsafeMutableRawPointer) -> Bool
  @usableFromInline let write: Writing
  /// Whether the field at an address has a value.
  @usableFromInline let isSet: (UnsafeMutableRawPointer) -> Bool
  /// Whether something inside the field's value has been assigned since it was decoded.
  @usableFromInline let hasChanges: (UnsafeMutableRawPointer) -> Bool
  /// Copies the value of the field at the second address to the field at the first.
  @usableFromInline let copy: (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void
  @usableFromInline let collectModels: (inout ReachableModels) -> Void
  /// Whether a key path with wildcards can fill the property.
  @usableFromInline let canGather: Bool
  /// Reads what a key path that begins with a wildcard finds in a value, into the field at an address.
  @usableFromInline let gather:
    (inout JSONReader, [String], UnsafeMutableRawPointer) throws(MappingError) -> Void
  /// Stores members in the field at an address, and takes them from there; of extras only.
  private(set) var storeExtras: ((JSONObject, UnsafeMutableRawPointer) -> Void)?
  private(set) var extras: ((UnsafeMutableRawPointer) -> JSONObject)?

  @inlinable
  init<Coding: ValueCoding>(
    _ key: MappedKey, _ coding: Coding, hasDefault: Bool, options: PropertyOptions = .none,
    role: Role = .member
  ) {
    // A coding that makes optionals need not know about null: nil is the property's own matter then.
    let none = coding.acceptsNull ? nil : Self.noneValue(Coding.Value.self)
    self.key = key
    self.role = role
    self.options = options
    self.hasDefault = hasDefault
    isOptional = Self.noneValue(Coding.Value.self) != nil
    acceptsNull = coding.acceptsNull || none != nil
    valueType = Coding.Value.self
    mergesUpdates = Self.mergesUpdates(Coding.Value.self)
    self.coding = coding
    kind = FieldKind(coding)
    read = { (reader, address) throws(MappingError) in
      if let none, reader.nextIsNull {
        try reader.decodeNull()
        FieldSlot<Coding.Value>(address).value = none
      } else {
        FieldSlot<Coding.Value>(address).value = try reader.decode(with: coding)
      }
    }
    update = { (reader, address) throws(MappingError) in
      let slot = FieldSlot<Coding.Value>(address)
      if let none, reader.nextIsNull {
        try reader.decodeNull()
        slot.value = none
      } else if var value = slot.value {
        // Not in place: objects in a circle lead back to the field, and an update could free there
        // what it is about to change here.
        defer { slot.value = value }
        try reader.update(&value, with: coding)
      } else {
        slot.value = try reader.decodeNew(with: coding)
      }
    }
    save = { address in
      let value = FieldSlot<Coding.Value>(address).value
      return { FieldSlot<Coding.Value>(address).value = value }
    }
    clear = { address in
      guard let none = Self.noneValue(Coding.Value.self) else { return false }
      FieldSlot<Coding.Value>(address).value = none
      return true
    }
    write = { (writer, address) throws(MappingError) in
      let stored = InPlace(FieldSlot<Coding.Value>(address).stored)
      let outcome = try stored.withWrapped { (value) throws(MappingError) -> WriteOutcome in
        if coding.isNone(value.value) || none != nil && Self.isUntouchedNil(value.value, address) {
          return .none
        }
        try writer.encode(value, with: coding)
        return .written
      }
      return outcome ?? .unset
    }
    isSet = { FieldSlot<Coding.Value>($0).value != nil }
    hasChanges = { FieldSlot<Coding.Value>($0).value.map(coding.hasChanges) ?? false }
    copy = { FieldSlot<Coding.Value>($0).value = FieldSlot<Coding.Value>($1).value }
    collectModels = { coding.collectModels(into: &$0) }
    canGather = Gathering.canGather(Coding.Value.self, coding)
    gather = { (reader, path, address) throws(MappingError) in
      let value = try Gathering.gather(Coding.Value.self, coding, from: &reader, along: path[...])
      FieldSlot<Coding.Value>(address).value = value as? Coding.Value
    }
  }

  /// Declares the property that holds a model's extras.
  @usableFromInline
  convenience init<Value: ExtrasContainer>(extras type: Value.Type) {
    self.init(MappedKey(), ExtrasCoding<Value>(), hasDefault: true, role: .extras)
    storeExtras = { FieldSlot<Value>($1).value = Value(extras: $0) }
    extras = { FieldSlot<Value>($0).value?.extras ?? JSONObject() }
  }

  @usableFromInline
  static func mergesUpdates(_ type: Any.Type) -> Bool {
    type is any Mappable.Type || (type as? any UpdateMerging.Type)?.mergesUpdates == true
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

/// A container into which an update may merge.
protocol UpdateMerging {
  static var mergesUpdates: Bool { get }
}

extension Dictionary: UpdateMerging {
  static var mergesUpdates: Bool { true }
}

extension Optional: UpdateMerging {
  static var mergesUpdates: Bool { PropertyDeclaration.mergesUpdates(Wrapped.self) }
}

/// The types whose values are read and written without a call through a closure.
@usableFromInline
enum FieldKind: UInt8 {
  case bool, int, double, string
  case optionalBool, optionalInt, optionalDouble, optionalString
  /// Everything else.
  case other

  /// - Parameter coding: the property's coding; only values that read themselves have a kind.
  @usableFromInline
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
