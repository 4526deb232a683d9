import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private struct Event: Mappable {
  @Mapped("a", transform: .unixSeconds(text: .accepted)) var accepted: Date?
  @Mapped("w", transform: .unixSeconds(text: .written)) var written: Date?
  @Mapped("m", transform: .unixMilliseconds(text: .written)) var milliseconds: Date?
  @Mapped("r", transform: .unixSeconds(text: .refused)) var refused: Date?
}

struct UnixTimeTextTests {
  @Test func numbersAndTextsAreReadAndWrittenAsChosen() throws {
    for number in ["1700000000", "1700000000.25", "-1", "0"] {
      let date = Date(timeIntervalSince1970: try #require(Double(number)))
      for json in [number, #""\#(number)""#] {
        let event = try Event.decode(from: #"{"a":\#(json),"w":\#(json)}"#)
        #expect(event.accepted == date)
        #expect(event.written == date)
        #expect(try event.encodeString() == #"{"a":\#(number),"w":"\#(number)"}"#)
      }
    }
    let event = try Event.decode(from: #"{"m":"1700000000123"}"#)
    #expect(event.milliseconds?.timeIntervalSinceReferenceDate == 721_692_800.123)
    #expect(try event.encodeString() == #"{"m":"1700000000123"}"#)
  }

  @Test(arguments: ["6abc", "", " 6", "6 ", "+6", "06", "6s"])
  func textThatIsNoNumberIsAnError(_ text: String) {
    #expect(
      errorText { try Event.decode(from: #"{"a":"\#(text)"}"#) }
        == """
        $.a: expected a number or numeric text, found another string \
        (line 1, column 6, Event.accepted)
        """)
  }

  @Test func otherKindsAndNumbersOutOfRangeAreErrors() {
    #expect(
      errorText { try Event.decode(from: #"{"w":true}"#) }
        == "$.w: expected a number or numeric text, found a boolean (line 1, column 6, Event.written)"
    )
    #expect(
      errorText { try Event.decode(from: #"{"w":"1e999"}"#) }
        == """
        $.w: expected a date, found a number out of its range (line 1, column 6, Event.written)
        """)
    #expect(
      errorText { try Event.decode(from: #"{"r":"6"}"#) }
        == "$.r: expected a number, found a string (line 1, column 6, Event.refused)")
  }
}
