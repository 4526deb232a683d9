// 1, 1.0, 10e-1 and 0.0000001e7 are one number. To compare and hash them, each is converted to the
// one form whose digits neither begin nor end with a zero:
//
//   1.50     150 × 10^-2     →   15 × 10^-1
//   1500e-3  1500 × 10^-3    →   15 × 10^-1
//   -0.00    0 × 10^-2       →    no digits × 10^0, without a sign
//
// Powers of ten are counted, never multiplied out: `1e999999999` costs as much as `1e9`. Each value
// has exactly one representation, so the derived == and hash compare values.

/// The one form that all spellings of a number share.
struct CanonicalNumber: Hashable {
  var isNegative = false
  /// The value of each digit, highest first; empty for zero.
  private(set) var digits: [UInt8] = []
  private(set) var exponent = DecimalExponent.small(0)

  /// Makes the canonical form of any digits.
  ///
  /// - Parameter exponent: the exponent, given by how much the trailing zeros increase it.
  /// - Complexity: O(*n*) in the number of digits.
  fileprivate init(
    digits: [UInt8], isNegative: Bool, exponent: (_ trailingZeros: Int) -> DecimalExponent
  ) {
    let trailingZeros = digits.reversed().prefix { $0 == 0 }.count
    self.digits = Array(digits.dropLast(trailingZeros).drop { $0 == 0 })
    guard !self.digits.isEmpty else { return }
    self.isNegative = isNegative
    self.exponent = exponent(trailingZeros)
  }
}

extension JSONNumber {
  /// The form in which numbers of equal value are identical.
  var canonical: CanonicalNumber {
    switch storage {
    case .compact(let significand, let exponent, let isNegative):
      var digits: [UInt8] = []
      var rest = significand
      while rest > 0 {
        digits.append(UInt8(rest % 10))
        rest /= 10
      }
      return CanonicalNumber(digits: digits.reversed(), isNegative: isNegative) {
        .small(Int64(exponent) + Int64($0))
      }
    case .text(let text):
      return JSONKey.withUTF8(text) { bytes in
        let parts = JSONNumberText(bytes)
        // The text was validated when it was stored, so there always are parts.
        return CanonicalNumber(
          digits: parts.map { Array($0.digits) } ?? [], isNegative: parts?.isNegative ?? false
        ) { trailingZeros in
          guard let parts else { return .small(0) }
          return DecimalExponent(
            digits: bytes[parts.exponentDigits].lazy.map { $0 &- .zero },
            isNegative: parts.exponentIsNegative,
            adjustedBy: trailingZeros - parts.fraction.count)
        }
      }
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
