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
  enum IntegerWidth: Comparable {
    case int, uint64, int128, uint128, none
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
    let text = tokenizer.string(of: token)
    let hasExponent = text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }
    // An integer can't tell -0 from 0.
    let isInteger = !hasExponent && !text.utf8.contains(UInt8(ascii: ".")) && text != "-0"
    if !isInteger { fractions += 1 }
    if text.hasPrefix("-") { hasNegatives = true }
    // So few digits are an `Int`, or a number that a `Double` and a `Decimal` hold.
    let isShort = !hasExponent && text.utf8.count <= 15
    guard !isShort, let number = tokenizer.number(of: token) else { return }
    if isInteger { magnitude = max(magnitude, Self.width(of: number)) }
    if !Self.isHeldByDouble(number) { inexact += 1 }
    // Those that a Double holds count as well: another number may rule it out.
    if number.decimal == nil { exceedsDecimal = true }
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
