import MirrorMap
import Testing

@testable import TestSupport

private struct Currency: Sendable {
  var code: String
}

private struct Locale: Sendable {
  var isMetric: Bool
}

private struct Money: Equatable {
  var amount: Int
  var code: String
}

/// Needs the context in both directions.
private struct Price: ContextualTransform {
  func decode(_ json: Int, in context: MappingContext) throws -> Money {
    guard let currency = context[Currency.self] else {
      throw MappingError(expected: "a currency in the context")
    }
    return Money(amount: json, code: currency.code)
  }

  func encode(_ object: Money, in context: MappingContext) throws -> Int {
    guard context[Currency.self]?.code == object.code else {
      throw MappingError(.notEncodable, expected: "the context has another currency")
    }
    return object.amount
  }
}

private struct Order: Mappable {
  @Mapped("price", transform: Price()) var price: Money
  @Mapped("extras", transform: Price()) var extras: [String: Money] = [:]
}

private struct Basket: Mappable {
  @Mapped var orders: [Order]
}

private struct Closures: Mappable {
  static let percent = TransformOf<Double, Int>(
    decode: { Double($0) / 100 }, encode: { Int(($0 * 100).rounded()) })

  static let length = TransformOf<Double, Double>(
    decode: { json, context in context[Locale.self]?.isMetric == false ? json * 2.5 : json },
    encode: { object, context in context[Locale.self]?.isMetric == false ? object / 2.5 : object })

  @Mapped("share", transform: percent) var share: Double
  @Mapped("length", transform: length) var lengths: [Double] = []
  @Mapped(
    "csv",
    transform: TransformOf<[String], String>(
      decode: { $0.split(separator: ",").map(String.init) },
      encode: { $0.joined(separator: ",") })) var names: [String] = []
}

/// A transform that makes optionals itself: the empty string is nil.
private struct NonEmpty: Transform {
  func decode(_ json: String) -> String? { json.isEmpty ? nil : json }
  func encode(_ object: String?) -> String { object ?? "" }
}

/// A transform that reads null itself.
private struct NullIsZero: Transform {
  func decode(_ json: Int?) -> Int { json ?? 0 }
  func encode(_ object: Int) -> Int? { object == 0 ? nil : object }
}

private struct Optionals: Mappable {
  @Mapped("name", transform: NonEmpty()) var name: String?
  @Mapped("names", transform: NonEmpty()) var names: [String?] = []
  @Mapped("nick", transform: NonEmpty()) var nick: String? = "none"
  @Mapped("zero", transform: NullIsZero()) var zero: Int = 7
  @Mapped("zeros", transform: NullIsZero()) var zeros: [Int] = []
}

private struct Child: Mappable, Equatable {
  @Mapped var id: Int
}

/// A transform whose JSON is a model.
private struct Identifier: Transform {
  func decode(_ json: Child) -> Int { json.id }
  func encode(_ object: Int) -> Child {
    var child = Child()
    child.id = object
    return child
  }
}

private struct References: Mappable {
  @Mapped("parent", transform: Identifier()) var parent: Int
  @Mapped("children", transform: Identifier()) var children: [Int] = []
  @Mapped("deep.first.id", "id", transform: HexNumber()) var hex: Int?
}

struct TransformTests {
  private static let euro = MappingContext(Currency(code: "EUR"))

  @Test func contextReachesTransformsInModelsArraysAndDictionaries() throws {
    let json = #"{"orders":[{"price":5,"extras":{"gift":1}}]}"#
    let basket = try Basket.decode(from: json, context: Self.euro)
    #expect(basket.orders[0].price == Money(amount: 5, code: "EUR"))
    #expect(basket.orders[0].extras["gift"] == Money(amount: 1, code: "EUR"))
    #expect(try basket.encodeString(context: Self.euro) == json)
  }

