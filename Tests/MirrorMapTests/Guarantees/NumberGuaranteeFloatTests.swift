import MirrorMap
import Testing

@testable import TestSupport

/// Binary floating point: read to the nearest value, ties to even, rounded once; or an error.
struct NumberGuaranteeFloatTests {
  // MARK: Zero

  @Test(arguments: [
    "-0", "-0.0", "-0e0", "-0E-5", "-0e99999999999999999999", "-0.000000000000000000000000000000",
    "-1e-400", "-4.9e-325", "-1e-99999999999999999999", "-0.0e-400",
  ])
  func zeroKeepsItsSignAndUnderflowBecomesASignedZero(text: String) throws {
    for (text, sign) in [(text, FloatingPointSign.minus), (String(text.dropFirst()), .plus)] {
      for place in PlaceOfNumber<Double>.all {
        let value = try place.read(text)
        #expect(value == 0 && value.sign == sign, "\(place.name): \(text)")
        #expect(try Double.decode(from: value.encode()).sign == sign)
      }
      for place in PlaceOfNumber<Float>.all {
        let value = try place.read(text)
        #expect(value == 0 && value.sign == sign, "\(place.name): \(text)")
        #expect(try Float.decode(from: value.encode()).sign == sign)
      }
      let tree = try JSONValue.decode(from: text)
      #expect(tree.double?.sign == sign)
      #expect(try Double.decode(from: tree.encode()).sign == sign)
      #expect(try tree.encodeString().hasPrefix("-") == (sign == .minus))
    }
  }

  @Test func textsJustLargeEnoughForASubnormalNumberAreOne() throws {
    for (text, bits) in [
      ("4.9406564584124654e-324", UInt64(1)), ("2.4703282292062328e-324", 1),
      ("2.4703282292062327e-324", 0), ("7.410984687618698e-324", 1), ("1.5e-323", 3),
      ("2.2250738585072011e-308", 0x000F_FFFF_FFFF_FFFF),
      ("2.2250738585072014e-308", 0x0010_0000_0000_0000),
    ] {
      for place in PlaceOfNumber<Double>.all {
        #expect(try place.read(text).bitPattern == bits, "\(place.name): \(text)")
      }
    }
  }

  // MARK: Overflow

  /// The middle between the greatest value and what would be the next, where infinity begins.
  private let limits = (
    double: middleDigits(significand: 1 << 53 - 1, exponent: 971).digits.text,
    float: middleDigits(significand: 1 << 24 - 1, exponent: 104).digits.text
  )

  @Test func valuesBeyondTheRangeAreAnErrorThatNamesTheType() {
    let huge = ["1e309", "-1e309", "1e99999999999999999999", "-1e400", limits.double]
    for text in huge + [limits.double + ".0", limits.double + ".0000000000000001"] {
      for place in PlaceOfNumber<Double>.all {
        let error = mappingError { try place.read(text) }
        #expect(error?.code == .numberOutOfRange && error?.expected == "Double", "\(place.name)")
      }
      #expect(JSONNumber(text: text)?.double == nil)
    }
    for text in huge + ["1e39", "-3.4028236e38", "1e308", limits.float, "-\(limits.float).0"] {
      for place in PlaceOfNumber<Float>.all {
        let error = mappingError { try place.read(text) }
        #expect(error?.code == .numberOutOfRange && error?.expected == "Float", "\(place.name)")
      }
    }
    #expect(
      errorText { try WayOfReading.Requiring<Float>.decode(from: #"{"held": 1e39}"#) }
        == "$.held: expected Float, found a number out of its range"
        + " (line 1, column 10, Requiring<Float>.held)")
    #expect(
      errorText { try [Double].decode(from: "[1, -1e999]") }
        == "$[1]: expected Double, found a number out of its range (line 1, column 5)")
  }

  @Test func textsJustInsideTheRangeAreTheGreatestValue() throws {
    // A smaller last digit, and then nines.
    let below = { (text: String) in text.dropLast() + "1.\(String(repeating: "9", count: 3000))" }
    #expect(limits.double.last == "2" && limits.float.last == "8")
    for place in PlaceOfNumber<Double>.all {
      #expect(try place.read(below(limits.double)) == .greatestFiniteMagnitude)
    }
    for place in PlaceOfNumber<Float>.all {
      #expect(try place.read(below(limits.float)) == .greatestFiniteMagnitude)
    }
  }

  // MARK: Ties

  /// The texts of the middle between a value and the next, a little less and a little more, where
  /// "a little" comes after many digits.
  private func texts(
    _ middle: (digits: DecimalNatural, power: Int), after count: Int
  ) -> (exact: String, below: String, above: String) {
    let digits = middle.digits.text
    let zeros = String(repeating: "0", count: count)
    let nines = String(repeating: "9", count: count)
    var less = Array(digits.utf8)
    var place = less.count - 1
    while less[place] == UInt8(ascii: "0") {
      less[place] = UInt8(ascii: "9")
      place -= 1
    }
    less[place] -= 1
    // The first digit may have become a leading zero.
    let below = String(
      decoding: less.count > 1 && less[0] == 0x30 ? less[1...] : less[...], as: UTF8.self)
    return (
      "\(digits).\(zeros)e\(middle.power)", "\(below).\(nines)e\(middle.power)",
      "\(digits).\(zeros)1e\(middle.power)"
    )
  }

  @Test func tiesOfDoublesGoToEvenAndADigitAfterThousandsDecides() throws {
    var generator = SeededGenerator(seed: 41)
    let places = PlaceOfNumber<Double>.all
    for round in 0..<300 {
      // Every exponent in turn, subnormal numbers among them.
      let exponent = UInt64(round * 7 % 2046)
      let bits = exponent << 52 | generator.next() >> 12
      let fraction = bits & (1 << 52 - 1)
      let significand = exponent == 0 ? fraction : fraction | 1 << 52
      let middle = middleDigits(significand: significand, exponent: Int(max(exponent, 1)) - 1075)
      let count = [0, 1, 20, 400, 5000][round % 5]
      let texts = texts(middle, after: max(count, 1))
      let place = places[round % places.count]
      #expect(try place.read(texts.exact).bitPattern == bits + bits & 1, "\(place.name)")
      #expect(try place.read(texts.below).bitPattern == bits, "\(place.name)")
      #expect(try place.read(texts.above).bitPattern == bits + 1, "\(place.name)")
      #expect(JSONNumber(text: texts.exact)?.double?.bitPattern == bits + bits & 1)
      #expect(JSONNumber(text: "-" + texts.above)?.double?.bitPattern == (bits + 1) | 1 << 63)
    }
  }

  @Test func tiesOfFloatsGoToEvenNeverThroughDouble() throws {
    var generator = SeededGenerator(seed: 42)
    let places = PlaceOfNumber<Float>.all
    for round in 0..<300 {
      let exponent = UInt32(round % 254)
      let bits = exponent << 23 | UInt32(truncatingIfNeeded: generator.next() >> 41)
      let fraction = bits & (1 << 23 - 1)
      let significand = UInt64(exponent == 0 ? fraction : fraction | 1 << 23)
      let middle = middleDigits(significand: significand, exponent: Int(max(exponent, 1)) - 150)
      let texts = texts(middle, after: [1, 30, 2000][round % 3])
      let place = places[round % places.count]
      #expect(try place.read(texts.exact).bitPattern == bits + bits & 1, "\(place.name)")
      #expect(try place.read(texts.below).bitPattern == bits, "\(place.name)")
      #expect(try place.read(texts.above).bitPattern == bits + 1, "\(place.name)")
    }
  }
}
