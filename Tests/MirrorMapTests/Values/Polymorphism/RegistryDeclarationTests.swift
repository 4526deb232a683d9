import MirrorMap
import Testing

@testable import TestSupport

private struct Mistaken: Mappable {
  static let shapes = Drawing.shapes.adding(Move.self, as: "move")
  @Mapped("shapes", transform: Self.shapes) var shapes: [any Figure]
}

private struct Twice: Mappable {
  @Mapped("a") var first: Int?
  @Mapped("a") var second: Int?
}

private struct Holder: Figure, Mappable {
  @Mapped var twice: Twice?
  var area: Double { 0 }
}

private struct Unplannable: Mappable {
  static let shapes = ModelRegistry<any Figure>(.internal(tag: "t")).adding(Holder.self, as: "h")
  @Mapped("shapes", transform: Self.shapes) var shapes: [any Figure]?
}

/// Enums that lead to themselves without a level between.
private indirect enum Loop: Polymorphic {
  case again(Loop)
  case end
  static let registry = ModelRegistry<Loop>(.internal(tag: "t"))
    .adding(
      "again", embed: Loop.again, extract: { if case .again(let loop) = $0 { loop } else { nil } })
}

private indirect enum Ping: Polymorphic {
  case pong(Pong)
  case end
  static let registry = ModelRegistry<Ping>(.untagged)
    .adding(embed: Ping.pong, extract: { if case .pong(let pong) = $0 { pong } else { nil } })
}

private indirect enum Pong: Polymorphic {
  case ping(Ping)
  case many([Pong])
  static let registry = ModelRegistry<Pong>(.internal(tag: "t"))
    .adding(
      "ping", embed: Pong.ping, extract: { if case .ping(let ping) = $0 { ping } else { nil } }
    )
    .adding("many", embed: Pong.many, extract: { if case .many(let all) = $0 { all } else { nil } })
}

private enum Empty: Polymorphic {
  case number(Int)
  static let registry = ModelRegistry<Empty>(.external)
}

private enum HoldsEmpty: Polymorphic {
  case empty(Empty)
  case count(Int)
  static let registry = ModelRegistry<HoldsEmpty>(.external)
    .adding(
      "empty", embed: HoldsEmpty.empty,
      extract: { if case .empty(let value) = $0 { value } else { nil } }
    )
    .adding(
      "count", embed: HoldsEmpty.count,
      extract: { if case .count(let value) = $0 { value } else { nil } })
}

struct RegistryDeclarationTests {
  private func message(_ registry: ModelRegistry<any Figure>) -> String {
    let reading = errorText { try shape(#"{"type":"circle","radius":1}"#, registry) }
    let writing = errorText { try text(Circle(radius: 1), registry) }
    #expect(reading == writing)
    #expect(mappingError { try shape("{}", registry) }?.code == .declaration)
    return reading
  }

  @Test func twoEntriesWithOneTagAreRefused() {
    #expect(
      message(Drawing.shapes.adding(Circle.self, as: "square"))
        == """
        ModelRegistry<Figure> cannot be mapped: the tag "square" was added twice, for Square and \
        for Circle
        """)
    #expect(
      message(ModelRegistry(.external).adding(Circle.self, as: "1").adding(Square.self, as: 1))
        == """
        ModelRegistry<Figure> cannot be mapped: the tag "1" was added twice, for Circle and for Square
        """)
  }

  @Test func modelOfAnotherTypeIsRefused() {
    #expect(
      message(Drawing.shapes.adding(Move.self, as: "move"))
        == "Move cannot be mapped: it was added to a registry of Figure, which its values are not")
    #expect(
      errorText { try Mistaken.decode(from: #"{"shapes":[{"type":"circle","radius":1}]}"#) }
        == "Move cannot be mapped: it was added to a registry of Figure, which its values are not")
  }

