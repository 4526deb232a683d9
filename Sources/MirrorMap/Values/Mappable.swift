/// A model: a type whose mapped properties are read from and written to a JSON object.
///
/// Annotate the properties and give the type an initialiser without arguments; structs with
/// defaults, or with nothing but mapped properties, have one already.
///
/// ```swift
/// struct User: Mappable {
///   @Mapped("id") var id: Int
///   @Mapped("profile.name") var name: String
///   @Mapped var email: String?
/// }
///
/// var user = try User.decode(from: data)
/// user.name = "Ada"
/// let json = try user.encode()
/// ```
///
/// Classes work as well, final or open, with mapped properties in superclasses; they declare
/// `required init()`.
///
/// The first use of a type finds out, by reflection, where its properties lie; its initialiser runs
/// a few times for that. Later uses cost no reflection.
///
/// A model prints as its properties, `User(id: 7, name: "Ada", email: nil)`, unless it is
/// `CustomStringConvertible`.
// Not refined is `CustomStringConvertible` itself. Many models have a property `description`: it would
// become the witness and trap when printed unset, or, as a `String?`, lose against ours in
// `model.description == "text"`.
public protocol Mappable: MappableValue, CustomDebugStringConvertible {
  /// Makes a model with its defaults. Called once per decoded model.
  init()
}

extension Mappable {
  /// Reads an object into a new model.
  ///
  /// - Throws: ``MappingError`` with the place of whatever is wrong.
  @inlinable
  public static func decode(from reader: inout JSONReader) throws -> Self {
    let plan = try PlanCache.plan(Self.self)
    if plan.tables.pointee.isProviding, let model = try reader.readProvided(Self.self) {
      return model
    }
    var model = Self()
    try ModelMemory.withBase(of: &model) { (base) throws(MappingError) in
      try reader.readModel(plan, into: base)
    }
    return model
  }

  @inlinable
  public static var inPlaceModel: (any Mappable.Type)? { Self.self }

  @inlinable
  public static func emptyInPlaceModel() -> Self? { Self() }

  /// Reads an object into the model: properties that it does not mention stay as they are.
  ///
  /// - Throws: ``MappingError`` with the place of whatever is wrong; what was read before it stays.
  @inlinable
  public mutating func update(from reader: inout JSONReader) throws {
    let plan = try PlanCache.plan(Self.self)
    try ModelMemory.withBase(of: &self) { (base) throws(MappingError) in
      try reader.readCarefully(plan, into: base, isUpdating: true)
    }
  }

  /// Whether a property has been assigned since the model was decoded, here or in a model inside.
  public static func hasChanges(_ value: Self) -> Bool {
    var value = value
    guard let plan = try? PlanCache.plan(type(of: value)) else { return false }
    return ChangeSearch.enter(type(of: value) is AnyClass ? value as AnyObject : nil) {
      ModelMemory.withAnyBase(of: &value) { plan.hasChanges(at: $0) }
    }
  }

  /// Writes the model as an object.
  ///
  /// - Throws: ``MappingError`` for a required property that was never set, and for values that
  ///   cannot be written.
  @inlinable
  public func encode(to writer: inout JSONWriter) throws {
    try ModelMemory.withInPlace(of: self) { (value) throws(any Error) in
      try Self.encode(at: InPlaceAddress(value), to: &writer)
    }
  }

  @inlinable
  public static func encode(at address: InPlaceAddress, to writer: inout JSONWriter) throws {
    try writer.writeModel(PlanCache.plan(Self.self), from: address.of(Self.self).base)
  }

  @inlinable
  public static func encodeArray(at address: InPlaceAddress, to writer: inout JSONWriter) throws {
    let models = address.of([Self].self).value
    guard !models.isEmpty else { return writer.writeEmptyArray() }
    try ModelMemory.withInPlace(of: models) { (first, count) throws(MappingError) in
      try writer.writeModels(
        PlanCache.plan(Self.self), from: first.base, count: count,
        stride: MemoryLayout<Self>.stride)
    }
  }

  @inlinable
  public static func collectModels(into models: inout ReachableModels) { models.insert(Self.self) }

  public static var shape: ValueShape { .model(Self.self) }
}

extension Mappable where Self: AnyObject {
  /// Reads an object into a new instance.
  ///
  /// - Throws: ``MappingError`` with the place of whatever is wrong.
  @inlinable
  public static func decode(from reader: inout JSONReader) throws -> Self {
    let plan = try PlanCache.plan(Self.self)
    if plan.tables.pointee.isProviding, let model = try reader.readProvided(Self.self) {
      return model
    }
    let model = Self()
    try ModelMemory.withBase(ofObject: model) { (base) throws(MappingError) in
      try reader.readModel(plan, into: base)
    }
    return model
  }

  @inlinable
  public static var inPlaceModel: (any Mappable.Type)? { nil }

  @inlinable
  public static func emptyInPlaceModel() -> Self? { nil }

  /// Reads an object into the instance: properties that it does not mention stay as they are.
  ///
  /// - Throws: ``MappingError`` with the place of whatever is wrong; what was read before it stays.
  @inlinable
  public func update(from reader: inout JSONReader) throws {
    let plan = try PlanCache.plan(type(of: self))
    try ModelMemory.withBase(ofObject: self) { (base) throws(MappingError) in
      try reader.readCarefully(plan, into: base, isUpdating: true)
    }
  }

  /// Writes the instance as an object, with the properties of its own class even where only a
  /// superclass is known.
  ///
  /// - Throws: ``MappingError`` for a required property that was never set, and for values that
  ///   cannot be written.
  @inlinable
  public func encode(to writer: inout JSONWriter) throws {
    let plan = try PlanCache.plan(type(of: self))
    try ModelMemory.withBase(ofObject: self) { (base) throws(MappingError) in
      try writer.writeModel(plan, from: base)
    }
  }

  @inlinable
  public static func encode(at address: InPlaceAddress, to writer: inout JSONWriter) throws {
    try address.of(Self.self).value.encode(to: &writer)
  }

  @inlinable
  public static func encodeArray(at address: InPlaceAddress, to writer: inout JSONWriter) throws {
    try writer.encodeEach(of: address.of([Self].self).value, with: ValueItself())
  }
}
