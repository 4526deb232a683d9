/// What the library knows about a type of values, beside what the type itself implements.
///
/// The library makes it for its own types and for models; you neither make nor use one. It names the type
/// that it was made for: one that is returned for another type is a declaration error.
///
/// It is a few words that are constants where the type is known, as arrays look at it each time they are read
/// or written. What is only needed to plan a model comes from a closure.
@frozen
public struct _ValueAccess {
  /// The type that this describes.
  @usableFromInline let type: Any.Type
  /// The models that a value can contain.
  @usableFromInline let models: Models
  /// What reads and writes the values in place; nil unless they are models.
  @usableFromInline let mapper: (any ModelMapper.Type)?
  /// Initializes the memory at an address with a new model; nil unless they are structs.
  @usableFromInline let initialize: ((FieldAddress) -> Void)?
  /// How properties hold the values; nil unless they are structs that are models, or optional ones.
  @usableFromInline let property: (() -> ModelAccess)?
  /// Whether the values are arrays, or optional arrays.
  @usableFromInline let form: Form

  @usableFromInline
  enum Form {
    case array
    /// An array in an optional.
    case wrappedArray
    case other
  }

  @usableFromInline
  enum Models {
    case none
    case one(any Mappable.Type)
    /// Those that a closure collects.
    case collected((inout ReachableModels) -> Void)
  }

  @inlinable @inline(__always)
  init(
    _ type: Any.Type, _ models: Models, mapper: (any ModelMapper.Type)? = nil,
    initialize: ((FieldAddress) -> Void)? = nil, property: (() -> ModelAccess)? = nil,
    form: Form = .other
  ) {
    self.type = type
    self.models = models
    self.mapper = mapper
    self.initialize = initialize
    self.property = property
    self.form = form
  }
}

extension _ValueAccess {
  /// The access of a struct that is a model.
  ///
  /// It isn't in an extension of `Mappable`, where closures would capture the metatype in memory of their own.
  @inlinable @inline(__always)
  init<Model: Mappable>(model: Model.Type, mapper: any ModelMapper.Type) {
    self.init(
      Model.self, .one(Model.self), mapper: mapper,
      initialize: { $0.initialize(to: Model()) }, property: { ModelAccess(Model.self) })
  }

  /// The access of a container, whose values contain the models of its elements.
  @inlinable @inline(__always)
  static func passing<Element: MappableValue>(
    _ element: Element.Type, for container: Any.Type, form: Form = .other
  ) -> _ValueAccess {
    let access = Element._access
    guard access.type == Element.self else { return access }
    return _ValueAccess(container, access.models, form: form)
  }

  /// The access of a coding, whose values contain the models of another coding.
  @usableFromInline
  static func passing(_ coding: some ValueCoding, for outer: Any.Type) -> _ValueAccess {
    _ValueAccess(outer, .collected { coding.collectModels(into: &$0) })
  }
}

/// A type of the library's own whose values contain no models.
@usableFromInline
protocol LeafValue: MappableValue {}

extension LeafValue {
  @inlinable
  public static var _access: _ValueAccess { _ValueAccess(Self.self, .none) }
}

/// How a property holds a struct that is a model, or an optional one.
///
/// The closures are made where the type is known, and are all that is generic about it.
@usableFromInline
struct ModelAccess {
  @usableFromInline let type: any Mappable.Type
  /// The size of a value, in bytes.
  @usableFromInline let size: Int
  /// Assigns a new model to the property at an address.
  @usableFromInline let assign: (FieldAddress) -> Void
  /// Makes the property at an address nil; nil if it can't be.
  @usableFromInline let clear: ((FieldAddress) -> Void)?
  /// The address of the model that the property at an address holds; nil if there is none.
  @usableFromInline let locate: (FieldAddress) -> FieldAddress?

  @usableFromInline
  init(
    _ type: any Mappable.Type, size: Int, assign: @escaping (FieldAddress) -> Void,
    clear: ((FieldAddress) -> Void)? = nil, locate: @escaping (FieldAddress) -> FieldAddress?
  ) {
    self.type = type
    self.size = size
    self.assign = assign
    self.clear = clear
    self.locate = locate
  }
}

extension ModelAccess {
  /// The access of properties that hold a struct that is a model.
  @inlinable
  init<Model: Mappable>(_ model: Model.Type) {
    self.init(
      Model.self, size: MemoryLayout<Model>.size,
      assign: { FieldSlot<Model>($0).value = Model() },
      locate: { address in
        guard let model = FieldSlot<Model>(address).stored.wrappedAddress() else { return nil }
        return model.inPlace(Model.self).borrowed.value.isNone ? nil : model
      })
  }
}

extension Optional where Wrapped: MappableValue {
  /// The access of properties that hold an optional model, given the model's type and what initializes memory with
  /// a new model.
  @inlinable
  static func propertyAccess(
    _ model: any Mappable.Type, _ initialize: @escaping (FieldAddress) -> Void
  ) -> ModelAccess {
    ModelAccess(
      model, size: MemoryLayout<Self>.size,
      assign: { FieldSlot<Self>($0).value = .some(FieldAddress.make(Wrapped.self, initialize)) },
      clear: { FieldSlot<Self>($0).value = .some(nil) },
      locate: { address in
        guard let optional = FieldSlot<Self>(address).stored.wrappedAddress(),
          let model = optional.inPlace(Self.self).wrappedAddress(),
          !model.inPlace(Wrapped.self).borrowed.value.isNone
        else { return nil }
        return model
      })
  }
}

/// What the containers in this layer ask of the code that reads and writes models by their plans, which is
/// above this layer.
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

  /// Reads the object at the reader's position into a new model at an address.
  static func decode(
    _ plan: PlanReference, into base: FieldAddress, from reader: inout JSONReader
  ) throws(MappingError)

  /// Writes models that are next to each other as the elements of an array.
  static func encode(
    _ plan: PlanReference, from first: FieldAddress, count: Int, stride: Int,
    to writer: inout JSONWriter
  ) throws(MappingError)

  /// Writes an object, given the address of a reference to it.
  ///
  /// - Parameter checksAccess: whether an access to one of its properties may be under way.
  /// - Returns: false, with nothing written, unless the library's own `encode(to:)` is known to be the one of its class.
  static func encode(
    objectAt reference: FieldAddress, checksAccess: Bool, to writer: inout JSONWriter
  ) throws(MappingError) -> Bool
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
  func collectModels(into models: inout ReachableModels) {
    models.insert(_access, of: Self.self)
  }
}

extension ReachableModels {
  @inlinable
  mutating func insert(_ access: _ValueAccess, of type: Any.Type) {
    guard access.type == type else { return fail(.foreignAccess(type)) }
    switch access.models {
    case .none: break
    case .one(let model): insert(model)
    case .collected(let collect): collect(&self)
    }
  }
}

extension MappingError {
  @usableFromInline
  static func foreignAccess(_ type: Any.Type) -> MappingError {
    .declaration(typeName(of: type), nil, "its _access is that of another type")
  }
}
