/// A model that completes or checks itself after it has been decoded.
///
/// ```swift
/// struct Rectangle: Mappable, DecodeCompleting {
///   @Mapped var width: Double
///   @Mapped var height: Double
///   var area = 0.0
///   mutating func didDecode(in context: MappingContext) throws {
///     guard width >= 0, height >= 0 else { throw MappingError(expected: "a positive size") }
///     area = width * height
///   }
/// }
/// ```
///
/// What it assigns to mapped properties is part of the decoding, no change. Classes override it as
/// any method; a subclass calls `super` first.
public protocol DecodeCompleting: ModelHook {
  /// Called after each decoding and each update of a model of this type.
  ///
  /// - Parameter context: what was handed to `decode`.
  /// - Throws: whatever fits; it comes out as a ``MappingError`` with the path of the object.
  mutating func didDecode(in context: MappingContext) throws
}
