import Foundation
import MirrorMap
import Testing

@testable import TestSupport

// The code of the article on transforms; `ArticleTests` checks that it is all here.

private let host = URL(string: "https://example.org/images/")!

struct TransformsArticleTests {
  enum Weekday: String { case monday, tuesday }
  struct Shape: Codable, Equatable { var sides: Int }
  struct Inner: Mappable { @Mapped var a: Int }
  struct Currency { var code: String }

  struct Event: Mappable {
    @Mapped var plain: Date
    @Mapped(transform: .iso8601(fractionDigits: 3)) var precise: Date
    @Mapped(transform: .unixSeconds) var seconds: Date
    @Mapped(transform: .unixMilliseconds(text: .accepted)) var millis: Date
    @Mapped(transform: .date(format: "dd.MM.yyyy HH:mm")) var local: Date
    @Mapped(transform: .firstOf(.iso8601, .unixSeconds)) var either: [Date]
    @Mapped(transform: .url(relativeTo: host)) var image: URL
    @Mapped(transform: .base64URL) var token: Data
    @Mapped(transform: .decimalText) var price: Decimal
    @Mapped(transform: .nonFinite) var ratio: Double
    @Mapped(transform: .hexColor(prefix: true)) var tint: RGBAColor
    @Mapped(transform: .rawValue()) var weekday: Weekday
    @Mapped(transform: .codable()) var shape: Shape
    @Mapped(transform: .stringifiedJSON()) var inner: Inner
    @Mapped(transform: .any) var payload: [String: Any]
  }

  struct Percent: Transform {
    func decode(_ json: Int) throws -> Double {
      guard (0...100).contains(json) else { throw MappingError(expected: "0 to 100") }
      return Double(json) / 100
    }
    func encode(_ object: Double) -> Int { Int((object * 100).rounded()) }
  }

  struct Progress: Mappable {
    @Mapped("done", transform: Percent()) var done: Double
    @Mapped("all", transform: Percent()) var all: [String: Double] = [:]
  }

  struct InCurrency: ContextualTransform {
    func decode(_ json: Decimal, in context: MappingContext) throws -> String {
      guard let currency = context[Currency.self] else {
        throw MappingError(expected: "a currency in the context")
      }
      return "\(json) \(currency.code)"
    }
    func encode(_ object: String, in context: MappingContext) throws -> Decimal {
      Decimal(string: object.components(separatedBy: " ")[0]) ?? 0
    }
  }

  struct Order: Mappable {
    @Mapped("total", transform: InCurrency()) var total: String
  }

  @Test func eachTransformReadsAndWrites() throws {
    let document = #"""
      {"plain":"1970-01-01T00:00:00Z","precise":"1970-01-01T00:00:00.000Z","seconds":0,"millis":0,\#
      "local":"01.01.1970 00:00","either":["1970-01-01T00:00:00Z"],"image":"7.png","token":"-_8",\#
      "price":"12.50","ratio":"NaN","tint":"#3366CC","weekday":"monday","shape":{"sides":3},\#
      "inner":"{\"a\":1}","payload":{"x":[1,null]}}
      """#
    let event = try Event.decode(from: document)
    let dates = [event.plain, event.precise, event.seconds, event.millis, event.local]
    #expect(Set(dates + event.either) == [Date(timeIntervalSince1970: 0)])
    #expect(event.image.absoluteString == "https://example.org/images/7.png")
    #expect(event.tint == RGBAColor(red: 0x33, green: 0x66, blue: 0xCC))
    #expect(event.shape.sides == 3 && event.inner.a == 1)
    let expected = document.replacing("12.50", with: "12.5")
    #expect(try event.encodeString() == expected)
    let mixed = document.replacing(
      #"["1970-01-01T00:00:00Z"]"#, with: #"[0, "1970-01-01T00:00:00Z"]"#)
    #expect(try Event.decode(from: mixed).either.count == 2)
    #expect(
      try Event.decode(from: document.replacing(#""millis":0"#, with: #""millis":"0""#)).millis
        == dates[0])
  }

  @Test func transformsOfYourOwnWork() throws {
    let progress = try Progress.decode(from: #"{"done": 50, "all": {"a": 7}}"#)
    #expect(progress.done == 0.5 && progress.all == ["a": 0.07])
    let upperCase = TransformOf<String, String>(
      decode: { $0.lowercased() },
      encode: { $0.uppercased() })
    #expect(try upperCase.decode("A", in: .none) == "a")
  }

  @Test func mapperTransformsAllDates() throws {
    var mapper = Mapper()
    mapper.setTransform(.unixSeconds)
    let visits = try [Date].decode(from: "[0, 60]", using: mapper)
    #expect(visits == [0, 60].map(Date.init(timeIntervalSince1970:)))
  }

  @Test func contextArrives() throws {
    let console = Console()
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }
    let order = try Order.decode(
      from: #"{"total": 12.5}"#, context: MappingContext(Currency(code: "EUR")))
    print(order.total)
    #expect(try console.lines == Article("\(Article.folder)/Transforms.md").output)
  }
}
