/// A typed two-way conversion between a JSON value and a property.
///
/// Both sides are typed: `JSON` is what is read from and written to the document, `Object` is what
/// the property holds.
///
/// ```swift
/// struct HexInteger: Transform {
///   func decode(_ json: String) throws -> Int {
///     guard let value = Int(json, radix: 16) else {
///       throw MappingError(expected: "a hexadecimal number")
///     }
///     return value
///   }
///   func encode(_ object: Int) -> String { String(object, radix: 16) }
/// }
///
/// @Mapped("colors", transform: HexInteger()) var colors: [Int]
/// ```
///
/// A transform of `T` serves `T?`, `[T]`, `[[T]]`, `[String: T]`, `[String: [T]]`, `Set<T>` and their
/// optionals alike. One that needs the ``MappingContext`` implements the forms with `in:` instead of
/// those without.
public protocol Transform<Object, JSON>: ValueCoding where Value == Object {
  /// What the property holds.
  associatedtype Object
  /// What the document holds.
  associatedtype JSON: MappableValue

  /// Converts a value of the document.
  func decode(_ json: JSON) throws -> Object

  /// Converts a property's value.
  func encode(_ object: Object) throws -> JSON

  /// Converts a value of the document, with the context that was handed to `decode`.
  func decode(_ json: JSON, in context: MappingContext) throws -> Object

  /// Converts a property's value, with the context that was handed to `encode`.
  func encode(_ object: Object, in context: MappingContext) throws -> JSON
}

extension Transform {
  /// Fails, for transforms that implement neither form.
  public func decode(_ json: JSON) throws -> Object { throw Self.missing("decode") }

  /// Fails, for transforms that implement neither form.
  public func encode(_ object: Object) throws -> JSON { throw Self.missing("encode") }

  @inlinable
  public func decode(_ json: JSON, in context: MappingContext) throws -> Object {
    try decode(json)
  }

  @inlinable
  public func encode(_ object: Object, in context: MappingContext) throws -> JSON {
    try encode(object)
  }

  private static func missing(_ name: String) -> MappingError {
    .declaration(
      typeName(of: Self.self), nil, "it implements neither \(name)(_:) nor \(name)(_:in:)")
  }

  @inlinable
  public var acceptsNull: Bool { JSON.acceptsNull }

  @inlinable
  public func decode(from reader: inout JSONReader) throws -> Object {
    let json = try reader.decode(JSON.self)
    return try decode(json, in: reader.context)
  }

  @inlinable
  public func encode(_ value: Object, to writer: inout JSONWriter) throws {
    try writer.encode(encode(value, in: writer.context))
  }

  @inlinable
  public var _access: _ValueAccess { .passing(JSON.self, for: Self.self) }

  public var shape: ValueShape { .value(JSON.self) }
}
