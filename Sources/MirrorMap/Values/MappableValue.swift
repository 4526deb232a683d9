/// A type whose values a mapped property can hold.
///
/// Conform your own types by reading one value from a reader and writing one to a writer. Raw
/// representable types, enums above all, get both for free:
///
/// ```swift
/// enum Role: String, MappableValue { case admin, member }
///
/// struct Celsius: MappableValue {
///   var degrees: Double
///   static func decode(from reader: inout JSONReader) throws -> Celsius {
///     Celsius(degrees: try reader.decode(Double.self))
///   }
///   func encode(to writer: inout JSONWriter) throws { try writer.encode(degrees) }
/// }
/// ```
///
/// What conforms can be decoded on its own as well: `try [Role].decode(from: data)`.
public protocol MappableValue: NoneRepresentable, SendableMetatype {
  /// Reads one value.
  ///
  /// - Throws: whatever fits; it comes out as a ``MappingError`` with the path of the value.
  static func decode(from reader: inout JSONReader) throws -> Self

  /// Writes one value.
  ///
  /// - Throws: whatever fits; it comes out as a ``MappingError`` with the path of the value.
  func encode(to writer: inout JSONWriter) throws

  /// Writes the value at an address without copying it. Defaults to ``encode(to:)``; only containers
  /// and models have a reason to do otherwise.
  static func encode(at address: InPlaceAddress, to writer: inout JSONWriter) throws

  /// Writes an array of values, given its address. Defaults to one after the other by
  /// ``encode(at:to:)``; only scalars and models have a reason to do otherwise.
  static func encodeArray(at address: InPlaceAddress, to writer: inout JSONWriter) throws

  /// The model that a value is, if it can be read where it is to stay: a struct or an optional one. Defaults
  /// to nil: the value is read and then moved there.
  static var inPlaceModel: (any Mappable.Type)? { get }

  /// A value with the model's defaults, for ``inPlaceModel`` to be read into. Defaults to nil.
  static func emptyInPlaceModel() -> Self?

  /// Whether `null` is one of the type's values. Defaults to false: then `null` is refused, or
  /// leaves a property's default in place.
  static var acceptsNull: Bool { get }

  /// Whether this value stands for none at all, as nil does: then a property that was absent is
  /// omitted when it is written. Defaults to false.
  var isNone: Bool { get }

  /// Reads one value into this one: what a model's object does not mention stays as it is. Defaults to
  /// replacing this value by a new one.
  ///
  /// - Throws: whatever fits; it comes out as a ``MappingError`` with the path of the value.
  mutating func update(from reader: inout JSONReader) throws

  /// Whether properties of models in a value have been assigned since they were decoded. Defaults to
  /// false.
  static func hasChanges(_ value: Self) -> Bool

  /// Names the models that a value can contain, so that their declarations are checked before a
  /// byte is read. Defaults to none; containers name those of their elements.
  static func collectModels(into models: inout ReachableModels)

  /// What the type's values look like in JSON. Defaults to ``ValueShape/anything(containing:)``.
  static var shape: ValueShape { get }
}

extension MappableValue {
  @inlinable
  public static func encode(at address: InPlaceAddress, to writer: inout JSONWriter) throws {
    try address.of(Self.self).value.encode(to: &writer)
  }

  @inlinable
  public static func encodeArray(at address: InPlaceAddress, to writer: inout JSONWriter) throws {
    try writer.encodeEach(of: address.of([Self].self).value, with: ValueItself())
  }

  @inlinable
  public static var inPlaceModel: (any Mappable.Type)? { nil }

  @inlinable
  public static func emptyInPlaceModel() -> Self? { nil }

  @inlinable
  public static var acceptsNull: Bool { false }

  @inlinable
  public var isNone: Bool { false }

  @inlinable
  public mutating func update(from reader: inout JSONReader) throws {
    self = try Self.decode(from: &reader)
  }

  @inlinable
  public static func hasChanges(_ value: Self) -> Bool { false }

  @inlinable
  public static func collectModels(into models: inout ReachableModels) {}

  public static var shape: ValueShape { .anything() }
}

// MARK: - Reading and writing any value

extension JSONReader {
  /// Reads the next value.
  ///
  /// - Parameter type: what to read.
  /// - Throws: ``MappingError`` with the place of whatever is wrong.
  ///
  /// ```swift
  /// let names = try reader.decode([String].self)
  /// ```
  @inlinable
  public mutating func decode<Value: MappableValue>(
    _ type: Value.Type = Value.self
  ) throws(MappingError) -> Value {
    let (position, depth) = try beginValue()
    if MemoryLayout<Value>.size > 1024 { try checkStack(for: MemoryLayout<Value>.size) }
    do {
      let value = try Value.decode(from: &self)
      try endValue(position)
      return value
    } catch {
      let failure = wrap(error, at: position)
      // Code that goes on after a failure can read the value in another way.
      (cursor, remainingDepth) = (position, depth)
      throw failure
    }
  }
}

extension JSONReader {
  /// Reads the next value into another one: what a model's object does not mention stays as it is.
  ///
  /// - Throws: ``MappingError`` with the place of whatever is wrong. What has been read up to there
  ///   stays.
  @inlinable
  public mutating func update<Value: MappableValue>(_ value: inout Value) throws(MappingError) {
    try update(&value, with: ValueItself())
  }
}

extension JSONWriter {
  /// Writes a value.
  ///
  /// - Throws: ``MappingError`` if the value cannot be written, such as `Double.nan`.
  @inlinable
  public mutating func encode<Value: MappableValue>(_ value: Value) throws(MappingError) {
    let position = try beginValue()
    do {
      try value.encode(to: &self)
      try endValue(position)
    } catch {
      throw wrap(error, since: position)
    }
  }
}
