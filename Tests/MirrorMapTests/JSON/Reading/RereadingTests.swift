import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private struct Twice: Mappable {
  @Mapped("n") var one: [Twice]?
  @Mapped("other", "n") var two: [Twice]?
}

/// A model whose levels are each read twice, as JSON in a string.
private final class Text: Mappable {
  @Mapped("n", transform: .stringifiedJSON()) var one: Text?
  @Mapped("other", "n", transform: .stringifiedJSON()) var two: Text?
}

struct RereadingTests {
  private static let tooMuch =
    "expected less nesting, found more values that several properties read than the limit allows"

  @Test func smallDocumentsMayReadLittleAgain() {
    let json = String(repeating: #"{"n":["#, count: 40) + "{}" + String(repeating: "]}", count: 40)
    #expect(errorText { try Twice.decode(from: json) }.contains(Self.tooMuch))
  }

  @Test func textsInTextsShareOneBudget() throws {
    var json = "{}"
    for _ in 0..<11 { json = #"{"n":\#(try json.encodeString())}"# }
    #expect(errorText { try Text.decode(from: json) }.contains(Self.tooMuch))
  }

  @Test func ordinaryDocumentsReadAgainAsOftenAsTheyNeed() throws {
    let json = #"{"n":[{"n":[{"n":[{}]}]}]}"#
    let value = try Twice.decode(from: json)
    #expect(value.two?.first?.one?.first?.two?.count == 1)
    let text = try Text.decode(from: #"{"n":"{\"n\":\"{}\"}"}"#)
    #expect(text.one?.two != nil && text.two?.one != nil)
  }
}
