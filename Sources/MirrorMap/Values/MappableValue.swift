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
public protocol MappableValue: _NoneRepresentable, SendableMetatype {
  /// Reads one value.
  ///
  /// - Throws: whatever fits; it comes out as a ``MappingError`` with the path of the value.
  static func decode(from reader: inout JSONReader) throws -> Self

  /// Writes one value.
  ///
  /// - Throws: whatever fits; it comes out as a ``MappingError`` with the path of the value.
  func encode(to writer: inout JSONWriter) throws

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

  /// What the type's values look like in JSON. Defaults to ``ValueShape/anything(containing:)``.
  static var shape: ValueShape { get }

  /// What only the library implements; you neither implement nor call it.
  static var _access: _ValueAccess { get }
}

extension MappableValue {
  @inlinable
  public static var acceptsNull: Bool { false }

  @inlinable
  public var isNone: Bool { false }

  @inlinable
  public mutating func update(from reader: inout JSONReader) throws {
    self = try Self.decode(from: &reader)
  }

  public static var shape: ValueShape { .anything() }

  @inlinable
  public static var _access: _ValueAccess {
    _ValueAccess(
      Self.self,
      .collected {
        if let type = Self.self as? AnyClass { $0.check(type) }
        $0.insertModels(of: shape)
      })
  }
}

/// A type that may have a value for no value at all, as nil is; only the library implements it.
public protocol _NoneRepresentable {
  /// What a property of this type reads as before it's set: `.some(nil)` for optionals, nil for types
  /// without such a value.
  static var noneValue: Self? { get }
}

extension _NoneRepresentable {
  @inlinable
  public static var noneValue: Self? { nil }
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
    try decode(with: ValueItself())
  }

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
    try encode(value, with: ValueItself())
  }
}
