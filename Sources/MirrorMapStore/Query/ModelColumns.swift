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

/// What models fulfill or don't: comparisons of properties, joined by `&&`, `||`, and `!`.
///
/// A comparison with nil by `==` is true where the property is nil, and by `!=` where it isn't. Where a property is
/// nil, `!=` with a value is true, and all other comparisons are false.
public struct ModelCondition<Model: StoredModel> {
  private enum Operator { case and, or }

  /// Make the conditions on rows that the operator joins: all those of a chain such as `a || b || c`, which would be as
  /// deep as it's long otherwise.
  private let operands: [(ModelTable<Model>) throws -> RowCondition]
  private let joint: Operator
  /// How many operators are inside of each other.
  private let depth: Int

  init(_ rows: @escaping (ModelTable<Model>) throws -> RowCondition) {
    self.init([rows], .and, depth: 0)
  }

  private init(
    _ operands: [(ModelTable<Model>) throws -> RowCondition], _ joint: Operator, depth: Int
  ) {
    // What evaluates a condition, and what frees it, is recursive.
    let isTooDeep = depth > 64
    self.operands = isTooDeep ? [Self.refuse] : operands
    self.joint = joint
    self.depth = isTooDeep ? 0 : depth
  }

  private static func refuse(_ table: ModelTable<Model>) throws -> RowCondition {
    throw StoreError(.query, "the condition is nested too deep", model: table.entity.name)
  }

  /// Makes the condition on rows.
  func rows(_ table: ModelTable<Model>) throws -> RowCondition {
    try join(operands.map { try $0(table) }[...])
  }

  /// Joins conditions to a tree that is no deeper than it must be.
  private func join(_ conditions: ArraySlice<RowCondition>) -> RowCondition {
    guard conditions.count > 1 else { return conditions[conditions.startIndex] }
    let middle = conditions.startIndex + conditions.count / 2
    let (left, right) = (join(conditions[..<middle]), join(conditions[middle...]))
    return joint == .and ? .and(left, right) : .or(left, right)
  }

  private static func join(
    _ left: ModelCondition, _ joint: Operator, _ right: ModelCondition
  ) -> ModelCondition {
    let (leftPart, rightPart) = (left.part(of: joint), right.part(of: joint))
    return ModelCondition(
      leftPart.operands + rightPart.operands, joint, depth: max(leftPart.depth, rightPart.depth))
  }

  /// This condition as a part of a chain of an operator.
  private func part(of joint: Operator) -> ModelCondition {
    if operands.count > 1, self.joint == joint { return self }
    return ModelCondition([rows], joint, depth: depth + 1)
  }

  /// A condition that models fulfill if they fulfill both conditions.
  public static func && (left: ModelCondition, right: ModelCondition) -> ModelCondition {
    join(left, .and, right)
  }

  /// A condition that models fulfill if they fulfill one of the conditions, or both.
  public static func || (left: ModelCondition, right: ModelCondition) -> ModelCondition {
    join(left, .or, right)
  }

  /// A condition that models fulfill if they don't fulfill the other condition.
  public static prefix func ! (condition: ModelCondition) -> ModelCondition {
    ModelCondition([{ .not(try condition.rows($0)) }], .and, depth: condition.depth + 1)
  }
}

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

// MARK: - Operators

// On columns only, so that no other expression takes longer to type-check.

extension ModelColumn {
  /// A condition that a property is equal to a value.
  public static func == (column: ModelColumn, value: Value) -> ModelCondition<Model> {
    column.compare(.equal, value)
  }

  /// A condition that a property isn't equal to a value.
  public static func != (column: ModelColumn, value: Value) -> ModelCondition<Model> {
    column.compare(.notEqual, value)
  }

  /// A condition that a property is less than a value.
  public static func < (column: ModelColumn, value: Value) -> ModelCondition<Model> {
    column.compare(.less, value)
  }

  /// A condition that a property is less than or equal to a value.
  public static func <= (column: ModelColumn, value: Value) -> ModelCondition<Model> {
    column.compare(.lessOrEqual, value)
  }

  /// A condition that a property is greater than a value.
  public static func > (column: ModelColumn, value: Value) -> ModelCondition<Model> {
    column.compare(.greater, value)
  }

  /// A condition that a property is greater than or equal to a value.
  public static func >= (column: ModelColumn, value: Value) -> ModelCondition<Model> {
    column.compare(.greaterOrEqual, value)
  }
}

// MARK: - Rows

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
    // Those of unsigned types are beyond all integers of a column, as texts are.
    if comparison != nil, !integers.isSigned, operand.integer != nil { return }
    throw StoreError(
      .query, "integers beyond 64 bits have no order in a store", model: entity.name,
      property: entity.columns[column].name)
  }
}

extension ModelTable {
  /// The query for the rows of models.
  func query(
    _ condition: ModelCondition<Model>?, _ order: ModelOrder<Model>? = nil, _ limit: Int? = nil,
    _ offset: Int = 0
  ) throws -> RowQuery {
    guard offset >= 0, limit ?? 0 >= 0 else {
      throw StoreError(.query, "a limit or an offset is negative", model: entity.name)
    }
    return RowQuery(
      try condition?.rows(self), order: try order?.rows(self) ?? [], limit: limit, offset: offset)
  }
}