  @Test func transformReportsWhatTheContextLacks() throws {
    let json = #"{"orders":[{"price":5}]}"#
    #expect(
      errorText { try Basket.decode(from: json) }
        == "$.orders[0].price: expected a currency in the context (line 1, column 21, Order.price)")
    #expect(
      errorText { try Basket.decode(from: json, context: MappingContext(Locale(isMetric: true))) }
        == "$.orders[0].price: expected a currency in the context (line 1, column 21, Order.price)")
    let basket = try Basket.decode(from: json, context: Self.euro)
    #expect(
      errorText { try basket.encode(context: MappingContext(Currency(code: "CHF"))) }
        == "$.orders[0].price: the context has another currency (Order.price)")
  }

  @Test func contextHoldsOneValueOfEachType() throws {
    var context = Self.euro
    context[Locale.self] = Locale(isMetric: false)
    #expect(context[Currency.self]?.code == "EUR")
    #expect(context[Locale.self]?.isMetric == false)
    context[Currency.self] = Currency(code: "CHF")
    #expect(context[Currency.self]?.code == "CHF")
    #expect(Self.euro[Currency.self]?.code == "EUR")
    context[Locale.self] = nil
    #expect(context[Locale.self] == nil)
    #expect(MappingContext.none[Currency.self] == nil)
  }

  @Test func closuresWithAndWithoutAContext() throws {
    let json = #"{"share":25,"length":[2,4],"csv":"a,b"}"#
    let plain = try Closures.decode(from: json)
    #expect(plain.share == 0.25)
    #expect(plain.lengths == [2, 4])
    #expect(plain.names == ["a", "b"])
    #expect(try plain.encodeString() == #"{"share":25,"length":[2.0,4.0],"csv":"a,b"}"#)
    let imperial = MappingContext(Locale(isMetric: false))
    let other = try Closures.decode(from: json, context: imperial)
    #expect(other.lengths == [5, 10])
    #expect(
      try other.encodeString(context: imperial)
        == #"{"share":25,"length":[2.0,4.0],"csv":"a,b"}"#)
  }

  @Test func transformMayMakeOptionalsItself() throws {
    let model = try Optionals.decode(from: #"{"name":"","names":["a",""],"nick":"","zeros":[1]}"#)
    #expect(model.name == nil)
    #expect(model.names == ["a", nil])
    #expect(model.nick == nil)
    #expect(try Optionals.decode(from: #"{"name":"x"}"#).name == "x")
    #expect(try Optionals.decode(from: "{}").name == nil)
    #expect(try Optionals.decode(from: "{}").nick == "none")
    let nulls = try Optionals.decode(from: #"{"name":null,"nick":null}"#)
    #expect(nulls.name == nil && nulls.nick == nil)
    #expect(
      try nulls.encodeString() == #"{"name":null,"names":[],"nick":null,"zero":7,"zeros":[]}"#)
    #expect(try !Optionals.decode(from: "{}").encodeString().contains("name\""))
    #expect(
      try model.encodeString() == #"{"name":"","names":["a",""],"nick":"","zero":7,"zeros":[1]}"#)
  }

  @Test func transformWithOptionalJSONReadsAndWritesNullItself() throws {
    let model = try Optionals.decode(from: #"{"zero":null,"zeros":[1,null]}"#)
    #expect(model.zero == 0)
    #expect(model.zeros == [1, 0])
    #expect(try Optionals.decode(from: "{}").zero == 7)
    let text = try model.encodeString()
    #expect(text.hasSuffix(#""zero":null,"zeros":[1,null]}"#))
  }

  @Test func jsonOfATransformMayBeAModel() throws {
    let json = #"{"parent":{"id":1},"children":[{"id":2},{"id":3}]}"#
    let model = try References.decode(from: json)
    #expect(model.parent == 1)
    #expect(model.children == [2, 3])
    #expect(try model.encodeString() == json)
    #expect(
      errorText { try References.decode(from: #"{"parent":{"id":1},"children":[{"id":2},{}]}"#) }
        == "$.children[1].id: required key is missing, expected Int (line 1, column 41, Child.id)")
  }

  @Test func transformsWorkWithPathsAndAlternatives() throws {
    let json = #"{"parent":{"id":1},"id":"1f"}"#
    let model = try References.decode(from: json)
    #expect(model.hex == 31)
    #expect(
      try model.encodeString()
        == #"{"parent":{"id":1},"children":[],"deep":{"first":{"id":"1f"}}}"#)
    #expect(
      errorText { try References.decode(from: #"{"id":"?","parent":{"id":1}}"#) }
        == "$.id: expected a hexadecimal number (line 1, column 7, References.hex)")
  }
}
