import Testing

@testable import MirrorMap
@testable import TestSupport

struct PowersOfTenTests {
  private func significand(_ power: Int) -> UInt128 {
    let entry = PowersOfTen.shared.significandOfFive(toThe: power)
    return UInt128(entry.high) << 64 | UInt128(entry.low)
  }

  @Test func positivePowersAreExactUpTo55ThenTruncated() {
    var five = DecimalNatural(UInt64(1))
    for power in 0...PowersOfTen.range.upperBound {
      let found = significand(power)
      #expect(found >> 127 == 1, "5^\(power) has its top bit set")
      // 5^power has floor(power * log2(5)) + 1 bits.
      let bits = PowersOfTen.binaryExponent(ofTenToThe: power) - power + 1
      if bits <= 128 {
        #expect(DecimalNatural(found) == five.times(power: 2, 128 - bits), "5^\(power)")
      } else {
        let unit = bits - 128
        #expect(DecimalNatural(found).times(power: 2, unit) <= five, "5^\(power)")
        #expect(five < DecimalNatural(found).plus(.init(UInt64(1))).times(power: 2, unit))
      }
      #expect((bits <= 128) == (power <= 55))
      five.multiply(by: 5)
    }
  }

  @Test func negativePowersAreRoundedUpFromMinus27TruncatedBelow() {
    var five = DecimalNatural(UInt64(1))
    for power in 1...(-PowersOfTen.range.lowerBound) {
      five.multiply(by: 5)
      let found = significand(-power)
      #expect(found >> 127 == 1, "5^-\(power) has its top bit set")
      // found / 2^shift is about 1 / 5^power.
      let shift = PowersOfTen.binaryExponent(ofTenToThe: power) - power + 128
      let one = DecimalNatural(UInt64(1)).times(power: 2, shift)
      let isRoundedUp = power <= 27
      let lower = isRoundedUp ? found - 1 : found
      #expect(five.times(lower) < one, "5^-\(power)")
      #expect(one < five.times(lower + 1), "5^-\(power)")
    }
  }

  @Test func entriesAsPrintedInTheLiterature() {
    #expect(significand(-342) == 0xEEF4_53D6_923B_D65A_113F_AA29_06A1_3B3F)
    #expect(significand(-1) == 0xCCCC_CCCC_CCCC_CCCC_CCCC_CCCC_CCCC_CCCD)
    #expect(significand(0) == 0x8000_0000_0000_0000_0000_0000_0000_0000)
    #expect(significand(308) == 0x8E67_9C2F_5E44_FF8F_570F_09EA_A7EA_7648)
  }

  @Test func roundingATruncatedEntryUpNeverCarries() {
    for power in PowersOfTen.range {
      #expect(PowersOfTen.shared.significandOfFive(toThe: power).low != .max)
    }
  }

  @Test func smallPowersAreExact() {
    var power: UInt64 = 1
    for exponent in 0...19 {
      #expect(SmallPowers.shared.integer(exponent) == power)
      #expect(SmallPowers.shared.double(exponent) == Double(power))
      if exponent < 19 { power *= 10 }
    }
    #expect(SmallPowers.shared.double(20) == 1e20)
    #expect(SmallPowers.shared.double(21) == 1e21)
    #expect(SmallPowers.shared.double(22) == 1e22)
  }

  @Test func smallReciprocalsAreTheLeadingBits() {
    for power in 0...19 {
      let entry = PowersOfTen.shared.significandOfFive(toThe: -power)
      #expect(SmallPowers.shared.reciprocalOfFive(toThe: power) == entry.high, "5^-\(power)")
    }
  }

  @Test func binaryExponentAgreesWithTheExactPowers() {
    // 2^e <= 10^q < 2^(e+1)
    for power in 0...PowersOfTen.range.upperBound {
      let exponent = PowersOfTen.binaryExponent(ofTenToThe: power)
      let ten = DecimalNatural(UInt64(1)).times(power: 10, power)
      let two = DecimalNatural(UInt64(1)).times(power: 2, exponent)
      #expect(two <= ten && ten < two.times(power: 2, 1))
      if power > 0 {
        #expect(PowersOfTen.binaryExponent(ofTenToThe: -power) == -exponent - 1)
      }
    }
  }
}
