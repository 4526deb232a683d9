/// Raw representable types, enums above all, that are not ``MappableValue``s themselves.
///
/// Those of your own need no transform: `enum Role: String, MappableValue`. This is for the others.
///
/// ```swift
/// @Mapped("role", transform: .rawValue()) var role: Role
/// ```
///
/// An unknown raw value is an error, unless the type is ``UnknownCaseProviding``.
public struct RawValueTransform<Object: RawRepresentable>: Transform
where Object.RawValue: MappableValue {
  /// Makes a transform.
  @inlinable
  public init() {}

  @inlinable
  public func decode(_ json: Object.RawValue) throws -> Object {
    try (Object(rawValue: json) ?? unknownCase(of: Object.self)).orThrow(
      MappingError(expected: "a raw value of \(Object.self)", found: "one that it does not have"))
  }

  @inlinable
  public func decode(from reader: inout JSONReader) throws -> Object {
    try reader.decodeByRawValue(Object.self)
  }

  @inlinable
  public func encode(_ object: Object) -> Object.RawValue { object.rawValue }

  public var shape: ValueShape { .rawValue(self, of: .value(Object.RawValue.self)) }
}

extension ValueCoding {
  /// Raw representable types by their raw value.
  ///
  /// - Parameter type: the type; by default, that of the property or of its elements.
  @inlinable
  public static func rawValue<Object>(
    _ type: Object.Type = Object.self
  ) -> RawValueTransform<Object> where Self == RawValueTransform<Object> {
    RawValueTransform()
  }
}
