import Foundation
import MirrorMapStore
import Testing

@testable import TestSupport

struct RowQueryTests {
  /// Values of all kinds, among them those that are equal in one sense and not in another.
  static let values: [ColumnValue] = [
    .null, .integer(0), .integer(1), .integer(-1), .integer(1 << 53), .integer(1 << 53 + 1),
    .integer(.max), .integer(.min), .real(0), .real(-0.0), .real(1), .real(1.5), .real(-1.5),
    .real(0x1p53), .real(0x1p63), .real(-0x1p63), .real(.infinity), .real(-.infinity),
    .text(""), .text("a"), .text("ab"), .text("b"), .text("é"), .text("e\u{301}"), .text("😀"),
    .text("\u{FFFD}"), .blob(Data()), .blob(Data([0])), .blob(Data([0, 1])), .blob(Data([255])),
  ]

  @Test func conditionsHoldAsInANaiveEvaluation() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let row = (0..<3).map { _ in Self.values.randomElement(using: &random)! }
      let condition = Self.randomCondition(depth: 3, &random)
      #expect(condition.matches(row) == Naive.holds(condition, row), "\(condition) \(row)")
    }
  }

  @Test func rowsComeInSQLitesOrder() {
    var random = SeededGenerator(seed: 8)
    for rowCount in [Int](repeating: 20, count: 500) + [Int](repeating: 200, count: 50) {
      let rows = (0..<rowCount).map { id in
        [.integer(Int64(id))] + (0..<2).map { _ in Self.values.randomElement(using: &random)! }
      }
      let order = (0..<Int.random(in: 0...2, using: &random)).map { _ in
        RowOrder(column: .random(in: 1...2, using: &random), isDescending: .random(using: &random))
      }
      let query = RowQuery(
        Self.randomCondition(depth: 1, &random), order: order,
        limit: Bool.random(using: &random) ? .random(in: 0...20, using: &random) : nil,
        offset: .random(in: 0...5, using: &random))
      let shuffled = rows.shuffled(using: &random)
      #expect(query.results(of: shuffled, idColumn: 0) == Naive.results(query, rows))
    }
  }

  @Test func numbersAreComparedExactly() {
    let beyond = StoredRow([.integer(1 << 53 + 1)])
    func matches(_ comparison: RowCondition.Comparison, _ value: ColumnValue) -> Bool {
      RowCondition.compare(column: 0, comparison, value).matches(beyond)
    }
    #expect(matches(.greater, .real(0x1p53)) && !matches(.equal, .real(0x1p53)))
    #expect(matches(.less, .real(.infinity)) && matches(.greater, .real(-.infinity)))
    #expect(RowCondition.compare(column: 0, .equal, .integer(1)).matches([.real(1)]))
    #expect(RowCondition.isIn(column: 0, [.real(1)]).matches([.integer(1)]))
    #expect(RowCondition.isIn(column: 0, [.integer(1)]).matches([.real(1)]))
    #expect(!RowCondition.isIn(column: 0, [.real(0x1p63)]).matches([.integer(.max)]))
  }

  @Test func textsAreComparedByTheirBytes() {
    #expect(ColumnValue.text("é") != .text("e\u{301}"))
    #expect(!RowCondition.isIn(column: 0, [.text("é")]).matches([.text("e\u{301}")]))
    #expect(Set<ColumnValue>([.text("é"), .text("e\u{301}"), .text("é")]).count == 2)
  }

  @Test func limitsAndOffsetsOutOfRangeGiveNoRows() {
    let rows: [StoredRow] = [[.integer(1)], [.integer(2)]]
    #expect(RowQuery(limit: 0).results(of: rows, idColumn: 0).isEmpty)
    #expect(RowQuery(offset: 9).results(of: rows, idColumn: 0).isEmpty)
    #expect(RowQuery(limit: 1, offset: .max).results(of: rows, idColumn: 0).isEmpty)
    #expect(RowQuery(limit: -1).results(of: rows, idColumn: 0).isEmpty)
    #expect(RowQuery(limit: .max, offset: 1).results(of: rows, idColumn: 0) == [[.integer(2)]])
  }

  private static func randomCondition(
    depth: Int, _ random: inout SeededGenerator
  ) -> RowCondition {
    let column = Int.random(in: 0...2, using: &random)
    let comparisons: [RowCondition.Comparison] = [
      .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
    ]
    switch Int.random(in: 0...(depth > 0 ? 4 : 1), using: &random) {
    case 0:
      return .compare(
        column: column, comparisons.randomElement(using: &random)!,
        values.randomElement(using: &random)!)
    case 1:
      return .isIn(
        column: column, Set((0..<3).map { _ in values.randomElement(using: &random)! }))
    case 2:
      return .and(
        randomCondition(depth: depth - 1, &random), randomCondition(depth: depth - 1, &random))
    case 3:
      return .or(
        randomCondition(depth: depth - 1, &random), randomCondition(depth: depth - 1, &random))
    default: return .not(randomCondition(depth: depth - 1, &random))
    }
  }
}

