/// A type made of items, each of which can be transformed: `Optional`, `Array`, `Dictionary`,
/// `Set`.
///
/// It lets a transform of `T` serve `[T]`, `[String: T]?` and so on, up to three levels deep.
/// Conform a container of your own by reading and writing its items with
/// ``JSONReader/decode(with:)``, ``JSONWriter/encodeElement(_:with:)`` and
/// ``JSONWriter/encode(_:forKey:with:)``.
public protocol MappableContainer: _NoneRepresentable {
  /// What a transform converts.
  associatedtype Item

  /// Reads a container, its items with a coding.
  static func decodeItems<Coding: ValueCoding<Item>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws -> Self

  /// Writes a container, its items with a coding.
  func encodeItems<Coding: ValueCoding<Item>>(
    to writer: inout JSONWriter, with coding: Coding
  ) throws

  /// Reads a container into this one, its items with a coding. Defaults to replacing this one.
  mutating func updateItems<Coding: ValueCoding<Item>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws

  /// Whether `null` stands for one of the container's values, as it does for an optional.
  static func acceptsNull(_ coding: some ValueCoding<Item>) -> Bool

  /// Whether this is nil.
  func isNone(_ coding: some ValueCoding<Item>) -> Bool

  /// What containers look like in JSON, given the shape of an item. Defaults to anything that
  /// contains items.
  static func shape(of items: ValueShape) -> ValueShape
}

extension MappableContainer {
  @inlinable
  public mutating func updateItems<Coding: ValueCoding<Item>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws {
    self = try Self.decodeItems(from: &reader, with: coding)
  }

  @inlinable
  public static func acceptsNull(_ coding: some ValueCoding<Item>) -> Bool { false }

  @inlinable
  public func isNone(_ coding: some ValueCoding<Item>) -> Bool { false }

  public static func shape(of items: ValueShape) -> ValueShape { .anything(containing: [items]) }
}

extension MappableContainer where Self: MappableValue, Item: MappableValue {
  /// The shape of containers of values that read and write themselves.
  public static var shape: ValueShape { shape(of: .value(Item.self)) }
}

/// The coding of a container, given that of its items.
@frozen
@usableFromInline
struct Lifted<Container: MappableContainer, Coding: ValueCoding>: ValueCoding
where Container.Item == Coding.Value {
  @usableFromInline let coding: Coding

  @inlinable
  init(_ coding: Coding) { self.coding = coding }

  @inlinable
  var acceptsNull: Bool { Container.acceptsNull(coding) }

  @inlinable
  func isNone(_ value: Container) -> Bool { value.isNone(coding) }

  @inlinable
  func decode(from reader: inout JSONReader) throws -> Container {
    try Container.decodeItems(from: &reader, with: coding)
  }

  @inlinable
  func encode(_ value: Container, to writer: inout JSONWriter) throws {
    try value.encodeItems(to: &writer, with: coding)
  }

  @inlinable
  func update(_ value: inout Container, from reader: inout JSONReader) throws {
    try value.updateItems(from: &reader, with: coding)
  }

  @usableFromInline
  var shape: ValueShape { Container.shape(of: coding.shape) }

  @usableFromInline
  var _access: _ValueAccess { .passing(coding, for: Self.self) }
}