  @Test func valueOfAnotherTypeIsFoundWhenRead() throws {
    let registry = Drawing.shapes.adding([String: Int].self, as: "numbers")
    #expect(try shape(#"{"type":"circle","radius":1}"#, registry) is Circle)
    let error = mappingError { try shape(#"{"type":"numbers"}"#, registry) }
    #expect(error?.code == .typeMismatch)
    let open = Drawing.shapes.adding(JSONValue.self, as: "any")
    #expect(
      errorText { try shape(#"{"type":"any"}"#, open) }
        == """
        JSONValue cannot be mapped: it was added to a registry of Figure, which its values are not
        """)
  }

  @Test func tagsWhereTheyAreNeededAndNotElsewhere() {
    #expect(
      message(ModelRegistry(.external).adding(Circle.self))
        == "ModelRegistry<Figure> cannot be mapped: Circle was added without a tag")
    let events = ModelRegistry<Signal>(.untagged).adding("stop", .stop)
    #expect(
      errorText { try SignalValue.decode(from: "null", context: MappingContext(events)) }
        == """
        ModelRegistry<Signal> cannot be mapped: without tags, a value without a payload cannot be \
        told from others
        """)
    let tagged = ModelRegistry<any Figure>(.untagged).adding(Circle.self, as: "ignored")
    #expect(errorText { try shape(#"{"radius":1}"#, tagged) } == "no error")
  }

  private struct SignalValue: MappableValue {
    static func decode(from reader: inout JSONReader) throws -> SignalValue {
      if let registry = reader.context[ModelRegistry<Signal>.self] {
        _ = try reader.decode(with: registry)
      }
      return SignalValue()
    }
    func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
  }

  @Test func otherMistakesAreRefused() {
    #expect(
      message(ModelRegistry(.internal(tag: "type")))
        == "ModelRegistry<Figure> cannot be mapped: no type was added to it")
    #expect(
      message(
        ModelRegistry(.adjacent(tag: "a", content: "a")).adding(Circle.self, as: "circle"))
        == #"ModelRegistry<Figure> cannot be mapped: tag and content have the same key "a""#)
    #expect(
      message(Drawing.shapes.fallback(UnknownFigure.self).fallback(Circle.self))
        == """
        ModelRegistry<Figure> cannot be mapped: it has several fallbacks, UnknownFigure or Circle
        """)
  }

  @Test func enumThatIsItsOwnPayloadAtTheSamePlaceUsedToExhaustTheStack() {
    #expect(
      errorText { try Loop.decode(from: #"{"t":"again"}"#) }
        == """
        ModelRegistry<Loop> cannot be mapped: Loop would be read by this registry again, at the same \
        place, without end
        """)
    #expect(
      errorText { try [Pong].decode(from: #"[{"t":"ping"}]"#) }
        == """
        ModelRegistry<Pong> cannot be mapped: one of its types is read by it again, at the same \
        place, without end
        """)
    #expect(!Ping.acceptsNull)
  }

  @Test func modelsOfARegistryArePlannedBeforeAByteIsRead() {
    // The text isn't JSON, which isn't reported: nothing has read it.
    for _ in 0..<2 {
      #expect(mappingError { try Unplannable.decode(from: "x") }?.code == .declaration)
    }
  }

  @Test func registriesAreSharedByThreads() {
    let registry = Drawing.shapes.adding(Unregistered.self, as: "fresh")
    let results = onThreads(4) { _ in
      (0..<50).map { _ in errorText { try shape(#"{"type":"fresh"}"#, registry) } }
    }
    #expect(results == Array(repeating: Array(repeating: "no error", count: 50), count: 4))
  }

  @Test func tagsDescribeThemselvesAsJSON() {
    #expect("\(ModelTag("a\"b"))" == #""a\"b""#)
    #expect("\(ModelTag(-7))" == "-7")
    #expect(ModelTag("é") != ModelTag("e\u{301}"))
    #expect(Set<ModelTag>(["1", 1, 1, "1"]).count == 2)
  }

  @Test func aWrongRegistryInAnotherOneIsAnErrorEachTime() {
    for _ in 0..<3 {
      #expect(
        errorText { try [HoldsEmpty].decode(from: #"[{"count": 1}]"#) }.contains(
          "ModelRegistry<Empty> cannot be mapped: no type was added to it"))
    }
  }
}
