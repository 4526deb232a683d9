extension JSONNumber {
  /// Returns ±`digits` × 10^`exponent` as JSON text.
  ///
  /// The notation is plain if the power of ten of the first digit is between 10^-6 and 10^20, or if there is
  /// nothing to add to the digits but a point; otherwise one digit, a point, the others and an exponent.
  ///
  /// - Parameter digits: without leading zeros; `0` for zero.
  static func text(digits: String, exponent: Int, isNegative: Bool) -> String {
    let sign = isNegative ? "-" : ""
    let scientificExponent = exponent + digits.count - 1
    // Never "000", which isn't valid JSON.
    if exponent >= 0, digits == "0" { return sign + "0" }
    if exponent == 0 || exponent > 0 && scientificExponent < 21 {
      return sign + digits + String(repeating: "0", count: exponent)
    }
    if exponent < 0, scientificExponent >= 0 {
      return sign + digits.dropLast(-exponent) + "." + digits.suffix(-exponent)
    }
    if scientificExponent < 0, scientificExponent > -7 {
      return sign + "0." + String(repeating: "0", count: -scientificExponent - 1) + digits
    }
    let point = digits.count > 1 ? "." : ""
    return sign + digits.prefix(1) + point + digits.dropFirst() + "e\(scientificExponent)"
  }
}
