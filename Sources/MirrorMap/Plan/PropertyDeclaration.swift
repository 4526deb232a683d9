import Synchronization

/// The declaration of one property: its keys, and how its value is read and written.
///
/// The closures are made in the wrapper's initializer, which is inlinable, so they are specialized
/// for the property's type in the module that declares the model.
@usableFromInline
final class PropertyDeclaration: @unchecked Sendable {
  /// Reads a value into the field at an address.
  @usableFromInline
  typealias Reading = (inout JSONReader, FieldAddress) throws(MappingError) -> Void

  /// Writes the value of the field at an address, unless there is none.
  ///
  /// - Parameter unset: What an unset property reads as, if its type has such a value and the value's `isNone` doesn't
  ///   tell.
  @usableFromInline
  typealias Writing = (inout JSONWriter, FieldAddress) throws(MappingError) -> WriteOutcome

  /// The outcome of writing a property's value.
  @frozen @usableFromInline
  enum WriteOutcome {
    case written
    /// The value is nil; nothing was written.
    case none
    /// There is no value; nothing was written.
    case unset
    /// The property is left out; nothing was written.
    case omitted
  }

  /// A coding of any type. That of values that read and write themselves is made when it is needed: plans don't
  /// need it, and the runtime takes longer to set up its type than everything else for the property.
  @usableFromInline
  enum ErasedCoding {
    case itself(any MappableValue.Type)
    indirect case coding(any ValueCoding)
  }

  @usableFromInline let key: MappedKey
  /// The model whose keys are on the same level, if the property is flattened.
  @usableFromInline let flattenedModel: (any Mappable.Type)?
  @usableFromInline let options: PropertyOptions
  @usableFromInline let hasDefault: Bool
  /// Whether the property is an optional, so that it may be missing.
  @usableFromInline let isOptional: Bool
  /// Whether `null` is read as a value, by the property's coding.
  @usableFromInline let acceptsNull: Bool
  @usableFromInline let valueType: Any.Type
  /// How the property's value is read and written.
  @usableFromInline let kind: FieldKind
  @usableFromInline let read: Reading
  @usableFromInline private(set) var write: Writing
  /// What reads and writes the values, for operations that are rare.
  @usableFromInline let erased: ErasedCoding
  /// The type that values that read and write themselves have as they say; nil for others.
  @usableFromInline let accessType: Any.Type?
  /// Makes the access of a struct that is a model, or an optional one; nil for others.
  @usableFromInline let makeAccess: (() -> ModelAccess)?
  /// The access to the unmapped members in the field at an address; nil unless the property holds them.
  var extras: ExtrasAccess?
  /// What a wrapper of another module declares beyond this.
  private(set) var attachment: AnyObject?
  /// Whether the values can contain models: 1 for no, 2 for yes, 0 as long as it is unknown.
  private let isLeading = Atomic<UInt8>(0)

  /// The declaration of a property with a coding of its own.
  ///
  /// - Parameter unset: What an unset property reads as, if its type has such a value.
  @inlinable
  convenience init<Coding: ValueCoding>(
    _ key: MappedKey, _ coding: Coding, none unset: Coding.Value?, hasDefault: Bool,
    options: PropertyOptions = PropertyOptions()
  ) {
    // A coding of optionals doesn't have to handle null; the property does.
    let none = coding.acceptsNull ? nil : unset
    self.init(
      key, .coding(coding), Coding.Value.self, isOptional: unset != nil,
      acceptsNull: coding.acceptsNull || none != nil, hasDefault: hasDefault, options: options,
      read: { (reader, address) throws(MappingError) in
        try Self.read(&reader, address, coding, none)
      },
      write: { (writer, address) throws(MappingError) in
        try Self.write(&writer, address, coding, unset)
      })
  }

  /// The declaration of a property whose values read and write themselves.
  ///
  /// Its closures capture nothing, so they need no memory when an app starts.
  @inlinable
  convenience init<Value: MappableValue>(
    _ key: MappedKey, _ value: Value.Type, kind: FieldKind = .other, access: _ValueAccess? = nil,
    hasDefault: Bool, options: PropertyOptions = PropertyOptions(),
    flattenedModel: (any Mappable.Type)? = nil
  ) {
    self.init(
      key, .itself(value), value, isOptional: value.noneValue != nil,
      acceptsNull: value.acceptsNull || value.noneValue != nil, hasDefault: hasDefault,
      options: options,
      kind: access?.property != nil
        ? .model : access?.form == .wrappedArray ? .optionalArray : kind,
      accessType: access?.type, makeAccess: access?.property, flattenedModel: flattenedModel,
      read: { (reader, address) throws(MappingError) in
        let none = Value.acceptsNull ? nil : Value.noneValue
        try Self.read(&reader, address, ValueItself<Value>(), none)
      },
      write: { (writer, address) throws(MappingError) in
        let none = Value.acceptsNull ? nil : Value.noneValue
        return try Self.write(&writer, address, ValueItself<Value>(), none)
      })
  }

