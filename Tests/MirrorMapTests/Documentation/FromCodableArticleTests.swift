import Foundation
import MirrorMap
import Testing

@testable import TestSupport

// The code of the article on coders; `ArticleTests` checks that it is all here.

struct FromCodableArticleTests {
  struct Item: Codable {
    var itemID: Int
    var addedAt: Date

    enum CodingKeys: String, CodingKey {
      case itemID = "itemId"
      case addedAt
    }
  }

  struct Basket: Mappable {
    @Mapped("basket.items", transform: .codable(decoding: { $0.dateDecodingStrategy = .iso8601 }))
    var items: [Item] = []
  }

  struct Customer: Mappable, CodableByMapping {
    @Mapped("profile.name") var name: String = ""
  }

  private func chunks(_ text: String) -> AsyncStream<[UInt8]> {
    AsyncStream { continuation in
      for byte in text.utf8 { continuation.yield([byte]) }
      continuation.finish()
    }
  }

  @Test func codeDoesWhatItSays() async throws {
    let console = Console()
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }

    let page = #"{"data": {"items": [{"item_id": 7, "added_at": "2024-05-06T07:08:09Z"}]}}"#

    let decoder = MappingDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    let items = try decoder.decode([Item].self, from: page, at: "data.items")
    print(items[0].itemID)

    let encoder = MappingEncoder()
    encoder.dateEncodingStrategy = .iso8601
    print(String(decoding: try encoder.encode(items), as: UTF8.self))

    do {
      _ = try decoder.decode([Item].self, from: #"[{"item_id": 7, "added_at": "noon"}]"#)
    } catch DecodingError.dataCorrupted(let context) {
      let error = context.underlyingError as! MappingError
      print(error)
    }

    for try await item in decoder.stream(Item.self, from: chunks(page), at: "data.items") {
      print(item.itemID)
    }

    let customers = try MappingDecoder().decode(
      [String: Customer].self, from: #"{"a": {"profile": {"name": "Ada"}}}"#)
    print(customers["a"]?.name ?? "")
    print(String(decoding: try JSONEncoder().encode(customers), as: UTF8.self))

    #expect(try console.lines == Article("\(Article.folder)/FromCodable.md").output)

    let basket = try Basket.decode(
      from: #"{"basket": {"items": [{"itemId": 1, "addedAt": "2024-05-06T07:08:09Z"}]}}"#)
    #expect(basket.items.map(\.itemID) == [1])
  }
}
