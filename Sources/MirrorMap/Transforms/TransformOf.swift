/// A transform made of two closures.
///
/// ```swift
/// static let percent = TransformOf<Double, Int>(
///   decode: { Double($0) / 100 },
///   encode: { Int(($0 * 100).rounded()) })
/// ```
public struct TransformOf<Object, JSON: MappableValue>: ContextualTransform {
  private let decoding: @Sendable (JSON, MappingContext) throws -> Object
  private let encoding: @Sendable (Object, MappingContext) throws -> JSON

  /// Makes a transform.
  public init(
    decode: @escaping @Sendable (JSON) throws -> Object,
    encode: @escaping @Sendable (Object) throws -> JSON
  ) {
    decoding = { json, _ in try decode(json) }
    encoding = { object, _ in try encode(object) }
  }

  /// Makes a transform that uses the context.
  public init(
    decode: @escaping @Sendable (JSON, MappingContext) throws -> Object,
    encode: @escaping @Sendable (Object, MappingContext) throws -> JSON
  ) {
    decoding = decode
    encoding = encode
  }

  public func decode(_ json: JSON, in context: MappingContext) throws -> Object {
    try decoding(json, context)
  }

  public func encode(_ object: Object, in context: MappingContext) throws -> JSON {
    try encoding(object, context)
  }
}
