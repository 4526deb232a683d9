/// A type that a relation can have: `Reference<T>`, `Reference<T>?`, `[Reference<T>]`, or `Set<Reference<T>>`.
///
/// Don't conform types of your own to this protocol.
public protocol RelationValue: MappableValue {
  /// The model that the relation refers to.
  associatedtype Target: StoredModel

  /// Whether the relation refers to any number of models.
  static var isToMany: Bool { get }

  /// The references of the relation.
  var references: [Reference<Target>] { get }

  /// Makes a relation to models, each of them once; nil if the relation can't refer to that many.
  init?(references: [Reference<Target>])

  /// The reference of a to-one relation; nil if there is none, or if it's a to-many relation.
  var single: Reference<Target>? { get }

  /// Makes a to-one relation; nil if it's a to-many relation, or if it requires a reference and there is none.
  init?(single: Reference<Target>?)
}

/// A to-one relation.
public protocol SingleRelation: RelationValue {}

/// A reference, for extensions of containers.
public protocol ReferenceValue: SingleRelation {
  /// The reference itself.
  var reference: Reference<Target> { get }

  /// Makes a reference.
  init(reference: Reference<Target>)
}

extension SingleRelation {
  @inlinable public static var isToMany: Bool { false }

  @inlinable public var references: [Reference<Target>] { single.map { [$0] } ?? [] }

  @inlinable
  public init?(references: [Reference<Target>]) {
    guard references.count < 2 else { return nil }
    self.init(single: references.first)
  }
}

extension Reference: ReferenceValue {
  public typealias Target = Model

  @inlinable public var reference: Reference<Model> { self }

  @inlinable public init(reference: Reference<Model>) { self = reference }

  @inlinable public var single: Reference<Model>? { self }

  @inlinable
  public init?(single: Reference<Model>?) {
    guard let single else { return nil }
    self = single
  }
}

extension Optional: SingleRelation, RelationValue where Wrapped: ReferenceValue {
  public typealias Target = Wrapped.Target

  @inlinable public var single: Reference<Wrapped.Target>? { self?.reference }

  @inlinable
  public init?(single: Reference<Wrapped.Target>?) {
    self = single.map { Wrapped(reference: $0) }
  }
}

extension RelationValue {
  @inlinable public static var isToMany: Bool { true }

  @inlinable public var single: Reference<Target>? { nil }

  @inlinable
  public init?(single: Reference<Target>?) { return nil }
}

extension Array: RelationValue where Element: ReferenceValue {
  public typealias Target = Element.Target

  public var references: [Reference<Element.Target>] { map(\.reference) }

  @inlinable
  public init(references: [Reference<Element.Target>]) {
    self = references.map { Element(reference: $0) }
  }
}

extension Set: RelationValue where Element: ReferenceValue {
  public typealias Target = Element.Target

  public var references: [Reference<Element.Target>] { map(\.reference) }

  @inlinable
  public init(references: [Reference<Element.Target>]) {
    self.init(references.lazy.map { Element(reference: $0) })
  }
}
