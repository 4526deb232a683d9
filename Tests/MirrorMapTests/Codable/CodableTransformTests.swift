import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private struct Money: Codable, Equatable {
  var amount: Decimal
  var currency: String
}

private enum Suit: String, Codable { case hearts, spades }

private struct Hand: Codable, Equatable {
  var suits: [Suit] = []
  var at: Date?
  var nested: [String: [Int]]?
}

private struct Picky: Codable {
  struct Refusal: Error {}
  init() {}
  init(from decoder: any Decoder) throws { throw Refusal() }
  func encode(to encoder: any Encoder) throws { throw Refusal() }
}

private struct Weight: Codable { var kilograms = [0.0] }

private struct Total: Codable { var wholeSum: Int }

private struct Renamed: Mappable {
  @Mapped("x", transform: .codable(decoding: { $0.keyDecodingStrategy = .convertFromSnakeCase }))
  var total: Total?
}

private struct Order: Mappable {
  @Mapped("price", transform: .codable()) var price: Money?
  @Mapped("deep.hand", transform: .codable()) var hand: Hand?
  @Mapped(
    "snake",
    transform: .codable(
      decoding: {
        $0.keyDecodingStrategy = .convertFromSnakeCase
        $0.dateDecodingStrategy = .secondsSince1970
      },
      encoding: {
        $0.dateEncodingStrategy = .secondsSince1970
        $0.outputFormatting = [.sortedKeys, .prettyPrinted]
      })) var snake: Hand?
  @Mapped("numbers", transform: .codable([UInt64].self)) var numbers: [UInt64] = []
  @Mapped("picky", transform: .codable()) var picky: Picky?
  @Mapped("weight", transform: .codable()) var weight: Weight?
  @Mapped("url", transform: .codable(URL.self)) var url: URL?
}

private struct Sums: Mappable {
  @Mapped("x", transform: .codable([String: [Double]].self)) var sums: [String: [Double]] = [:]
}

