/// A model that checks or updates itself before it's encoded.
///
/// ```swift
/// struct Draft: Mappable, EncodePreparing {
///   @Mapped var text: String = ""
///   @Mapped var length: Int = 0
///   mutating func willEncode(in context: MappingContext) throws { length = text.count }
/// }
/// ```
///
/// A struct is copied first: the hook changes the copy, which is then written, and the encoded value stays as it is. An
/// object changes itself. Classes override the hook like any method; a subclass calls `super` first.
public protocol EncodePreparing: ModelHook {
  /// Called before each time a model of this type is encoded.
  ///
  /// - Parameter context: The context that was passed to `encode`.
  /// - Throws: any error, which becomes a ``MappingError`` with the path of the model.
  mutating func willEncode(in context: MappingContext) throws
}
