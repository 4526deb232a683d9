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
/// Values that it assigns to mapped properties of the model itself don't count as changes. Classes
/// override it like any method; a subclass calls `super` first.
public protocol DecodeCompleting: ModelHook {
  /// Called after each time a model of this type is decoded or updated.
  ///
  /// - Parameter context: The context that was passed to `decode`.
  /// - Throws: any error, which becomes a ``MappingError`` with the path of the object.
  mutating func didDecode(in context: MappingContext) throws
}
