// 1, 1.0, 10e-1 and 0.0000001e7 are one number. To compare and hash them, each is converted to the
// one form whose digits neither begin nor end with a zero:
//
//   1.50     150 × 10^-2     →   15 × 10^-1
//   1500e-3  1500 × 10^-3    →   15 × 10^-1
//   -0.00    0 × 10^-2       →    no digits × 10^0, without a sign
//
// Powers of ten are counted, never multiplied out: `1e999999999` costs as much as `1e9`.

/// The one form that all spellings of a number share.
struct CanonicalNumber: Hashable {
  var isNegative = false
  /// The value of each digit, highest first; empty for zero.
  private(set) var digits: [UInt8] = []
  private(set) var exponent = DecimalExponent.small(0)

  /// Makes the canonical form of any digits and the text of an exponent, in O(*n*).
  fileprivate init(
    digits: [UInt8], isNegative: Bool, exponent: some Collection<UInt8>, adjustedBy adjustment: Int
  ) {
    let trailingZeros = digits.reversed().prefix { $0 == 0 }.count
    self.digits = Array(digits.dropLast(trailingZeros).drop { $0 == 0 })
    guard !self.digits.isEmpty else { return }
    self.isNegative = isNegative
    self.exponent = DecimalExponent(
      digits: exponent.digits, isNegative: exponent.contains(.minus),
      adjustedBy: adjustment + trailingZeros)
  }
}

extension JSONNumber {
  /// The form in which numbers of equal value are identical.
  var canonical: CanonicalNumber {
    switch storage {
    case .compact(let significand, let exponent, let isNegative):
      return CanonicalNumber(
        digits: String(significand).utf8.digits, isNegative: isNegative, exponent: [],
        adjustedBy: Int(exponent))
    case .text(let text):
      return JSONKey.withUTF8(text) { bytes in
        let mantissa = bytes.mantissa
        let point = mantissa.firstIndex(of: .dot) ?? mantissa.count - 1
        return CanonicalNumber(
          digits: mantissa.digits, isNegative: bytes.first == .minus,
          exponent: bytes.dropFirst(mantissa.count), adjustedBy: point + 1 - mantissa.count)
      }
    }
  }
}

extension JSONNumber: Hashable {
  /// Whether two numbers have the same mathematical value, however they are written.
  ///
  /// - Complexity: O(1) in compact form, else O(*n*) in the length of the numbers' texts.
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

extension Bytes {
  /// The part of a number's text before the exponent.
  var mantissa: Bytes { self[0..<(firstIndex { $0 | 0x20 == .lowerE } ?? count)] }
}

extension Sequence<UInt8> {
  /// The values of the digits in a text, which may contain other characters.
  var digits: [UInt8] { compactMap { $0.isDigit ? $0 - .zero : nil } }
}

extension FixedWidthInteger {
  /// Makes the integer with these decimal digits, highest first; nil if it is out of range.
  ///
  /// - Precondition: the type can represent 10.
  init?(decimalDigits digits: [UInt8], isNegative: Bool = false) {
    self = 0
    for digit in digits {
      let (product, overflow) = multipliedReportingOverflow(by: 10)
      // Negative numbers are summed downward: the least value has no positive counterpart.
      let (sum, carry) =
        isNegative
        ? product.subtractingReportingOverflow(Self(digit))
        : product.addingReportingOverflow(Self(digit))
      guard !overflow, !carry else { return nil }
      self = sum
    }
  }
}
