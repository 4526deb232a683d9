import Foundation

extension ColumnValue {
  /// How this value and another one are ordered, as SQLite does it: null, numbers, texts, bytes.
  ///
  /// Numbers are compared by value, whatever their kind, without rounding; texts by their UTF-8 bytes.
  ///
  /// - Complexity: O(*n*) in the length of texts and bytes, otherwise O(1).
  func compare(_ other: ColumnValue) -> ComparisonResult {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): Self.compare(left, right)
    case (.text(let left), .text(let right)): Self.compare(left.utf8, right.utf8)
    case (.real(let left), .real(let right)): Self.compare(left, right)
    case (.integer(let left), .real(let right)): Self.compare(left, to: right)
    case (.real(let left), .integer(let right)): Self.compare(right, to: left).reversed
    case (.blob(let left), .blob(let right)): Self.compare(left, right)
    default: Self.compare(rank, other.rank)
    }
  }

  /// The same number as the other kind of number; nil for other values, and if that can't hold it exactly.
  var asOtherKindOfNumber: ColumnValue? {
    switch self {
    case .integer(let integer): Double(exactly: integer).map(ColumnValue.real)
    case .real(let real): Int64(exactly: real).map(ColumnValue.integer)
    case .null, .text, .blob: nil
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

  /// Compares an integer with a real without converting it to one, which would round it beyond 2^53.
  private static func compare(_ integer: Int64, to real: Double) -> ComparisonResult {
    // Within these bounds the integral part fits; NaN, which no row has, is in none of them.
    guard real >= -0x1p63 else { return .orderedDescending }
    guard real < 0x1p63 else { return .orderedAscending }
    let integralPart = Int64(real)
    guard integer == integralPart else { return compare(integer, integralPart) }
    return compare(Double(integralPart), real)
  }
}

extension ComparisonResult {
  /// The result for the same values in the other order.
  var reversed: ComparisonResult {
    switch self {
    case .orderedAscending: .orderedDescending
    case .orderedDescending: .orderedAscending
    case .orderedSame: .orderedSame
    }
  }
}
