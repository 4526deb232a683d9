/// Numbers of JSON5 as JSON: with a plus sign, in hexadecimal, without digits on one side of the point, or none at all.
enum JSON5Number {
  /// The JSON of a number; other text stays as it is.
  static func json(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard let sign = text.first, sign == .plus || sign == .minus else { return unsigned(text) }
    let digits = text.dropFirst()
    let isNumber = digits.first?.isDigit == true || digits.first == .dot
    guard isNumber || NonFinite(digits) != nil else { return Array(text) }
    return (sign == .minus ? [sign] : []) + unsigned(digits)
  }

  private static func unsigned(_ digits: ArraySlice<UInt8>) -> [UInt8] {
    if let number = NonFinite(digits) { return Array(number.json.utf8) }
    if NonFinite.isTaken(digits) { return Array(NonFinite.tooLarge.utf8) }
    let prefix = digits.prefix(2).map { $0 | 0x20 }
    let isHexadecimal = prefix == Array("0x".utf8)
    return isHexadecimal ? decimal(hexadecimal: digits) : withoutPoints(decimal: digits)
  }

  /// A decimal number whose point need not have digits on both sides.
  private static func withoutPoints(decimal digits: ArraySlice<UInt8>) -> [UInt8] {
    guard let point = digits.firstIndex(of: .dot) else { return Array(digits) }
    let whole = digits[..<point]
    let fraction = digits[point...].dropFirst()
    let hasFraction = fraction.first?.isDigit == true
    let hasExponent = fraction.first.map { $0 | 0x20 } == .lowerE
    guard whole.allSatisfy(\.isDigit), hasFraction || !whole.isEmpty,
      hasFraction || hasExponent || fraction.isEmpty
    else { return Array(digits) }
    return (whole.isEmpty ? [.zero] : whole) + (hasFraction ? [.dot] : []) + fraction
  }

  private static func decimal(hexadecimal text: ArraySlice<UInt8>) -> [UInt8] {
    let digits = text.dropFirst(2)
    guard !digits.isEmpty, digits.allSatisfy(\.isHexDigit) else { return Array(text) }
    let significant = digits.drop { $0 == .zero }
    let number = significant.reduce(0) { $0 << 4 | UInt128($1.hexValue) }
    return Array((significant.count <= 32 ? "\(number)" : NonFinite.tooLarge).utf8)
  }
}

extension UInt8 {
  var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

  var isHexDigit: Bool { hexValue < 16 }

  /// Whether this byte goes on with a number.
  var isInNumber: Bool {
    isDigit || isASCIILetter || self == .dot || self == .plus || self == .minus
      || self == UInt8(ascii: "_")
  }
}
