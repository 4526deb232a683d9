import Foundation
import MirrorMap
import Testing

@testable import TestSupport

// The code of the page about `@Mapped`; `ArticleTests` checks that it is all here.

struct MappedOnOnePageArticleTests {
  struct Product: Mappable {
    @Mapped var id: Int
    @Mapped("product_name") var name: String
    @Mapped("price.amount") var price: Double
    @Mapped("images.0.url") var image: String?
    @Mapped("variants.*.sku") var codes: [String] = []
    @Mapped("ean", "gtin") var barcode: String?
    @Mapped("size.eu", nested: false) var euSize: Int?
    @Mapped(#"size\.us"#) var usSize: Int?
    @Mapped("stock/online", delimiter: "/") var stock: Int = 0
  }

  struct Delivery: Mappable {
    @Mapped("sent_at", transform: .unixSeconds) var sent: Date
    @Mapped(transform: .date(format: "yyyy-MM-dd")) var holidays: [Date] = []
    @Mapped(coercion: .lossless) var weight: Double
    @Mapped(
      transform: TransformOf<Bool, String>(decode: { $0 == "Y" }, encode: { $0 ? "Y" : "N" }))
    var isExpress: Bool
  }

  struct Feed: Mappable {
    @Mapped("items", onFailure: .lossy) var items: [Int]
    @Mapped("mood", onFailure: .lenient) var mood: Int?
    @Mapped("etag", direction: .decodeOnly) var etag: String?
    @Mapped("token", direction: .encodeOnly) var token: String?
  }

  struct Note: Mappable {
    @Mapped var text: String?
  }

  struct Point: Mappable {
    @Mapped var x: Int
    @Mapped var y: Int
  }

  struct Pin: Mappable {
    @Mapped var label: String
    @Flattened var point: Point
  }

  struct Options: Mappable {
    @Mapped var theme: String
    @Extras var others: JSONObject
  }

  @Test func codeDoesWhatItSays() throws {
    let console = Console()
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }

    let product = try Product.decode(
      from: #"""
        {"id": 1, "product_name": "Boot", "price": {"amount": 80}, "images": [{"url": "a.png"}],
         "variants": [{"sku": "b1"}, {"sku": "b2"}], "gtin": "405", "size.eu": 42, "size.us": 9,
         "stock": {"online": 3}}
        """#)
    print(product.image ?? "", product.codes, product.euSize ?? 0)
    print(try product.encodeString().contains(#""ean":"405""#))

    let delivery = try Delivery.decode(
      from: #"{"sent_at": 0, "holidays": ["2026-12-25"], "weight": "1.5", "isExpress": "Y"}"#)
    print(delivery.weight, delivery.isExpress)

    var feed = try Feed.decode(
      from: #"{"items": [1, "x", 3], "mood": "ok", "etag": "e", "token": "t"}"#)
    feed.token = "secret"
    print(feed.items, feed.mood ?? 0)
    print(try feed.encodeString())

    var note = try Note.decode(from: #"{"text": null}"#)
    print(note.$text.presence, note.$text.isChanged)
    note.text = nil
    #expect(note.$text.isChanged)

    let pin = try Pin.decode(from: #"{"label": "home", "x": 1, "y": 2}"#)
    print(pin.point.y, try pin.encodeString())

    let options = try Options.decode(from: #"{"theme": "dark", "beta": true}"#)
    print(options.others, try options.encodeString())

    #expect(try console.lines == Article("\(Article.folder)/MappedOnOnePage.md").output)
  }
}
