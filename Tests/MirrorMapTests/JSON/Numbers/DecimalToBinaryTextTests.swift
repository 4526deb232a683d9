import Testing

@testable import MirrorMap
@testable import TestSupport

struct DecimalToBinaryTextTests {
  /// Significand with the implicit bit and exponent of the value with these bits.
  private func parts(_ bits: UInt64, fractionBits: UInt64, bias: Int) -> (UInt64, Int) {
    let stored = Int(bits >> fractionBits)
    let fraction = bits & (1 << fractionBits - 1)
    return (
      stored == 0 ? fraction : fraction | 1 << fractionBits,
      max(stored, 1) - bias - Int(fractionBits)
    )
  }

  /// Texts of the middle above a value, exactly, just below and just above.
  private func texts(
    middle: (digits: DecimalNatural, power: Int)
  ) -> (exact: String, below: String, above: String) {
    let digits = middle.digits.text
    // The middle is odd times a power of two or five, so the last digit is not 0 if power < 0.
    var below = digits
    if middle.power < 0, let last = below.popLast()?.wholeNumberValue {
      below += String(last - 1) + String(repeating: "9", count: 30)
      return (
        "\(digits)e\(middle.power)", "\(below)e\(middle.power - 30)",
        "\(digits)\(String(repeating: "0", count: 200))1e\(middle.power - 201)"
      )
    }
    var one = middle.digits
    one.add(1)
    return (digits + ".0", decremented(digits) + ".999", digits + ".0001e0")
  }

  private func decremented(_ digits: String) -> String {
    var bytes = Array(digits.utf8)
    var index = bytes.count - 1
    while bytes[index] == UInt8(ascii: "0") {
      bytes[index] = UInt8(ascii: "9")
      index -= 1
    }
    bytes[index] -= 1
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasPrefix("0") ? String(text.dropFirst()) : text
  }

  @Test func exactMidpointsBetweenTwoDoubles() {
    var random = SeededGenerator(seed: 4)
    var bits: [UInt64] = [
      0, 1, 2, 3, 0x000F_FFFF_FFFF_FFFE, 0x000F_FFFF_FFFF_FFFF, 0x0010_0000_0000_0000,
      0x3FF0_0000_0000_0000, 0x433F_FFFF_FFFF_FFFF, 0x4340_0000_0000_0000,
      0x4340_0000_0000_0001, 0x7FEF_FFFF_FFFF_FFFE, 0x7FEF_FFFF_FFFF_FFFF,
    ]
    for exponent in stride(from: UInt64(0), to: 0x7FF, by: 16) {
      bits.append(exponent << 52)
      bits.append(exponent << 52 | random.next() >> 12)
    }
    for bits in bits {
      let (significand, exponent) = parts(bits, fractionBits: 52, bias: 1023)
      let texts = texts(middle: middleDigits(significand: significand, exponent: exponent))
      let even = bits & 1 == 0 ? bits : bits + 1
      #expect(NumberReader(texts.exact).exactDouble.bitPattern == even, "\(texts.exact)")
      #expect(NumberReader(texts.below).exactDouble.bitPattern == bits, "\(texts.below)")
      #expect(NumberReader(texts.above).exactDouble.bitPattern == bits + 1, "\(texts.above)")
      #expect(NumberReader(texts.exact).double.bitPattern == even, "\(texts.exact)")
      #expect(NumberReader(texts.below).double.bitPattern == bits, "\(texts.below)")
      #expect(NumberReader(texts.above).double.bitPattern == bits + 1, "\(texts.above)")
    }
  }

  @Test func exactMidpointsBetweenTwoFloats() {
    var random = SeededGenerator(seed: 5)
    var bits: [UInt32] = [0, 1, 2, 0x007F_FFFE, 0x007F_FFFF, 0x0080_0000, 0x7F7F_FFFF]
    for exponent in UInt32(0)..<0xFF {
      bits.append(exponent << 23)
      bits.append(exponent << 23 | UInt32(truncatingIfNeeded: random.next() >> 41))
    }
    for bits in bits {
      let (significand, exponent) = parts(UInt64(bits), fractionBits: 23, bias: 127)
      let texts = texts(middle: middleDigits(significand: significand, exponent: exponent))
      let even = bits & 1 == 0 ? bits : bits + 1
      #expect(NumberReader(texts.exact).exactFloat.bitPattern == even, "\(texts.exact)")
      #expect(NumberReader(texts.below).exactFloat.bitPattern == bits, "\(texts.below)")
      #expect(NumberReader(texts.above).exactFloat.bitPattern == bits + 1, "\(texts.above)")
      #expect(NumberReader(texts.exact).float.bitPattern == even, "\(texts.exact)")
      #expect(NumberReader(texts.below).float.bitPattern == bits, "\(texts.below)")
      #expect(NumberReader(texts.above).float.bitPattern == bits + 1, "\(texts.above)")
    }
  }

