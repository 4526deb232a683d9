/// The properties of a stored model in a condition or an order: `{ $0.age < 30 }`.
///
/// ```swift
/// let young = try await store.fetch(
///   Employee.self, where: { $0.age < 30 && $0.enterprise == Reference(1) },
///   orderBy: { $0.firstName }, limit: 20)
/// ```
@dynamicMemberLookup
public struct ModelColumns<Model: StoredModel> {
  /// A property.
  public subscript<Value>(
    dynamicMember path: WritableKeyPath<Model, Value>
  ) -> ModelColumn<Model, Value> {
    ModelColumn(path: path)
  }
}

/// A property of a stored model in a condition or an order.
public struct ModelColumn<Model: StoredModel, Value> {
  let path: WritableKeyPath<Model, Value>

  /// A condition: the property has one of several values.
  public func isIn(_ values: some Sequence<Value>) -> ModelCondition<Model> {
    let values = Array(values)
    return ModelCondition { table in
      // None of no values is there, and without a value, the property can't always be found.
      guard !values.isEmpty else { return .isIn(column: table.idColumn, []) }
      let column = try table.column(of: path, value: values.first)
      return .isIn(column: column, Set(try values.map { try table.columnValue($0, in: column) }))
    }
  }

  func compare(_ comparison: RowCondition.Comparison, _ value: Value) -> ModelCondition<Model> {
    ModelCondition { table in
      let column = try table.column(of: path, value: value)
      let operand = try table.columnValue(value, in: column)
      try table.checkOrder(of: column, comparison, operand)
      return .compare(column: column, comparison, operand)
    }
  }
}

extension AnyTable {
  /// Checks that values of a column can be compared by their order.
  ///
  /// - Throws: ``StoreError`` with code `.query` for integers beyond 64 bits, which columns hold as texts.
  func checkOrder(
    of column: Int, _ comparison: RowCondition.Comparison? = nil, _ operand: ColumnValue = .null
  ) throws(StoreError) {
    let type = columns[column].field.valueType as? any ColumnRepresentable.Type
    guard let integers = type?.largeIntegers, comparison != .equal, comparison != .notEqual else {
      return
    }
    // Nothing is less or greater than nil.
    if comparison != nil, operand.isNull { return }
    // Those of unsigned types are beyond all integers of a column, as texts are.
    if comparison != nil, !integers.isSigned, operand.integer != nil { return }
    throw StoreError(
      .query, "integers beyond 64 bits have no order in a store", model: entity.name,
      property: entity.columns[column].name)
  }
}

extension StoredModel {
  /// The query for the rows of models.
  static func query(
    _ condition: ((ModelColumns<Self>) -> ModelCondition<Self>)?,
    _ order: ((ModelColumns<Self>) -> any ModelOrdering<Self>)? = nil, _ limit: Int? = nil,
    _ offset: Int = 0
  ) throws -> RowQuery {
    let (columns, table) = (ModelColumns<Self>(), try ModelTable<Self>.shared)
    guard offset >= 0, limit ?? 0 >= 0 else {
      throw StoreError(.query, "a limit or an offset is negative", model: table.entity.name)
    }
    return RowQuery(
      try condition?(columns).rows(table), order: try order?(columns).order.rows(table) ?? [],
      limit: limit, offset: offset)
  }
}
