import MirrorMap
import Testing

@testable import TestSupport

private struct Page: Mappable {
  static let content = ModelRegistry<Content>(.untagged)
    .adding(embed: Content.number, extract: { if case .number(let n) = $0 { n } else { nil } })
    .adding(embed: Content.move, extract: { if case .move(let move) = $0 { move } else { nil } })
    .adding(embed: Content.list, extract: { if case .list(let list) = $0 { list } else { nil } })

  @Mapped("content", transform: Self.content) var content: [Content]
}

private enum Content: Equatable {
  case number(Int)
  case move(Move)
  case list([String])
}

private indirect enum Nested: Polymorphic, Equatable {
  case one([Nested])
  case two([Nested])
  case three([Nested])
  case end(Bool)

  static let registry = ModelRegistry<Nested>(.untagged)
    .adding(embed: Nested.one, extract: { if case .one(let n) = $0 { n } else { nil } })
    .adding(embed: Nested.two, extract: { if case .two(let n) = $0 { n } else { nil } })
    .adding(embed: Nested.three, extract: { if case .three(let n) = $0 { n } else { nil } })
    .adding(embed: Nested.end, extract: { if case .end(let b) = $0 { b } else { nil } })
}

/// Each of forty types takes one number.
private struct Tens: Mappable {
  static let registry = (1...40).reduce(ModelRegistry<Int>(.untagged)) { registry, number in
    registry.adding(
      embed: { (read: Int) throws -> Int in
        guard read == number else { throw Grumbling.Complaint() }
        return read * 10
      }, extract: { $0 / 10 })
  }

  @Mapped(transform: Self.registry) var value: Int
}

private struct Grumbling: MappableValue {
  struct Complaint: Error {}
  static func decode(from reader: inout JSONReader) throws -> Grumbling { throw Complaint() }
  func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
}

struct UntaggedRegistryTests {
  @Test func firstThatFitsIsChosen() throws {
    let text = #"{"content":[1,{"dx":2},["a"],[]]}"#
    let page = try Page.decode(from: text)
    #expect(page.content == [.number(1), .move(Move(dx: 2)), .list(["a"]), .list([])])
    #expect(try page.encodeString() == text)
  }

  @Test func orderOfAddingCounts() throws {
    let circles = ModelRegistry<any Figure>(.untagged).adding(Circle.self).adding(Square.self)
    let squares = ModelRegistry<any Figure>(.untagged).adding(Square.self).adding(Circle.self)
    let json = #"{"side":1.0,"radius":2.0}"#
    #expect(try shape(json, circles) is Circle)
    #expect(try shape(json, squares) is Square)
    #expect(try shape(#"{"radius":2.0}"#, squares) is Circle)
    #expect(try text(Circle(radius: 2), squares) == #"{"radius":2.0}"#)
  }

