/// What the library knows about a type of values, beside what the type itself implements.
///
/// The library makes it for its own types and for models; you neither make nor use one. It names the type
/// that it was made for: one that is returned for another type is a declaration error.
@frozen
public struct _ValueAccess {
  /// The type that this describes.
  @usableFromInline let type: Any.Type
  /// How to read and write the values where they are, if they are structs that are models.
  @usableFromInline let model: ModelAccess?
  @usableFromInline let reachable: Reachable

  /// The models that a value can contain.
  @usableFromInline
  enum Reachable {
    case none
    case one(any Mappable.Type)
    /// Those that the type's shape names.
    case shape(() -> ValueShape)
    /// Those that a closure collects.
    case search((inout ReachableModels) -> Void)
  }

  @inlinable
  init(_ type: Any.Type, model: ModelAccess? = nil, reachable: Reachable) {
    self.type = type
    self.model = model
    self.reachable = reachable
  }
}

extension _ValueAccess {
  /// The access of a type whose values contain no models.
  @inlinable
  static func leaf(_ type: Any.Type) -> _ValueAccess { _ValueAccess(type, reachable: .none) }

  /// The access of a container, whose values contain the models of its elements.
  @inlinable
  static func passing<Element: MappableValue>(
    _ element: Element.Type, for container: Any.Type
  ) -> _ValueAccess {
    let access = Element._access
    guard access.type == Element.self else { return access }
    return _ValueAccess(container, reachable: access.reachable)
  }

  /// The access of a coding, whose values contain the models of another coding.
  @usableFromInline
  static func passing(_ coding: some ValueCoding, for outer: Any.Type) -> _ValueAccess {
    _ValueAccess(outer, reachable: .search { coding.collectModels(into: &$0) })
  }
}

/// How a struct that is a model, or an optional one, is read and written where it is.
///
/// The closures are made where the type is known, and are all that is generic about it.
@frozen
@usableFromInline
struct ModelAccess {
  @usableFromInline let type: any Mappable.Type
  /// The size of a value, in bytes.
  @usableFromInline let size: Int
  /// Initializes the memory at an address with a new model.
  @usableFromInline let initialize: (FieldAddress) -> Void
  /// Assigns a new model to the property at an address.
  @usableFromInline let assign: (FieldAddress) -> Void
  /// The address of the model that the property at an address holds; nil if there is none.
  @usableFromInline let locate: (FieldAddress) -> FieldAddress?
  /// Reads and writes models.
  @usableFromInline let mapping: any ModelMapper.Type

  @inlinable
  init(
    _ type: any Mappable.Type, size: Int, mapping: any ModelMapper.Type,
    initialize: @escaping (FieldAddress) -> Void, assign: @escaping (FieldAddress) -> Void,
    locate: @escaping (FieldAddress) -> FieldAddress?
  ) {
    self.type = type
    self.size = size
    self.initialize = initialize
    self.assign = assign
    self.locate = locate
    self.mapping = mapping
  }
}

/// What the containers in this room ask of the code that reads and writes models by their plans, which is
/// above this room.
@usableFromInline
protocol ModelMapper {
  /// The plan of a model.
  ///
  /// - Throws: ``MappingError`` with code `.declaration`.
  static func plan(_ type: any Mappable.Type) throws(MappingError) -> PlanReference

  /// Whether the library's own `decode(from:)` is known to be the one of the model.
  static func decodesByPlan(_ plan: PlanReference) -> Bool

  /// Whether the library's own `encode(to:)` is known to be the one of the model.
  static func encodesByPlan(_ plan: PlanReference) -> Bool

  /// Initializes the memory at an address with a new model.
  static func initialize(_ plan: PlanReference, at address: FieldAddress)

  /// Reads the object at the reader's position into a new model at an address.
  static func decode(
    _ plan: PlanReference, into base: FieldAddress, from reader: inout JSONReader
  ) throws(MappingError)

  /// Writes models that are next to each other as the elements of an array.
  static func encode(
    _ plan: PlanReference, from first: FieldAddress, count: Int, stride: Int,
    to writer: inout JSONWriter
  ) throws(MappingError)
}

// MARK: - Models

extension MappableValue {
  /// The access of the type.
  ///
  /// - Throws: ``MappingError`` with code `.declaration` if it is that of another type.
  @inlinable @inline(__always)
  static var checkedAccess: _ValueAccess {
    get throws(MappingError) {
      let access = _access
      guard access.type == Self.self else { throw .foreignAccess(Self.self) }
      return access
    }
  }

  /// Collects the models that a value can contain.
  @inlinable
  static func collectModels(into models: inout ReachableModels) {
    models.insert(_access, of: Self.self)
  }
}

extension ValueCoding {
  /// Collects the models that a value can contain.
  func collectModels(into models: inout ReachableModels) {
    models.insert(_access, of: Self.self)
  }
}

extension ReachableModels {
  @inlinable
  mutating func insert(_ access: _ValueAccess, of type: Any.Type) {
    guard access.type == type else { return fail(.foreignAccess(type)) }
    switch access.reachable {
    case .none: break
    case .one(let model): insert(model)
    case .shape(let shape): insertModels(of: shape())
    case .search(let search): search(&self)
    }
  }
}

extension MappingError {
  @usableFromInline
  static func foreignAccess(_ type: Any.Type) -> MappingError {
    .declaration(typeName(of: type), nil, "its _access is that of another type")
  }
}

extension Mappable {
  /// The access of a struct that is a model.
  @inlinable
  static func modelAccess(_ mapping: any ModelMapper.Type) -> ModelAccess {
    ModelAccess(
      Self.self, size: MemoryLayout<Self>.size, mapping: mapping,
      initialize: { $0.initialize(to: Self()) },
      assign: { FieldSlot<Self>($0).value = Self() },
      locate: { FieldSlot<Self>($0).stored.wrappedAddress { $0.isNone } })
  }
}

extension Optional where Wrapped: MappableValue {
  /// The access of an optional model, given that of the model.
  @usableFromInline
  static func modelAccess(_ wrapped: ModelAccess) -> ModelAccess {
    ModelAccess(
      wrapped.type, size: MemoryLayout<Self>.size, mapping: wrapped.mapping,
      initialize: { $0.initialize(to: Self.some(FieldAddress.make(Wrapped.self, wrapped.initialize))) },
      assign: { FieldSlot<Self>($0).value = 
          .some(.some(FieldAddress.make(Wrapped.self, wrapped.initialize))) },
      locate: { FieldSlot<Self>($0).stored.wrappedAddress { $0.isNone } })
  }
}
