import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Written numbers read back as what they were, and no shorter text would.
struct NumberGuaranteeWritingTests {
  /// A decimal without zeros at either end: digits × 10^exponent.
  private struct Digits {
    var digits: String
    var exponent: Int

    init(_ text: String) {
      var mantissa = text.drop { $0 == "-" }
      exponent = 0
      if let e = mantissa.firstIndex(of: "e") {
        exponent = Int(mantissa[mantissa.index(after: e)...].drop { $0 == "+" }) ?? .max
        mantissa = mantissa[..<e]
      }
      if let point = mantissa.firstIndex(of: ".") {
        exponent -= mantissa.distance(from: point, to: mantissa.endIndex) - 1
      }
      digits = String(mantissa.filter { $0 != "." }.drop { $0 == "0" })
      while digits.last == "0" {
        digits.removeLast()
        exponent += 1
      }
    }

    /// The two decimals next to it that have one digit less. If any shorter decimal lay in the
    /// interval that is rounded to a value, one of these would.
    var shorter: [String] {
      guard let less = UInt64(digits.dropLast()) else { return [] }
      return [less, less + 1].map { "\($0)e\(exponent + 1)" }
    }
  }

  private func check<F: BinaryFloatingPoint & LosslessStringConvertible & MappableValue>(
    _ value: F
  ) throws {
    let text = try value.encodeString()
    #expect(JSONReference.isNumber(Array(text.utf8)), "\(text)")
    let read = try F.decode(from: text)
    #expect(read == value && read.sign == value.sign, "\(text)")
    let written = Digits(text)
    for shorter in written.shorter { #expect(try F.decode(from: shorter) != value, "\(text)") }
    let standard = Digits("\(value)")
    #expect(written.digits == standard.digits && written.exponent == standard.exponent, "\(text)")
  }

  @Test func randomBitsOfADoubleComeBackFromTheShortestText() throws {
    var generator = SeededGenerator(seed: 51)
    for _ in 0..<3000 {
      let value = Double(bitPattern: generator.next())
      if value.isFinite { try check(value) }
      let fraction = Double(Int64(bitPattern: generator.next()) >> 40) / 100
      try check(fraction)
    }
    for bits in UInt64(0)..<200 { try check(Double(bitPattern: bits)) }
    for exponent in UInt64(0)..<2047 { try check(Double(bitPattern: exponent << 52)) }
  }

  @Test func randomBitsOfAFloatComeBackFromTheShortestText() throws {
    var generator = SeededGenerator(seed: 52)
    for _ in 0..<4000 {
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
      if value.isFinite { try check(value) }
    }
    for bits in UInt32(0)..<200 { try check(Float(bitPattern: bits)) }
    for exponent in UInt32(0)..<255 { try check(Float(bitPattern: exponent << 23)) }
  }

  @Test func numbersOfTreesAreWrittenAsExactlyAsTheyWereRead() throws {
    var generator = SeededGenerator(seed: 53)
    for _ in 0..<2000 {
      let digits = (0..<Int.random(in: 1...60, using: &generator)).map { _ in
        String(Int.random(in: 0...9, using: &generator))
      }.joined()
      let sign = Bool.random(using: &generator) ? "-" : ""
      let exponent = Int.random(in: -400...400, using: &generator)
      let text = "\(sign)\(Int.random(in: 0...9, using: &generator)).\(digits)e\(exponent)"
      let number = try JSONNumber.decode(from: text)
      let written = try JSONValue.number(number).encodeString()
      #expect(Digits(written).digits == Digits(text).digits, "\(text)")
      let isZero = Digits(text).digits.isEmpty
      #expect(isZero || Digits(written).exponent == Digits(text).exponent, "\(text)")
      #expect(written.hasPrefix("-") == (sign == "-"), "\(text)")
      #expect(try JSONNumber.decode(from: written) == number)
    }
  }

  // MARK: Integers

  private func checkInteger<I: FixedWidthInteger & MappableValue & Sendable>(
    _ type: I.Type
  ) throws {
    var generator = SeededGenerator(seed: 54)
    var values: [I] = [.min, .min + 1, 0, 1, 7, .max - 1, .max]
    for shift in 0..<I.bitWidth {
      values.append(I.random(in: .min ... .max, using: &generator) >> I(shift))
      values.append(1 << I(truncatingIfNeeded: shift))
    }
    let places = PlaceOfNumber<I>.all
    for (number, value) in values.enumerated() {
      let text = try value.encodeString()
      #expect(text == "\(value)")
      let place = places[number % places.count]
      #expect(try place.read(text) == value, "\(place.name): \(text)")
      #expect(JSONNumber(value).exactly(I.self) == value)
      #expect(try JSONValue.decode(from: text).encodeString() == text)
    }
    for place in places where place.name != "text" {
      for beyond in [JSONNumber(I.max).following, JSONNumber(I.min).preceding] {
        let error = mappingError { try place.read(beyond) }
        #expect(error?.code == .numberOutOfRange, "\(place.name): \(beyond)")
        #expect(error?.expected == "\(I.self)")
        #expect(error?.found == "a number out of its range")
      }
    }
  }

  @Test func integersOfAllWidthsAreExactInBothDirectionsAtEveryPosition() throws {
    try checkInteger(Int8.self)
    try checkInteger(Int16.self)
    try checkInteger(Int32.self)
    try checkInteger(Int64.self)
    try checkInteger(Int128.self)
    try checkInteger(UInt8.self)
    try checkInteger(UInt16.self)
    try checkInteger(UInt32.self)
    try checkInteger(UInt64.self)
    try checkInteger(UInt128.self)
    try checkInteger(Int.self)
    try checkInteger(UInt.self)
  }

  @Test func integersOfAllWidthsAreExactAsKeys() throws {
    let signed: [Int128: Int] = [.min: 1, .max: 2, -1: 3]
    #expect(try [Int128: Int].decode(from: signed.encode()) == signed)
    let unsigned: [UInt128: UInt64] = [.max: .max, 0: 0]
    #expect(try [UInt128: UInt64].decode(from: unsigned.encode()) == unsigned)
    #expect(
      errorText { try [UInt64: Int].decode(from: #"{"18446744073709551616":1}"#) }
        == #"$["18446744073709551616"]: expected a key of type UInt64, found another one"#
        + " (line 1, column 2)")
  }

  // MARK: Decimals

  @Test func decimalsOfUpTo38DigitsAreExactInBothDirectionsAtEveryPosition() throws {
    var generator = SeededGenerator(seed: 55)
    let places = PlaceOfNumber<Decimal>.all
    for round in 0..<1500 {
      let count = round % 38 + 1
      var digits = (0..<count).map { _ in Int.random(in: 0...9, using: &generator) }
      digits[0] = max(digits[0], 1)
      digits[count - 1] = max(digits[count - 1], 1)
      let sign = Bool.random(using: &generator) ? "-" : ""
      let exponent = Int.random(in: -128...127, using: &generator)
      let text = sign + digits.map(String.init).joined() + "e\(exponent)"
      let place = places[round % places.count]
      let decimal = try place.read(text)
      let magnitude = "\(decimal.significand)".drop { $0 == "-" }
      #expect(magnitude == digits.map(String.init).joined(), "\(place.name): \(text)")
      #expect(decimal.exponent == exponent && decimal.isSignMinus == (sign == "-"), "\(text)")
      let written = try decimal.encodeString()
      #expect(JSONNumber(text: written) == JSONNumber(text: text), "\(written)")
      #expect(try Decimal.decode(from: written) == decimal)
    }
  }

  @Test func numberThatNoDecimalHoldsExactlyIsAnErrorAtEveryPosition() {
    let nines = String(repeating: "9", count: 39)
    for text in [
      nines, "0." + nines, "1" + nines, "1e166", "1e-129", "-1e99999999999999999999",
      "340282366920938463463374607431768211456", "1.\(String(repeating: "0", count: 50))1",
    ] {
      for place in PlaceOfNumber<Decimal>.all where place.name != "text" {
        let error = mappingError { try place.read(text) }
        #expect(error?.code == .inexactNumber && error?.expected == "Decimal", "\(place.name)")
        #expect(error?.found == "a number with more digits or a larger exponent than it has")
      }
    }
  }
}

extension JSONNumber {
  /// The text of the integer with one more, or one less, of magnitude.
  fileprivate var following: String {
    var digits = Array(description.utf8)
    var place = digits.count - 1
    while place >= 0, digits[place] == UInt8(ascii: "9") {
      digits[place] = UInt8(ascii: "0")
      place -= 1
    }
    guard place >= 0, digits[place] != UInt8(ascii: "-") else {
      return "1" + String(decoding: digits, as: UTF8.self)
    }
    digits[place] += 1
    return String(decoding: digits, as: UTF8.self)
  }

  /// The text of the integer below; of zero, -1.
  fileprivate var preceding: String { self == 0 ? "-1" : following }
}
