/// A model that inspects its JSON before it's decoded, and can reject it.
///
/// ```swift
/// struct Event: Mappable, DecodeValidating {
///   @Mapped var title: String
///   static func willDecode(_ json: JSONView, in context: MappingContext) throws {
///     guard json["version"]?.int == 2 else { throw MappingError(expected: "version 2") }
///   }
/// }
/// ```
///
/// Classes declare a `class func`; a subclass that overrides it calls `super`. Models without hooks
/// pay nothing for them.
public protocol DecodeValidating: ModelHook {
  /// Called before each time a model of this type is decoded or updated.
  ///
  /// - Parameters:
  ///   - json: The object that is about to be decoded.
  ///   - context: The context that was passed to `decode`.
  /// - Throws: any error, which becomes a ``MappingError`` with the path of the object.
  static func willDecode(_ json: JSONView, in context: MappingContext) throws
}
