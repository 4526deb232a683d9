import Foundation

extension ColumnValue {
  /// How this value and another one are ordered, as SQLite does it: null, numbers, texts, bytes.
  ///
  /// Numbers are compared by value, whatever their kind, without rounding; texts by their UTF-8 bytes.
  func compare(_ other: ColumnValue) -> ComparisonResult {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): Self.compare(left, right)
    case (.text(let left), .text(let right)): Self.compare(left.utf8, right.utf8)
    case (.real(let left), .real(let right)): Self.compare(left, right)
    case (.integer(let left), .real(let right)): Self.compare((left, 0), Self.parts(of: right))
    case (.real(let left), .integer(let right)): Self.compare(Self.parts(of: left), (right, 0))
    case (.blob(let left), .blob(let right)): Self.compare(left, right)
    default: Self.compare(rank, other.rank)
    }
  }

  /// The place of a value's kind in the order of all values.
  private var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }

  /// A number as an integer and the rest: an integer as a real would be rounded beyond 2^53.
  private static func parts(of real: Double) -> (Int64, Double) {
    // NaN, which no row has, is below all integers.
    guard real >= -0x1p63 else { return (.min, -1) }
    guard real < 0x1p63 else { return (.max, 1) }
    return (Int64(real), real - real.rounded(.towardZero))
  }

  private static func compare(
    _ left: (Int64, Double), _ right: (Int64, Double)
  ) -> ComparisonResult {
    left.0 == right.0 ? compare(left.1, right.1) : compare(left.0, right.0)
  }

  private static func compare<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult
  {
    left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
  }

  private static func compare(
    _ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>
  ) -> ComparisonResult {
    var rest = right.makeIterator()
    for byte in left {
      guard let other = rest.next() else { return .orderedDescending }
      if byte != other { return compare(byte, other) }
    }
    return rest.next() == nil ? .orderedSame : .orderedAscending
  }
}
