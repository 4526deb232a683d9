/// A model that looks at its JSON before it is decoded, and may refuse it.
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
/// Classes declare a `class func`; a subclass that overrides it calls `super`. Models that adopt no
/// hook pay nothing for them.
public protocol DecodeValidating: ModelHook {
  /// Called before each decoding and each update of a model of this type.
  ///
  /// - Parameters:
  ///   - json: the object that is about to be decoded.
  ///   - context: what was handed to `decode`.
  /// - Throws: whatever fits; it comes out as a ``MappingError`` with the path of the object.
  static func willDecode(_ json: JSONView, in context: MappingContext) throws
}
