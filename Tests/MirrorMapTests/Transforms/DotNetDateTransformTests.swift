import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private struct Invoice: Mappable {
  @Mapped("Created", transform: .dotNetDate) var created: Date?
}

struct DotNetDateTransformTests {
  @Test(arguments: [
    ("788140800000", 788_140_800.0), ("788140800123+0100", 788_140_800.123),
    ("788140800000-0830", 788_140_800), ("-1500", -1.5), ("-1500-0100", -1.5), ("0", 0),
  ])
  func datesWithAndWithoutAZone(_ number: String, _ seconds: Double) throws {
    let invoice = try Invoice.decode(from: #"{"Created":"\/Date(\#(number))\/"}"#)
    // The date nearest to the number, as `Date` counts from 2001.
    let sinceReference = ((seconds - 978_307_200) * 1000).rounded() / 1000
    #expect(invoice.created == Date(timeIntervalSinceReferenceDate: sinceReference))
    let written = try invoice.encodeString(options: .escapedSlashes)
    #expect(written == #"{"Created":"\/Date(\#(Int(seconds * 1000)))\/"}"#)
  }

  @Test func millisecondsComeBackUpToTheYear9999() throws {
    var random = SeededGenerator(seed: 4253)
    let transform = DotNetDateTransform()
    for _ in 0..<20_000 {
      let number = Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &random)
      let text = "/Date(\(number))/"
      #expect(try transform.encode(transform.decode(text)) == text)
    }
  }

  @Test func millisecondsOfRoundedIntervalsAreNotCutToThoseBefore() throws {
    #expect(
      try DotNetDateTransform().encode(Date(timeIntervalSince1970: 4_632_015_683.322))
        == "/Date(4632015683322)/")
    var random = SeededGenerator(seed: 4254)
    for limit in [0x1p32, 0x1p33, 0x1p35, 0x1p37] {
      for _ in 0..<5_000 {
        let number = Int64(Double.random(in: limit / 2..<limit, using: &random) * 1000)
        let date = Date(timeIntervalSinceReferenceDate: Double(number) / 1000)
        #expect(try DotNetDateTransform().encode(date) == "/Date(\(number + 978_307_200_000))/")
      }
    }
  }

  @Test(arguments: [
    "", "/Date()/", "/Date(1)", "Date(1)/", "/Date(1.5)/", "/Date(+1)/", "/Date(1+01)/",
    "/Date(1+01:00)/", "/Date(1+0100+0100)/", "/Date(x)/", "/Date(99999999999999999999)/",
    " /Date(1)/", "/Date(1)/ ", "/Date(-)/", "/Date)/", "1",
  ])
  func otherTextsAreErrors(_ text: String) {
    #expect(
      errorText { try Invoice.decode(from: #"{"Created":"\#(text)"}"#) }
        == """
        $.Created: expected a date such as /Date(1700000000000)/, found another string \
        (line 1, column 12, Invoice.created)
        """)
  }

  @Test func datesOutOfRangeAreErrors() {
    var invoice = Invoice()
    invoice.created = Date(timeIntervalSince1970: 1e300)
    #expect(
      errorText { try invoice.encode() }
        == "$.Created: the date is out of the range of .NET (Invoice.created)")
  }
}
