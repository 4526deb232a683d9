// 1, 1.0, 10e-1 and 0.0000001e7 are one number. To compare and hash them, each is brought to the
// one form whose digits neither begin nor end with a zero:
//
//   1.50     150 × 10^-2     →   15 × 10^-1
//   1500e-3  1500 × 10^-3    →   15 × 10^-1
//   -0.00    0 × 10^-2       →    0 × 10^0, without a sign
//
// Powers of ten are only ever counted, never multiplied out: `1e999999999` costs as much as `1e9`.
// Digits are a UInt64 whenever they fit, whatever text they came from, so that each value has
// exactly one representation and the derived == and hash are those of the value.

/// The one form that all spellings of a number share.
struct CanonicalNumber: Hashable {
  let isNegative: Bool
  /// The digits as one integer when that fits, else 0.
  let significand: UInt64
  /// The value of each digit, highest first, when they do not fit `significand`; else empty.
  let longDigits: [UInt8]
  let exponent: DecimalExponent

  /// - Complexity: O(1), at most 19 divisions.
  init(significand: UInt64, exponent: Int, isNegative: Bool) {
    var significand = significand
    var exponent = exponent
    if significand == 0 {
      exponent = 0
    } else {
      while true {
        let (quotient, remainder) = significand.quotientAndRemainder(dividingBy: 10)
        guard remainder == 0 else { break }
        significand = quotient
        exponent += 1
      }
    }
    self.init(
      isNegative: isNegative && significand != 0, significand: significand, longDigits: [],
      exponent: .small(exponent))
  }

  /// - Complexity: O(*n*) in the length of the text.
  init(_ text: JSONNumberText) {
    var digits: [UInt8] = []
    digits.reserveCapacity(text.integer.count + text.fraction.count)
    for position in text.integer { digits.append(UInt8(text.digit(at: position))) }
    for position in text.fraction { digits.append(UInt8(text.digit(at: position))) }
    let trailingZeros = digits.reversed().prefix { $0 == 0 }.count
    digits.removeLast(trailingZeros)
    digits.removeFirst(digits.prefix { $0 == 0 }.count)

    guard !digits.isEmpty else {
      self.init(significand: 0, exponent: 0, isNegative: false)
      return
    }
    let short = CanonicalNumber.integer(digits)
    self.init(
      isNegative: text.isNegative,
      significand: short ?? 0,
      longDigits: short == nil ? digits : [],
      exponent: DecimalExponent(
        digits: text.exponentDigits.lazy.map { UInt8(text.digit(at: $0)) },
        isNegative: text.exponentIsNegative,
        adjustedBy: trailingZeros - text.fraction.count))
  }

  private init(
    isNegative: Bool, significand: UInt64, longDigits: [UInt8], exponent: DecimalExponent
  ) {
    self.isNegative = isNegative
    self.significand = significand
    self.longDigits = longDigits
    self.exponent = exponent
  }

  private static func integer(_ digits: [UInt8]) -> UInt64? {
    guard digits.count <= 20 else { return nil }
    var value: UInt64 = 0
    for digit in digits {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      guard !overflow, !carry else { return nil }
      value = sum
    }
    return value
  }

  var isZero: Bool { significand == 0 && longDigits.isEmpty }

  /// The value of each digit, highest first; empty for zero.
  var digits: [UInt8] {
    guard longDigits.isEmpty else { return longDigits }
    var digits: [UInt8] = []
    var rest = significand
    while rest > 0 {
      digits.append(UInt8(rest % 10))
      rest /= 10
    }
    digits.reverse()
    return digits
  }
}

extension JSONNumber {
  /// The form in which numbers of equal value are identical.
  var canonical: CanonicalNumber {
    switch storage {
    case .compact(let significand, let exponent, let isNegative):
      return CanonicalNumber(
        significand: significand, exponent: Int(exponent), isNegative: isNegative)
    case .text(let text):
      let canonical = JSONKey.withUTF8(text) { JSONNumberText($0).map { CanonicalNumber($0) } }
      // A stored text follows the grammar, so the second operand is never reached.
      return canonical ?? CanonicalNumber(significand: 0, exponent: 0, isNegative: false)
    }
  }
}

extension JSONNumber: Hashable {
  /// Whether two numbers have the same mathematical value, however they are written.
  ///
  /// - Complexity: O(1) in compact form, else O(*n*) in the length of the texts.
  public static func == (lhs: JSONNumber, rhs: JSONNumber) -> Bool {
    switch (lhs.storage, rhs.storage) {
    case (
      .compact(let left, let leftExponent, let leftIsNegative),
      .compact(let right, let rightExponent, let rightIsNegative)
    ) where leftExponent == rightExponent:
      return left == right && (leftIsNegative == rightIsNegative || left == 0)
    default:
      return lhs.canonical == rhs.canonical
    }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(canonical)
  }
}
