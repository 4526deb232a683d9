import Testing

@testable import MirrorMap
@testable import TestSupport

struct DecimalToBinaryTests {
  private let powers = SmallPowers.shared

  @Test(
    arguments: [
      ("0", 0x0000_0000_0000_0000), ("-0", 0x8000_0000_0000_0000),
      ("-0.0e-400", 0x8000_0000_0000_0000), ("0e999999999", 0x0000_0000_0000_0000),
      ("1", 0x3FF0_0000_0000_0000), ("0.1", 0x3FB9_9999_9999_999A),
      ("-65.613616999999977", 0xC050_6745_803C_D140),
      // Beyond the exact powers of ten, and the last of them.
      ("1e22", 0x4480_F0CF_064D_D592), ("1e23", 0x44B5_2D02_C7E1_4AF6),
      ("9007199254740993", 0x4340_0000_0000_0000), ("9007199254740995", 0x4340_0000_0000_0002),
      ("9007199254740991e22", 0x47D0_F0CF_064D_D591),
      // Halfway, to even in both directions.
      ("9007199254740993.0", 0x4340_0000_0000_0000),
      ("9007199254740993.00000000000000000000000000001", 0x4340_0000_0000_0001),
      ("9007199254740992.9999999999999999999999999999", 0x4340_0000_0000_0000),
      ("18014398509481985", 0x4350_0000_0000_0000), ("18014398509481986", 0x4350_0000_0000_0000),
      ("18014398509481990", 0x4350_0000_0000_0002),
      // Halfway by the smallest power of ten for which that is possible.
      ("5629499534213120625e-4", 0x4300_0000_0000_0000),
      ("5629499534213121875e-4", 0x4300_0000_0000_0002),
      // The largest finite value, and where infinity begins.
      ("1.7976931348623157e308", 0x7FEF_FFFF_FFFF_FFFF),
      ("1.7976931348623158e308", 0x7FEF_FFFF_FFFF_FFFF),
      ("1.7976931348623159e308", 0x7FF0_0000_0000_0000), ("1e309", 0x7FF0_0000_0000_0000),
      ("-1e400", 0xFFF0_0000_0000_0000),
      // Around the smallest normal number; the second once sent parsers into endless loops.
      ("2.2250738585072014e-308", 0x0010_0000_0000_0000),
      ("2.2250738585072012e-308", 0x0010_0000_0000_0000),
      ("2.2250738585072011e-308", 0x000F_FFFF_FFFF_FFFF),
      // The smallest number and half of it, which is 2.4703282292062327208...e-324.
      ("5e-324", 0x0000_0000_0000_0001), ("2.4703282292062328e-324", 0x0000_0000_0000_0001),
      ("2.4703282292062327e-324", 0x0000_0000_0000_0000), ("1e-400", 0x0000_0000_0000_0000),
      ("7.4109846876186981626e-324", 0x0000_0000_0000_0001),
      ("7.4109846876186981627e-324", 0x0000_0000_0000_0002),
      // 19 and 20 digits.
      ("9999999999999999999", 0x43E1_58E4_6091_3D00),
      ("18446744073709551615", 0x43F0_0000_0000_0000),
      ("18446744073709551616", 0x43F0_0000_0000_0000),
      ("12345678901234567890", 0x43E5_6A95_319D_63E1),
      ("0.00000000000000000000000000000000000000000000000000012345", 0x3527_A5F8_6B20_A6C5),
    ] as [(String, UInt64)])
  func knownHardCases(text: String, bits: UInt64) {
    let reader = NumberReader(text)
    #expect(reader.double.bitPattern == bits, "\(text)")
    #expect(reader.exactDouble.bitPattern == bits, "\(text)")
  }

  @Test(
    arguments: [
      ("0", 0x0000_0000), ("-0", 0x8000_0000), ("0.1", 0x3DCC_CCCD), ("-1.5", 0xBFC0_0000),
      ("16777217", 0x4B80_0000), ("16777219", 0x4B80_0002), ("16777217.0000001", 0x4B80_0001),
      ("3.4028234663852886e38", 0x7F7F_FFFF), ("3.4028235677973367e38", 0x7F80_0000),
      ("3.4028235677973366e38", 0x7F7F_FFFF), ("1e39", 0x7F80_0000), ("-1e999", 0xFF80_0000),
      ("1.1754943508222875e-38", 0x0080_0000), ("1.17549428e-38", 0x007F_FFFF),
      ("1e-45", 0x0000_0001), ("7.0064923216240854e-46", 0x0000_0001),
      ("7.0064923216240853e-46", 0x0000_0000), ("1e-65", 0), ("1e-400", 0),
      // Halfway by the smallest power of ten for which that is possible.
      ("12800000762939453125e-17", 0x4300_0000), ("12800002288818359375e-17", 0x4300_0002),
      ("2560000152587890625e-16", 0x4380_0000), ("2560000457763671875e-16", 0x4380_0002),
      // As a Double it's halfway between two floats, and would be rounded to the even one.
      ("1.00000005960464477540", 0x3F80_0001), ("8589973000", 0x5000_0026),
    ] as [(String, UInt32)])
  func knownHardCasesForFloat(text: String, bits: UInt32) {
    let reader = NumberReader(text)
    #expect(reader.float.bitPattern == bits, "\(text)")
    #expect(reader.exactFloat.bitPattern == bits, "\(text)")
  }

