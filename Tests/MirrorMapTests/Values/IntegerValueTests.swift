import MirrorMap
import Testing

@testable import TestSupport

struct IntegerValueTests {
  private func checkBoundaries<I: FixedWidthInteger & MappableValue>(_ type: I.Type) throws {
    for value in [I.min, I.min + 1, 0, 1, I.max - 1, I.max] {
      #expect(try value.encodeString() == "\(value)")
      for text in ["\(value)", "\(value).0", "\(value)e0", "\(value).0e0", "\(value).000E+0"] {
        #expect(try I.decode(from: text) == value, "\(text)")
        #expect(try [I?].decode(from: "[\(text),null]") == [value, nil])
      }
      #expect(try [I].decode(from: [value, value].encode()) == [value, value])
    }
    let error = "$: expected \(I.self), found a number out of its range (line 1, column 1)"
    for beyond in [
      increment("\(I.max)"), I.isSigned ? "-" + increment("\(I.min)".dropFirst()) : "-1",
    ] {
      #expect(errorText { try I.decode(from: beyond) } == error, "\(beyond)")
      #expect(errorText { try I.decode(from: beyond + ".0") } == error, "\(beyond)")
      #expect(errorText { try I.decode(from: beyond + "0e-1") } == error, "\(beyond)")
    }
    #expect(errorText { try I.decode(from: "1e40") } == error)
    #expect(errorText { try I.decode(from: "1e400") } == error)
    #expect(errorText { try I.decode(from: "-1e99999999999999999999") } == error)
    let fraction = "$: expected \(I.self), found a number with a fraction (line 1, column 1)"
    for text in [
      "3.9", "0.5", "-0.1", "1e-1", "15e-1", "1e-99999999999999999999",
      "1.00000000000000000000000000001",
    ] {
      #expect(errorText { try I.decode(from: text) } == fraction, "\(text)")
    }
    for zero in ["0", "-0", "0.0", "-0.0", "0e5", "0e99999999999999999999", "0.000e-30"] {
      #expect(try I.decode(from: zero) == 0, "\(zero)")
    }
    for (text, found) in [
      (#""1""#, "a string"), ("true", "a boolean"), ("false", "a boolean"), ("[1]", "an array"),
      ("{}", "an object"), ("null", "null"),
    ] {
      #expect(
        errorText { try I.decode(from: text) }
          == "$: expected \(I.self), found \(found) (line 1, column 1)")
    }
  }

  /// A decimal natural number plus one.
  private func increment(_ digits: some StringProtocol) -> String {
    var result = Array(digits.utf8)
    var place = result.count - 1
    while place >= 0, result[place] == 0x39 {
      result[place] = 0x30
      place -= 1
    }
    if place >= 0 { result[place] += 1 } else { result.insert(0x31, at: 0) }
    return String(decoding: result, as: UTF8.self)
  }

  @Test func eachWidthHoldsExactlyItsOwnRange() throws {
    try checkBoundaries(Int.self)
    try checkBoundaries(Int16.self)
    try checkBoundaries(Int32.self)
    try checkBoundaries(Int64.self)
    try checkBoundaries(Int128.self)
    try checkBoundaries(UInt.self)
    try checkBoundaries(UInt8.self)
    try checkBoundaries(UInt16.self)
    try checkBoundaries(UInt32.self)
    try checkBoundaries(UInt64.self)
    try checkBoundaries(UInt128.self)
    try checkBoundaries(Int8.self)
  }

