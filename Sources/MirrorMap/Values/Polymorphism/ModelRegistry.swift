/// Reads and writes values of several types as one: JSON says of which type each of them is.
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
/// `Base` is what the types have in common: a protocol, a class, or an enum whose payloads are
/// of the types (``adding(_:embed:extract:)``, ``Polymorphic``). Pass a registry wherever a `transform:` is
/// expected: for `Base`, and for optionals, arrays and dictionaries of it. Make it once, as a
/// `static let`.
///
/// **Reading.** The tag is found anywhere in the object, by looking ahead. A tag that is missing, occurs
/// twice, is of the wrong kind, or is unknown is an error. An unknown one isn't if there is a
/// ``fallback(_:)``. The model reads the same object and may map the tag's key as well.
///
/// **Writing.** The tag becomes the first member, unless the model writes it itself, which it must do
/// with the same tag. A value is written by the entry of exactly its type; otherwise by the first entry
/// that can take it, of classes by that of the nearest superclass.
///
/// What is wrong with a registry itself, such as two entries with one tag or a model that is no `Base`,
/// is an error with code `.declaration` at its first use.
///
/// - Complexity: Finding a tag skips the object once more, so values nested *d* levels deep take
///   O(n × d).
public struct ModelRegistry<Base>: ValueCoding {
  public typealias Value = Base

  let table: RegistryTable<Base>

  /// Makes a registry without types.
  ///
  /// - Parameter tagging: where JSON has the tag.
  public init(_ tagging: Tagging) { table = RegistryTable(tagging: tagging) }

  init(_ table: RegistryTable<Base>) { self.table = table }

  /// Where JSON has the tag.
  public var tagging: Tagging { table.tagging }

  /// This registry with one more entry, or with a fallback.
  @usableFromInline
  func adding(_ entry: RegistryEntry<Base>, asFallback: Bool = false) -> ModelRegistry {
    ModelRegistry(
      RegistryTable(
        tagging: tagging, entries: table.entries + (asFallback ? [] : [entry]),
        fallbacks: table.fallbacks + (asFallback ? [entry] : [])))
  }
}

// MARK: - Types

extension ModelRegistry {
  /// Adds a type whose values are values of `Base`: it conforms to the protocol, or is the class or a
  /// subclass of it.
  ///
  /// - Parameters:
  ///   - type: a model or another mappable value. Under `.internal` tagging it has to be one that is
  ///     written as an object.
  ///   - tag: what stands for it. A type may have several tags; the first one is written.
  @inlinable
  public func adding<Model: MappableValue>(
    _ type: Model.Type, as tag: ModelTag
  ) -> ModelRegistry {
    adding(RegistryEntry(type, tag, tagging))
  }

  /// Adds a type to an untagged registry. The order of adding is that of trying.
  @inlinable
  public func adding<Model: MappableValue>(_ type: Model.Type) -> ModelRegistry {
    adding(RegistryEntry(type, nil, tagging))
  }

  /// Sets what reads values with unknown tags; of an untagged registry, what is tried last.
  ///
  /// It reads the whole value, its tag included, and writes it back by itself, no tag being added. One
  /// that keeps the whole JSON gives it back unchanged:
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
    adding(RegistryEntry(type, nil, .untagged), asFallback: true)
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
  ///   - tag: what stands for it.
  ///   - embed: makes a value of a payload. What it throws comes out as the cause of an error.
  ///   - extract: the payload of a value; nil for one of another case.
  @inlinable
  public func adding<Payload: MappableValue>(
    _ tag: ModelTag, embed: @escaping @Sendable (Payload) throws -> Base,
    extract: @escaping @Sendable (Base) -> Payload?
  ) -> ModelRegistry {
    adding(RegistryEntry(tag, tagging, embed, extract))
  }

  /// Adds a case with a payload to an untagged registry. The order of adding is that of trying.
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
    adding(RegistryEntry(nil, .untagged, embed, extract), asFallback: true)
  }

  /// Adds a value without a payload: `{"type": "stop"}`, `{"t": "stop"}` or `"stop"`.
  ///
  /// - Parameters:
  ///   - tag: what stands for it.
  ///   - value: read where the tag is, and written with it; made anew for each use, so that it need not
  ///     be `Sendable`.
  @inlinable
  public func adding(
    _ tag: ModelTag, _ value: @autoclosure @escaping @Sendable () -> Base
  ) -> ModelRegistry where Base: Equatable {
    adding(RegistryEntry(tag, tagging, value))
  }
}
