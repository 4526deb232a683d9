import EssentialFoundation

extension JSONNumber {
  /// The number as an integer of the given type, if it is exactly one.
  ///
  /// Only the value matters: `1.0`, `1e2` and `100e-2` are integers, `1.5` is not. Nothing is ever
  /// rounded or truncated.
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
    if case .compact(let significand, let exponent, let isNegative) = storage,
      let integer = Int128(
        significand: significand, exponent: Int(exponent), isNegative: isNegative)
    {
      return I(exactly: integer)
    }
    // Types with fewer bits can't represent 10, but all their values fit in an Int8.
    guard I.bitWidth >= 8 else { return exactlyFromDigits(Int8.self).flatMap { I(exactly: $0) } }
    let canonical = self.canonical
    // The last digit is not zero, so a negative exponent leaves a fraction. A number of n digits is
    // at least 10^(n-1), which for n > bitWidth is out of the range of any type.
    guard case .small(let exponent) = canonical.exponent, 0...Int64(I.bitWidth) ~= exponent,
      canonical.digits.count + Int(exponent) <= I.bitWidth + 1
    else { return nil }
    return I(
      decimalDigits: canonical.digits + repeatElement(0, count: Int(exponent)),
      isNegative: canonical.isNegative)
  }

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

  /// The number as an `Int`, if it is exactly one.
  @inlinable
  public var int: Int? { exactly(Int.self) }

  /// This number times 10^`scale`, plus an integer, exactly; nil where that has more than 38 digits.
  func scaled(by scale: Int, adding addend: Int64) -> JSONNumber? {
    guard let (significand, ownExponent) = parts else { return nil }
    let exponent = ownExponent + scale
    let places = max(-exponent, 0)
    guard let factor = Int128.power(ofTen: max(exponent, 0)),
      let placeValue = Int128.power(ofTen: places),
      case (let product, false) = significand.multipliedReportingOverflow(by: factor),
      case (let scaledAddend, false) = Int128(addend).multipliedReportingOverflow(by: placeValue),
      case (let sum, false) = product.addingReportingOverflow(scaledAddend)
    else { return nil }
    return UInt64(exactly: sum.magnitude).map {
      JSONNumber(magnitude: $0, places: places, isNegative: sum < 0)
    } ?? JSONNumber(text: places == 0 ? "\(sum)" : "\(sum)e-\(places)")
  }

  /// Makes ±magnitude / 10^`places`, without zeros at the end of the fraction.
  init(magnitude: UInt64, places: Int, isNegative: Bool) {
    var (magnitude, places) = (magnitude, places)
    while places > 0, magnitude.isMultiple(of: 10) {
      magnitude /= 10
      places -= 1
    }
    self.init(significand: magnitude, exponent: Int16(-places), isNegative: isNegative)
  }

  /// The digits as an integer, and the power of ten of the last one; nil if there are more than 38.
  var parts: (significand: Int128, exponent: Int)? {
    if case .compact(let significand, let exponent, let isNegative) = storage {
      return (Int128(significand) * (isNegative ? -1 : 1), Int(exponent))
    }
    let canonical = self.canonical
    guard case .small(let exponent) = canonical.exponent, -64...64 ~= exponent,
      let significand = Int128(
        decimalDigits: canonical.digits, isNegative: canonical.isNegative)
    else { return nil }
    return (significand, Int(exponent))
  }

  /// The nearest `Double`, ties to even; nil beyond the range of `Double`.
  ///
  /// Numbers too small for `Double` become zero, with their sign.
  ///
  /// ```swift
  /// JSONNumber(text: "0.1")?.double     // 0.1
  /// JSONNumber(text: "1e400")?.double   // nil
  /// ```
  public var double: Double? {
    var value: Double?
    if case .compact(let significand, let exponent, let isNegative) = storage {
      value = DecimalToBinary.double(
        significand: significand, exponent: Int(exponent), isNegative: isNegative, powers: .shared)
    }
    guard let nearest = value ?? Double(description), nearest.isFinite else { return nil }
    return nearest
  }

  /// The number as a `Decimal`, if its significand of 128 bits (38 digits, or 39 of some numbers) and exponent, from
  /// -128 to 127, hold it exactly. Zeros can be digits, so 10^130 is 1000 × 10^127.
  ///
  /// ```swift
  /// JSONNumber(text: "0.1")?.decimal    // exactly one tenth
  /// JSONNumber(text: "1e-200")?.decimal // nil
  /// ```
  public var decimal: Decimal? {
    guard let parts = decimalParts else { return nil }
    if let decimal = parts.decimal { return decimal }
    guard -128...127 ~= parts.exponent else { return nil }

    // The layout of a Decimal isn't known. Foundation's own conversions from text round silently, so the value is
    // made of its parts by arithmetic, and returned only if it converts back to this number.
    let high = Decimal(UInt64(truncatingIfNeeded: parts.significand >> 64))
    let low = Decimal(UInt64(truncatingIfNeeded: parts.significand))
    let twoToThe64 = Decimal(UInt64.max) + 1
    let magnitude = high * twoToThe64 + low
    let decimal = Decimal(
      sign: parts.isNegative ? .minus : .plus, exponent: parts.exponent, significand: magnitude)
    return JSONNumber(decimal) == self ? decimal : nil
  }

  /// The parts that a `Decimal` is made of; nil if the significand has more than 128 bits.
  @inline(__always)
  private var decimalParts: DecimalParts? {
    switch storage {
    case .compact(let significand, let exponent, let isNegative):
      DecimalParts(trimming: significand, exponent: Int(exponent), isNegative: isNegative)
    case .text(let text):
      JSONKey.withUTF8(text) { bytes in
        var reader = JSONReader(bytes, maximumDepth: 0, session: nil)
        return reader.scanNumberIfAny().flatMap { DecimalParts($0) }
      }
    }
  }
}

extension Int128 {
  /// ±`significand` × 10^`exponent`; nil if it has a fraction, or an exponent so large that it might be out of range.
  init?(significand: UInt64, exponent: Int, isNegative: Bool) {
    guard -19...18 ~= exponent else { return nil }
    let power = SmallPowers.shared.integer(abs(exponent))
    guard exponent >= 0 || significand.isMultiple(of: power) else { return nil }
    let magnitude =
      exponent < 0 ? Int128(significand / power) : Int128(significand) * Int128(power)
    self = isNegative ? -magnitude : magnitude
  }

  /// 10^`exponent`; nil if it's out of range.
  fileprivate static func power(ofTen exponent: Int) -> Int128? {
    guard exponent < 39 else { return nil }
    return (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
