import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private struct Bill: Mappable {
  @Mapped("n", transform: .decimal) var number: Decimal?
  @Mapped("t", transform: .decimalText) var text: Decimal?
  @Mapped("o", transform: .decimalNumber) var object: NSDecimalNumber?
  @Mapped("p", transform: .decimalNumberText) var objectText: NSDecimalNumber?
}

struct DecimalTransformTests {
  @Test(arguments: [
    "0", "0.1", "-12.34", "12345678901234567890123456789012345678", "0.0000001", "100",
    "99999999999999999999999999999999999999", "-0.00000000000000000000000000000000000001",
  ])
  func numbersAndTextsAreReadExactlyAndWrittenAsChosen(_ number: String) throws {
    let decimal = try #require(Decimal(string: number))
    for json in [number, #""\#(number)""#] {
      let bill = try Bill.decode(from: #"{"n":\#(json),"t":\#(json),"o":\#(json),"p":\#(json)}"#)
      #expect(bill.number == decimal)
      #expect(bill.text == decimal)
      #expect(bill.object == NSDecimalNumber(decimal: decimal))
      #expect(bill.objectText == NSDecimalNumber(decimal: decimal))
      let written = try JSONValue.decode(from: bill.encode())
      #expect(written["n"]?.number?.decimal == decimal)
      #expect(written["t"]?.string.flatMap { Decimal(string: $0) } == decimal)
      #expect(written["o"] == written["n"])
      #expect(written["p"] == written["t"])
    }
  }

  @Test func writtenForms() throws {
    let bill = try Bill.decode(from: #"{"n":"1.50","t":1e2,"o":0.1,"p":12.5e-1}"#)
    #expect(try bill.encodeString() == #"{"n":1.5,"t":"100","o":0.1,"p":"1.25"}"#)
  }

  @Test(arguments: [
    "", " 1", "1 ", "+1", "01", "1,5", "6abc", ".5", "5.", "0x10", "NaN", "1_000", "١",
  ])
  func textThatIsNoNumberIsAnError(_ text: String) {
    for (key, property) in [("n", "number"), ("t", "text"), ("o", "object"), ("p", "objectText")] {
      #expect(
        errorText { try Bill.decode(from: #"{"\#(key)":"\#(text)"}"#) }
          == """
          $.\(key): expected a number or numeric text, found another string \
          (line 1, column 6, Bill.\(property))
          """)
    }
  }

  @Test func moreDigitsThanADecimalHasAreAnError() {
    for number in ["0.1234567890123456789012345678901234567891", "1e-200", "1e200"] {
      for json in [number, #""\#(number)""#] {
        #expect(
          errorText { try Bill.decode(from: #"{"t":\#(json)}"#) }
            == """
            $.t: expected Decimal, found a number that it cannot hold exactly \
            (line 1, column 6, Bill.text)
            """)
      }
    }
  }

  @Test func otherKindsAndNaNAreErrors() {
    #expect(
      errorText { try Bill.decode(from: #"{"n":true}"#) }
        == "$.n: expected a number or numeric text, found a boolean (line 1, column 6, Bill.number)"
    )
    #expect(
      errorText { try Bill.decode(from: #"{"n":1.}"#) }
        == "$.n: expected a digit, found '}' (line 1, column 8)")
    var bill = Bill()
    bill.text = .nan
    #expect(errorText { try bill.encode() } == "$.t: JSON has no NaN (Bill.text)")
    bill = Bill()
    bill.object = .notANumber
    #expect(errorText { try bill.encode() } == "$.o: JSON has no NaN (Bill.object)")
  }
}