/// The same answers in the most obvious way.
private enum Naive {
  /// A number as an integral part and a fraction, which hold every value exactly.
  static func number(_ value: ColumnValue) -> (Decimal, Double)? {
    switch value {
    case .integer(let integer): (Decimal(integer), 0)
    case .real(.infinity): (Decimal(sign: .plus, exponent: 100, significand: 1), 0)
    case .real(-.infinity): (Decimal(sign: .minus, exponent: 100, significand: 1), 0)
    case .real(let real):
      (Decimal(string: "\(Int128(real.rounded(.down)))")!, real - real.rounded(.down))
    default: nil
    }
  }

  /// -1, 0 or 1.
  static func compare(_ left: ColumnValue, _ right: ColumnValue) -> Int {
    if let left = number(left), let right = number(right) {
      return left < right ? -1 : left == right ? 0 : 1
    }
    switch (left, right) {
    case (.text(let left), .text(let right)): return bytes(Array(left.utf8), Array(right.utf8))
    case (.blob(let left), .blob(let right)): return bytes(Array(left), Array(right))
    default: return (kind(left) - kind(right)).signum()
    }
  }

  static func bytes(_ left: [UInt8], _ right: [UInt8]) -> Int {
    left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
  }

  static func kind(_ value: ColumnValue) -> Int {
    switch value {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }

  static func holds(_ condition: RowCondition, _ row: StoredRow) -> Bool {
    switch condition {
    case .and(let left, let right): return [left, right].allSatisfy { holds($0, row) }
    case .or(let left, let right): return [left, right].contains { holds($0, row) }
    case .not(let condition): return !holds(condition, row)
    case .isIn(let column, let values):
      return values.contains { compare($0, row[column]) == 0 }
    case .compare(let column, let comparison, let value):
      let isOrdered = row[column] != .null && value != .null
      let result = compare(row[column], value)
      return switch comparison {
      case .equal: result == 0
      case .notEqual: result != 0
      case .less: isOrdered && result < 0
      case .lessOrEqual: isOrdered && result <= 0
      case .greater: isOrdered && result > 0
      case .greaterOrEqual: isOrdered && result >= 0
      }
    }
  }

  /// - Parameter rows: in the order of their ids.
  static func results(_ query: RowQuery, _ rows: [StoredRow]) -> [StoredRow] {
    var found = rows.filter { row in query.condition.map { holds($0, row) } ?? true }
    // Sorting is stable: by the last column first.
    for rule in query.order.reversed() {
      found.sort {
        let result = compare($0[rule.column], $1[rule.column])
        return rule.isDescending ? result > 0 : result < 0
      }
    }
    return Array(found.dropFirst(query.offset).prefix(query.limit ?? found.count))
  }
}
