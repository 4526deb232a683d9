/// A type whose values a mapped property can hold.
///
/// To adopt the protocol, read one value from a reader, and write one to a writer. A `RawRepresentable`
/// type, such as an enum with raw values, needs only the declaration:
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
/// A value can also be decoded on its own: `try [Role].decode(from: data)`.
public protocol MappableValue: _NoneRepresentable, SendableMetatype {
  /// Reads one value.
  ///
  /// - Throws: Any error. The caller receives it as a ``MappingError`` with the path of the value; an error
  ///   of another type is its ``MappingError/underlying`` error.
  static func decode(from reader: inout JSONReader) throws -> Self

  /// Writes one value.
  ///
  /// - Throws: Any error. The caller receives it as a ``MappingError`` with the path of the value; an error
  ///   of another type is its ``MappingError/underlying`` error.
  func encode(to writer: inout JSONWriter) throws

  /// Whether `null` is one of the type's values.
  ///
  /// The default is false: `null` is an error, or a property keeps its default value.
  static var acceptsNull: Bool { get }

  /// Whether this value means that there is no value, as nil does.
  ///
  /// A property that was absent from the document and has such a value is omitted when it's encoded. One that was present
  /// or assigned is written as `null`, so the type should accept that.
  /// The default is false.
  var isNone: Bool { get }

  /// Updates this value from JSON. In a model, properties whose keys are absent stay unchanged.
  ///
  /// By default, decodes a new value that replaces this one. For a merge patch that is an object, encodes this value,
  /// applies the patch to its JSON, and decodes the result.
  ///
  /// - Throws: Any error. The caller receives it as a ``MappingError`` with the path of the value; an error
  ///   of another type is its ``MappingError/underlying`` error.
  mutating func update(from reader: inout JSONReader) throws

  /// The form of the type's values in JSON, for schemas. The default is
  /// ``ValueShape/anything(containing:)``.
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
    self =
      try reader.isAtPatchObject
      ? reader.decodePatched(self) : Self.decode(from: &reader)
    reader.didReplace(Self.self)
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
  /// - Parameter type: The type of the value.
  /// - Throws: ``MappingError`` with the position of the failure.
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

  /// Updates a value from the next one. In a model, properties whose keys are absent stay unchanged.
  ///
  /// - Throws: ``MappingError`` with the position of the failure. Properties that were updated before
  ///   the failure keep their new values.
  @inlinable
  public mutating func update<Value: MappableValue>(_ value: inout Value) throws(MappingError) {
    try update(&value, with: ValueItself())
  }
}

extension JSONWriter {
  /// Writes a value.
  ///
  /// - Throws: ``MappingError`` if the value can't be written, such as `Double.nan`.
  @inlinable
  public mutating func encode<Value: MappableValue>(_ value: Value) throws(MappingError) {
    try encode(value, with: ValueItself())
  }
}
