import Foundation
import MirrorMap
import Testing

@testable import TestSupport

struct FloatingPointValueTests {
  @Test func doublesAreReadToTheNearestAndWrittenToTheShortest() throws {
    for (text, value, written) in [
      ("0", 0, "0.0"), ("-0", -0.0, "-0.0"), ("-0.0", -0.0, "-0.0"), ("-0e5", -0.0, "-0.0"),
      ("1", 1, "1.0"), ("0.1", 0.1, "0.1"), ("1e2", 100, "100.0"),
      ("1.7976931348623157e308", Double.greatestFiniteMagnitude, "1.7976931348623157e308"),
      ("5e-324", Double.leastNonzeroMagnitude, "5e-324"),
      ("2.2250738585072014e-308", Double.leastNormalMagnitude, "2.2250738585072014e-308"),
      ("9007199254740993", 9_007_199_254_740_992, "9007199254740992.0"),
      ("9007199254740993.00000000000000000000000001", 9_007_199_254_740_994, "9007199254740994.0"),
      ("0.30000000000000004", 0.1 + 0.2, "0.30000000000000004"), ("-1e-400", -0.0, "-0.0"),
      ("1e-99999999999999999999", 0, "0.0"), ("0e99999999999999999999", 0, "0.0"),
    ] {
      let read = try Double.decode(from: text)
      #expect(read.bitPattern == value.bitPattern, "\(text)")
      #expect(try Double.decode(from: read.encode()).bitPattern == value.bitPattern, "\(text)")
      #expect(try JSONNumber.decode(from: read.encode()) == JSONNumber(text: written), "\(text)")
    }
  }

  @Test func negativeZeroKeepsItsSignInAllForms() throws {
    #expect(try (-0.0).encodeString() == "-0.0")
    #expect(try Float(-0.0).encodeString() == "-0.0")
    #expect(try Float.decode(from: "-0").sign == .minus)
    #expect(try JSONValue.decode(from: "[-0,-0.0]").encodeString() == "[-0,-0.0]")
  }

  @Test func valuesBeyondTheRangeAreErrorsNeverInfinity() {
    for text in ["1e309", "-1e309", "1.7976931348623159e308", "1e99999999999999999999"] {
      #expect(
        errorText { try Double.decode(from: text) }
          == "$: expected Double, found a number out of its range (line 1, column 1)")
    }
    for text in ["1e39", "-3.4028236e38", "1e309"] {
      #expect(
        errorText { try [Float].decode(from: "[0,\(text)]") }
          == "$[1]: expected Float, found a number out of its range (line 1, column 4)")
    }
  }

  @Test func floatsAreRoundedOnceNeverThroughDouble() throws {
    // Just above the middle of two floats; as a Double it is the middle, which rounds to even.
    for (text, bits) in [
      ("1.00000005960464477540", UInt32(0x3F80_0001)), ("1.000000059604644775390625", 0x3F80_0000),
      ("1.0000000596046447753906250000000000000000000001", 0x3F80_0001), ("16777217", 0x4B80_0000),
      ("16777217.000000000000001", 0x4B80_0001), ("3.4028235e38", 0x7F7F_FFFF),
      ("1e-45", 0x0000_0001), ("7.006492321624085e-46", 0), ("0.1", 0x3DCC_CCCD),
    ] {
      #expect(try Float.decode(from: text).bitPattern == bits, "\(text)")
    }
    #expect(Float(try Double.decode(from: "1.00000005960464477540")).bitPattern == 0x3F80_0000)
  }

  @Test func nanAndInfinityCannotBeWrittenAndTheErrorSaysWhere() {
    struct Reading: Mappable {
      @Mapped("values.inner") var values: [[Double]] = []
      @Mapped("float") var float: Float = 0
    }
    #expect(errorText { try Double.nan.encode() } == "$: JSON has no NaN")
    #expect(errorText { try Float.signalingNaN.encode() } == "$: JSON has no NaN")
    #expect(
      errorText { try [1, -Double.infinity].encode() } == "$[1]: JSON has no infinite numbers")
    #expect(errorText { try ["a": ["b": [Double.nan]]].encode() } == "$.a.b[0]: JSON has no NaN")
    var reading = Reading()
    reading.values = [[1], [2, .infinity]]
    #expect(
      errorText { try reading.encode() }
        == "$.values.inner[1][1]: JSON has no infinite numbers (Reading.values)")
    reading.values = []
    reading.float = .nan
    #expect(
      errorText { try reading.encodeString(options: .prettyPrinted) }
        == "$.float: JSON has no NaN (Reading.float)")
  }

  @Test func otherKindsOfValuesAreNoNumbers() {
    #expect(
      errorText { try Double.decode(from: #""1.5""#) }
        == "$: expected Double, found a string (line 1, column 1)")
    #expect(
      errorText { try Float.decode(from: "null") }
        == "$: expected Float, found null (line 1, column 1)")
    #expect(
      errorText { try Double.decode(from: "[]") }
        == "$: expected Double, found an array (line 1, column 1)")
    #expect(
      errorText { try Double.decode(from: "nul") }
        == "$: found the end of the input (line 1, column 4)")
  }
}
