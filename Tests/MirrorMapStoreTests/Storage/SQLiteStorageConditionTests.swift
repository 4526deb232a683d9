import Foundation
import Testing

@testable import MirrorMapStore
@testable import TestSupport

struct SQLiteStorageConditionTests {
  let database: TemporaryDatabase

  init() throws { database = try TemporaryDatabase() }

  /// A column per type.
  static let entity = StoredEntity(
    name: "Row",
    columns: [
      StoredColumn(name: "id", type: .integer, isRequired: true),
      StoredColumn(name: "integer", type: .integer, isRequired: false),
      StoredColumn(name: "real", type: .real, isRequired: false),
      StoredColumn(name: "text", type: .text, isRequired: false),
      StoredColumn(name: "blob", type: .blob, isRequired: false),
      StoredColumn(name: "any", type: .any, isRequired: false),
    ], idColumn: 0, indexes: [[1], [5]])

  static let integers: [ColumnValue] = [.null, .integer(-1), .integer(5), .integer(.max)]
  static let reals: [ColumnValue] = [.null, .real(-1.5), .real(5), .real(1e300)]
  static let texts: [ColumnValue] = [.null, .text(""), .text("5"), .text("a\0b'"), .text("é")]
  static let blobs: [ColumnValue] = [.null, .blob(Data()), .blob(Data("5".utf8))]
  static let values = integers + reals.dropFirst() + texts.dropFirst() + blobs.dropFirst()

  static let rows: [StoredRow] = (0..<60).map { number in
    [
      .integer(Int64(number)), integers[number % 4], reals[number / 2 % 4], texts[number % 5],
      blobs[number % 3], values[number % values.count],
    ]
  }

