import Synchronization

/// What one `@Mapped` declares: its keys, and how its value is read and written.
///
/// The closures are made in the wrapper's initialiser, which is inlinable: so they are specialised
/// for the property's type in the module that declares the model.
@usableFromInline
final class PropertyDeclaration: @unchecked Sendable {
  /// Reads a value into the field at an address.
  @usableFromInline
  typealias Reading = (inout JSONReader, FieldAddress) throws(MappingError) -> Void

  /// Writes the value of the field at an address, unless there is none.
  @usableFromInline
  typealias Writing =
    (inout JSONWriter, FieldAddress) throws(MappingError) -> WriteOutcome

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
  /// The way that the property's value is read and written.
  @usableFromInline let kind: FieldKind
  @usableFromInline let read: Reading
  @usableFromInline let write: Writing
  /// What is rarely done with the property.
  @usableFromInline let rare: any RareAccess
  /// The access of values that read and write themselves; nil for others.
  @usableFromInline let access: _ValueAccess?
  /// Stores members in the field at an address, and takes them from there; of extras only.
  var storeExtras: ((JSONObject, FieldAddress) -> Void)?
  var extras: ((FieldAddress) -> JSONObject)?
  private let isMerging = Atomic<UInt8>(0)
  private let isLeading = Atomic<UInt8>(0)

  /// - Parameters:
  ///   - unset: what an unset property reads as, if its type has such a value.
  ///   - rare: what is rarely done, with the same coding.
  ///   - kind: the kind of a property whose values read and write themselves.
  ///   - access: the access of values that read and write themselves.
  // Codings are not handed on from here as values of their types, as the runtime looks through all
  // conformances of the program to make `ValueItself<Int>` of the names that compilers write down.
  @inlinable
  init<Coding: ValueCoding>(
    _ key: MappedKey, _ coding: Coding, none unset: Coding.Value?, rare: any RareAccess,
    kind: FieldKind = .other, access: _ValueAccess? = nil, hasDefault: Bool,
    options: PropertyOptions = .none, role: Role = .member
  ) {
    // A coding that makes optionals need not know about null: nil is the property's own matter then.
    let none = coding.acceptsNull ? nil : unset
    self.key = key
    self.role = role
    self.options = options
    self.hasDefault = hasDefault
    isOptional = unset != nil
    acceptsNull = coding.acceptsNull || none != nil
    valueType = Coding.Value.self
    self.rare = rare
    self.kind = access?.model == nil ? kind : .model
    self.access = access
    read = { (reader, address) throws(MappingError) in
      if let none, reader.nextIsNull {
        try reader.decodeNull()
        FieldSlot<Coding.Value>(address).value = none
      } else {
        FieldSlot<Coding.Value>(address).value = try reader.decode(with: coding)
      }
    }
    write = { (writer, address) throws(MappingError) in
      let stored = FieldSlot<Coding.Value>(address).stored
      let outcome = try stored.withWrapped { (value) throws(MappingError) -> WriteOutcome in
        // A copy: code of the coding could replace the value in an object while it is written.
        let value = value.value
        if coding.isNone(value) || none != nil && Self.isUntouchedNil(value, address) {
          return .none
        }
        try writer.encode(value, with: coding)
        return .written
      }
      return outcome ?? .unset
    }
  }

  /// The same with what is rarely done left to the coding.
  @inlinable
  convenience init<Coding: ValueCoding>(
    _ key: MappedKey, _ coding: Coding, none unset: Coding.Value?, hasDefault: Bool,
    options: PropertyOptions
  ) {
    self.init(
      key, coding, none: unset, rare: Self.rareAccess(coding, unset), hasDefault: hasDefault,
      options: options)
  }

  /// Reads and writes the values; for descriptions.
  var coding: any ValueCoding { rare.anyCoding }

  /// Whether the values can contain models.
  var leadsToModels: Bool {
    isLeading.answer {
      var models = ReachableModels(leavingOut: nil)
      rare.collectModels(into: &models)
      return !models.types.isEmpty
    }
  }

  /// Whether an update merges into the values instead of replacing them.
  var mergesUpdates: Bool { isMerging.answer { Self.mergesUpdates(valueType) } }

  static func mergesUpdates(_ type: Any.Type) -> Bool {
    type is any Mappable.Type || (type as? any UpdateMerging.Type)?.mergesUpdates == true
  }

  /// What an unset property of a type reads as, if that can only be told at run time.
  @usableFromInline
  static func noneValue<Value>(_ type: Value.Type) -> Value? {
    guard let type = type as? any _NoneRepresentable.Type else { return nil }
    return type.noneValue as? Value
  }

  /// Whether a value is nil because its key was absent or `null`. Any other nil is for the coding to
  /// write, which may have made it of something else.
  @usableFromInline
  static func isUntouchedNil<Value>(_ value: Value, _ address: FieldAddress) -> Bool {
    let state = FieldSlot<Value>(address).state
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
  case ints, doubles, strings
  /// A struct, or an optional one, that is a model.
  case model
  /// Everything else.
  case other

  /// Whether values are single ones, which options about failures leave alone.
  var isScalar: Bool {
    switch self {
    case .ints, .doubles, .strings, .model, .other: false
    default: true
    }
  }

  /// - Parameter type: of values that read and write themselves.
  @usableFromInline
  init(_ type: Any.Type) {
    if type == String.self {
      self = .string
    } else if type == Int.self {
      self = .int
    } else if type == Bool.self {
      self = .bool
    } else if type == Double.self {
      self = .double
    } else if type == String?.self {
      self = .optionalString
    } else if type == Int?.self {
      self = .optionalInt
    } else if type == Bool?.self {
      self = .optionalBool
    } else if type == Double?.self {
      self = .optionalDouble
    } else if type == [Int].self {
      self = .ints
    } else if type == [Double].self {
      self = .doubles
    } else if type == [String].self {
      self = .strings
    } else {
      self = .other
    }
  }
}
