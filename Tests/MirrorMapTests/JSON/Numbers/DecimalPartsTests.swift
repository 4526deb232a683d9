import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

struct DecimalPartsTests {
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

  /// Expects all ways to read a number as a `Decimal` to hold exactly the value of the reference, or nothing.
  private func checkReference(_ text: String) {
    let reference = NumberReference(Array(text.utf8))
    var natural = reference
    // Zeros of the significand make up for the exponent.
    natural.exponent = max(reference.exponent - 127, 0)
    natural.isNegative = false
    let significand = reference.exponent < -128 ? nil : natural.integer(UInt128.self)
    for decimal in [
      try? Decimal.decode(from: text), try? [Decimal].decode(from: "[\(text),1          ]").first,
      JSONNumber(text: text)?.decimal,
    ] {
      let parts = decimal.flatMap { DecimalParts($0) }
      #expect(parts?.significand == significand, "\(text)")
      guard let parts, let decimal else { continue }
      #expect(parts.exponent == min(reference.exponent, 127), "\(text)")
      #expect(parts.isNegative == (reference.isNegative && !reference.digits.isEmpty), "\(text)")
      let written = try? decimal.encodeString()
      #expect(written.map { NumberReference(Array($0.utf8)) } == reference, "\(text)")
      #expect(written == JSONNumber(decimal)?.description, "\(text)")
    }
  }

  @Test func numbersOfAnyLengthAreExactOrNone() {
    var random = SeededGenerator(seed: 0x26)
    for round in 0..<1500 {
      let count = Int.random(in: 15...42, using: &random)
      var text = (0..<count).map { _ in "\(UInt8.random(in: 0...9, using: &random))" }.joined()
      if text.first == "0" { text = "1" + text }
      if round % 3 == 0 { text += String(repeating: "0", count: round % 40) }
      if round % 5 == 0 { text = "0." + String(repeating: "0", count: round % 100) + text }
      if round % 5 > 2 {
        let place = Int.random(in: 1..<count, using: &random)
        text.insert(".", at: text.index(text.startIndex, offsetBy: place))
      }
      if round % 4 > 1 { text += "e\(Int.random(in: -150...170, using: &random))" }
      checkReference(round % 2 == 0 ? text : "-" + text)
    }
    for exponent in -26...26 {
      for digits in ["\(UInt128.max)", "34028236692093846346337460743176821145600", "1", "99"] {
        checkReference(digits + "e\(exponent)")
        checkReference(digits + ".000e\(exponent)")
      }
    }
    for text in [
      "340282366920938463463374607431768211456", "340282366920938463463374607431768211460",
      "999999999999999999999999999999999999999", "34028236692093846346337460743176821146e127",
      "34028236692093846346337460743176821145e128", "3402823669209384634633746074317682115e129",
      "1" + String(repeating: "0", count: 300) + "e-300", "1" + String(repeating: "0", count: 165),
      "0." + String(repeating: "0", count: 300) + "e99999999999999999999",
      "1" + String(repeating: "0", count: 166), "10000000000000000000000001e-99999999999999999999",
    ] {
      checkReference(text)
    }
  }

  @Test func lengthsAreLimited() throws {
    var mapper = Mapper()
    mapper.maximumStringLength = 20
    for text in ["0.0000000000000000000001", "12345678901234567890"] {
      let unlimited = try [Decimal].decode(from: "[\(text)]")
      #expect(try [Decimal].decode(from: "[\(text)]", using: mapper) == unlimited)
    }
    #expect(
      errorText { try [Decimal].decode(from: "[1.2345678901234567890]", using: mapper) }
        == errorText { try [JSONNumber].decode(from: "[1.2345678901234567890]", using: mapper) })
    #expect(throws: MappingError.self) {
      try [Decimal].decode(from: "[1.2345678901234567890]", using: mapper)
    }
  }

  @Test func zeros() throws {
    for text in ["0", "-0", "0.000", "-0.0e50"] {
      let zero = try Decimal.decode(from: text)
      #expect(zero == 0 && !zero.isSignMinus && zero.description == "0")
    }
  }
}
