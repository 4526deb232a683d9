import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// A transform with a value, and what that is as JSON.
private protocol Sample: SendableMetatype {
  associatedtype Coding: ValueCoding
  static var coding: Coding { get }
  static var value: Coding.Value { get }
  static var json: String { get }
}

private enum UnixText: Sample {
  static let coding = UnixTimeTransform(.seconds, text: .written)
  static let value = Date(timeIntervalSince1970: 1.5)
  static let json = #""1.5""#
}
private enum Formatted: Sample {
  static let coding = DateFormatTransform("dd.MM.yyyy")
  static let value = Date(timeIntervalSince1970: 86_400)
  static let json = #""02.01.1970""#
}
private enum Formatter: Sample {
  static let coding = DateFormatterTransform(usualFormatter())
  static let value = Date(timeIntervalSince1970: 86_400)
  static let json = #""1970-01-02""#
}
private enum First: Sample {
  static let coding = FirstOfTransform(
    ISO8601Transform(), [UnixTimeTransform(.seconds), DateFormatTransform("yyyy")])
  static let value = Date(timeIntervalSince1970: 0)
  static let json = #""1970-01-01T00:00:00Z""#
}
private enum Money: Sample {
  static let coding = DecimalTransform(writtenAs: .text)
  static let value = Decimal(125) / 10
  static let json = #""12.5""#
}
private enum Number: Sample {
  static let coding = DecimalNumberTransform()
  static let value = NSDecimalNumber(mantissa: 125, exponent: -1, isNegative: true)
  static let json = "-12.5"
}
private enum Tint: Sample {
  static let coding = HexColorTransform<RGBAColor>.hexColor
  static let value = RGBAColor(red: 1, green: 2, blue: 3, alpha: 4)
  static let json = ##""#01020304""##
}
private enum Raw: Sample {
  enum Suit: Int { case hearts = 7 }
  static let coding = RawValueTransform<Suit>()
  static let value = Suit.hearts
  static let json = "7"
}
private enum Foreign: Sample {
  struct Pair: Codable { var a: Int }
  static let coding = CodableTransform<Pair>()
  static let value = Pair(a: 1)
  static let json = #"{"a":1}"#
}
private enum Text: Sample {
  static let coding = JSONStringTransform<[Int]>()
  static let value = [1, 2]
  static let json = #""[1,2]""#
}
private enum Untyped: Sample {
  static let coding = AnyTransform()
  static var value: Any { ["a": [1.5]] }
  static let json = #"{"a":[1.5]}"#
}

private func usualFormatter() -> DateFormatter {
  let formatter = DateFormatter()
  formatter.locale = Locale(identifier: "en_US_POSIX")
  formatter.timeZone = .gmt
  formatter.dateFormat = "yyyy-MM-dd"
  return formatter
}

private struct Shapes<S: Sample>: Mappable {
  typealias Value = S.Coding.Value
  @Mapped("one", transform: S.coding) var one: Value
  @Mapped("optional", transform: S.coding) var optional: Value?
  @Mapped("list", transform: S.coding) var list: [Value]
  @Mapped("map", transform: S.coding) var map: [String: Value]
  @Mapped("lists", transform: S.coding) var lists: [String: [Value]]
  @Mapped("matrix", transform: S.coding) var matrix: [[Value]]?
}

private struct Defaults<S: Sample>: Mappable {
  typealias Value = S.Coding.Value
  @Mapped("one", transform: S.coding) var one: Value = S.value
  @Mapped("optional", transform: S.coding) var optional: Value? = S.value
  @Mapped("list", transform: S.coding) var list: [Value] = [S.value]
  @Mapped("map", transform: S.coding) var map: [String: Value] = ["k": S.value]
  @Mapped("lists", transform: S.coding) var lists: [String: [Value]] = ["k": [S.value]]
  @Mapped("matrix", transform: S.coding) var matrix: [[Value]]? = [[S.value], []]
}

struct TransformShapesTests {
  private static let samples: [any Sample.Type] = [
    UnixText.self, Formatted.self, Formatter.self, First.self, Money.self, Number.self, Tint.self,
    Raw.self, Foreign.self, Text.self, Untyped.self,
  ]

  private func full(_ json: String) -> String {
    """
    {"one":\(json),"optional":\(json),"list":[\(json)],"map":{"k":\(json)},\
    "lists":{"k":[\(json)]},"matrix":[[\(json)],[]]}
    """
  }

  private func check<S: Sample>(_ sample: S.Type) throws {
    let json = full(S.json)
    #expect(try Shapes<S>.decode(from: json).encodeString() == json, "\(S.self)")
    #expect(try Defaults<S>.decode(from: json).encodeString() == json, "\(S.self)")
    #expect(try Defaults<S>.decode(from: "{}").encodeString() == json, "\(S.self)")

    let required = #""one":\#(S.json),"list":[],"map":{},"lists":{}"#
    var model = try Shapes<S>.decode(from: "{\(required)}")
    #expect(model.$optional.presence == .absent)
    #expect(model.matrix == nil)
    #expect(try model.encodeString() == "{\(required)}")
    model.optional = nil
    #expect(
      try model.encodeString()
        == #"{"one":\#(S.json),"optional":null,"list":[],"map":{},"lists":{}}"#)
    model.optional = S.value
    #expect(model.$optional.isChanged)
    #expect(try model.encodeString().contains(#""optional":\#(S.json),"#))

    let nulls = try Shapes<S>.decode(from: #"{\#(required),"optional":null,"matrix":null}"#)
    #expect(nulls.$optional.presence == .null)
    #expect(nulls.$matrix.presence == .null)
    #expect(nulls.optional == nil)
    #expect(nulls.matrix == nil)
    guard !S.coding.acceptsNull else { return }
    let code = mappingError { try Shapes<S>.decode(from: #"{"one":null}"#) }?.code
    #expect(code == .unexpectedNull, "\(S.self)")
    let defaults = try Defaults<S>.decode(from: #"{"one":null,"list":null,"optional":null}"#)
    #expect(defaults.list.count == 1)
    #expect(defaults.optional == nil)
    let error = mappingError { try Shapes<S>.decode(from: #"{"lists":{"k":[\#(S.json),null]}}"#) }
    #expect(error?.path.description == "$.lists.k[1]", "\(S.self)")
    #expect(error?.property == "lists")
  }

  private func checkSecrecy<S: Sample>(_ sample: S.Type) throws {
    for json in [
      #""hunter2""#, #"["hunter2"]"#, #"{"hunter":"hunter2"}"#, #"{"a":"hunter2"}"#, "123454321",
      #""{\"a\":\"hunter2\"}""#, "true",
    ] {
      guard let error = mappingError({ try Shapes<S>.decode(from: #"{"one":\#(json)}"#) }) else {
        continue
      }
      #expect(!error.description.contains("hunter2"), "\(S.self)")
      #expect(!error.description.contains("123454321"), "\(S.self)")
      #expect(error.path.components.first == .key("one") || error.code == .missingKey)
    }
  }

  @Test(arguments: 0..<samples.count)
  func noValuesInErrors(_ index: Int) throws { try checkSecrecy(Self.samples[index]) }

  @Test(arguments: 0..<samples.count)
  func presentAbsentAndNullValuesWithAndWithoutDefaults(_ index: Int) throws {
    try check(Self.samples[index])
  }
}
