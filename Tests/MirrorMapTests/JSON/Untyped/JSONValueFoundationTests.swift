import Foundation
import Testing

@testable import MirrorMap

struct JSONValueFoundationTests {
  @Test func scalarsAreConverted() throws {
    #expect(try JSONValue(foundation: NSNull()) == .null)
    #expect(try JSONValue(foundation: true) == true)
    #expect(try JSONValue(foundation: "a") == "a")
    #expect(try JSONValue(foundation: NSString(string: "a")) == "a")
    #expect(try JSONValue(foundation: "abc".dropFirst()) == "bc")
    #expect(try JSONValue(foundation: JSONValue.array([1])) == [1])
    #expect(try JSONValue(foundation: JSONNumber(5)) == 5)
    #expect(try JSONValue(foundation: ["a": 1] as JSONObject) == ["a": 1])
    #expect(try JSONValue(foundation: Optional<Any>.none as Any) == .null)
    #expect(try JSONValue(foundation: Optional<Int?>.some(nil) as Any) == .null)
    #expect(try JSONValue(foundation: Optional<Any>.some("x") as Any) == "x")
    #expect(try JSONValue(foundation: Optional<Bool>.some(true) as Any) == true)
  }

  static let integers: [(any BinaryInteger & Sendable, String)] = [
    (Int8.min, "-128"), (Int16.min, "-32768"), (Int32.min, "-2147483648"),
    (Int64.min, "-9223372036854775808"), (Int.max, "9223372036854775807"), (UInt8.max, "255"),
    (UInt16.max, "65535"), (UInt32.max, "4294967295"), (UInt64.max, "18446744073709551615"),
    (UInt.max, "18446744073709551615"), (UInt128.max, "340282366920938463463374607431768211455"),
    (Int(0), "0"), (Int(1), "1"), (Int8(1), "1"), (UInt8(0), "0"),
  ]

  @Test(arguments: integers)
  func integersAreExactAndNoBooleans(integer: any BinaryInteger & Sendable, text: String) throws {
    let value = try JSONValue(foundation: integer)
    #expect(value.number?.description == text)
  }

