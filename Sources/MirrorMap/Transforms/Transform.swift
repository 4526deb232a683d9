/// A typed conversion between a JSON value and the value of a property, in both directions.
///
/// `JSON` is the type of the value in the document, and `Object` the type of the property.
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
/// A transform of `T` also works for `T?`, `[T]`, `[[T]]`, `[String: T]`, `[String: [T]]`, `Set<T>`, and
/// optionals of these. A transform that uses the ``MappingContext`` adopts ``ContextualTransform``.
public protocol Transform<Object, JSON>: ContextualTransform {
  /// The type of the property.
  override associatedtype Object
  /// The type of the value in the document.
  override associatedtype JSON

  /// Converts a value of the document to the property's value.
  func decode(_ json: JSON) throws -> Object

  /// Converts the property's value to a value of the document.
  func encode(_ object: Object) throws -> JSON
}

extension Transform {
  @inlinable
  public func decode(_ json: JSON, in context: MappingContext) throws -> Object {
    try decode(json)
  }

  @inlinable
  public func encode(_ object: Object, in context: MappingContext) throws -> JSON {
    try encode(object)
  }
}

/// A ``Transform`` that uses the context that was passed to `decode` or `encode`.
///
/// ```swift
/// struct InCurrency: ContextualTransform {
///   func decode(_ json: Decimal, in context: MappingContext) throws -> Money {
///     Money(json, context[Currency.self] ?? .euro)
///   }
///   func encode(_ object: Money, in context: MappingContext) throws -> Decimal { object.amount }
/// }
/// ```
public protocol ContextualTransform<Object, JSON>: ValueCoding where Value == Object {
  /// The type of the property.
  associatedtype Object
  /// The type of the value in the document.
  associatedtype JSON: MappableValue

  /// Converts a value of the document to the property's value.
  func decode(_ json: JSON, in context: MappingContext) throws -> Object

  /// Converts the property's value to a value of the document.
  func encode(_ object: Object, in context: MappingContext) throws -> JSON
}

extension ContextualTransform {
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
