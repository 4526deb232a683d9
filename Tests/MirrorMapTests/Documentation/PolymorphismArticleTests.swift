import MirrorMap
import Testing

@testable import TestSupport

// The code of the article on polymorphism; `ArticleTests` checks that it is all here.

struct PolymorphismArticleTests {
  protocol Shape {}

  struct Circle: Shape, Mappable {
    @Mapped var radius: Double
  }

  struct Square: Shape, Mappable {
    @Mapped var side: Double
  }

  struct UnknownShape: Shape, Mappable {
    @Mapped var type: String
    @Extras var others: JSONObject
  }

  static let shapes = ModelRegistry<any Shape>(.internal(tag: "type"))
    .adding(Circle.self, as: "circle")
    .adding(Square.self, as: "square")
    .fallback(UnknownShape.self)

  struct Drawing: Mappable {
    @Mapped("shapes", transform: shapes) var content: [any Shape]
  }

  struct Move: Mappable, Equatable {
    @Mapped var x: Int
    @Mapped var y: Int
  }

  enum Command: Polymorphic, Equatable {
    case move(Move)
    case say(String)
    case stop

    static let registry = ModelRegistry<Command>(.adjacent(tag: "t", content: "c"))
      .adding(
        "move", embed: Command.move, extract: { if case .move(let move) = $0 { move } else { nil } }
      )
      .adding(
        "say", embed: Command.say, extract: { if case .say(let text) = $0 { text } else { nil } }
      )
      .adding("stop", .stop)
  }

  struct Empty: Mappable {}

  enum Signal: Polymorphic {
    case draw(Circle)
    case stop

    static let registry = ModelRegistry<Signal>(.internal(tag: "type"))
      .adding(
        "draw", embed: Signal.draw,
        extract: { if case .draw(let circle) = $0 { circle } else { nil } }
      )
      .adding(
        "stop", embed: { (_: Empty) in .stop },
        extract: { if case .stop = $0 { Empty() } else { nil } })
  }

  enum Payload {
    case move(Move)
    case other(JSONValue?)
  }

  struct Event: ImmutableMappable {
    let id: Int
    let type: String
    let payload: Payload

    init(from object: inout ObjectReader) throws {
      id = try object.value("id")
      type = try object.value("type")
      switch type {
      case "MoveEvent": payload = .move(try object.value("payload"))
      default: payload = .other(try object.value("payload"))
      }
    }

    func encode(to object: inout ObjectWriter) throws {
      try object.set(id, "id")
      try object.set(type, "type")
      switch payload {
      case .move(let move): try object.set(move, "payload")
      case .other(let json): try object.set(json, "payload")
      }
    }
  }

  @Test func codeDoesWhatItSays() throws {
    let console = Console()
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }

    let drawing = try Drawing.decode(
      from: #"{"shapes": [{"type": "circle", "radius": 2}, {"type": "star", "points": 5}]}"#)
    print(drawing.content.map { "\(type(of: $0))" })
    print(try drawing.encodeString())

    let commands = try [Command].decode(
      from: #"[{"t": "move", "c": {"x": 1, "y": 2}}, {"t": "say", "c": "hi"}, {"t": "stop"}]"#)
    print(try commands.encodeString())

    let signals = try [Signal].decode(
      from: #"[{"type": "stop"}, {"radius": 2, "type": "draw"}]"#)
    print(try signals.encodeString())

    let event = try Event.decode(
      from: #"{"payload": {"x": 1, "y": 2}, "id": 7, "type": "MoveEvent"}"#)
    print(try event.encodeString())

    #expect(try console.lines == Article("\(Article.folder)/Polymorphism.md").output)
  }

  @Test func casesWithoutAPayloadAreAsInTheTable() throws {
    for (tagging, document) in [
      (Tagging.internal(tag: "type"), #"{"type":"stop"}"#),
      (.adjacent(tag: "t", content: "c"), #"{"t":"stop"}"#), (.external, #""stop""#),
    ] {
      let registry = ModelRegistry<Command>(tagging).adding("stop", .stop)
      #expect(try Tagged.with(registry, document) == document)
    }
  }

  @Test func eventsOfUnknownTypesAreKept() throws {
    let document = #"{"id":1,"type":"Zap","payload":[1]}"#
    #expect(try Event.decode(from: document).encodeString() == document)
  }

  @Test(arguments: [
    (Tagging.internal(tag: "type"), #"{"type":"circle","radius":2.0}"#),
    (.adjacent(tag: "t", content: "c"), #"{"t":"circle","c":{"radius":2.0}}"#),
    (.external, #"{"circle":{"radius":2.0}}"#),
  ])
  func eachWayToTagIsAsInTheTable(_ tagging: Tagging, _ document: String) throws {
    let registry = ModelRegistry<any Shape>(tagging).adding(Circle.self, as: "circle")
    let text = try Tagged.with(registry, document)
    #expect(text == document)
  }

  @Test func withoutATagTheFirstThatFitsCounts() throws {
    let registry = ModelRegistry<any Shape>(.untagged).adding(Square.self).adding(Circle.self)
    #expect(try Tagged.with(registry, #"{"radius":2.0}"#) == #"{"radius":2.0}"#)
  }

  /// Reads and writes a value with a registry on its own.
  private struct Tagged<Base>: MappableValue {
    var value: Base

    static func decode(from reader: inout JSONReader) throws -> Tagged {
      Tagged(value: try reader.decode(with: reader.context[ModelRegistry<Base>.self]!))
    }

    func encode(to writer: inout JSONWriter) throws {
      try writer.encode(value, with: writer.context[ModelRegistry<Base>.self]!)
    }

    static func with(_ registry: ModelRegistry<Base>, _ document: String) throws -> String {
      let context = MappingContext(registry)
      return try Tagged.decode(from: document, context: context).encodeString(context: context)
    }
  }
}
