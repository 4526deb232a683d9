/// A condition on models: comparisons of properties, combined with `&&`, `||`, and `!`.
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
