/// A model that checks or updates itself before it's encoded.
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
  /// Called before each time a model of this type is encoded.
  ///
  /// - Parameter context: The context that was passed to `encode`.
  /// - Throws: any error, which becomes a ``MappingError`` with the path of the model.
  func willEncode(in context: MappingContext) throws
}
