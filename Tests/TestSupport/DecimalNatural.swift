/// A natural number as decimal digits, in groups of nine, least significant first.
///
/// Nothing in common with the library's binary `WideNatural`, so that it can bear witness.
struct DecimalNatural: Comparable {
  private var groups: [UInt64]

  init(_ value: UInt64) {
    groups = [value % 1_000_000_000, value / 1_000_000_000 % 1_000_000_000]
    groups.append(value / 1_000_000_000_000_000_000)
    normalize()
  }

  init(_ value: UInt128) {
    self = DecimalNatural(UInt64(value >> 64))
    for _ in 0..<2 { multiply(by: 1 << 32) }
    add(UInt64(truncatingIfNeeded: value))
  }

  mutating func multiply(by factor: UInt64) {
    precondition(factor <= 1 << 33)
    var carry: UInt64 = 0
    for index in groups.indices {
      let product = groups[index] * factor + carry
      groups[index] = product % 1_000_000_000
      carry = product / 1_000_000_000
    }
    while carry > 0 {
      groups.append(carry % 1_000_000_000)
      carry /= 1_000_000_000
    }
    normalize()
  }

  mutating func add(_ value: UInt64) {
    var carry = value
    var index = 0
    while carry > 0 {
      if index == groups.count { groups.append(0) }
      let sum = groups[index] + carry % 1_000_000_000
      groups[index] = sum % 1_000_000_000
      carry = carry / 1_000_000_000 + sum / 1_000_000_000
      index += 1
    }
  }

  func times(power base: UInt64, _ exponent: Int) -> DecimalNatural {
    var result = self
    for _ in 0..<exponent { result.multiply(by: base) }
    return result
  }

  func times(_ other: UInt128) -> DecimalNatural {
    var result = DecimalNatural(UInt64(0))
    for shift in [96, 64, 32, 0] {
      result.multiply(by: 1 << 32)
      var part = self
      part.multiply(by: UInt64(truncatingIfNeeded: other >> UInt128(shift)) & 0xFFFF_FFFF)
      result = result.plus(part)
    }
    return result
  }

  func plus(_ other: DecimalNatural) -> DecimalNatural {
    var result = self
    while result.groups.count < other.groups.count { result.groups.append(0) }
    var carry: UInt64 = 0
    for index in result.groups.indices {
      let sum =
        result.groups[index] + carry + (index < other.groups.count ? other.groups[index] : 0)
      result.groups[index] = sum % 1_000_000_000
      carry = sum / 1_000_000_000
    }
    if carry > 0 { result.groups.append(carry) }
    return result
  }

  var text: String {
    var result = String(groups.last ?? 0)
    for group in groups.dropLast().reversed() {
      let digits = String(group)
      result += String(repeating: "0", count: 9 - digits.count) + digits
    }
    return result
  }

  static func < (left: Self, right: Self) -> Bool {
    if left.groups.count != right.groups.count { return left.groups.count < right.groups.count }
    return left.groups.reversed().lexicographicallyPrecedes(right.groups.reversed())
  }

  private mutating func normalize() {
    while groups.last == 0 { groups.removeLast() }
  }
}

/// The exact decimal text of the middle between a finite positive value and the next larger.
///
/// - Parameters:
///   - significand: of the value, with the implicit bit.
///   - exponent: the value is significand * 2^exponent.
/// - Returns: all digits of the middle, and the power of ten of the last digit.
func middleDigits(significand: UInt64, exponent: Int) -> (digits: DecimalNatural, power: Int) {
  let odd = DecimalNatural(significand * 2 + 1)
  let half = exponent - 1
  return half >= 0 ? (odd.times(power: 2, half), 0) : (odd.times(power: 5, -half), half)
}