  @Test func numbersOfFoundation() throws {
    func text(_ number: NSNumber) throws -> String? {
      try JSONValue(foundation: number).number?.description
    }
    #expect(try JSONValue(foundation: NSNumber(value: true)) == true)
    #expect(try JSONValue(foundation: NSNumber(value: false)) == false)
    #expect(try text(NSNumber(value: 1)) == "1")
    #expect(try text(NSNumber(value: 0)) == "0")
    #expect(try text(NSNumber(value: Int8(1))) == "1")
    #expect(try text(NSNumber(value: Int8(-1))) == "-1")
    #expect(try text(NSNumber(value: UInt8(255))) == "255")
    #expect(try text(NSNumber(value: UInt64.max)) == "18446744073709551615")
    #expect(try text(NSNumber(value: Int64.min)) == "-9223372036854775808")
    #expect(try text(NSNumber(value: 1.5)) == "1.5")
    #expect(try text(NSNumber(value: 1.0)) == "1.0")
    #expect(try text(NSNumber(value: Float(0.1))) == "0.1")
    #expect(
      try text(NSDecimalNumber(string: "123456789012345678901.5")) == "123456789012345678901.5")
  }

  @Test func floatsAndDecimals() throws {
    #expect(try JSONValue(foundation: 0.1).number?.description == "0.1")
    #expect(try JSONValue(foundation: Float(0.1)).number?.description == "0.1")
    #expect(try JSONValue(foundation: 1.0).number?.description == "1.0")
    let decimal = Decimal(UInt64.max) * 1000 + 1
    #expect(try JSONValue(foundation: decimal) == 18_446_744_073_709_551_615_001)
    #expect(try JSONValue(foundation: CGFloat(2.5)) == 2.5)
  }

  @Test func containersAreConverted() throws {
    let value = try JSONValue(foundation: [
      "a": [1, nil, "x", true, 1.5] as [Any?], "b": NSArray(array: [1, NSNull(), true]),
      "c": NSDictionary(dictionary: ["k": NSNumber(value: 1)]), "d": [String](),
      "e": ["n": Optional<Int>.none as Any] as [String: Any],
    ])
    #expect(
      value == [
        "a": [1, nil, "x", true, 1.5], "b": [1, nil, true], "c": ["k": 1], "d": [],
        "e": ["n": nil],
      ])
  }

  private func failure(_ object: Any) -> MappingError? {
    #expect(throws: MappingError.self) { try JSONValue(foundation: object) }
  }

  @Test func errorsNameTypeAndPath() throws {
    let nested: [String: Any] = ["a": [1, 2, 3, Date()] as [Any]]
    let error = try #require(failure(nested))
    #expect(error.path.components == [.key("a"), .index(3)])
    #expect(error.description == "$.a[3]: expected a JSON value, found a value of type Date")

    #expect(failure(["a b": ["\"": Double.nan]])?.path.description == "$[\"a b\"][\"\\\"\"]")
    #expect(failure(["": NSDecimalNumber.notANumber])?.path.description == "$[\"\"]")
    let number = "$: expected a number that JSON can express, found a value of type "
    #expect(failure(Double.infinity)?.description == number + "Double")
    #expect(failure(Float.nan)?.description == number + "Float")
    #expect(failure(NSNumber(value: Double.nan))?.description.hasPrefix(number) == true)
    #expect(failure(Decimal.nan)?.description.hasPrefix(number) == true)
    let keys = "a dictionary with string keys"
    #expect(failure([1: "a"])?.expected == keys)
    #expect(failure(NSDictionary(dictionary: [1: "a"]))?.expected == keys)
    #expect(failure(Data())?.found == "a value of type Data")
    #expect(failure(try #require(URL(string: "http://a.b")))?.found == "a value of type URL")
    #expect(failure(NSObject())?.expected == "a JSON value")
    #expect(failure(Set([1]))?.expected == "a JSON value")
    #expect(failure({ 1 })?.code == .invalidValue)
    #expect(failure(())?.code == .invalidValue)
    let matrix = try #require(failure([[Date()]]))
    #expect(matrix.path.components == [.index(0), .index(0)])
  }

  @Test func deepNestingIsAnErrorNotACrash() throws {
    var deep: Any = 1
    for _ in 0..<100_000 { deep = [deep] }
    // Outside of the macro, which would look into its arguments as deeply as they go.
    let error = failure(deep)
    #expect(error?.code == .depthLimit)
    #expect(error?.path.components.count == FoundationConverter.maximumDepth)
    // Taken apart level by level: freeing it at once would recurse as deeply.
    while let array = deep as? [Any], let first = array.first { deep = first }

    var allowed: Any = 1
    for _ in 0..<FoundationConverter.maximumDepth { allowed = [allowed] }
    #expect(throws: Never.self) { try JSONValue(foundation: allowed) }
    allowed = [allowed]
    let refusal = failure(allowed)
    #expect(refusal?.code == .depthLimit)
  }

  #if canImport(Darwin)
    // On Linux Foundation itself recurses without end when it hands out such an element.
    @Test func arrayThatContainsItself() {
      let array = NSMutableArray()
      array.add(array)
      let refusal = failure(array)
      #expect(refusal?.code == .depthLimit)
      array.removeAllObjects()
    }
  #endif

  @Test func numbersAsFoundationObjects() throws {
    func object(_ text: String) throws -> Any {
      JSONValue.number(try #require(JSONNumber(text: text))).foundationObject
    }
    #expect(try object("1") as? Int == 1)
    #expect(try object("1e2") as? Int == 100)
    #expect(try object("-9223372036854775808") as? Int == .min)
    #expect(try type(of: object("18446744073709551615")) == UInt64.self)
    #expect(try object("18446744073709551615") as? UInt64 == .max)
    #expect(try type(of: object("1.0")) == Double.self)
    #expect(try object("0.1") as? Double == 0.1)
    #expect(try object("1e300") as? Double == 1e300)
    #expect(try (object("-0") as? Double)?.sign == .minus)
    let decimal = try #require(JSONNumber(text: "0.12345678901234567890123")?.decimal)
    #expect(try object("0.12345678901234567890123") as? Decimal == decimal)
    #expect(try type(of: object("12345678901234567890123")) == Decimal.self)
    let long = String(repeating: "7", count: 60)
    #expect(try object(long) as? Double == Double(long))
    #expect(try object("1e400") as? Double == .infinity)
    #expect(try object("-1e400") as? Double == -.infinity)
  }

  @Test func roundTripAndSerialization() throws {
    let json: JSONValue = [
      "a": [1, 2.5, "x", nil, true, false, 18_446_744_073_709_551_615], "b": ["c": [:], "d": []],
      "n": 12_345_678_901_234_567_890_123,
    ]
    #expect(try JSONValue(foundation: json.foundationObject) == json)
    let data = try JSONSerialization.data(withJSONObject: json.foundationObject)
    #expect(try JSONValue(foundation: JSONSerialization.jsonObject(with: data)) == json)
    #expect(JSONValue.null.foundationObject is NSNull)
    #expect(JSONValue.bool(true).foundationObject as? Bool == true)
  }

  /// Swift's dictionaries cannot hold both keys; the conversion must not trap on that.
  @Test func equivalentKeysCollapseInDictionaries() {
    let json: JSONValue = ["\u{E9}": 1, "e\u{301}": 2]
    let dictionary = json.foundationObject as? [String: Any]
    #expect(dictionary?.count == 1)
    #expect(dictionary?["\u{E9}"] as? Int == 2)
  }

  @Test func valuesInAnyHashable() throws {
    let members: [String: AnyHashable] = [
      "a": true, "b": NSNull(), "c": Decimal(1), "d": NSNumber(value: false), "e": 5, "f": "x",
      "g": ["h": true] as [String: AnyHashable],
    ]
    #expect(
      try JSONValue(foundation: members) == [
        "a": true, "b": nil, "c": 1, "d": false, "e": 5, "f": "x", "g": ["h": true],
      ])
    #expect(try [Bool].decode(fromObject: [true, false] as [AnyHashable]) == [true, false])
  }
}