  @Test func formsOfNumbersAgreeWithTheStandardLibrary() {
    let texts = [
      "0", "-0", "0.0", "-0.0e5", "10", "100e-2", "1E5", "1e+5", "1e-5", "0.00100", "-12.5E-1",
      "123456789", "1234567890", "0.000000001234567890123456789e9", "1e00000000000000000005",
    ]
    for text in texts {
      #expect(NumberReader(text).double.bitPattern == Double(text)?.bitPattern, "\(text)")
      #expect(NumberReader(text).float.bitPattern == Float(text)?.bitPattern, "\(text)")
    }
  }

  @Test func exponentsBeyondAnyInteger() {
    let nines = String(repeating: "9", count: 60)
    #expect(NumberReader("1e\(nines)").exactDouble == .infinity)
    #expect(NumberReader("-1e+\(nines)").exactDouble == -.infinity)
    #expect(NumberReader("-1e-\(nines)").exactDouble.bitPattern == 1 << 63)
    #expect(NumberReader("0e\(nines)").exactDouble == 0)
    #expect(NumberReader("1e\(nines)").exactFloat == .infinity)
    #expect(NumberReader("1e-\(nines)").exactFloat == 0)
  }

  @Test func exponentCompensatesForTextsOf100KB() {
    let zeros = String(repeating: "0", count: 100_000)
    #expect(NumberReader("1\(zeros)e-100000").exactDouble == 1)
    #expect(NumberReader("0.\(zeros)1e100001").exactDouble == 1)
    #expect(NumberReader("1\(zeros)e-100000").double == 1)
    #expect(NumberReader("0.\(zeros)1e100001").double == 1)
    #expect(NumberReader("0.\(zeros)1e100001").exactFloat == 1)
    #expect(NumberReader("1\(zeros)").exactDouble == .infinity)
    #expect(NumberReader("0.\(zeros)1").exactDouble == 0)
    // The last of 100 000 digits decides.
    #expect(NumberReader("9007199254740993.\(zeros)").double == 9_007_199_254_740_992)
    #expect(NumberReader("9007199254740993.\(zeros)1").double == 9_007_199_254_740_994)
    #expect(NumberReader("16777217.\(zeros)1").float == 16_777_218)
    let nines = String(repeating: "9", count: 100_000)
    #expect(NumberReader("9007199254740992.\(nines)").double == 9_007_199_254_740_992)
    #expect(NumberReader("\(nines)e-99999").double == 10)
  }

  @Test func randomTextsOfAnyLengthAgreeWithTheStandardLibrary() {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<2_000 {
      let length = Int.random(in: 1...900, using: &random)
      var digits = (0..<length).map { _ in Character(String(Int(random.next() % 10))) }
      if digits[0] == "0" { digits[0] = "7" }
      let point = Int.random(in: 1...length, using: &random)
      var text = String(digits[..<point])
      if point < length { text += "." + String(digits[point...]) }
      text += "e\(Int.random(in: -340...310, using: &random) - point)"
      #expect(NumberReader(text).double == Double(text), "\(text)")
      #expect(NumberReader(text).float == Float(text), "\(text)")
    }
  }

  @Test func otherTextGivesSomeValueAndNeverTraps() {
    for text in ["", "-", ".", "e", "1e", "--1", "1.2.3", "abc", "1e--5", "1e+-"] {
      #expect(!NumberReader(text).exactDouble.isNaN)
      #expect(!NumberReader(text).exactFloat.isNaN)
    }
    let nothing: Double = "".withBytes { DecimalToBinary.value(of: $0) }
    #expect(nothing == 0)
  }
}