  /// What the two other initializers have in common.
  @usableFromInline
  init(
    _ key: MappedKey, _ erased: ErasedCoding, _ valueType: Any.Type, isOptional: Bool,
    acceptsNull: Bool, hasDefault: Bool, options: PropertyOptions, kind: FieldKind = .other,
    accessType: Any.Type? = nil, makeAccess: (() -> ModelAccess)? = nil,
    flattenedModel: (any Mappable.Type)? = nil, read: @escaping Reading, write: @escaping Writing
  ) {
    self.key = key
    self.flattenedModel = flattenedModel
    self.options = options
    self.hasDefault = hasDefault
    self.isOptional = isOptional
    self.acceptsNull = acceptsNull
    self.valueType = valueType
    self.erased = erased
    self.kind = kind
    self.accessType = accessType
    self.makeAccess = makeAccess
    self.read = read
    self.write = write
  }

  /// Reads a value into the field at an address.
  ///
  /// - Parameter none: What `null` is read as, unless the coding reads it.
  @inlinable @inline(__always)
  static func read<Coding: ValueCoding>(
    _ reader: inout JSONReader, _ address: FieldAddress, _ coding: Coding, _ none: Coding.Value?
  ) throws(MappingError) {
    if let none, reader.nextIsNull {
      try reader.readNull()
      FieldSlot<Coding.Value>(address).value = none
    } else {
      FieldSlot<Coding.Value>(address).value = try reader.decode(with: coding)
    }
  }

  /// Writes the value of the field at an address, unless there is none.
  @inlinable @inline(__always)
  static func write<Coding: ValueCoding>(
    _ writer: inout JSONWriter, _ address: FieldAddress, _ coding: Coding, _ unset: Coding.Value?
  ) throws(MappingError) -> WriteOutcome {
    guard let held = FieldSlot<Coding.Value>(address).stored.wrappedAddress() else { return .unset }
    // A copy, because the coding's code can replace the value of an object's property.
    let value = held.inPlace(Coding.Value.self).value
    if coding.isNone(value) || unset != nil && isUntouchedNil(value, address) { return .none }
    try writer.encode(value, with: coding)
    return .written
  }

  /// Adds what a wrapper of another module declares, and whether the property is left out where it is written with a
  /// context, whatever its value.
  @usableFromInline
  func attach(_ attachment: AnyObject, omits: @escaping (MappingContext) -> Bool) {
    self.attachment = attachment
    write = { [write] (writer, address) throws(MappingError) in
      omits(writer.context) ? .omitted : try write(&writer, address)
    }
  }

  /// Reads and writes the values, for operations that are rare.
  var coding: any ValueCoding {
    switch erased {
    case .itself(let type): type.itself
    case .coding(let coding): coding
    }
  }

  /// Whether the field at an address has a value.
  // Without the coding, whose type the runtime would look up.
  func isFieldSet(_ address: FieldAddress) -> Bool {
    switch erased {
    case .itself(let type): type.isFieldSet(address)
    case .coding(let coding): coding.isFieldSet(address)
    }
  }

  /// The type of the value that the field at an address has, or of what it wraps; nil if there is none.
  func dynamicType(at address: FieldAddress) -> Any.Type? {
    switch erased {
    case .itself(let type): type.dynamicType(at: address)
    case .coding(let coding): coding.fieldValue(address).map { type(of: $0) }
    }
  }

  /// Whether the values read and write themselves.
  var usesValueItself: Bool { if case .itself = erased { true } else { false } }

  /// What the values look like: the type itself if they read themselves.
  var shape: ValueShape {
    switch erased {
    case .itself(let type): .value(type)
    case .coding(let coding): coding.shape
    }
  }

  /// Collects the models that the values can contain.
  func collectModels(into models: inout ReachableModels) {
    guard kind == .model || kind == .optionalArray || kind == .other else { return }
    switch erased {
    case .itself(let type): type.collectModels(into: &models)
    case .coding(let coding): coding.collectModels(into: &models)
    }
  }

