import MirrorMap
import Testing

// The code of the article on polymorphism; `ArticleTests` checks that it is all here.

@Suite struct PolymorphismArticleTests {
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

    #expect(try console.lines == Article("\(Article.folder)/Polymorphism.md").output)
  }

  @Test(arguments: [
    (Tagging.internal(tag: "type"), #"{"type":"circle","radius":2.0}"#),
    (.adjacent(tag: "t", content: "c"), #"{"t":"circle","c":{"radius":2.0}}"#),
    (.external, #"{"circle":{"radius":2.0}}"#),
  ])
  func eachWayToTagIsAsInTheTable(_ tagging: Tagging, _ document: String) throws {
    let registry = ModelRegistry<any Shape>(tagging).adding(Circle.self, as: "circle")
    let text = try TaggedShape.with(registry, document)
    #expect(text == document)
  }

  @Test func withoutATagTheFirstThatFitsCounts() throws {
    let registry = ModelRegistry<any Shape>(.untagged).adding(Square.self).adding(Circle.self)
    #expect(try TaggedShape.with(registry, #"{"radius":2.0}"#) == #"{"radius":2.0}"#)
  }

  /// Reads and writes a value with a registry on its own.
  private enum TaggedShape {
    struct Holder: MappableValue {
      static let key = "registry"
      var shape: any Shape
      static func decode(from reader: inout JSONReader) throws -> Holder {
        Holder(shape: try reader.decode(with: reader.context[ModelRegistry<any Shape>.self]!))
      }
      func encode(to writer: inout JSONWriter) throws {
        try writer.encode(shape, with: writer.context[ModelRegistry<any Shape>.self]!)
      }
    }

    static func with(_ registry: ModelRegistry<any Shape>, _ document: String) throws -> String {
      let context = MappingContext(registry)
      return try Holder.decode(from: document, context: context).encodeString(context: context)
    }
  }
}