  @Test func eachOfManyTypesIsTried() throws {
    for number in [1, 2, 16, 17, 40] {
      #expect(try Tens.decode(from: #"{"value":\#(number)}"#).value == number * 10)
    }
    let error = mappingError { try Tens.decode(from: #"{"value":41}"#) }
    #expect(error?.code == .invalidValue && error?.path == JSONPath([.key("value")]))
  }

  @Test func errorSaysWhatWasTried() {
    let squares = ModelRegistry<any Figure>(.untagged).adding(Square.self).adding(Circle.self)
    #expect(
      errorText { try Page.decode(from: #"{"content":[1,true]}"#) }
        == """
        $.content[1]: expected Int, Move, or [String], found a boolean that isn't any of them: \
        Int: expected Int, found a boolean; Move: expected an object for Move, found a boolean; \
        [String]: expected an array, found a boolean (line 1, column 15, Page.content)
        """)
    #expect(
      errorText { try shape(#"{"side":"SECRET"}"#, squares) }
        == """
        $: expected Square or Circle, found an object that isn't any of them: \
        Square.side: expected Double, found a string; Circle.radius: required key is missing \
        (line 1, column 1)
        """)
  }

  @Test func onlyTypeThatTakesTheKindOfValueHasItsOwnError() {
    #expect(
      errorText { try Page.decode(from: #"{"content":[1,{"dx":"SECRET"}]}"#) }
        == "$.content[1].dx: expected Int, found a string (line 1, column 21, Move.dx)")
    #expect(
      errorText { try Page.decode(from: #"{"content":[{}]}"#) }
        == "$.content[0].dx: required key is missing, expected Int (line 1, column 13, Move.dx)")
    let mapper = Mapper.with { $0.unknownKeys = .reject }
    #expect(
      errorText {
        try Page.decode(from: #"{"content":[{"dx":1,"dy":2}]}"#, using: mapper)
      } == "$.content[0].dy: no property has this key (line 1, column 21, Move)")
  }

  @Test func onlyTypeThatTakesTheKindOfValueIsReadByTheFailurePolicy() throws {
    let json = #"{"content":[["a",5],7,{"dx":1},true]}"#
    let report = Page.decodeReporting(from: json, using: Mapper.with { $0.failurePolicy = .lossy })
    #expect(try report.value?.encodeString() == #"{"content":[["a"],7,{"dx":1}]}"#)
    #expect(report.issues.map { "\($0.path)" } == ["$.content[0][1]", "$.content[3]"])
  }

  @Test func oneTypeAloneHasItsOwnError() {
    let registry = ModelRegistry<any Figure>(.untagged).adding(Circle.self)
    #expect(
      errorText { try shape("{}", registry) }
        == "$.radius: required key is missing, expected Double (line 1, column 1, Circle.radius)")
  }

  @Test func usersOwnErrorsAreFailuresToo() throws {
    let registry = ModelRegistry<Any>(.untagged).adding(Grumbling.self).adding(Int.self)
    #expect(try AnyReader.decode(from: "5", context: MappingContext(registry)).value as? Int == 5)
    #expect(
      errorText { try AnyReader.decode(from: "true", context: MappingContext(registry)) }
        == """
        $: expected Grumbling or Int, found a boolean that isn't any of them: \
        Grumbling: its own code failed; Int: expected Int, found a boolean (line 1, column 1)
        """)
  }

  private struct AnyReader: MappableValue {
    let value: Any
    static func decode(from reader: inout JSONReader) throws -> AnyReader {
      guard let registry = reader.context[ModelRegistry<Any>.self] else {
        throw MappingError(expected: "a registry")
      }
      return AnyReader(value: try reader.decode(with: registry))
    }
    func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
  }

  @Test func malformedTextIsNotTriedAgain() {
    #expect(
      errorText { try Page.decode(from: #"{"content":[{"dx":01}]}"#) }
        == """
        $.content[0].dx: expected a number without leading zeros, found a leading zero \
        (line 1, column 19)
        """)
  }

  @Test func fallbackIsTriedLast() throws {
    let registry = ModelRegistry<any Figure>(.untagged)
      .fallback(UnknownFigure.self).adding(Circle.self)
    #expect(try shape(#"{"radius":1}"#, registry) is Circle)
    #expect((try shape("null", registry) as? UnknownFigure)?.json == .null)
    #expect(try text(try shape("[1.50]", registry), registry) == "[1.50]")
    #expect(registry.acceptsNull)
    #expect(!Page.content.acceptsNull)
  }

  @Test func untaggedInUntaggedUsedToTakeExponentialTime() throws {
    #expect(try Nested.decode(from: "[[[]]]") == .one([.one([.one([])])]))
    #expect(try Nested.decode(from: "[[[true]]]") == .one([.one([.one([.end(true)])])]))
    // The blanks make each attempt expensive, so that the test is short.
    let text =
      String(repeating: "[", count: 200) + "[5" + String(repeating: " ", count: 10000) + "]"
      + String(repeating: "]", count: 200)
    #expect(
      mappingError { try Nested.decode(from: text) }?.found
        == "more values without tags than the limit allows")
  }
}
