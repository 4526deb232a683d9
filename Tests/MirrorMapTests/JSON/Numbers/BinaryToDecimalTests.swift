import Testing

@testable import MirrorMap
@testable import TestSupport

struct BinaryToDecimalTests {
  private func text(_ value: Double) -> String? { written { BinaryToDecimal.write(value, to: $0) } }
  private func text(_ value: Float) -> String? { written { BinaryToDecimal.write(value, to: $0) } }

  @Test(
    arguments: [
      (0.0, "0.0"), (-0.0, "-0.0"), (1, "1.0"), (-1, "-1.0"), (0.1, "0.1"), (0.3, "0.3"),
      (-65.613616999999977, "-65.61361699999998"), (100, "100.0"), (123.456, "123.456"),
      (0.001, "0.001"), (0.0001, "0.0001"), (0.00001, "1e-05"), (1.5e-7, "1.5e-07"),
      (9_007_199_254_740_991, "9007199254740991.0"), (9_007_199_254_740_992, "9007199254740992.0"),
      (9_007_199_254_740_994, "9.007199254740994e+15"), (1e16, "1e+16"), (1e23, "1e+23"),
      (1e100, "1e+100"), (1.7976931348623157e308, "1.7976931348623157e+308"),
      (2.2250738585072014e-308, "2.2250738585072014e-308"),
      (Double.leastNonzeroMagnitude, "5e-324"), (-Double.leastNonzeroMagnitude, "-5e-324"),
    ] as [(Double, String)])
  func knownTexts(value: Double, expected: String) {
    #expect(text(value) == expected)
  }

  @Test func powersOfTwoAndTheirNeighborsForAllExponents() {
    for exponent in UInt64(0)..<0x7FF {
      for offset in -2...2 {
        let bits = Int64(exponent << 52) + Int64(offset)
        guard bits >= 0 else { continue }
        let value = Double(bitPattern: UInt64(bits))
        #expect(text(value) == value.description)
      }
    }
    for exponent in UInt32(0)..<0xFF {
      for offset in -2...2 {
        let bits = Int32(exponent << 23) + Int32(offset)
        guard bits >= 0 else { continue }
        let value = Float(bitPattern: UInt32(bits))
        #expect(text(value) == value.description)
      }
    }
  }

  @Test func powersOfTenAndTheirNeighbors() throws {
    for exponent in -325...308 {
      let value = try #require(Double("1e\(exponent)"))
      for value in [value.nextDown, value, value.nextUp, -value] {
        #expect(text(value) == value.description)
      }
    }
    for exponent in -46...38 {
      let value = try #require(Float("1e\(exponent)"))
      for value in [value.nextDown, value, value.nextUp, -value] {
        #expect(text(value) == value.description)
      }
    }
  }

  @Test func smallestSubnormalNumbers() {
    for bits in UInt64(0)..<3_000 {
      #expect(text(Double(bitPattern: bits)) == Double(bitPattern: bits).description)
      #expect(
        text(Float(bitPattern: UInt32(bits))) == Float(bitPattern: UInt32(bits)).description)
    }
  }

  @Test func randomValuesAgreeWithDescription() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      if value.isFinite { #expect(text(value) == value.description) }
      let float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
      if float.isFinite { #expect(text(float) == float.description) }
    }
  }

  @Test func valuesAsPeopleWriteThemAgreeWithDescription() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<20_000 {
      let integer = Int64(bitPattern: random.next()) >> Int64.random(in: 0..<64, using: &random)
      let places = Int.random(in: 0...22, using: &random)
      let value = Double(integer) / SmallPowers.shared.double(places)
      #expect(text(value) == value.description)
      #expect(text(Float(value)) == Float(value).description)
      #expect(text(Double(integer)) == Double(integer).description)
    }
  }

  @Test func valuesThatJSONCannotExpressStayWithinTheBuffer() {
    for value in [Double.infinity, -.infinity, .nan] {
      #expect(text(value) != nil)
      #expect(text(Float(value)) != nil)
    }
  }
}
