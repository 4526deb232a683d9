import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

struct JSONNumberTests {
  /// Numbers as text and as they are written again.
  static let written: [(String, String)] = [
    ("0", "0"), ("-0", "-0"), ("0.000", "0.000"), ("-0.0", "-0.0"), ("0e5", "0"), ("0E-9", "0e-9"),
    ("1", "1"), ("1.50", "1.50"), ("-1.50", "-1.50"), ("1e2", "100"), ("1E+2", "100"),
    ("100e-2", "1.00"), ("1e20", "100000000000000000000"), ("1e21", "1e21"),
    ("123e19", "1.23e21"), ("0.000001", "0.000001"), ("0.0000015", "0.0000015"),
    ("0.0000001", "1e-7"), ("15e-9", "1.5e-8"), ("150e-9", "1.50e-7"), ("10e-1", "1.0"),
    ("18446744073709551615", "18446744073709551615"),
    ("18446744073709551616", "18446744073709551616"),
    ("1844674407370955161.5", "1844674407370955161.5"),
    ("9999999999999999999e32767", "9.999999999999999999e32785"),
    ("9999999999999999999e-32768", "9.999999999999999999e-32750"),
    ("0.00000018446744073709551615", "1.8446744073709551615e-7"),
    ("0.0000018446744073709551615", "0.0000018446744073709551615"),
    ("1e32768", "1e32768"), ("1e99999999999999999999", "1e99999999999999999999"),
    ("3.14159265358979323846264338327950288", "3.14159265358979323846264338327950288"),
    ("1e000000000000000000000002", "100"),
  ]

  @Test(arguments: written) func numbersAreWrittenAsRead(text: String, expected: String) throws {
    let number = try #require(JSONNumber(text: text))
    #expect(number.description == expected)
    let again = try #require(JSONNumber(text: number.description))
    #expect(again == number)
    #expect(again.hashValue == number.hashValue)
    #expect(again.description == number.description)
  }

  @Test(arguments: [
    "", "-", "+1", "01", "-01", "00", ".5", "5.", "5.e1", "1e", "1e+", "1e-", "1E1.0", "0x10", "1 ",
    " 1", "1\n", "--1", "1-", "1,5", "NaN", "nan", "Infinity", "-Infinity", "inf", "1_000", "１",
    "٣", "1\0", "\0", "1e٣", "1e1e1", "é", "1.5.5", "- 1", "null",
  ]) func textThatIsNoNumberIsRefused(text: String) {
    #expect(JSONNumber(text: text) == nil)
  }

  @Test func numbersAreReadFromBytes() {
    func read(_ text: String) -> JSONNumber? {
      Array(text.utf8).withBytes { JSONNumber(utf8: $0) }
    }
    #expect(read("1.50")?.description == "1.50")
    #expect(read("100000000000000000000000")?.description == "100000000000000000000000")
    #expect(read("1.50x") == nil)
    #expect(read("") == nil)
  }

  @Test func numbersOfUpTo19DigitsAreCompact() throws {
    func isCompact(_ text: String) throws -> Bool {
      if case .compact = try #require(JSONNumber(text: text)).storage { true } else { false }
    }
    #expect(try isCompact("9999999999999999999"))
    #expect(try isCompact("0.9999999999999999999"))
    #expect(try isCompact("0.0000000000000000000000000000001"))
    #expect(try !isCompact("99999999999999999999"))
    #expect(try !isCompact("1e99999"))
    #expect(MemoryLayout<JSONNumber>.stride <= 24)
  }

