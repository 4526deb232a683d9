import Foundation

extension JSONNumber {
  /// The number as an integer of the given type, if it is exactly one.
  ///
  /// What counts is the value: `1.0`, `1e2` and `100e-2` are integers, `1.5` is not, and nothing is
  /// ever rounded or truncated.
  ///
  /// ```swift
  /// JSONNumber(text: "300")?.exactly(Int8.self)     // nil
  /// JSONNumber(text: "3e2")?.exactly(Int16.self)    // 300
  /// ```
  ///
  /// - Complexity: O(*n*) in the length of the number's text, whatever its exponent.
  @inlinable
  public func exactly<I: FixedWidthInteger>(_ type: I.Type = I.self) -> I? {
    if case .compact(let significand, exponent: 0, isNegative: false) = storage {
      return I(exactly: significand)
    }
    return exactlyFromDigits(type)
  }

  @usableFromInline
  func exactlyFromDigits<I: FixedWidthInteger>(_ type: I.Type) -> I? {
    let canonical = self.canonical
    if canonical.isZero { return 0 }
    // The last digit is not zero, so a negative exponent leaves a fraction.
    guard case .small(let exponent) = canonical.exponent, exponent >= 0 else { return nil }
    // A number of n digits is at least 10^(n-1), which for n > bitWidth is more than any I.
    guard exponent <= I.bitWidth else { return nil }
    let digits = canonical.digits
    guard digits.count + exponent <= I.bitWidth + 1 else { return nil }
    guard let ten = I(exactly: 10) else {
      // A type of three or four bits: every value of it is one digit.
      guard exponent == 0, digits.count == 1, let digit = digits.first else { return nil }
      return I(exactly: canonical.isNegative ? -Int(digit) : Int(digit))
    }

    // Negative numbers are summed downwards: the least value has no positive counterpart.
    var value: I = 0
    for position in 0..<(digits.count + exponent) {
      let digit = position < digits.count ? I(truncatingIfNeeded: digits[position]) : 0
      let (product, overflow) = value.multipliedReportingOverflow(by: ten)
      let (sum, carry) =
        canonical.isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      guard !overflow, !carry else { return nil }
      value = sum
    }
    return value
  }

  /// The number as an `Int`, if it is exactly one.
  @inlinable
  public var int: Int? { exactly(Int.self) }

  /// The nearest `Double`, ties to even; nil beyond the range of `Double`.
  ///
  /// Numbers too small for `Double` become zero, with their sign.
  ///
  /// ```swift
  /// JSONNumber(text: "0.1")?.double     // 0.1
  /// JSONNumber(text: "1e400")?.double   // nil
  /// ```
  public var double: Double? {
    let value: Double
    switch storage {
    case .compact(let significand, let exponent, let isNegative):
      let fast = DecimalToBinary.double(
        significand: significand, exponent: Int(exponent), isNegative: isNegative,
        powers: .shared)
      value = fast ?? nearestDouble(description)
    case .text(let text):
      value = nearestDouble(text)
    }
    return value.isFinite ? value : nil
  }

  private func nearestDouble(_ text: String) -> Double {
    JSONKey.withUTF8(text) { DecimalToBinary.double(text: $0) }
  }

  /// Whether there is a minus sign, which on a zero has no mathematical meaning.
  var isWrittenNegative: Bool {
    switch storage {
    case .compact(_, _, let isNegative): return isNegative
    case .text(let text): return text.utf8.first == UInt8(ascii: "-")
    }
  }

  /// The number as a `Decimal`, if that holds it exactly: up to 38 significant digits and exponents
  /// from -128 to 127, counted without trailing zeros (Foundation strips them, so 10^130 is beyond).
  ///
  /// ```swift
  /// JSONNumber(text: "0.1")?.decimal    // exactly one tenth
  /// JSONNumber(text: "1e-200")?.decimal // nil
  /// ```
  public var decimal: Decimal? {
    let canonical = self.canonical
    if canonical.isZero { return Decimal(0) }
    guard case .small(let exponent) = canonical.exponent, (-128...127).contains(exponent) else {
      return nil
    }
    let digits = canonical.digits
    guard digits.count <= 39 else { return nil }
    var significand: UInt128 = 0
    for digit in digits {
      let (product, overflow) = significand.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt128(digit))
      guard !overflow, !carry else { return nil }
      significand = sum
    }

    // Foundation's own conversions from text round silently, so the value is put together from its
    // parts, and returned only if it reads back as this number.
    let high = Decimal(UInt64(truncatingIfNeeded: significand >> 64))
    let low = Decimal(UInt64(truncatingIfNeeded: significand))
    let twoToThe64 = Decimal(UInt64.max) + 1
    let magnitude = high * twoToThe64 + low
    let decimal = Decimal(
      sign: canonical.isNegative ? .minus : .plus, exponent: exponent, significand: magnitude)
    return JSONNumber(decimal) == self ? decimal : nil
  }
}
