import Foundation
import Testing

@testable import MirrorMap

@Suite struct DecimalPartsTests {
  @Test func decimalsAreThoseOfTheirText() throws {
    var random = SeededGenerator(seed: 0xDEC)
    for round in 0..<3000 {
      let digits = String(UInt64.random(in: 0...UInt64.max >> UInt64(round % 60), using: &random))
      let places = Int.random(in: 0...20, using: &random)
      let exponent = Int.random(in: -80...80, using: &random)
      var text = (round % 2 == 0 ? "" : "-") + digits
      if round % 3 > 0 { text += "." + String(repeating: "0", count: places) + "\(round % 10)" }
      if round % 5 > 2 { text += "e\(exponent)" }
      guard let expected = Decimal(string: text) else { continue }
      let decimal = try? Decimal.decode(from: text)
      guard let decimal else { continue }
      #expect(decimal == expected, "\(text)")
      #expect(decimal.description == expected.description, "\(text)")
      #expect(decimal.isSignMinus == expected.isSignMinus && !decimal.isNaN)
      #expect((decimal + 1) * 3 == (expected + 1) * 3)
      #expect(decimal.hashValue == expected.hashValue)
    }
  }

  @Test func zeros() throws {
    for text in ["0", "-0", "0.000", "-0.0e50"] {
      let zero = try Decimal.decode(from: text)
      #expect(zero == 0 && !zero.isSignMinus && zero.description == "0")
    }
  }
}
