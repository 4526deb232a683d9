/// An immutable model, which reads its properties by key in its initializer.
///
/// ```swift
/// struct User: ImmutableMappable {
///   let id: Int
///   let name: String
///   let joined: Date?
///   let tags: [Tag]
///
///   init(from object: inout ObjectReader) throws {
///     id = try object.value("id")
///     name = try object.value("profile.name", "name")
///     joined = try object.value("joined", transform: .iso8601)
///     tags = try object.value("tags", default: [], onFailure: .lossy)
///   }
///
///   func encode(to object: inout ObjectWriter) throws {
///     try object.set(id, "id")
///     try object.set(name, "profile.name")
///     try object.set(joined, "joined", transform: .iso8601)
///     try object.set(tags, "tags")
///   }
/// }
/// ```
///
/// Structs and classes can conform, final or open. In a class the initializer is `required`, and a
/// subclass calls `super.init(from: &object)`. Such models and annotated ones (``Mappable``) can
/// contain each other, in arrays, dictionaries, and optionals. Keys, key paths, transforms, errors,
/// and failure policies are the same for both. In a report, an initializer that throws reports only
/// its first failure.
///
/// An update (`update(from:)`) replaces such a model with a new one. A merge patch changes the JSON that
/// the model writes, from which a new one is read. Key strategies don't change its keys, except that a
/// case-insensitive one also applies to them.
///
/// For an initializer that fails without a reason, as `init?(json:)` does in other libraries: `try?
/// User.decode(from: data)`.
///
/// The declarations of annotated models inside are checked when the first one is decoded. Implement
/// ``MappableValue/shape`` to check them before a byte is read.
public protocol ImmutableMappable: MappableValue {
  /// Reads a model from an object.
  ///
  /// - Throws: any error, which becomes a ``MappingError`` with the path of the object.
  init(from object: inout ObjectReader) throws

  /// Writes the model as an object. Defaults to failing, for models that are only decoded.
  ///
  /// - Throws: any error, which becomes a ``MappingError`` with the path of the object.
  func encode(to object: inout ObjectWriter) throws
}

extension ImmutableMappable {
  /// Fails, because the model doesn't implement it.
  ///
  /// - Throws: ``MappingError`` with code `.notEncodable`.
  public func encode(to object: inout ObjectWriter) throws {
    throw MappingError(
      .notEncodable, expected: "the model is only decoded, as it does not implement encode(to:)")
  }

  /// Reads an object.
  ///
  /// - Throws: ``MappingError`` with the position of the failure.
  @inlinable
  public static func decode(from reader: inout JSONReader) throws -> Self {
    try withReference(to: &reader) { (reader) throws(MappingError) in
      var object = try ObjectReader(reader, Self.self)
      do {
        let model = try object.handOut { try Self(from: &$0) }
        try object.finish()
        return model
      } catch {
        throw object.abandon(error)
      }
    }
  }

  /// Writes an object.
  ///
  /// - Throws: ``MappingError`` with the position of the failure.
  @inlinable
  public func encode(to writer: inout JSONWriter) throws {
    try withReference(to: &writer) { (writer) throws(MappingError) in
      var object = try ObjectWriter(writer, type(of: self))
      do {
        try object.handOut { try encode(to: &$0) }
        try object.finish()
      } catch {
        throw object.abandon(error)
      }
    }
  }
}

// The search for models finds other actors, but it doesn't know immutable models, which are checked
// here when they are read.
extension ImmutableMappable where Self: Actor {
  /// Fails, because an actor can't be mapped.
  public static func decode(from reader: inout JSONReader) throws -> Self {
    throw MappingError.actor(Self.self)
  }

  /// Fails, because an actor can't be mapped.
  public nonisolated func encode(to writer: inout JSONWriter) throws {
    throw MappingError.actor(Self.self)
  }
}
