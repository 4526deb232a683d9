/// A list of types and their tags, which decodes and encodes values of several types.
///
/// A tag in the JSON selects the type to decode:
///
/// ```swift
/// protocol Shape {}
/// struct Circle: Shape, Mappable { @Mapped var radius: Double }
/// struct Square: Shape, Mappable { @Mapped var side: Double }
///
/// struct Drawing: Mappable {
///   static let shapes = ModelRegistry<any Shape>(.internal(tag: "type"))
///     .adding(Circle.self, as: "circle")
///     .adding(Square.self, as: "square")
///
///   @Mapped("shapes", transform: Self.shapes) var shapes: [any Shape]
/// }
///
/// // {"shapes": [{"type": "circle", "radius": 1}, {"side": 2, "type": "square"}]}
/// ```
///
/// `Base` is the type that all values have in common: a protocol, a class, or an enum whose cases have
/// the values as payloads (``adding(_:embed:extract:)``, ``Polymorphic``). Pass a registry as the
/// `transform:` of a property of type `Base`, or of optionals, arrays, and dictionaries of it. Declare
/// it as a `static let`, so that it's created once.
///
/// **Decoding.** The tag can be anywhere in the object. A tag that is missing, that occurs twice, or
/// that isn't a string or integer as expected is an error. So is an unknown tag, unless the registry has
/// a ``fallback(_:)``. A model decodes the whole object, so it can also map the key of the tag.
///
/// **Encoding.** The tag is the first member of the object. If the model writes the tag itself, it must
/// write the same tag. A value is encoded by the entry of its exact type. If there is none, the first
/// entry that can encode the value is used; for classes, the entry of the nearest superclass.
///
/// If the registry itself is wrong, for example because two types have the same tag or a model isn't a
/// `Base`, its first use throws an error with code `.declaration`.
///
/// - Complexity: Finding a tag reads the object once more, so decoding values that are nested *d* levels
///   deep takes O(n × d).
public struct ModelRegistry<Base>: ValueCoding {
  /// The type of the values.
  public typealias Value = Base

  let table: RegistryTable<Base>

  /// Creates a registry without types.
  ///
  /// - Parameter tagging: Where the tag is in the JSON.
  public init(_ tagging: Tagging) { table = RegistryTable(tagging) }

  init(_ table: RegistryTable<Base>) { self.table = table }

  /// Where the tag is in the JSON.
  public var tagging: Tagging { table.tagging }

  /// Adds an entry.
  ///
  /// - Parameter replacing: Makes an entry for the first tag of the same type, which writes its values, that knows the
  ///   other tags.
  @usableFromInline
  func adding(
    _ entry: RegistryEntry<Base>,
    replacing: (_ first: ModelTag, _ others: [ModelTag]) -> RegistryEntry<Base>? = { _, _ in nil }
  ) -> ModelRegistry {
    ModelRegistry(table.adding(entry, replacing: replacing))
  }

  /// Adds the entry for unknown tags.
  @usableFromInline
  func addingFallback(_ entry: RegistryEntry<Base>) -> ModelRegistry {
    ModelRegistry(table.addingFallback(entry))
  }
}

// MARK: - Types

extension ModelRegistry {
  /// Adds a type whose values are values of `Base`: a type that conforms to the protocol `Base`, the
  /// class `Base`, or one of its subclasses.
  ///
  /// - Parameters:
  ///   - type: A model or another mappable value. With `.internal` tagging, its JSON must be an object.
  ///   - tag: The tag that selects the type. If you add a type with several tags, the first is written.
  /// - Returns: The registry with the type.
  @inlinable
  public func adding<Model: MappableValue>(
    _ type: Model.Type, as tag: ModelTag
  ) -> ModelRegistry {
    adding(RegistryEntry(type, tag, tagging)) { first, others in
      RegistryEntry(type, first, tagging, others: others)
    }
  }

  /// Adds a type to an untagged registry, which tries its types in the order in which they were added.
  ///
  /// - Parameter type: A model or another mappable value.
  /// - Returns: The registry with the type.
  @inlinable
  public func adding<Model: MappableValue>(_ type: Model.Type) -> ModelRegistry {
    adding(RegistryEntry(type, nil, tagging))
  }

