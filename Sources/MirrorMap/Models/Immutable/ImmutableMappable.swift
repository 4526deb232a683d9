/// A model made of constants: it reads its properties from an object, key by key, in its
/// initializer.
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
/// Structs conform as well as classes, final or open; in a class the initializer is `required`, and
/// a subclass calls `super.init(from: &object)`. Such models and annotated ones (``Mappable``) hold
/// each other as they like, in arrays, dictionaries and optionals; keys, key paths, transforms,
/// errors and failure policies are the same for both. In a report, an initializer that throws
/// reports its first failure only.
///
/// An update (`update(from:)`) replaces such a model by a new one. Key strategies do not change its
/// keys, as it names all of them; where keys are found whatever their case, its keys are as well.
///
/// For an initializer that fails without saying why, as `init?(json:)` does in other libraries:
/// `try? User.decode(from: data)`.
///
/// Declarations of annotated models inside are checked when the first one is met. Implement
/// ``MappableValue/collectModels(into:)`` to have them checked before a byte is read.
public protocol ImmutableMappable: MappableValue {
  /// Reads a model from an object.
  ///
  /// - Throws: whatever fits; it comes out as a ``MappingError`` with the path of the object.
  init(from object: inout ObjectReader) throws

  /// Writes the model as an object. Defaults to failing, for models that are only decoded.
  ///
  /// - Throws: whatever fits; it comes out as a ``MappingError`` with the path of the object.
  func encode(to object: inout ObjectWriter) throws
}

extension ImmutableMappable {
  /// Fails, as the model does not say how it is written.
  ///
  /// - Throws: ``MappingError`` with code `.notEncodable`.
  public func encode(to object: inout ObjectWriter) throws {
    throw MappingError(
      .notEncodable, expected: "the model is only decoded, as it does not implement encode(to:)")
  }

  /// Reads an object.
  ///
  /// - Throws: ``MappingError`` with the place of whatever is wrong.
  @inlinable
  public static func decode(from reader: inout JSONReader) throws -> Self {
    try withLoan(of: &reader) { (reader) throws(MappingError) in
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
  /// - Throws: ``MappingError`` with the place of whatever cannot be written.
  @inlinable
  public func encode(to writer: inout JSONWriter) throws {
    try withLoan(of: &writer) { (writer) throws(MappingError) in
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

// Elsewhere, the search for models finds actors. Immutable models are met when they are read.
extension ImmutableMappable where Self: Actor {
  /// Fails, as an actor cannot be mapped.
  public static func decode(from reader: inout JSONReader) throws -> Self {
    throw MappingError.actor(Self.self)
  }

  /// Fails, as an actor cannot be mapped.
  public nonisolated func encode(to writer: inout JSONWriter) throws {
    throw MappingError.actor(Self.self)
  }
}
