/// A model that chooses, by looking at the JSON, which type or which object it is decoded into.
///
/// Class clusters choose a subclass:
///
/// ```swift
/// class Vehicle: Mappable, ModelProviding {
///   @Mapped var name: String
///   required init() {}
///   class func modelType(
///     for json: JSONView, in context: MappingContext
///   ) throws -> any Mappable.Type {
///     switch json["type"]?.string {
///     case "car": Car.self
///     case "truck": Truck.self
///     default: self                                 // or throw: a clear error at this object
///     }
///   }
/// }
/// ```
///
/// Models with an identity return the object that they have already, which is then updated:
///
/// ```swift
/// class func instance(for json: JSONView, in context: MappingContext) throws -> Self? {
///   context[Store.self]?.user(id: json["id"]?.int) as? Self
/// }
/// ```
///
/// Both work wherever the type is decoded: on its own, in properties, arrays and dictionaries.
public protocol ModelProviding: Mappable, ModelHook {
  /// The type to decode; this one by default.
  ///
  /// - Returns: a subclass, or the type itself. It isn't asked to choose itself.
  /// - Throws: whatever fits; it comes out as a ``MappingError`` with the path of the object.
  static func modelType(
    for json: JSONView, in context: MappingContext
  ) throws -> any Mappable.Type

  /// An object to be updated and returned instead of a new one; nil, the default, for a new one.
  ///
  /// Asked before ``modelType(for:in:)``; and in updates, for objects inside of the one that is updated: a
  /// known instance takes the place of the one that was there.
  ///
  /// - Throws: whatever fits; it comes out as a ``MappingError`` with the path of the object.
  static func instance(for json: JSONView, in context: MappingContext) throws -> Self?
}

extension ModelProviding {
  public static func modelType(
    for json: JSONView, in context: MappingContext
  ) throws -> any Mappable.Type {
    Self.self
  }

  public static func instance(for json: JSONView, in context: MappingContext) throws -> Self? {
    nil
  }
}