  /// Sets the type that decodes values with unknown tags. In an untagged registry, it's tried last.
  ///
  /// The type decodes the whole value, including its tag, and no tag is added when it's encoded. A type
  /// that stores all of the JSON encodes it unchanged:
  ///
  /// ```swift
  /// struct UnknownShape: Shape, MappableValue {
  ///   var json: JSONValue
  ///   static func decode(from reader: inout JSONReader) throws -> UnknownShape {
  ///     UnknownShape(json: try reader.decode())
  ///   }
  ///   func encode(to writer: inout JSONWriter) throws { try writer.encode(json) }
  /// }
  /// ```
  @inlinable
  public func fallback<Model: MappableValue>(_ type: Model.Type) -> ModelRegistry {
    addingFallback(RegistryEntry(type, nil, .untagged))
  }
}

// MARK: - Payloads

extension ModelRegistry {
  /// Adds a case with a payload.
  ///
  /// ```swift
  /// enum Event { case move(Move), key(Int), stop }
  ///
  /// let events = ModelRegistry<Event>(.adjacent(tag: "t", content: "c"))
  ///   .adding("move", embed: Event.move, extract: { if case .move(let move) = $0 { move } else { nil } })
  ///   .adding("key", embed: Event.key, extract: { if case .key(let code) = $0 { code } else { nil } })
  ///   .adding("stop", .stop)
  /// // {"t": "move", "c": {"dx": 1}}, {"t": "key", "c": 27}, {"t": "stop"}
  /// ```
  ///
  /// - Parameters:
  ///   - tag: The tag that selects the case.
  ///   - embed: Makes a value from a payload. An error that it throws becomes the underlying error of a
  ///     ``MappingError``.
  ///   - extract: Returns the payload of a value, or nil if the value is of another case.
  /// - Returns: The registry with the case.
  @inlinable
  public func adding<Payload: MappableValue>(
    _ tag: ModelTag, embed: @escaping @Sendable (Payload) throws -> Base,
    extract: @escaping @Sendable (Base) -> Payload?
  ) -> ModelRegistry {
    adding(RegistryEntry(tag, tagging, embed, extract))
  }

  /// Adds a case with a payload to an untagged registry, which tries its types in the order in which
  /// they were added.
  ///
  /// - Parameters:
  ///   - embed: Makes a value from a payload.
  ///   - extract: Returns the payload of a value, or nil if the value is of another case.
  /// - Returns: The registry with the case.
  @inlinable
  public func adding<Payload: MappableValue>(
    embed: @escaping @Sendable (Payload) throws -> Base,
    extract: @escaping @Sendable (Base) -> Payload?
  ) -> ModelRegistry {
    adding(RegistryEntry(nil, tagging, embed, extract))
  }

  /// Sets the case that takes values with unknown tags, such as one with a ``JSONValue``; see
  /// ``fallback(_:)``.
  @inlinable
  public func fallback<Payload: MappableValue>(
    embed: @escaping @Sendable (Payload) throws -> Base,
    extract: @escaping @Sendable (Base) -> Payload?
  ) -> ModelRegistry {
    addingFallback(RegistryEntry(nil, .untagged, embed, extract))
  }

  /// Adds a value without a payload: `{"type": "stop"}`, `{"t": "stop"}` or `"stop"`.
  ///
  /// `==` tells which value is encoded, so the enum is `Equatable`. <doc:Polymorphism> shows what to do if its payloads
  /// aren't.
  ///
  /// - Parameters:
  ///   - tag: The tag that selects the value.
  ///   - value: The value. It's evaluated for each use, so it doesn't need to be `Sendable`.
  /// - Returns: The registry with the value.
  @inlinable
  public func adding(
    _ tag: ModelTag, _ value: @autoclosure @escaping @Sendable () -> Base
  ) -> ModelRegistry where Base: Equatable {
    adding(RegistryEntry(tag, tagging, value))
  }
}