  @Test(arguments: [
    ["1", "1.0", "10e-1", "1.00000000000000000000000000000", "0.0000001e7", "1E0"],
    ["0", "-0", "0.0", "-0e999999999999999999999999", "0e-99999999999999999999", "0e5"],
    ["100", "1e2", "1E+2", "100.000000000000000000000000"],
    ["-12.5", "-125e-1", "-12.50", "-12.500000000000000000000000000"],
    ["1e99999999999999999999", "10e99999999999999999998", "0.01e100000000000000000001"],
    ["1e-99999999999999999999", "10e-100000000000000000000", "0.1e-99999999999999999998"],
    ["1e999999999999999999", "0.1e1000000000000000000", "10e999999999999999998"],
    ["1e1000000000000000000", "10e999999999999999999", "0.01e1000000000000000002"],
    ["1e-1000000000000000000", "10e-1000000000000000001", "0.1e-999999999999999999"],
    ["18446744073709551616", "1844674407370955161.6e1", "18446744073709551616.000"],
    ["18446744073709551615", "18446744073709551615.0000000", "1844674407370955161.5e1"],
  ]) func equalValuesAreEqual(texts: [String]) throws {
    let numbers = try texts.map { try #require(JSONNumber(text: $0)) }
    for left in numbers {
      for right in numbers {
        #expect(left == right, "\(left) \(right)")
        #expect(left.hashValue == right.hashValue, "\(left) \(right)")
      }
    }
  }

  @Test func differentValuesDiffer() throws {
    let texts = [
      "0", "1", "-1", "10", "0.1", "1e1000000000000000000", "1e1000000000000000001",
      "1e-1000000000000000000", "1e99999999999999999999", "-1e99999999999999999999",
      "1e-99999999999999999999", "18446744073709551615", "18446744073709551616",
      "18446744073709551617", "0.1000000000000000055511151231257827021181583404541015625",
      "9007199254740993", "9007199254740992",
    ]
    let numbers = Set(try texts.map { try #require(JSONNumber(text: $0)) })
    #expect(numbers.count == texts.count)
  }

  @Test func hostileNumbersStayCheap() throws {
    let digits = String(repeating: "9", count: 200_000)
    for text in [
      digits, "0.\(digits)", "1e\(digits)", "1e-\(digits)", "\(digits)e-\(digits)",
      "1e999999999", "1e-999999999", "0.\(String(repeating: "0", count: 200_000))1",
    ] {
      let number = try #require(JSONNumber(text: text))
      #expect(number == number)
      #expect(number.int == nil)
      #expect(number.exactly(UInt128.self) == nil)
      #expect(number.decimal == nil)
      #expect(number != 1)
      #expect(Set([number]).contains(number))
      #expect(number.double.map { (0...1).contains($0) } ?? true)
    }
  }

  @Test func integersOfEveryWidthAreExact() {
    #expect(JSONNumber(Int8.min).description == "-128")
    #expect(JSONNumber(Int.min).description == "-9223372036854775808")
    #expect(JSONNumber(UInt64.max).description == "18446744073709551615")
    #expect(JSONNumber(Int128.min).description == "-170141183460469231731687303715884105728")
    #expect(JSONNumber(UInt128.max).exactly(UInt128.self) == .max)
    #expect(JSONNumber(Int128.min).exactly(Int128.self) == .min)
    #expect(JSONNumber(Int128.min).exactly(Int64.self) == nil)
    #expect(JSONNumber(Int.min).exactly(Int.self) == .min)
    #expect(JSONNumber(Int.min).exactly(UInt.self) == nil)
    #expect(JSONNumber(Int8.min).exactly(Int8.self) == .min)
  }

  @Test func exactlyLooksAtTheValue() throws {
    func int8(_ text: String) throws -> Int8? {
      try #require(JSONNumber(text: text)).exactly(Int8.self)
    }
    #expect(try int8("1.0") == 1)
    #expect(try int8("1e2") == 100)
    #expect(try int8("100e-2") == 1)
    #expect(try int8("-128.000000000000000000000000000") == -128)
    #expect(try int8("-0") == 0)
    #expect(try int8("0e999999999999999999999999") == 0)
    #expect(try int8("1.5") == nil)
    #expect(try int8("128") == nil)
    #expect(try int8("-129") == nil)
    #expect(try int8("300") == nil)
    #expect(try int8("1e3") == nil)
    #expect(try int8("1e999999999") == nil)
    #expect(try int8("1e-999999999") == nil)
    #expect(try int8("1e-99999999999999999999") == nil)
    #expect(JSONNumber(text: "-1")?.exactly(UInt8.self) == nil)
    #expect(JSONNumber(text: "-0.0")?.exactly(UInt8.self) == 0)
    #expect(JSONNumber(text: "18446744073709551615.0")?.exactly(UInt64.self) == .max)
    #expect(JSONNumber(text: "18446744073709551616.0")?.exactly(UInt64.self) == nil)
    #expect(JSONNumber(text: "-9223372036854775808")?.int == .min)
    #expect(JSONNumber(text: "-9223372036854775809")?.int == nil)
    #expect(JSONNumber(text: "9223372036854775807")?.int == .max)
    #expect(JSONNumber(text: "1e18")?.int == 1_000_000_000_000_000_000)
    #expect(JSONNumber(text: "1e19")?.int == nil)
  }

  @Test func exactlyAgreesWithTheStandardLibrary() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<5_000 {
      let value = Int64(bitPattern: generator.next()) >> Int64.random(in: 0..<64, using: &generator)
      let zeros = value == 0 ? 0 : Int.random(in: 0...30, using: &generator)
      let number = JSONNumber(text: "\(value)\(String(repeating: "0", count: zeros))e-\(zeros)")
      #expect(number == JSONNumber(value))
      #expect(number?.exactly(Int64.self) == value)
      #expect(number?.exactly(Int32.self) == Int32(exactly: value))
      #expect(number?.exactly(UInt16.self) == UInt16(exactly: value))
      #expect(number?.exactly(Int8.self) == Int8(exactly: value))
      #expect(number?.exactly(Int128.self) == Int128(value))
    }
  }

  /// Numbers with a fraction are written in another way than their descriptions are made.
  @Test func fractionsAreWrittenAsTheyAreDescribed() throws {
    var random = SeededGenerator(seed: 0xF1A)
    for _ in 0..<20_000 {
      let number = JSONNumber(
        significand: random.next() >> UInt64.random(in: 0..<64, using: &random),
        exponent: Int16.random(in: -25...25, using: &random), isNegative: .random(using: &random))
      #expect(try number.encodeString() == number.description)
    }
    for exponent in -25...25 as ClosedRange<Int16> {
      let zero = JSONNumber(significand: 0, exponent: exponent, isNegative: false)
      #expect(try zero.encodeString() == zero.description)
    }
  }
}