  /// Whether the values can contain models.
  var leadsToModels: Bool {
    let known = isLeading.load(ordering: .relaxed)
    if known != 0 { return known == 2 }
    var models = ReachableModels(leavingOut: nil)
    collectModels(into: &models)
    // Threads that need the answer at the same time may all find it.
    isLeading.store(models.types.isEmpty ? 1 : 2, ordering: .relaxed)
    return !models.types.isEmpty
  }

  /// Whether an update merges into the values instead of replacing them.
  var mergesUpdates: Bool {
    let type = unwrapped(valueType)
    return type is any Mappable.Type || type is any UpdateMerging.Type
  }

  /// What an unset property of a type reads as, if that is known only at run time.
  @usableFromInline
  static func noneValue<Value>(_ type: Value.Type) -> Value? {
    guard let type = type as? any _NoneRepresentable.Type else { return nil }
    return type.noneValue as? Value
  }

  /// Whether a value is nil because its key was absent or `null`. Any other nil is written by the
  /// coding, which may have decoded it from something else.
  @usableFromInline
  static func isUntouchedNil<Value>(_ value: Value, _ address: FieldAddress) -> Bool {
    let state = FieldSlot<Value>(address).state
    guard !state.isChanged, !state.isValue else { return false }
    return (value as? any OptionalValue)?.isNil ?? false
  }
}

/// Returns and stores the unmapped members in the field at an address. It's an object because few properties have one,
/// and the memory of declarations counts when an app starts.
final class ExtrasAccess {
  let load: (FieldAddress) -> JSONObject
  let store: (JSONObject, FieldAddress) -> Void

  init(
    load: @escaping (FieldAddress) -> JSONObject,
    store: @escaping (JSONObject, FieldAddress) -> Void
  ) {
    (self.load, self.store) = (load, store)
  }
}

extension MappableValue {
  /// The coding of values that read and write themselves.
  fileprivate static var itself: any ValueCoding { ValueItself<Self>() }

  /// The type of the value that the field at an address has, or of what it wraps; nil if there is none.
  fileprivate static func dynamicType(at address: FieldAddress) -> Any.Type? {
    guard let value = FieldSlot<Self>(address).value else { return nil }
    guard noneValue != nil, let optional = value as? any OptionalValue else {
      return type(of: value)
    }
    return optional.wrappedObject.map { type(of: $0) }
  }

  /// Whether the field at an address has a value.
  fileprivate static func isFieldSet(_ address: FieldAddress) -> Bool {
    FieldSlot<Self>(address).value != nil
  }
}

/// A container into which an update merges.
private protocol UpdateMerging {}

extension Dictionary: UpdateMerging {}

/// The types whose values are read and written without a closure.
@usableFromInline
enum FieldKind: UInt8, Sendable {
  case bool, int, double, string
  case optionalBool, optionalInt, optionalDouble, optionalString
  /// An optional array of anything. Writing finds without a closure whether it's nil; reading takes it as `other`.
  case optionalArray
  case ints, doubles, strings
  /// A struct, or an optional one, that is a model.
  case model
  /// Everything else.
  case other

  /// Whether values are scalars or nil.
  @inline(__always)
  var isOptionalScalar: Bool {
    rawValue >= Self.optionalBool.rawValue && rawValue <= Self.optionalString.rawValue
  }

  /// Whether values have no parts, so that options for failures don't matter.
  @inline(__always)
  var isScalar: Bool { rawValue <= Self.optionalString.rawValue }

  /// The kind of a type whose values read and write themselves.
  @usableFromInline
  init(_ type: Any.Type) {
    self =
      switch ObjectIdentifier(type) {
      case ObjectIdentifier(String.self): .string
      case ObjectIdentifier(Int.self): .int
      case ObjectIdentifier(Double.self): .double
      case ObjectIdentifier(Bool.self): .bool
      case ObjectIdentifier(String?.self): .optionalString
      case ObjectIdentifier(Int?.self): .optionalInt
      case ObjectIdentifier(Double?.self): .optionalDouble
      case ObjectIdentifier(Bool?.self): .optionalBool
      case ObjectIdentifier([String].self): .strings
      case ObjectIdentifier([Int].self): .ints
      case ObjectIdentifier([Double].self): .doubles
      default: .other
      }
  }
}
