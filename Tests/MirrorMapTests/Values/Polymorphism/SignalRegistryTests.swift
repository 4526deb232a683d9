import MirrorMap
import Testing

@testable import TestSupport

private func decode<Source: SignalSource>(_ source: Source.Type, _ json: String) throws -> [Signal]
{
  try SignalHolder<Source>.decode(from: json).events
}

private func encode<Source: SignalSource>(_ source: Source.Type, _ events: [Signal]) throws
  -> String
{
  var holder = SignalHolder<Source>()
  holder.events = events
  return try holder.encodeString()
}

struct SignalRegistryTests {
  private static let events: [Signal] = [.move(Move(dx: 1)), .key(27), .stop]

  @Test func adjacentTagsAreReadAndWritten() throws {
    let json = #"{"e":[{"t":"move","c":{"dx":1}},{"t":7,"c":27},{"t":"stop"}]}"#
    #expect(try decode(Adjacent.self, json) == Self.events)
    #expect(try encode(Adjacent.self, Self.events) == json)
    let other =
      #"{"e":[{"\u0063":{"dx":1},"x":[{}],"t":"move"},{"c":27,"t":7},{"c":null,"t":"stop"}]}"#
    #expect(try decode(Adjacent.self, other) == Self.events)
  }

  @Test func externalTagsAreReadAndWritten() throws {
    let json = #"{"e":[{"move":{"dx":1}},{"7":27},"stop"]}"#
    #expect(try decode(External.self, json) == Self.events)
    #expect(try encode(External.self, Self.events) == json)
    let other = #"{"e":[ { "m\u006fve" : {"dx":1} } ,{"7":27},{"stop":null}]}"#
    #expect(try decode(External.self, other) == Self.events)
  }