  @Test func twentyDigitsIn64BitsHalfwayBetweenTwoFloats() {
    // (2^24 + 1) * 5^17 and (2^24 + 3) * 5^17, so the values are 128 and a bit.
    let expected: [(UInt64, UInt32)] = [
      (12_800_000_762_939_453_125, 0x4300_0000), (12_800_000_762_939_453_126, 0x4300_0001),
      (12_800_002_288_818_359_375, 0x4300_0002), (12_800_002_288_818_359_374, 0x4300_0001),
    ]
    for (significand, bits) in expected {
      #expect(
        DecimalToBinary.float(
          significand: significand, exponent: -17, isNegative: false, powers: powers)?.bitPattern
          == bits)
    }
  }

  @Test(arguments: [Int.min, -1_000_000, 1_000_000, Int.max])
  func anyExponentGivesAValue(exponent: Int) {
    let limit = exponent < 0 ? 0 : Double.infinity
    for significand in [1, 1 << 53, UInt64.max - 1, UInt64.max] {
      #expect(
        DecimalToBinary.double(
          significand: significand, exponent: exponent, isNegative: true, powers: powers) == -limit)
      #expect(
        DecimalToBinary.float(
          significand: significand, exponent: exponent, isNegative: true, powers: powers)
          == -Float(limit))
    }
    #expect(
      DecimalToBinary.double(
        significand: 0, exponent: exponent, isNegative: true, powers: powers)?.bitPattern == 1 << 63
    )
    #expect(
      DecimalToBinary.double(
        significand: 1, exponent: exponent, isNegative: false, isTruncated: true, powers: powers)
        == limit)
  }

  @Test func randomNumbersAgreeWithTheStandardLibrary() {
    var random = SeededGenerator(seed: 1)
    for round in 0..<40_000 {
      let significand = random.next() >> UInt64(Int.random(in: 0...63, using: &random))
      let exponent =
        round % 2 == 0
        ? Int.random(in: -345...310, using: &random) : Int.random(in: -66...39, using: &random)
      let text = "\(significand)e\(exponent)"
      #expect(
        DecimalToBinary.double(
          significand: significand, exponent: exponent, isNegative: false, powers: powers)
          == Double(text), "\(text)")
      #expect(
        DecimalToBinary.float(
          significand: significand, exponent: exponent, isNegative: false, powers: powers)
          == Float(text), "\(text)")
    }
  }

  @Test func printedNumbersReadBackAsTheSameValue() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      let double = Double(bitPattern: random.next())
      if double.isFinite {
        #expect(NumberReader(double.description).fastDouble?.bitPattern == double.bitPattern)
      }
      let float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
      if float.isFinite {
        #expect(NumberReader(float.description).fastFloat?.bitPattern == float.bitPattern)
      }
    }
  }

  @Test func moreThan19DigitsAreReadCorrectlyAndMostlyFast() {
    var random = SeededGenerator(seed: 3)
    var passed = 0
    for _ in 0..<10_000 {
      let text =
        "\(UInt64.random(in: 1_000_000_000...UInt64.max, using: &random))"
        + "\(UInt64.random(in: 0...UInt64.max, using: &random))"
        + "e\(Int.random(in: -345...290, using: &random))"
      let reader = NumberReader(text)
      if let fast = reader.fastDouble {
        #expect(fast == Double(text), "\(text)")
      } else {
        passed += 1
      }
      #expect(reader.double == Double(text), "\(text)")
      #expect(reader.float == Float(text), "\(text)")
    }
    #expect(passed < 100)
  }

  @Test func successorOfATruncatedSignificandExists() {
    #expect(
      DecimalToBinary.double(
        significand: .max, exponent: 0, isNegative: false, isTruncated: true, powers: powers)
        == nil)
    #expect(
      DecimalToBinary.float(
        significand: .max, exponent: 0, isNegative: false, isTruncated: true, powers: powers)
        == nil)
  }
}