  @Test func numbersThatMeanAnIntegerAreOne() throws {
    #expect(
      try [Int].decode(from: "[1.0, 1e2, 1E+2, 10e-1, 120.00, -1.5e1]") == [
        1, 100, 100, 1, 120, -15,
      ])
    #expect(try Int64.decode(from: "9.223372036854775807e18") == .max)
    #expect(try Int64.decode(from: "-9223372036854775808000e-3") == .min)
    #expect(try UInt64.decode(from: "1844674407370955161.5e1") == .max)
    #expect(try UInt8.decode(from: "0.00000000000000000000000000255e29") == 255)
    #expect(try Int.decode(from: "1" + String(repeating: "0", count: 300) + "e-300") == 1)
  }

  /// Reads a number as an integer, with bytes after it that allow fast paths, and without them.
  private func checkReference<I: FixedWidthInteger & MappableValue>(_ text: String, _ type: I.Type)
  {
    let reference = NumberReference(Array(text.utf8))
    let expected = reference.integer(type)
    #expect((try? I.decode(from: text)) == expected, "\(text)")
    #expect((try? [I].decode(from: "[\(text),1        ]"))?.first == expected, "\(text)")
    #expect(JSONNumber(text: text)?.exactly(type) == expected, "\(text)")
    guard expected == nil else { return }
    let cause = reference.exponent < 0 ? "with a fraction" : "out of its range"
    #expect(errorText { try I.decode(from: text) }.contains("found a number \(cause) "), "\(text)")
  }

  @Test func numbersWithFractionsAndExponentsAreThoseOfTheReference() {
    var random = SeededGenerator(seed: 0x1E3)
    for round in 0..<1500 {
      let limit = UInt64.max >> UInt64(round % 64)
      var text = "\(UInt64.random(in: 0...limit, using: &random))"
      text += String(repeating: "0", count: Int.random(in: 0...3, using: &random))
      if text.first == "0" { text = "0" }
      let places = Int.random(in: 0...text.count, using: &random)
      if places > 0, places < text.count {
        text.insert(".", at: text.index(text.endIndex, offsetBy: -places))
      }
      if round % 3 > 0 { text += "e\(Int.random(in: -24...24, using: &random))" }
      if round % 2 > 0 { text = "-" + text }
      checkReference(text, Int.self)
      checkReference(text, UInt64.self)
      checkReference(text, Int8.self)
      checkReference(text, UInt16.self)
      checkReference(text, Int128.self)
      checkReference(text, UInt128.self)
    }
    for text in [
      "\(UInt64.max)e18", "\(UInt64.max)e19", "-\(UInt64.max)e19", "9999999999999999999e19",
      "34028236692093846e22", "17014118346046923173e19", "\(UInt64.max)e-19", "0e-20", "-0e19",
      "10000000000000000000e-19", "-1000000000000000000e-18", "0.0000000000000000001e19",
    ] {
      checkReference(text, Int.self)
      checkReference(text, Int128.self)
      checkReference(text, UInt128.self)
    }
  }

  @Test func fractionsAreNeverTakenForIntegers() {
    #expect((try? Int64.decode(from: "9223372036854775807.5")) == nil)
    #expect((try? Int64.decode(from: "9007199254740992.5")) == nil)
    #expect((try? UInt64.decode(from: "18446744073709551615.0000000001")) == nil)
  }

  @Test func integersInModelsAndAtKeyPathsAreAsExactAsElsewhere() throws {
    struct Widths: Mappable {
      @Mapped("a") var a: Int8
      @Mapped("b.c") var c: UInt64
      @Mapped("d") var d: Int128?
      @Mapped("e") var e: [UInt16] = []
      @Mapped("f") var f: Int
    }
    let text =
      #"{"a":-128,"b":{"c":18446744073709551615},"d":-170141183460469231731687303715884105728,"e":[65535],"f":1e2}"#
    let widths = try Widths.decode(from: text)
    #expect(try widths.encodeString() == text.replacing("1e2", with: "100"))
    #expect(
      errorText { try Widths.decode(from: text.replacing("-128", with: "300")) }
        == "$.a: expected Int8, found a number out of its range (line 1, column 6, Widths.a)")
    #expect(
      errorText { try Widths.decode(from: text.replacing("65535", with: "3.9")) }
        == "$.e[0]: expected UInt16, found a number with a fraction (line 1, column 92, Widths.e)")
  }
}
