import Foundation
import MirrorMap
import Testing

@testable import TestSupport

struct DecimalValueTests {
  @Test(arguments: [
    "0.1", "-12.50", "12345678901234567890123456789012345678",
    "0.12345678901234567890123456789012345678", "99999999999999999999999999999999999999",
    "-99999999999999999999999999999999999999", "1e127", "1e-128", "3.14", "0", "10e127",
    "-1200e127",
    "1.0e128", "1e165", "99999999999999999999999999999999999999e127", "3e165",
    "1234567890.1234567890123456789012345678",
  ])
  func upTo38DigitsAreExactInBothDirections(text: String) throws {
    let decimal = try Decimal.decode(from: text)
    #expect(JSONNumber(decimal) == JSONNumber(text: text))
    let written = try decimal.encodeString()
    #expect(JSONNumber(text: written) == JSONNumber(text: text))
    #expect(try Decimal.decode(from: written) == decimal)
  }

  @Test(arguments: [
    "123456789012345678901234567890123456789.5", "999999999999999999999999999999999999999",
    "0.1234567890123456789012345678901234567891234", "1e200", "1e-200", "4e165", "1e166",
    "-1e99999999999999999999",
  ])
  func valuesADecimalCannotHoldExactlyAreErrors(text: String) {
    #expect(
      errorText { try [String: Decimal].decode(from: #"{"price": \#(text)}"#) }
        == "$.price: expected Decimal, found a number with more digits or a larger exponent than it has"
        + " (line 1, column 11)")
  }

  @Test func nanCannotBeWritten() {
    #expect(errorText { try [Decimal.nan].encode() } == "$[0]: JSON has no NaN")
  }

  @Test func otherKindsOfValuesAreNoDecimals() {
    #expect(
      errorText { try Decimal.decode(from: #""1""#) }
        == "$: expected Decimal, found a string (line 1, column 1)")
    #expect(
      errorText { try Decimal.decode(from: "null") }
        == "$: expected Decimal, found null (line 1, column 1)")
  }
}