  /// SQLite's order of values.
  static func isLess(_ left: ColumnValue, _ right: ColumnValue) -> Bool {
    func rank(_ value: ColumnValue) -> Int {
      switch value {
      case .null: 0
      case .integer, .real: 1
      case .text: 2
      case .blob: 3
      }
    }
    switch (left, right) {
    case (.integer(let left), .integer(let right)): return left < right
    case (.integer(let left), .real(let right)): return Double(left) < right
    case (.real(let left), .integer(let right)): return left < Double(right)
    case (.real(let left), .real(let right)): return left < right
    case (.text(let left), .text(let right)):
      return left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.blob(let left), .blob(let right)): return left.lexicographicallyPrecedes(right)
    default: return rank(left) < rank(right)
    }
  }

  static func isEqual(_ left: ColumnValue, _ right: ColumnValue) -> Bool {
    !isLess(left, right) && !isLess(right, left)
  }

  static func fulfills(_ row: StoredRow, _ condition: RowCondition) -> Bool {
    switch condition {
    case .and(let left, let right): return fulfills(row, left) && fulfills(row, right)
    case .or(let left, let right): return fulfills(row, left) || fulfills(row, right)
    case .not(let inner): return !fulfills(row, inner)
    case .isIn(let column, let set): return set.contains { isEqual(row[column], $0) }
    case .compare(let column, let comparison, let value):
      let own = row[column]
      switch comparison {
      case .equal: return isEqual(own, value)
      case .notEqual: return !isEqual(own, value)
      case _ where own.isNull || value.isNull: return false
      case .less: return isLess(own, value)
      case .lessOrEqual: return !isLess(value, own)
      case .greater: return isLess(value, own)
      case .greaterOrEqual: return !isLess(own, value)
      }
    }
  }

  static func randomCondition(
    _ depth: Int, using random: inout SeededGenerator
  ) -> RowCondition {
    let column = Int.random(in: 1...5, using: &random)
    switch Int.random(in: 0..<(depth > 0 ? 10 : 5), using: &random) {
    case 0...3:
      let comparisons: [RowCondition.Comparison] = [
        .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
      ]
      return .compare(
        column: column, comparisons.randomElement(using: &random)!,
        values.randomElement(using: &random)!)
    case 4:
      let count = Int.random(in: 0...4, using: &random)
      return .isIn(
        column: column, Set((0..<count).map { _ in values.randomElement(using: &random)! }))
    case let choice where choice < 9:
      let left = randomCondition(depth - 1, using: &random)
      let right = randomCondition(depth - 1, using: &random)
      return choice < 7 ? .and(left, right) : .or(left, right)
    default: return .not(randomCondition(depth - 1, using: &random))
    }
  }

  @Test func conditionsHaveTwoAnswers() throws {
    let storage = try database.storage(Self.entity, Self.rows)
    var random = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      let condition = Self.randomCondition(3, using: &random)
      let expected = Self.rows.filter { Self.fulfills($0, condition) }
      let query = RowQuery(condition)
      #expect(try storage.rows(of: Self.entity, matching: query) == expected, "\(condition)")
      #expect(try storage.count(of: Self.entity, matching: query) == expected.count)
    }
  }

  @Test func ordersAndLimits() throws {
    let storage = try database.storage(Self.entity, Self.rows.reversed())
    for column in 1...5 {
      for isDescending in [false, true] {
        let expected = Self.rows.sorted { left, right in
          if Self.isEqual(left[column], right[column]) { return Self.isLess(left[0], right[0]) }
          return Self.isLess(left[column], right[column]) != isDescending
        }
        var query = RowQuery(order: [RowOrder(column: column, isDescending: isDescending)])
        #expect(try storage.rows(of: Self.entity, matching: query) == expected)
        query.limit = 7
        query.offset = 5
        #expect(try storage.rows(of: Self.entity, matching: query) == Array(expected[5..<12]))
        #expect(try storage.count(of: Self.entity, matching: query) == 7)
        query.limit = nil
        #expect(try storage.rows(of: Self.entity, matching: query) == Array(expected[5...]))
        #expect(try storage.count(of: Self.entity, matching: query) == 55)
      }
    }
    let descending = RowQuery(order: [RowOrder(column: 0, isDescending: true)], limit: 1)
    #expect(try storage.rows(of: Self.entity, matching: descending) == [Self.rows[59]])
    #expect(try storage.count(of: Self.entity, matching: RowQuery(limit: -1, offset: -1)) == 0)
  }

  @Test func setsCanBeLarge() throws {
    let storage = try database.storage(Self.entity, Self.rows)
    let many = (0..<100_000).map { ColumnValue.integer($0 * 2) }
    #expect(
      try storage.count(of: Self.entity, matching: RowQuery(.isIn(column: 0, Set(many)))) == 30)
    let texts = (0..<40_000).map { ColumnValue.text("\($0)'") } + [.text("a\0b'"), .text("é")]
    #expect(
      try storage.count(of: Self.entity, matching: RowQuery(.isIn(column: 3, Set(texts)))) == 24)
    #expect(try storage.rows(many, of: Self.entity).count == 30)
  }

  @Test func indexesAreUsed() throws {
    let storage = try database.storage(Self.entity, Self.rows)
    for condition: RowCondition in [
      .compare(column: 1, .equal, .integer(1)), .compare(column: 1, .less, .integer(1)),
      .isIn(column: 1, [.integer(1), .integer(2)]),
    ] {
      let query = try SQLiteQuery(RowQuery(condition), of: Self.entity, isOrdered: false)
      let plan = try storage.connection.run(
        "EXPLAIN QUERY PLAN SELECT * FROM Row" + query.sql, query.values)
      #expect("\(plan)".contains("USING INDEX Row(integer)"), "\(plan)")
    }
  }

  @Test func whatCannotBeAskedIsAnError() throws {
    let storage = try database.storage(Self.entity, Self.rows)
    func code(_ query: RowQuery) -> StoreError.Code? {
      MirrorMapStoreTests.code { _ = try storage.rows(of: Self.entity, matching: query) }
    }
    #expect(code(RowQuery(.compare(column: 6, .equal, .null))) == .query)
    #expect(code(RowQuery(.isIn(column: -1, []))) == .query)
    #expect(code(RowQuery(order: [RowOrder(column: 9)])) == .query)
    var deep = RowCondition.compare(column: 1, .equal, .null)
    for _ in 0..<3000 { deep = .not(deep) }
    #expect(code(RowQuery(deep)) == .query)
  }
}
