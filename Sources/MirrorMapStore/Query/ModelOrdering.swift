/// What models can be ordered by: a property, in its ascending order, or a ``ModelOrder``.
public protocol ModelOrdering<Model> {
  /// The model that is ordered.
  associatedtype Model: StoredModel

  /// The order.
  var order: ModelOrder<Model> { get }
}

extension ModelOrder: ModelOrdering {
  /// This order itself.
  public var order: ModelOrder { self }
}

extension ModelColumn: ModelOrdering {
  /// The ascending order of the property.
  public var order: ModelOrder<Model> { ascending }
}
