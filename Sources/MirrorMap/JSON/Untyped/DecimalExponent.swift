/// A power of ten of any size.
///
/// `1e99999999999999999999999999` is a JSON number of a few bytes whose exponent fits no integer.
/// Two such numbers can still be equal (`10e99999999999999999999999998`), so the exponent is kept
/// exactly: as an `Int` below 10^18 in magnitude, as its decimal digits from there on. One value
/// has one form, so the derived == and hash are right.
enum DecimalExponent: Hashable {
  case small(Int)
  /// Decimal digits without leading zeros, highest first, of what `small` does not hold.
  case large(isNegative: Bool, digits: [UInt8])

  private static let smallDigitCount = 18

  /// The exponent that a number's text gives, moved by an adjustment.
  ///
  /// - Parameters:
  ///   - digits: The value of each digit, highest first; leading zeros are allowed.
  ///   - adjustment: What digits behind the point and stripped zeros make of it. Bounded by the
  ///     length of a text, so far below 10^18.
  init(digits: some Collection<UInt8>, isNegative: Bool, adjustedBy adjustment: Int) {
    var magnitude = Array(digits.drop { $0 == 0 })
    if magnitude.count < DecimalExponent.smallDigitCount {
      let value = magnitude.reduce(0) { $0 * 10 + Int64($1) }
      let sum = (isNegative ? -value : value) + Int64(adjustment)
      // 17 digits and a text's length: less than 10^18. Where Int has 32 bits it may not fit.
      if let small = Int(exactly: sum) {
        self = .small(small)
      } else {
        let sumDigits = String(sum.magnitude).utf8.map { $0 - UInt8(ascii: "0") }
        self = .large(isNegative: sum < 0, digits: sumDigits)
      }
      return
    }

    // The magnitude is at least 10^17 and so larger than the adjustment: the sign cannot change.
    var carry = isNegative ? -adjustment : adjustment
    var position = magnitude.endIndex
    while carry != 0, position > 0 {
      position -= 1
      let sum = Int(magnitude[position]) + carry
      let digit = ((sum % 10) + 10) % 10
      magnitude[position] = UInt8(digit)
      carry = (sum - digit) / 10
    }
    if carry > 0 { magnitude.insert(UInt8(carry), at: 0) }
    magnitude.removeFirst(magnitude.prefix { $0 == 0 }.count)

    let value =
      magnitude.count <= DecimalExponent.smallDigitCount
      ? magnitude.reduce(0) { $0 * 10 + Int64($1) } : Int64.max
    if let small = Int(exactly: isNegative ? -value : value), value < .max {
      self = .small(small)
    } else {
      self = .large(isNegative: isNegative, digits: magnitude)
    }
  }
}
