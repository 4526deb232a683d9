/// A model that inspects the JSON to choose the type that is decoded, or an existing object to update.
///
/// A class cluster chooses a subclass:
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
/// A model with an identity returns the existing object, which is then updated:
///
/// ```swift
/// class func instance(for json: JSONView, in context: MappingContext) throws -> Self? {
///   context[Store.self]?.user(id: json["id"]?.int) as? Self
/// }
/// ```
///
/// Both functions are called for each object of the type: on its own, in properties, in arrays, and in
/// dictionaries.
public protocol ModelProviding: Mappable, ModelHook {
  /// Returns the type to decode; by default, this type.
  ///
  /// An update and a merge patch call it only for objects that are new. An object that exists stays the same instance
  /// of the same class, whatever the JSON says, and only the keys of that class are read. If the class of a property's
  /// value can change, use a ``ModelRegistry``, whose values are replaced.
  ///
  /// - Parameters:
  ///   - json: The object in the document.
  ///   - context: The values passed to the call that decodes.
  /// - Returns: This type or a subclass, whose own implementation isn't called.
  /// - Throws: Any error. The caller receives it as a ``MappingError`` with the path of the object; an error
  ///   of another type is its ``MappingError/underlying`` error.
  static func modelType(
    for json: JSONView, in context: MappingContext
  ) throws -> any Mappable.Type

  /// Returns an existing object to update, or nil, the default, to create a new one.
  ///
  /// It's called before ``modelType(for:in:)``. In an update, it's called for objects inside the updated
  /// object: the returned object replaces the one that was there.
  ///
  /// - Parameters:
  ///   - json: The object in the document.
  ///   - context: The values passed to the call that decodes.
  /// - Returns: The object to update; nil for a new one.
  ///
  /// - Throws: Any error. The caller receives it as a ``MappingError`` with the path of the object; an error
  ///   of another type is its ``MappingError/underlying`` error.
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