  @Test func emptyObjectOfAnExternalTagIsNoPayload() throws {
    #expect(
      try decode(External.self, #"{"e":[{"stop":{}},{"stop":{ } },"stop"]}"#) == [
        .stop, .stop, .stop,
      ])
    var mapper = Mapper()
    (mapper.failurePolicy, mapper.maximumDepth) = (.lossy, 4)
    // One that is refused leaves no level open.
    let refused = String(repeating: #"{"stop":{"x":1}},"#, count: 9)
    let holder = try SignalHolder<External>.decode(
      from: #"{"e":[\#(refused){"stop":{}}]}"#, using: mapper)
    #expect(holder.events == [.stop])
  }

  @Test func internalTagsAreReadAndWritten() throws {
    let json = #"{"e":[{"t":"move","dx":1},{"t":"stop"}]}"#
    let events: [Signal] = [.move(Move(dx: 1)), .stop]
    #expect(try decode(Internal.self, json) == events)
    #expect(try encode(Internal.self, events) == json)
    #expect(
      try decode(Internal.self, #"{"e":[{"x":{},"t":"stop"},{"t":"stop"}]}"#) == [.stop, .stop])
  }

  @Test(arguments: [
    (
      #"{"e":[{"c":1}]}"#,
      "$.e[0].t: required key is missing, expected the tag of Signal (line 1, column 7, SignalHolder<Adjacent>.events)"
    ),
    (
      #"{"e":[{"t":"move"}]}"#,
      "$.e[0].c: required key is missing, expected Move (line 1, column 7, SignalHolder<Adjacent>.events)"
    ),
    (
      #"{"e":[{"t":"move","c":null}]}"#,
      "$.e[0].c: expected an object for Move, found null (line 1, column 23, SignalHolder<Adjacent>.events)"
    ),
    (
      #"{"e":[{"t":"move","c":{"dx":"SECRET"}}]}"#,
      "$.e[0].c.dx: expected Int, found a string (line 1, column 29, Move.dx)"
    ),
    (
      #"{"e":[{"t":"SECRET","c":1}]}"#,
      #"$.e[0].t: expected "move", 7, or "stop", found another tag (line 1, column 12, SignalHolder<Adjacent>.events)"#
    ),
    (
      #"{"e":[{"t":true,"c":1}]}"#,
      "$.e[0].t: expected a string or an integer, found a boolean (line 1, column 12, SignalHolder<Adjacent>.events)"
    ),
    (
      #"{"e":[{"t":"stop","c":{}}]}"#,
      "$.e[0].c: expected no value, as the tag has none, found an object (line 1, column 23, SignalHolder<Adjacent>.events)"
    ),
    (
      #"{"e":[{"t":7,"c":1,"c":2}]}"#,
      "$.e[0].c: key appears a second time (line 1, column 20, SignalHolder<Adjacent>.events)"
    ),
    (
      #"{"e":["stop"]}"#,
      "$.e[0]: expected an object with the tag of Signal, found a string (line 1, column 7, SignalHolder<Adjacent>.events)"
    ),
  ])
  func errorsOfAdjacentTags(json: String, message: String) {
    #expect(errorText { try decode(Adjacent.self, json) } == message)
  }

  @Test(arguments: [
    (
      #"{"e":[{}]}"#,
      "$.e[0]: expected an object with the tag of Signal as its only key, found an empty one (line 1, column 7, SignalHolder<External>.events)"
    ),
    (
      #"{"e":[{"move":{"dx":1},"stop":null}]}"#,
      "$.e[0]: expected an object with the tag of Signal as its only key, found one with several (line 1, column 7, SignalHolder<External>.events)"
    ),
    (
      #"{"e":[{"SECRET":1}]}"#,
      #"$.e[0]: expected the key "move", 7, or "stop", found another one (line 1, column 7, SignalHolder<External>.events)"#
    ),
    (
      #"{"e":["SECRET"]}"#,
      #"$.e[0]: expected "move", 7, or "stop", found another tag (line 1, column 7, SignalHolder<External>.events)"#
    ),
    (
      #"{"e":["move"]}"#,
      "$.e[0]: expected an object with the tag of Signal as its key, found a string (line 1, column 7, SignalHolder<External>.events)"
    ),
    (
      #"{"e":[7]}"#,
      "$.e[0]: expected an object with the tag of Signal as its key, found a number (line 1, column 7, SignalHolder<External>.events)"
    ),
    (
      #"{"e":[{"stop":1}]}"#,
      "$.e[0].stop: expected no value, as the tag has none, found a number (line 1, column 15, SignalHolder<External>.events)"
    ),
    (
      #"{"e":[{"stop":{"x":1}}]}"#,
      "$.e[0].stop: expected no value, as the tag has none, found an object (line 1, column 15, SignalHolder<External>.events)"
    ),
    (
      #"{"e":[{"stop":{},"move":{"dx":1}}]}"#,
      "$.e[0]: expected an object with the tag of Signal as its only key, found one with several (line 1, column 7, SignalHolder<External>.events)"
    ),
    (
      #"{"e":[{"move":{"dx":1.5}}]}"#,
      "$.e[0].move.dx: expected Int, found a number with a fraction (line 1, column 21, Move.dx)"
    ),
    (
      #"{"e":[{"move":{"dx":1}]}"#,
      "$.e[0].move: expected ',' or '}', found ']' (line 1, column 23)"
    ),
  ])
  func errorsOfExternalTags(json: String, message: String) {
    #expect(errorText { try decode(External.self, json) } == message)
  }

  @Test func payloadThatIsNoObjectCannotHoldItsTag() {
    #expect(
      errorText { try encode(Internal.self, [.stop, .key(1)]) }
        == """
        $.e[1]: Int has to be written as an object, as its tag is to be a member of it \
        (SignalHolder<Internal>.events)
        """)
    #expect(
      errorText { try encode(Adjacent.self, [.unknown(1)]) }
        == """
        $.e[0]: no case that was added to the registry of Signal has this value \
        (SignalHolder<Adjacent>.events)
        """)
  }

