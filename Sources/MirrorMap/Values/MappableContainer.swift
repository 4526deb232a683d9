/// A container whose items can be transformed: `Optional`, `Array`, `Dictionary`, or `Set`.
///
/// Because of this protocol, a transform of `T` also works for `[T]`, `[String: T]?`, and so on, up to
/// three levels of containers. To adopt it in a container of your own, read and write the items with
/// ``JSONReader/decode(with:)``, ``JSONWriter/encodeElement(_:with:)``, and
/// ``JSONWriter/encode(_:forKey:with:)``.
public protocol MappableContainer: _NoneRepresentable {
  /// The type of the items.
  associatedtype Item

  /// Decodes a container, and its items with a coding.
  static func decodeItems<Coding: ValueCoding<Item>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws -> Self

  /// Encodes the container, and its items with a coding.
  func encodeItems<Coding: ValueCoding<Item>>(
    to writer: inout JSONWriter, with coding: Coding
  ) throws

  /// Updates the container from JSON, and decodes items with a coding.
  ///
  /// By default, decodes a new container that replaces this one. For a merge patch that is an object, encodes this
  /// container, applies the patch to its JSON, and decodes the result.
  mutating func updateItems<Coding: ValueCoding<Item>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws

  /// Whether `null` is one of the container's values, as it is for an optional. The default is false.
  static func acceptsNull(_ coding: some ValueCoding<Item>) -> Bool

  /// Whether the container means that there is no value, as nil does. The default is false.
  func isNone(_ coding: some ValueCoding<Item>) -> Bool

  /// The form of containers in JSON, for schemas. The default is anything that contains items.
  ///
  /// - Parameter items: The shape of an item.
  static func shape(of items: ValueShape) -> ValueShape
}

extension MappableContainer {
  @inlinable
  public mutating func updateItems<Coding: ValueCoding<Item>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws {
    self =
      try reader.isAtPatchObject
      ? reader.decodePatched(self, with: Lifted(coding))
      : Self.decodeItems(from: &reader, with: coding)
    reader.didReplace(Lifted<Self, Coding>.self)
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
