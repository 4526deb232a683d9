import Foundation
import MirrorMap

/// What is known of numbers: which types hold all of them.
struct NumberEvidence {
  private(set) var count = 0
  /// Those with a fraction or an exponent.
  private(set) var fractions = 0
  /// Those whose digits a `Double` doesn't keep, and those that are too large or too small for it.
  private(set) var inexact = 0
  /// The narrowest type for each of those without a fraction.
  private var magnitude = IntegerWidth.int
  private var hasNegatives = false
  /// Whether there is one that `Decimal` doesn't hold.
  private(set) var exceedsDecimal = false

  /// Types of integers from narrow to wide.
  enum IntegerWidth: Int, Comparable {
    case int, uint64, int128, uint128, none
    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The narrowest type of integers for all those without a fraction.
  var width: IntegerWidth {
    switch magnitude {
    case .uint64 where hasNegatives: .int128
    case .uint128 where hasNegatives: .none
    default: magnitude
    }
  }

  mutating func add(_ token: JSONTokenizer.Token, _ tokenizer: borrowing JSONTokenizer) {
    count += 1
    let spelling = tokenizer.withBytes(of: token) { Spelling($0) }
    if !spelling.isInteger { fractions += 1 }
    if spelling.isNegative { hasNegatives = true }
    guard !spelling.isShort, let number = tokenizer.number(of: token) else { return }
    if spelling.isInteger { magnitude = max(magnitude, Self.width(of: number)) }
    if !Self.isHeldByDouble(number) { inexact += 1 }
    // Those that a Double holds count as well: another number may rule it out.
    if number.decimal == nil { exceedsDecimal = true }
  }

  private struct Spelling {
    /// Digits behind leading zeros.
    var digits = 0
    let length: Int
    var isInteger = true
    var isNegative = false
    var hasExponent = false

    init(_ bytes: UnsafeRawBufferPointer) {
      length = bytes.count
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "0"): digits += digits > 0 ? 1 : 0
        case UInt8(ascii: "1")...UInt8(ascii: "9"): digits += 1
        case UInt8(ascii: "-"): isNegative = true
        case UInt8(ascii: "."): isInteger = false
        default: (isInteger, hasExponent) = (false, true)
        }
      }
      // An integer can't tell -0 from 0.
      if bytes.count == 2, bytes[0] == UInt8(ascii: "-"), digits == 0 { isInteger = false }
    }

    /// Whether the type follows from the spelling alone: an `Int`, or a number that a `Double` and a `Decimal` hold.
    var isShort: Bool { !hasExponent && digits <= 15 && length < 100 }
  }

  /// Whether a `Double` keeps the digits of a number: they are those of the nearest `Double`, rounded to as many, or
  /// the shortest ones from which it is read.
  static func isHeldByDouble(_ number: JSONNumber) -> Bool {
    guard let double = number.double else { return false }
    let mantissa = number.description.utf8.prefix {
      $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E")
    }
    let zero = UInt8(ascii: "0")
    let digits = mantissa.filter { zero...(zero + 9) ~= $0 }.drop { $0 == zero }
    let rounded = String(format: "%.\(max(digits.count, 1) - 1)e", double)
    return JSONNumber(text: rounded) == number || JSONNumber(double) == number
  }

  private static func width(of number: JSONNumber) -> IntegerWidth {
    if number.exactly(Int64.self) != nil { return .int }
    if number.exactly(UInt64.self) != nil { return .uint64 }
    if number.exactly(Int128.self) != nil { return .int128 }
    if number.exactly(UInt128.self) != nil { return .uint128 }
    return .none
  }

  mutating func merge(_ other: NumberEvidence) {
    count += other.count
    fractions += other.fractions
    inexact += other.inexact
    magnitude = max(magnitude, other.magnitude)
    hasNegatives = hasNegatives || other.hasNegatives
    exceedsDecimal = exceedsDecimal || other.exceedsDecimal
  }
}