struct CodableTransformTests {
  /// A document isn't converted for one of its values, and so can't have JSON5 in it.
  @Test func optionsForWholeDocumentsHaveNoEffect() throws {
    struct Model: Mappable {
      @Mapped(
        "d",
        transform: .codable(decoding: {
          $0.allowsJSON5 = true
          $0.assumesTopLevelDictionary = true
        })) var number: Double?
      @Mapped("v", transform: .codable(decoding: { $0.allowsJSON5 = true }))
      var value: JSONValue?
    }
    for number in ["1E+0009223372036854775807", "1E+0009223372036854775806"] {
      #expect(throws: MappingError.self) { try Model.decode(from: "{\"d\":\(number)}") }
      #expect(
        try Model.decode(from: "{\"v\":\(number)}").value?.number?.description == number)
    }
    #expect(try Model.decode(from: #"{"d":1.5}"#).number == 1.5)
  }

  private struct Letter: Codable {
    var note = "a, \"b\": [c]}\n"
    var number = 1
  }

  private struct Mail: Mappable {
    @Mapped(transform: .codable(encoding: { $0.outputFormatting = .prettyPrinted })) var letter =
      Letter()
  }

  private struct PlainMail: Mappable {
    @Mapped(transform: .codable(encoding: { $0.outputFormatting = .withoutEscapingSlashes }))
    var letter = Letter()
  }

  @Test func linesOfTheTransformWereBrokenAgainWithinStrings() async throws {
    let layouts: [EncodingOptions] = [.prettyPrinted, .sortedKeys, .escapedSlashes]
    for options in layouts + [[], [.prettyPrinted, .escapedSlashes]] {
      let text = try Mail().encodeString(options: options)
      #expect(try text == PlainMail().encodeString(options: options))
      #expect(try Mail.decode(from: text).letter.note == Letter().note)
    }
  }

  private struct Tower: Codable {
    var floors: [Tower] = []
  }

  private struct Site: Mappable {
    @Mapped(transform: .codable()) var tower = Tower()
  }

  @Test func nestingCountsFromTheDocument() throws {
    func site(_ height: Int) -> Site {
      var site = Site()
      for _ in 1..<height { site.tower = Tower(floors: [site.tower]) }
      return site
    }
    for (limit, highest) in [(10, 4), (21, 10)] {
      let mapper = Mapper.with { $0.maximumDepth = limit }
      let text = try site(highest).encodeString(using: mapper)
      _ = try Site.decode(from: text, using: mapper)
      let tooHigh = errorText { try site(highest + 1).encodeString(using: mapper) }
      #expect(tooHigh.contains("more than the depth limit allows"), "\(limit): \(tooHigh)")
    }
  }

  @Test func typesWithOptionsForTheirCoders() throws {
    struct Entry: Codable, Equatable { var at: Date }
    struct Model: Mappable {
      @Mapped(transform: .codable([Entry].self, decoding: { $0.dateDecodingStrategy = .iso8601 }))
      var log: [Entry]?
      @Mapped(transform: .codable(decoding: { $0.dateDecodingStrategy = .iso8601 })) var entry =
        Entry(at: .distantPast)
    }
    let model = try Model.decode(
      from: #"{"log":[{"at":"1970-01-01T00:00:00Z"}],"entry":{"at":"1970-01-01T00:00:00Z"}}"#)
    #expect(model.log == [model.entry] && model.entry.at == Date(timeIntervalSince1970: 0))
  }

  @Test func objectsWithExactNumbersAtKeyPaths() throws {
    let order = try Order.decode(
      from: """
        {"price": {"amount": 12345678901234567890.123456789, "currency": "€\\u00e9"},
         "deep": {"hand" : {"suits":["hearts"],"nested":{"a":[1]},"unknown":[{}]} },
         "numbers": [18446744073709551615], "url": "https://example.org/a"}
        """)
    #expect(order.price?.amount == Decimal(string: "12345678901234567890.123456789"))
    #expect(order.price?.currency == "€é")
    #expect(order.hand == Hand(suits: [.hearts], nested: ["a": [1]]))
    #expect(order.numbers == [.max])
    let copy = try Order.decode(from: order.encode())
    #expect(copy.price == order.price)
    #expect(copy.hand == order.hand)
    #expect(copy.numbers == order.numbers)
    #expect(try order.encodeString().contains(#""url":"https://example.org/a""#))
  }

  @Test func nestingUsedToExhaustSmallStacks() {
    final class Chain: Codable { var n: Chain? }
    struct Holder: Mappable { @Mapped("chain", transform: .codable()) var chain: Chain? }
    let text = { (depth: Int) in
      #"{"chain":"# + String(repeating: #"{"n":"#, count: depth) + "{}"
        + String(repeating: "}", count: depth) + "}"
    }
    for depth in [10, 100, 200, 300, 400, 500] {
      let json = text(depth)
      // The system may reuse a stack that is up to four times as large.
      let outcome = onAnotherThread(stackSize: 128 * 1024) {
        errorText { try Holder.decode(from: json) }
      }
      let isPressed =
        outcome.hasPrefix("$.chain.n.n")
        && outcome.contains(
          ": expected less nesting, found more than the thread's stack has room for (line 1, column "
        )
      #expect(outcome == "no error" || isPressed, "\(outcome)")
      #expect(depth < 500 || isPressed)
      #expect(
        onAnotherThread(stackSize: 1 << 23) { errorText { try Holder.decode(from: json) } }
          == "no error")
    }
    #expect(
      errorText { try Holder.decode(from: #"{"chain":{"n":{"text":"[[[[{{{{\"[[[[\\"}}}"#) }
        == "no error")
  }

  /// The memory of a decoder is reused for the next value, unless a type has kept the decoder.
  @Test func decodersThatAreKept() throws {
    final class Keeper: Codable {
      enum Key: CodingKey { case name, inner }
      let name: String
      private(set) var kept: (any Decoder)?
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        name = try container.decode(String.self, forKey: .name)
        kept =
          name == "b" ? decoder : name == "d" ? try container.superDecoder(forKey: .inner) : nil
      }
      func encode(to encoder: any Encoder) throws {}
    }
    struct Holder: Mappable { @Mapped(transform: .codable(Keeper.self)) var keepers: [Keeper] }
    let decoder = MappingDecoder()
    for _ in 0..<3 {
      let values = ["a", "b", "c", "d", "e"].map {
        #"{"name":"\#($0)","inner":{"name":"in \#($0)"}}"#
      }
      let holder = try Holder.decode(from: #"{"keepers":[\#(values.joined(separator: ","))]}"#)
      let documents = try values.map { try decoder.decode(Keeper.self, from: $0) }
      for keepers in [holder.keepers, documents] {
        #expect(keepers.map(\.name) == ["a", "b", "c", "d", "e"])
        let names = try keepers.map {
          try $0.kept?.container(keyedBy: Keeper.Key.self).decode(String.self, forKey: .name)
        }
        #expect(names == [nil, "b", nil, "in d", nil])
      }
    }
  }

  /// A call goes on with the options that it has begun with.
  @Test func optionsThatAreChangedDuringACall() throws {
    struct Changing: Codable {
      static let key = CodingUserInfoKey(rawValue: "change")
      var firstName: String
      init(from decoder: any Decoder) throws {
        let change = Self.key.flatMap { decoder.userInfo[$0] } as? @Sendable () -> Void
        change?()
        firstName = try decoder.container(keyedBy: CodingKeys.self).decode(
          String.self, forKey: .firstName)
      }
      enum CodingKeys: CodingKey { case firstName }
    }
    let decoder = MappingDecoder()
    let key = try #require(Changing.key)
    let change: @Sendable () -> Void = { [unowned decoder] in
      decoder.keyDecodingStrategy = .convertFromSnakeCase
    }
    decoder.userInfo[key] = change
    let (camel, snake) = (#"{"firstName":"Ada"}"#, #"{"first_name":"Ada"}"#)
    #expect(try decoder.decode(Changing.self, from: camel).firstName == "Ada")
    #expect(try decoder.decode(Changing.self, from: snake).firstName == "Ada")
    decoder.keyDecodingStrategy = .useDefaultKeys
    decoder.userInfo = [:]
    #expect(throws: DecodingError.self) { try decoder.decode(Changing.self, from: snake) }
    #expect(try decoder.decode(Changing.self, from: camel).firstName == "Ada")
  }

  @Test func encodersThatAreKept() throws {
    final class Pen {
      var encoder: (any Encoder)?
      var nested: KeyedEncodingContainer<Writing.Key>?
    }
    struct Writing: Codable {
      enum Key: CodingKey { case name, inner }
      var name: String
      var pen: Pen?
      init(_ name: String, _ pen: Pen) { (self.name, self.pen) = (name, pen) }
      init(from decoder: any Decoder) throws { name = "" }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        var old = pen?.encoder?.container(keyedBy: Key.self)
        try old?.encode("late", forKey: .inner)
        try pen?.nested?.encode("late", forKey: .name)
        try container.encode(name, forKey: .name)
        pen?.encoder = name == "b" ? encoder : nil
        pen?.nested =
          name == "d" ? container.nestedContainer(keyedBy: Key.self, forKey: .inner) : nil
      }
    }
    struct Holder: Mappable { @Mapped(transform: .codable(Writing.self)) var values: [Writing] }
    let pen = Pen()
    var holder = Holder()
    holder.values = ["a", "b", "c", "d", "e", "f"].map { Writing($0, pen) }
    let expected = [
      #"{"name":"a"}"#, #"{"name":"b"}"#, #"{"name":"c"}"#, #"{"name":"d","inner":{}}"#,
      #"{"name":"e"}"#, #"{"name":"f"}"#,
    ]
    #expect(try holder.encodeString() == #"{"values":[\#(expected.joined(separator: ","))]}"#)
    (pen.encoder, pen.nested) = (nil, nil)
    let encoder = MappingEncoder()
    #expect(try holder.values.map { try encoder.encodeString($0) } == expected)
  }

  @Test func optionsOfDecoderAndEncoder() throws {
    let order = try Order.decode(from: #"{"snake":{"suits":["spades"],"at":86400}}"#)
    #expect(order.snake?.at == Date(timeIntervalSince1970: 86_400))
    let text = try order.encodeString()
    #expect(try JSONValue.decode(from: text)["snake"] == ["suits": ["spades"], "at": 86400])
  }

  @Test(arguments: [
    (
      #"{"price":{"amount":1,"currency":7}}"#,
      "$.price.currency: expected String, found a number (line 1, column 33, Order.price)"
    ),
    (
      #"{"price":{"amount":1}}"#,
      "$.price.currency: required key is missing (line 1, column 10, Order.price)"
    ),
    (
      #"{"price":{"amount":1,"currency":null}}"#,
      "$.price.currency: expected String, found null (line 1, column 33, Order.price)"
    ),
    (
      #"{"deep":{"hand":{"suits":[],"nested":{"a":[1],"b":[2, 3, "hunter2"]}}}}"#,
      """
      $.deep.hand.nested.b[2]: expected Int, found a string (line 1, column 58, Order.hand)
      """
    ),
    (
      #"{"deep":{"hand":{"suits":["hearts","hunter2"]}}}"#,
      """
      $.deep.hand.suits[1]: expected a value that Hand can be decoded from, found another one \
      (line 1, column 36, Order.hand)
      """
    ),
    (
      #"{"numbers":[1,"hunter2"]}"#,
      "$.numbers[1]: expected UInt64, found a string (line 1, column 15, Order.numbers)"
    ),
    (
      #"{"price":"hunter2"}"#,
      "$.price: expected an object, found a string (line 1, column 10, Order.price)"
    ),
    (
      #"{"deep":{"hand":{"suits":{}}}}"#,
      "$.deep.hand.suits: expected an array, found an object (line 1, column 26, Order.hand)"
    ),
  ])
  func errorsHaveThePositionOfTheCodingPathAndNoValues(_ json: String, _ text: String) {
    let error = mappingError { try Order.decode(from: json) }
    #expect(error?.description == text)
    #expect(error?.underlying is DecodingError)
  }

  @Test func numbersOutOfRangeAreErrorsWithoutTheirValues() {
    for number in ["-7", "1.5", "18446744073709551616"] {
      let error = mappingError { try Order.decode(from: #"{"numbers":[1,\#(number)]}"#) }
      // Foundation's coding path may end at the array.
      #expect(error?.path.components.first == .key("numbers"))
      #expect(error?.description.contains(number) == false)
      #expect(error?.underlying is DecodingError)
    }
  }

  @Test func errorsAtRenamedKeysHaveTheKeysOfTheDocument() {
    let error = mappingError { try Renamed.decode(from: #"{"x":{"whole_sum":"1"}}"#) }
    #expect(
      error?.description
        == "$.x.whole_sum: expected Int, found a string (line 1, column 19, Renamed.total)")
    #expect(error?.code == .typeMismatch)
    #expect(
      errorText { try Renamed.decode(from: #"{"x":{}}"#) }
        == "$.x.wholeSum: required key is missing (line 1, column 6, Renamed.total)")
  }

  /// A type with an error of its own, which has only a coding path.
  private struct Refusing: Codable {
    var userName: String

    init(from decoder: any Decoder) throws {
      throw DecodingError.dataCorruptedError(
        forKey: .userName, in: try decoder.container(keyedBy: CodingKeys.self),
        debugDescription: "taken")
    }
  }

  @Test func ownErrorsHaveThePlaceOfTheKeyBeforeItsConversion() {
    struct Plain: Mappable { @Mapped(transform: .codable(Refusing.self)) var user: Refusing }
    struct Snake: Mappable {
      @Mapped(
        transform: .codable(
          Refusing.self, decoding: { $0.keyDecodingStrategy = .convertFromSnakeCase }))
      var user: Refusing
    }
    let cause = "expected a value that Refusing can be decoded from, found another one"
    #expect(
      errorText { try Plain.decode(from: #"{"user":{"id":1,"userName":"x"}}"#) }
        == "$.user.userName: \(cause) (line 1, column 28, Plain.user)")
    #expect(
      errorText { try Snake.decode(from: #"{"user":{"id":1,"user_name":"x"}}"#) }
        == "$.user.user_name: \(cause) (line 1, column 29, Snake.user)")
  }

  @Test func errorsOfTheTypesOwnCodeComeOutUnchanged() {
    let error = mappingError { try Order.decode(from: #"{"picky":{}}"#) }
    #expect(error?.underlying is Picky.Refusal)
    #expect(
      error?.description == "$.picky: Refusal() (line 1, column 10, Order.picky)")
    var order = Order()
    order.picky = Picky()
    #expect(errorText { try order.encode() } == "$.picky: Refusal() (Order.picky)")
  }

  @Test func errorsOfEncodingSayWhere() {
    var order = Order()
    order.weight = Weight(kilograms: [1, .nan])
    let error = mappingError { try order.encode() }
    #expect(
      error?.description
        == "$.weight.kilograms[1]: JSON has neither infinite numbers nor NaN (Order.weight)")
    #expect(error?.underlying is EncodingError)
  }

  @Test func malformedTextIsAnErrorOfTheDocument() {
    #expect(
      errorText { try Order.decode(from: #"{"price":{"amount":1,}}"#) }
        == "$.price: expected a key, found '}' (line 1, column 22)")
    #expect(
      mappingError { try Order.decode(from: "{\"price\":\"\u{1}\"}") }?.code == .controlCharacter)
    #expect(
      mappingError {
        try Order.decode(
          from: Data([0x7B, 0x22, 0x75, 0x72, 0x6C, 0x22, 0x3A, 0x22, 0xFF, 0x22, 0x7D]))
      }?
      .code == .invalidUTF8)
  }

  @Test func nullAbsenceAndNil() throws {
    let order = try Order.decode(from: #"{"price":null}"#)
    #expect(order.price == nil)
    #expect(order.$price.presence == .null)
    #expect(order.$hand.presence == .absent)
    #expect(try order.encodeString() == #"{"price":null,"numbers":[]}"#)
    var other = Order()
    other.hand = nil
    #expect(try other.encodeString() == #"{"deep":{"hand":null},"numbers":[]}"#)
  }

  @Test func whatIsBeforeAValueIsNotCopiedForIt() throws {
    struct Nesting: Codable {
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("a"))
        try container.encode(2, forKey: AnyKey("b"))
        try nested.encode(1, forKey: AnyKey("c"))
      }
    }
    struct AnyKey: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(_ key: String) { stringValue = key }
      init?(stringValue: String) { self.init(stringValue) }
      init?(intValue: Int) { nil }
    }
    struct Report: Mappable {
      @Mapped var text = String(repeating: "x", count: 10_000_000)
      @Mapped(transform: .codable()) var values = [Nesting](repeating: Nesting(), count: 10_000)
    }
    // Copying the text for each value would take minutes.
    let bytes = try Report().encodeBytes()
    let value = #"{"a":{"c":1},"b":2}"#
    #expect(bytes.count == 10_000_000 + 10_000 * (value.utf8.count + 1) + 22)
    #expect(String(decoding: bytes.suffix(21), as: UTF8.self) == value + "]}")
  }

  @Test func keysThatAreNumbersStayKeysInErrors() {
    var model = Sums()
    model.sums = ["5": [0, .nan]]
    #expect(errorText { try model.encode() }.hasPrefix(#"$.x["5"][1]: "#))
  }
}
