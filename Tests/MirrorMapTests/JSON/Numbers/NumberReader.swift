@testable import MirrorMap

/// The way a parser uses the conversions: 19 digits on the fast tiers, else the text itself.
struct NumberReader {
  private let text: [UInt8]
  private var significand: UInt64 = 0
  private var exponent = 0
  private var digitCount = 0
  private var isTruncated = false
  private var isNegative = false

  init(_ string: String) {
    text = Array(string.utf8)
    var isFraction = false
    var index = 0
    while index < text.count, text[index] | 0x20 != UInt8(ascii: "e") {
      let byte = text[index]
      index += 1
      if byte == UInt8(ascii: "-") {
        isNegative = true
      } else if byte == UInt8(ascii: ".") {
        isFraction = true
      } else if digitCount < 19 {
        significand = significand * 10 + UInt64(byte - UInt8(ascii: "0"))
        if significand > 0 { digitCount += 1 }
        if isFraction { exponent -= 1 }
      } else {
        if byte != UInt8(ascii: "0") { isTruncated = true }
        if !isFraction { exponent += 1 }
      }
    }
    if index < text.count {
      exponent += Int(String(decoding: text[(index + 1)...], as: UTF8.self)) ?? 0
    }
  }

  /// What the fast tiers say, nil where they pass.
  var fastDouble: Double? {
    DecimalToBinary.double(
      significand: significand, exponent: exponent, isNegative: isNegative,
      isTruncated: isTruncated, powers: .shared)
  }

  var fastFloat: Float? {
    DecimalToBinary.float(
      significand: significand, exponent: exponent, isNegative: isNegative,
      isTruncated: isTruncated, powers: .shared)
  }

  var exactDouble: Double { text.withBytes { DecimalToBinary.value(of: $0) } }
  var exactFloat: Float { text.withBytes { DecimalToBinary.value(of: $0) } }
  var double: Double { fastDouble ?? exactDouble }
  var float: Float { fastFloat ?? exactFloat }
}
