import Testing

@testable import MirrorMap
@testable import TestSupport

struct IntegerToDecimalTests {
  private func text(_ value: UInt64) -> String? {
    written { IntegerToDecimal.write(value, to: $0) }
  }
  private func text(_ value: Int64) -> String? { written { IntegerToDecimal.write(value, to: $0) } }
  private func text(_ value: UInt128) -> String? { try? value.encodeString() }
  private func text(_ value: Int128) -> String? { try? value.encodeString() }

  @Test func lowestAndHighestOfEveryNumberOfDigits() {
    var power: UInt128 = 1
    for digits in 1...39 {
      for value in [power - 1, power, power + 1] {
        #expect(text(value) == String(value))
        if let narrow = UInt64(exactly: value) { #expect(text(narrow) == String(narrow)) }
        if let signed = Int64(exactly: value) {
          #expect(text(signed) == String(signed))
          #expect(text(-signed) == String(-signed))
        }
        if let wide = Int128(exactly: value) { #expect(text(-wide) == String(-wide)) }
      }
      if digits < 39 { power *= 10 }
    }
  }

  @Test func endsOfTheIntegerTypes() {
    #expect(text(UInt64.max) == "18446744073709551615")
    #expect(text(Int64.min) == "-9223372036854775808")
    #expect(text(Int64.max) == "9223372036854775807")
    #expect(text(UInt128.max) == "340282366920938463463374607431768211455")
    #expect(text(Int128.min) == "-170141183460469231731687303715884105728")
    #expect(text(Int128.max) == "170141183460469231731687303715884105727")
    #expect(text(UInt64(0)) == "0")
    #expect(text(Int128(0)) == "0")
  }

  @Test func allEightDigitLanesInSteps() {
    for value in stride(from: UInt64(0), to: 100_000_000, by: 9_973) {
      #expect(text(value) == String(value))
    }
    for value in UInt64(0)..<20_000 { #expect(text(value) == String(value)) }
  }

  @Test func randomValuesOfAllMagnitudes() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<20_000 {
      let bits = random.next()
      let shift = Int.random(in: 0..<64, using: &random)
      #expect(text(bits >> UInt64(shift)) == String(bits >> UInt64(shift)))
      let signed = Int64(bitPattern: bits) >> Int64(shift)
      #expect(text(signed) == String(signed))
      let wide = (UInt128(bits) << 64 | UInt128(random.next())) >> UInt128(shift * 2)
      #expect(text(wide) == String(wide))
      #expect(text(Int128(bitPattern: wide)) == String(Int128(bitPattern: wide)))
    }
  }
}
