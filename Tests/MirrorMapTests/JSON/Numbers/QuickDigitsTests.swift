import Testing

@testable import MirrorMap
@testable import TestSupport

/// The fast path to the shortest digits of a `Double`, compared with the general path.
struct QuickDigitsTests {
  /// Compares both paths.
  ///
  /// - Returns: Whether the fast path found the digits.
  @discardableResult
  private func check(_ bits: UInt64) -> Bool {
    let powers = PowersOfTen.shared
    guard let quick = BinaryToDecimal.quickShortest(doubleBits: bits, powers: powers) else {
      return false
    }
    let careful = BinaryToDecimal.shortest(bits, .double, powers: powers)
    // The general path removes at most one trailing zero.
    let isShort = careful.exponent == quick.exponent + 1
    let digits = isShort ? careful.digits * 10 : careful.digits
    let hasPlaces = (1_000_000_000_000_000..<100_000_000_000_000_000).contains(quick.digits)
    if digits != quick.digits || !(isShort || careful.exponent == quick.exponent) || !hasPlaces {
      Issue.record("\(Double(bitPattern: bits)): \(quick) instead of \(careful)")
    }
    return true
  }

  @Test func randomValuesHaveTheSameDigitsEitherWayAndMostTakeTheFastPath() {
    var random = SeededGenerator(seed: 11)
    var known = 0
    for _ in 0..<200_000 where check(random.next() & 0x7FEF_FFFF_FFFF_FFFF) { known += 1 }
    #expect(known > 198_000)
  }

  @Test func valuesOfFewDigitsAndTheirNeighborsHaveTheSameDigitsEitherWay() {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<50_000 {
      let integer = random.next() >> UInt64.random(in: 0..<64, using: &random)
      let places = Int.random(in: 0...22, using: &random)
      let bits = (Double(integer) / SmallPowers.shared.double(places)).bitPattern
      for bits in [bits, bits &+ 1, bits &- 1] where bits < 0x7FF0_0000_0000_0000 { check(bits) }
    }
  }

  @Test func halvesAndQuartersWhereMidpointsMeetDecimals() {
    var random = SeededGenerator(seed: 13)
    for exponent in UInt64(1023)...(1023 + 70) {
      for _ in 0..<500 {
        let zeros = UInt64.random(in: 0..<52, using: &random)
        let fraction = random.next() & 0xF_FFFF_FFFF_FFFF
        check(exponent << 52 | (fraction & ~(1 << zeros - 1)))
      }
    }
  }

  @Test func zeroSubnormalsAndPowersOfTwoTakeTheGeneralPath() {
    for bits in [0, 1, 1 << 52 - 1] as [UInt64] { #expect(!check(bits)) }
    for exponent in UInt64(1)..<0x7FF { #expect(!check(exponent << 52)) }
  }

  @Test func everyExponentHasTheSameDigitsEitherWay() {
    for exponent in UInt64(1)..<0x7FF {
      for fraction in [1, 2, 3, 1 << 51, 1 << 52 - 1, 0x5_5555_5555_5555] as [UInt64] {
        check(exponent << 52 | fraction)
      }
    }
  }
}
