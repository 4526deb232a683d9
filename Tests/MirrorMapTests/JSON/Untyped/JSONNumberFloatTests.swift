import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

struct JSONNumberFloatTests {
  @Test func doublesBecomeTheirShortestDecimal() {
    #expect(JSONNumber(1.0 as Double)?.description == "1.0")
    #expect(JSONNumber(-0.0 as Double)?.description == "-0.0")
    #expect(JSONNumber(0.1 + 0.2 as Double)?.description == "0.30000000000000004")
    #expect(JSONNumber(Double.leastNonzeroMagnitude)?.description == "5e-324")
    #expect(
      JSONNumber(Double.greatestFiniteMagnitude)?.description == "1.7976931348623157e308")
    #expect(JSONNumber(1e16 as Double)?.description == "10000000000000000")
    #expect(JSONNumber(1e-5 as Double)?.description == "0.00001")
    #expect(JSONNumber(Float(0.1))?.description == "0.1")
    #expect(JSONNumber(Double.nan) == nil)
    #expect(JSONNumber(Double.infinity) == nil)
    #expect(JSONNumber(-Double.infinity) == nil)
    #expect(JSONNumber(Float.nan) == nil)
    #expect(JSONNumber(Float.infinity) == nil)
  }

  @Test func everyDoubleRoundTrips() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      let double = Double(bitPattern: generator.next())
      guard double.isFinite else { continue }
      let number = JSONNumber(double)
      #expect(number?.double?.bitPattern == double.bitPattern)
      #expect(number.flatMap { JSONNumber(text: $0.description) } == number)
    }
  }

  /// The fast path against the standard library, on decimals with many ties and near-ties.
  @Test func decimalsRoundCorrectly() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      let significand = generator.next() >> UInt64.random(in: 0..<64, using: &generator)
      let text = "\(significand)e\(Int.random(in: -30...30, using: &generator))"
      #expect(JSONNumber(text: text)?.double == Double(text), "\(text)")
    }
    // 2^53 + 1 is halfway between two doubles; a digit after many zeros decides.
    let zeros = String(repeating: "0", count: 2_000)
    #expect(JSONNumber(text: "9007199254740993")?.double == 9_007_199_254_740_992)
    #expect(JSONNumber(text: "9007199254740993.\(zeros)")?.double == 9_007_199_254_740_992)
    #expect(JSONNumber(text: "9007199254740993.\(zeros)1")?.double == 9_007_199_254_740_994)
    #expect(JSONNumber(text: "-9007199254740993.\(zeros)1")?.double == -9_007_199_254_740_994)
  }

  @Test func endsOfTheRangeOfDouble() {
    #expect(JSONNumber(text: "1.7976931348623157e308")?.double == .greatestFiniteMagnitude)
    #expect(JSONNumber(text: "1.7976931348623159e308")?.double == nil)
    #expect(JSONNumber(text: "1e309")?.double == nil)
    #expect(JSONNumber(text: "-1e400")?.double == nil)
    #expect(JSONNumber(text: "1e99999999999999999999")?.double == nil)
    #expect(JSONNumber(text: "4.9e-324")?.double == .leastNonzeroMagnitude)
    #expect(JSONNumber(text: "2.4703282292062328e-324")?.double == .leastNonzeroMagnitude)
    #expect(JSONNumber(text: "2.4703282292062327e-324")?.double == 0)
    #expect(JSONNumber(text: "1e-400")?.double == 0)
    #expect(JSONNumber(text: "-1e-99999999999999999999")?.double?.sign == .minus)
    #expect(JSONNumber(text: "-0")?.double?.sign == .minus)
    #expect(JSONNumber(text: "-0.00000000000000000000000000000")?.double?.sign == .minus)
    #expect(JSONNumber(text: "0e99999999999999999999")?.double == 0)
  }

  @Test(arguments: [
    "0", "1.5", "-1.50", "0.1", "123456789012345678901234567890.12345678",
    "99999999999999999999999999999999999999", "1e-128", "-5e-128", "1e127", "100e125",
    "99999999999999999999999999999999999999e127", "340282366920938463463374607431768211455",
    "340282366920938463463374607431768211455e127", "18446744073709551616e-60",
    "99999999999999999999999999999999999999e-128",
  ]) func decimalIsExact(text: String) throws {
    let number = try #require(JSONNumber(text: text))
    let decimal = try #require(number.decimal)
    #expect(JSONNumber(decimal) == number)
  }

  @Test(arguments: [
    "1e-129", "1e166", "4e165", "340282366920938463463374607431768211456",
    "1234567890123456789012345678901234567891", "1e99999999999999999999",
    "1e-99999999999999999999", "0.1234567890123456789012345678901234567890123456789",
  ]) func decimalIsNilBeyondItsRange(text: String) throws {
    #expect(try #require(JSONNumber(text: text)).decimal == nil)
  }

  @Test func decimalsAreTakenExactly() {
    #expect(JSONNumber(Decimal.nan) == nil)
    #expect(JSONNumber(Decimal(sign: .minus, exponent: -1, significand: 15))?.description == "-1.5")
    #expect(JSONNumber(Decimal(Int64.min))?.int == .min)
    let long = Decimal(UInt64.max) * Decimal(UInt64.max)
    func text(_ exponent: Int) -> String? {
      JSONNumber(Decimal(sign: .minus, exponent: exponent, significand: long))?.description
    }
    #expect(text(0) == "-340282366920938463426481119284349108225")
    #expect(text(-9) == "-340282366920938463426481119284.349108225")
    #expect(text(-38) == "-3.40282366920938463426481119284349108225")
    #expect(text(-39) == "-0.340282366920938463426481119284349108225")
    #expect(text(-44) == "-0.00000340282366920938463426481119284349108225")
    #expect(text(-45) == "-3.40282366920938463426481119284349108225e-7")
    #expect(text(9) == "-3.40282366920938463426481119284349108225e47")
    #expect(JSONNumber(text: "0.1")?.decimal == Decimal(1) / 10)
    #expect(JSONNumber(text: "-0")?.decimal == 0)
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<2_000 {
      let exponent = Int.random(in: -128...127, using: &generator)
      let significand =
        Decimal(generator.next()) * Decimal(UInt32(truncatingIfNeeded: generator.next()))
      let decimal = Decimal(
        sign: Bool.random(using: &generator) ? .minus : .plus,
        exponent: min(exponent, 100), significand: significand)
      #expect(JSONNumber(decimal)?.decimal == decimal)
    }
  }

  @Test func literalsAreExact() {
    let small: JSONNumber = 42
    let negative: JSONNumber = -9_223_372_036_854_775_808
    let unsigned: JSONNumber = 18_446_744_073_709_551_615
    let large: JSONNumber = 340_282_366_920_938_463_463_374_607_431_768_211_456
    let largeNegative: JSONNumber = -100_000_000_000_000_000_000_000_000_000
    let minusTwoToThe64: JSONNumber = -18_446_744_073_709_551_616
    let float: JSONNumber = -1.5e300
    #expect(small.description == "42")
    #expect(negative.int == .min)
    #expect(unsigned.exactly(UInt64.self) == .max)
    #expect(large.description == "340282366920938463463374607431768211456")
    #expect(largeNegative.description == "-100000000000000000000000000000")
    #expect(minusTwoToThe64.description == "-18446744073709551616")
    #expect(float.description == "-1.5e300")
    #expect((0 as JSONNumber).description == "0")
  }
}
