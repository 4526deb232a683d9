import Foundation
import MirrorMap
import Testing

/// The values of numbers, at and beyond the limits of their types.
struct NumberDecodingTests {
  private static let texts =
    [
      "0", "-0", "0.0", "-0.0", "0e0", "0e999999", "-0e-999999", "1", "-1", "34.0", "34.5",
      "1e2", "1E+2", "1e-2", "100e-2", "12.50e1", "12.55e1", "0.1", "1.5", "-1.0", "1.0000000000",
      "127", "128", "-128", "-129", "255", "256", "300", "32767", "32768", "-32768", "-32769",
      "65535", "65536", "2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295",
      "4294967296", "9007199254740993", "9007199254740993.0", "-9007199254740993e0",
      "9223372036854775807", "9223372036854775808", "-9223372036854775808",
      "-9223372036854775809", "9223372036854775807.0", "9223372036854775808.0",
      "9.223372036854775807e18", "18446744073709551615", "18446744073709551616",
      "18446744073709551615.0", "1.8446744073709551615e19", "-9223372036854775807e0",
      "-9223372036854775807.0E-0", "-922337203685477580.7e1", "-9223372036854775808e0",
      "-9223372036854775808.0", "-9223372036854775807.9", "-9223372036854775809.0",
      "-9223372036854775300e0", "9223372036854775807e0", "9223372036854775300.5",
      "-9.223372036854775808e18", "18446744073709551614e0", "-9223372036854775808.5",
    ] + [
      "1e18", "1e19", "1e20", "1e37", "1e38", "1e39", "3.4028234e38", "3.4028236e38", "1e308",
      "1.7976931348623157e308", "1.7976931348623159e308", "1e309", "1e400", "-1e400", "1e-400",
      "-1e-400", "4.9e-324", "2.4e-324", "2e-324", "2.2250738585072011e-308", "1e-45", "1e-46",
      "1e-50", "1e999999999999", "1e-999999999999", "0.000000000000000000000001",
      "2.718281828459045235360287471352662497757", "0.30000000000000004",
      "170141183460469231731687303715884105727", "170141183460469231731687303715884105728",
      "-170141183460469231731687303715884105728", "-170141183460469231731687303715884105729",
      "340282366920938463463374607431768211455", "340282366920938463463374607431768211456",
      "12345678901234567890123456789012345678", "123456789012345678901234567890123456789",
      "0.12345678901234567890123456789012345678", "1e127", "1e128", "1e165", "1e166", "1e-128",
      "1e-127", "1e-129", "99999999999999999999999999999999999999e127", "65504", "65520", "1e5",
      "6e-8", "1e-8", "00", "01", "-01", "1.", ".5", "+1", "1e", "1e+", "-", "--1", "0x10", "1_0",
      "1a", "1 2", "Infinity", "-Infinity", "NaN", "nan", "1.e2", "1.5e", "1e2.5", "0e", "- 1",
    ] + [
      String(repeating: "9", count: 60), String(repeating: "1", count: 400),
      "0." + String(repeating: "3", count: 400), "1" + String(repeating: "0", count: 60),
      "1." + String(repeating: "0", count: 60), "1" + String(repeating: "0", count: 60) + "e-60",
      "0." + String(repeating: "0", count: 350) + "1e351", "-" + String(repeating: "0", count: 9),
    ]

  @Test(arguments: texts)
  func numbersAsSignedIntegers(_ text: String) {
    CodableAgreement.expect(Int.self, each: [text])
    CodableAgreement.expect(Int8.self, each: [text])
    CodableAgreement.expect(Int16.self, each: [text])
    CodableAgreement.expect(Int32.self, each: [text])
    CodableAgreement.expect(Int64.self, each: [text])
    CodableAgreement.expect(Int128.self, each: [text])
  }

  @Test(arguments: texts)
  func numbersAsUnsignedIntegers(_ text: String) {
    CodableAgreement.expect(UInt.self, each: [text])
    CodableAgreement.expect(UInt8.self, each: [text])
    CodableAgreement.expect(UInt16.self, each: [text])
    CodableAgreement.expect(UInt32.self, each: [text])
    CodableAgreement.expect(UInt64.self, each: [text])
    CodableAgreement.expect(UInt128.self, each: [text])
  }

  @Test(arguments: texts)
  func numbersAsFractions(_ text: String) {
    CodableAgreement.expect(Double.self, each: [text])
    CodableAgreement.expect(Float.self, each: [text])
    CodableAgreement.expect(CGFloat.self, each: [text])
    CodableAgreement.expect(Decimal.self, each: [text])
    #if !os(macOS) || arch(arm64)
      CodableAgreement.expect(Float16.self, each: [text])
    #endif
  }

  @Test(arguments: texts)
  func numbersInLongArrays(_ text: String) {
    let document = "[" + [String](repeating: "7", count: 40).joined(separator: ", ") + ",\(text)]"
    CodableAgreement.expect([Int].self, document)
    CodableAgreement.expect([UInt8].self, document)
    CodableAgreement.expect([Double].self, document)
    CodableAgreement.expect([Float].self, document)
    CodableAgreement.expect(Set<Int64>.self, document)
  }

  @Test func wholeNumbersMayBeWrittenWithFractionOrExponent() throws {
    for (text, number) in [("34.0", 34), ("1e2", 100), ("12.50e1", 125), ("-0.0", 0)] {
      #expect(try MappingDecoder().decode(Int.self, from: text) == number)
      #expect(try MappingDecoder().decode([Int].self, from: "[\(text)]") == [number])
    }
  }

  @Test(arguments: ["1e400", "-1e400", "1e-400"])
  func numbersBeyondDoubleAreDataErrors(_ text: String) {
    // Foundation's have no coding path.
    let outcome = CodableAgreement.expect([Double].self, "[0, \(text)]")
    #expect(outcome.failure?.description == "dataCorrupted at ")
  }

  @Test func negativeZeroKeepsItsSign() throws {
    for text in ["-0", "-0.0", "-0e5"] {
      #expect(try MappingDecoder().decode(Double.self, from: text).sign == .minus)
      #expect(try MappingDecoder().decode([Float].self, from: "[\(text)]").first?.sign == .minus)
    }
  }

  @Test func integersOf128BitsAreExact() throws {
    let decoder = MappingDecoder()
    #expect(try decoder.decode(Int128.self, from: "\(Int128.min)") == .min)
    #expect(try decoder.decode([Int128].self, from: "[\(Int128.max)]") == [.max])
    #expect(try decoder.decode([UInt128].self, from: "[\(UInt128.max)]") == [.max])
    #expect(throws: DecodingError.self) { try decoder.decode(UInt128.self, from: "-1") }
  }

  @Test func decimalsAreExact() throws {
    for text in ["0.1", "12345678901234567890123456789012345678", "-2.50", "1e-128"] {
      let number = try MappingDecoder().decode([Decimal].self, from: "[\(text)]")
      #expect(number == [try #require(Decimal(string: text))])
    }
  }

  @Test func floatsAreRoundedOnce() throws {
    // Through Double, it would be rounded to the even neighbor first.
    let text = "1.00000017881393432617187499"
    #expect(try MappingDecoder().decode(Float.self, from: text) == 1.0000001)
  }
}
