/// A model that is told before it is encoded: to check itself, or to bring an object up to date.
///
/// ```swift
/// final class Draft: Mappable, EncodePreparing {
///   @Mapped var text: String = ""
///   @Mapped var length: Int = 0
///   required init() {}
///   func willEncode(in context: MappingContext) throws { length = text.count }
/// }
/// ```
public protocol EncodePreparing: ModelHook {
  /// Called before each encoding of a model of this type.
  ///
  /// - Parameter context: what was handed to `encode`.
  /// - Throws: whatever fits; it comes out as a ``MappingError`` with the path of the model.
  func willEncode(in context: MappingContext) throws
}