  // MARK: Unknown tags

  @Test func valuesWithUnknownTagsComeBackUnchanged() throws {
    func check(_ source: (some SignalSource).Type, _ json: String) throws {
      let events = try decode(source, json)
      #expect(events.contains { if case .unknown = $0 { true } else { false } })
      #expect(events.last == .stop)
      #expect(try encode(source, events) == json)
    }
    try check(OpenInternal.self, #"{"e":[{"a":1.50,"t":"new","z":[null]},{"t":9},{"t":"stop"}]}"#)
    try check(OpenAdjacent.self, #"{"e":[{"t":"new","c":{"t":"stop"},"x":1},{"t":"stop"}]}"#)
    try check(OpenExternal.self, #"{"e":[{"new":{"t":1}},"other","stop"]}"#)
  }

  @Test func fallbackIsNoExcuseForMissingTags() {
    #expect(
      errorText { try decode(OpenInternal.self, #"{"e":[{}]}"#) }
        == """
        $.e[0].t: required key is missing, expected the tag of Signal \
        (line 1, column 7, SignalHolder<OpenInternal>.events)
        """)
    #expect(
      errorText { try decode(OpenInternal.self, #"{"e":[{"t":[]}]}"#) }
        == """
        $.e[0].t: expected a string or an integer, found an array \
        (line 1, column 12, SignalHolder<OpenInternal>.events)
        """)
    #expect(
      errorText { try decode(OpenExternal.self, #"{"e":[{"a":1,"b":2}]}"#) }
        == """
        $.e[0]: expected an object with the tag of Signal as its only key, found one with several \
        (line 1, column 7, SignalHolder<OpenExternal>.events)
        """)
    #expect(
      errorText { try decode(OpenInternal.self, #"{"e":[{"t":"move"}]}"#) }
        == """
        $.e[0].dx: required key is missing, expected Int (line 1, column 7, Move.dx)
        """)
  }

  @Test func unknownFigureComesBackUnchanged() throws {
    let registry = Drawing.shapes.fallback(UnknownFigure.self)
    let json = #"{"corners":[1,2.50],"type":"star","type2":null}"#
    let star = try #require(try shape(json, registry) as? UnknownFigure)
    #expect(star.json["type"] == "star")
    #expect(try text(star, registry) == json)
    #expect(try shape(#"{"type":"circle","radius":1}"#, registry) is Circle)
  }

  @Test func errorsOfAClosureAreTheCause() {
    struct Refusal: Error {}
    let registry = ModelRegistry<Signal>(.external)
      .adding("move", embed: { (_: Move) in throw Refusal() }, extract: { _ in nil })
      .adding(
        "key", embed: { (_: Int) in throw MappingError(expected: "a key code") },
        extract: { _ in nil })
    func decode(_ json: String) -> MappingError? {
      mappingError { try SignalReader.decode(from: json, context: MappingContext(registry)) }
    }
    #expect(decode(#"{"move":{"dx":1}}"#)?.underlying is Refusal)
    #expect(decode(#"{"move":{"dx":1}}"#)?.path == JSONPath([.key("move")]))
    #expect(
      decode(#"{"key":5}"#)?.description == "$.key: expected a key code (line 1, column 8)")
  }

  private struct SignalReader: MappableValue {
    static func decode(from reader: inout JSONReader) throws -> SignalReader {
      guard let registry = reader.context[ModelRegistry<Signal>.self] else {
        throw MappingError(expected: "a registry")
      }
      _ = try reader.decode(with: registry)
      return SignalReader()
    }
    func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
  }
}

// MARK: - Types with a registry of their own

private struct Formula: Mappable {
  @Mapped var left: Expression
  @Mapped var right: Expression?
  @Mapped var named: [String: [Expression]] = ["none": [.nothing]]
}

struct PolymorphicTests {
  @Test func enumIsAValueLikeAnyOther() throws {
    let text = #"[{"sum":[{"num":1.0},{"neg":{"num":2.0}},"nothing"]},"nothing"]"#
    let all = try [Expression].decode(from: text)
    #expect(all == [.sum([.number(1), .negation(.number(2)), .nothing]), .nothing])
    #expect(try all.encodeString() == text)
    #expect(try Expression?.decode(from: "null") == nil)
    #expect(try [String: Expression].decode(from: #"{"a":{"num":1}}"#) == ["a": .number(1)])
    #expect(try Expression.decode(from: #"{"a":[0,"nothing"]}"#, at: "a.1") == .nothing)
  }

  @Test func valuesInModels() throws {
    let text = #"{"left":{"sum":[]},"right":"nothing","named":{"a":[{"num":1.0}]}}"#
    let formula = try Formula.decode(from: text)
    #expect(formula.right == .nothing)
    #expect(try formula.encodeString() == text)
    #expect(try Formula.decode(from: #"{"left":"nothing"}"#).named == ["none": [.nothing]])
    #expect(
      errorText { try Formula.decode(from: #"{"left":{"sum":[{"neg":{"num":"1"}}]}}"#) }
        == "$.left.sum[0].neg.num: expected Double, found a string (line 1, column 31, Formula.left)"
    )
    #expect(
      errorText { try Formula.decode(from: #"{"left":null}"#) }
        == """
        $.left: expected an object with the tag of Expression as its key, found null \
        (line 1, column 9, Formula.left)
        """)
  }

  @Test func deepNestingIsLimitedByTheMapper() {
    let text =
      String(repeating: #"{"neg":"#, count: 600) + #""nothing""#
      + String(repeating: "}", count: 600)
    let error = onAnotherThread(stackSize: 1 << 24) {
      mappingError { try Expression.decode(from: text) }?.found
    }
    #expect(error == "more than the depth limit allows")
  }
}

// MARK: - Classes

struct ClassRegistryTests {
  private static let text =
    #"{"animals":[{"kind":"dog","name":"a","tricks":["sit"]},{"kind":"animal","name":"b"},"#
    + #"{"kind":"cat","name":"c"}]}"#

  @Test func subclassesAreDistinguished() throws {
    let zoo = try Zoo.decode(from: Self.text)
    #expect(zoo.animals.map { "\(type(of: $0))" } == ["Hound", "Creature", "Cat"])
    #expect((zoo.animals[0] as? Hound)?.tricks == ["sit"])
    #expect(try zoo.encodeString() == Self.text)
  }

  @Test func subclassThatWasNotAddedIsWrittenAsItsNearestSuperclass() throws {
    let puppy = Puppy()
    puppy.name = "p"
    puppy.weeks = 3
    var zoo = Zoo()
    zoo.animals = [puppy]
    #expect(
      try zoo.encodeString()
        == #"{"animals":[{"kind":"dog","name":"p","tricks":[],"weeks":3}]}"#)
  }

  @Test func exactTypesGoBeforeClosures() throws {
    let registry = ModelRegistry<Creature>(.internal(tag: "k"))
      .adding("any", embed: { (cat: Cat) in cat }, extract: { $0 as? Cat })
      .adding(Cat.self, as: "cat")
    let cat = Cat()
    cat.name = "c"
    #expect(
      try Keeper(cat).encodeString(context: MappingContext(registry)) == #"{"k":"cat","name":"c"}"#)
  }

  private struct Keeper: MappableValue {
    let animal: Creature
    init(_ animal: Creature) { self.animal = animal }
    static func decode(from reader: inout JSONReader) throws -> Keeper {
      throw MappingError(expected: "nothing")
    }
    func encode(to writer: inout JSONWriter) throws {
      guard let registry = writer.context[ModelRegistry<Creature>.self] else { return }
      try writer.encode(animal, with: registry)
    }
  }
}
