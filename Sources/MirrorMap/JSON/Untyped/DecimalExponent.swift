/// A power of ten of any size.
///
/// `1e99999999999999999999999999` is a JSON number of a few bytes whose exponent fits no integer.
/// Two such numbers can still be equal (`10e99999999999999999999999998`), so the exponent is kept
/// exactly: as an integer if it fits, as its decimal digits otherwise. One value has one form, so the
/// derived == and hash compare values.
enum DecimalExponent: Hashable {
  case small(Int64)
  /// The decimal digits of an exponent that `small` can't hold, highest first.
  case large(isNegative: Bool, digits: [UInt8])

  /// Adds an adjustment to the exponent in a number's text.
  ///
  /// - Parameters:
  ///   - digits: The value of each digit, highest first; leading zeros are allowed.
  ///   - adjustment: The effect of fraction digits and removed zeros. Bounded by the length of a
  ///     text, so far below 10^17.
  init(digits: [UInt8], isNegative: Bool, adjustedBy adjustment: Int) {
    var magnitude = Array(digits.drop { $0 == 0 })
    if magnitude.count < 18, let value = Int64(decimalDigits: magnitude, isNegative: isNegative) {
      self = .small(value + Int64(adjustment))
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

    self =
      Int64(decimalDigits: magnitude, isNegative: isNegative).map { .small($0) }
      ?? .large(isNegative: isNegative, digits: magnitude)
  }
}
