extension JSONNumber {
  /// Whether the number is mathematically an integer, of any size: `1.0` is one, `1.5` is not.
  public var isInteger: Bool {
    switch canonical.exponent {
    case .small(let exponent): exponent >= 0
    case .large(let isNegative, _): !isNegative
    }
  }

  /// The number without its fraction, rounded toward zero: 3 for 3.9, -3 for -3.9.
  var integerPart: JSONNumber {
    guard !isInteger else { return self }
    let canonical = self.canonical
    let digits = canonical.digits
    // With an exponent of -n, the last n digits are after the point.
    guard case .small(let exponent) = canonical.exponent, Int64(digits.count) + exponent > 0 else {
      return 0
    }
    let integer = digits.dropLast(Int(-exponent)).map { $0 + .zero }
    let sign = canonical.isNegative ? "-" : ""
    return JSONNumber(text: sign + String(decoding: integer, as: UTF8.self)) ?? 0
  }
}
