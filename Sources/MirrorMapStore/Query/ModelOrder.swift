/// An order of models by their properties.
///
/// ```swift
/// orderBy: { $0.lastName.ascending.then($0.age.descending) }
/// ```
public struct ModelOrder<Model: StoredModel> {
  /// Makes the order of rows.
  let rows: (ModelTable<Model>) throws -> [RowOrder]

  /// This order and, for models that are equal in it, another one.
  public func then(_ next: ModelOrder) -> ModelOrder {
    ModelOrder { try self.rows($0) + next.rows($0) }
  }

  /// This order and, for models that are equal in it, the ascending one of a property.
  public func then<Value>(_ next: ModelColumn<Model, Value>) -> ModelOrder { then(next.ascending) }
}

extension ModelColumn {
  /// The smallest value first, nil before all others.
  public var ascending: ModelOrder<Model> { order(isDescending: false) }

  /// The greatest value first, nil after all others.
  public var descending: ModelOrder<Model> { order(isDescending: true) }

  private func order(isDescending: Bool) -> ModelOrder<Model> {
    ModelOrder { table in
      let column = try table.column(of: path)
      try table.checkOrder(of: column)
      return [RowOrder(column: column, isDescending: isDescending)]
    }
  }
}

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
