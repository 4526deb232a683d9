import MirrorMap
import Testing

@testable import TestSupport

private struct Item: Mappable {
  @Mapped var id: Int
  @Mapped("meta.rate") var rate: Double = 0
  @Mapped var rates: [String: [Double]] = [:]
  @Mapped var ratio: Float?
}

private struct Order: Mappable {
  @Mapped("body.items") var items: [Item] = []
  @Mapped("body.list.1") var second: Item?
  @Mapped var byName: [String: Item] = [:]
}

struct EncodingErrorTests {
  private static func item() throws -> Item { try Item.decode(from: #"{"id":1}"#) }

  @Test func requiredPropertyThatWasNeverSet() throws {
    let text = "a required property was neither decoded nor assigned (Item.id)"
    #expect(errorText { try Item().encode() } == "$.id: \(text)")
    #expect(
      errorText { try [Item.decode(from: #"{"id":1}"#), Item()].encode() } == "$[1].id: \(text)")
    var order = Order()
    order.items = [try Self.item(), try Self.item(), Item()]
    #expect(errorText { try order.encode() } == "$.body.items[2].id: \(text)")
    order.items = []
    order.second = Item()
    #expect(errorText { try order.encode() } == "$.body.list[1].id: \(text)")
    order.second = nil
    order.byName = ["a b": Item()]
    #expect(errorText { try order.encodeString() } == #"$.byName["a b"].id: \#(text)"#)
    #expect(
      errorText { try order.encodeBytes(options: .prettyPrinted) }
        == #"$.byName["a b"].id: \#(text)"#)
    let error = try #require(mappingError { try order.encode() })
    #expect(error.code == .notEncodable)
    #expect(error.path == JSONPath([.key("byName"), .key("a b"), .key("id")]))
    #expect(error.byteOffset == nil)
  }

  @Test func numbersThatJSONDoesNotHave() throws {
    var item = try Self.item()
    item.rate = .nan
    #expect(errorText { try item.encode() } == "$.meta.rate: JSON has no NaN (Item.rate)")
    item.rate = -.infinity
    #expect(
      errorText { try [item].encode() }
        == "$[0].meta.rate: JSON has no infinite numbers (Item.rate)")
    item.rate = 0
    item.rates = ["k": [1, 2, .nan]]
    #expect(errorText { try item.encode() } == "$.rates.k[2]: JSON has no NaN (Item.rates)")
    item.rates = [:]
    item.ratio = .infinity
    #expect(errorText { try item.encode() } == "$.ratio: JSON has no infinite numbers (Item.ratio)")
    #expect(errorText { try Double.nan.encode() } == "$: JSON has no NaN")
    #expect(errorText { try ["a": ["b": Double.nan]].encode() } == "$.a.b: JSON has no NaN")
    #expect(errorText { try [[1.0], [2, .nan]].encode() } == "$[1][1]: JSON has no NaN")
  }

  @Test func bracketsInStringsBeforeTheFailureDoNotMisleadThePath() throws {
    #expect(
      errorText { try [["a\"]},{[": 1.0], ["}{\\\"": .nan]].encode() }
        == #"$[1]["}{\\\""]: JSON has no NaN"#)
  }
}
