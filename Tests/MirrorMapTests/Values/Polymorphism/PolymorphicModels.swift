import Foundation
import MirrorMap

// MARK: - A protocol

protocol Figure: Sendable { var area: Double { get } }

struct Circle: Figure, Mappable, Equatable {
  @Mapped var radius: Double
  var area: Double { radius * radius * 3 }
  init() {}
  init(radius: Double) { self.radius = radius }
}

struct Square: Figure, Mappable, Equatable {
  @Mapped("side") var side: Double
  @Mapped var label: String?
  var area: Double { side * side }
  init() {}
  init(side: Double) { self.side = side }
}

/// Shapes in a shape.
struct Group: Figure, Mappable {
  @Mapped("parts", transform: Drawing.shapes) var parts: [any Figure]
  var area: Double { parts.reduce(0) { $0 + $1.area } }
}

/// A model that maps the key of its tag itself.
struct Labeled: Figure, Mappable {
  @Mapped("type") var type: String
  @Mapped("n") var number: Int
  var area: Double { 0 }
}

/// A value that is written as something else than an object.
struct Pixel: Figure, MappableValue {
  var area: Double { 0 }
  static func decode(from reader: inout JSONReader) throws -> Pixel {
    _ = try reader.decode(Int.self)
    return Pixel()
  }
  func encode(to writer: inout JSONWriter) throws { try writer.encode(0) }
}

struct UnknownFigure: Figure, MappableValue {
  var json: JSONValue
  var area: Double { 0 }
  static var acceptsNull: Bool { true }
  static func decode(from reader: inout JSONReader) throws -> UnknownFigure {
    UnknownFigure(json: try reader.decode())
  }
  func encode(to writer: inout JSONWriter) throws { try writer.encode(json) }
}

/// A value without members.
struct Unregistered: Figure, MappableValue {
  var area: Double { 0 }
  static func decode(from reader: inout JSONReader) throws -> Unregistered {
    try reader.decodeObject { _, reader in try reader.skipValue() }
    return Unregistered()
  }
  func encode(to writer: inout JSONWriter) throws { try writer.encodeObject { _ in } }
}

struct Drawing: Mappable {
  static let shapes = ModelRegistry<any Figure>(.internal(tag: "type"))
    .adding(Circle.self, as: "circle")
    .adding(Square.self, as: "square")
    .adding(Group.self, as: "group")
    .adding(Labeled.self, as: "labeled")
    .adding(Pixel.self, as: "point")

  @Mapped("shapes", transform: Self.shapes) var shapes: [any Figure] = []
  @Mapped("main", transform: Self.shapes) var main: any Figure
  @Mapped("spare", transform: Self.shapes) var spare: (any Figure)?
  @Mapped("byName", transform: Self.shapes) var byName: [String: any Figure]?
  @Mapped("deep.rows", transform: Self.shapes) var rows: [[any Figure]]?
  @Mapped("usual", transform: Self.shapes) var usual: any Figure = Circle(radius: 1)

  init() { main = Circle(radius: 0) }
}

/// One shape, read by a registry.
func shape(
  _ json: String, _ registry: ModelRegistry<any Figure> = Drawing.shapes
) throws -> any Figure {
  try One.decode(from: json, context: MappingContext(registry)).shape
}

/// The JSON of one shape.
func text(
  _ shape: any Figure, _ registry: ModelRegistry<any Figure> = Drawing.shapes
) throws -> String {
  try One(shape: shape).encodeString(context: MappingContext(registry))
}

/// A shape whose registry comes with the context.
struct One: MappableValue {
  let shape: any Figure

  static func decode(from reader: inout JSONReader) throws -> One {
    One(shape: try reader.decode(with: try registry(reader.context)))
  }

  func encode(to writer: inout JSONWriter) throws {
    try writer.encode(shape, with: try Self.registry(writer.context))
  }

  private static func registry(_ context: MappingContext) throws -> ModelRegistry<any Figure> {
    guard let registry = context[ModelRegistry<any Figure>.self] else {
      throw MappingError(expected: "a registry")
    }
    return registry
  }
}

// MARK: - An enum

struct Move: Mappable, Equatable {
  @Mapped var dx: Int
  init() {}
  init(dx: Int) { self.dx = dx }
}

enum Signal: Equatable {
  case move(Move)
  case key(Int)
  case stop
  case unknown(JSONValue)

  static func registry(_ tagging: Tagging) -> ModelRegistry<Signal> {
    ModelRegistry(tagging)
      .adding(
        "move", embed: Signal.move, extract: { if case .move(let move) = $0 { move } else { nil } }
      )
      .adding(7, embed: Signal.key, extract: { if case .key(let code) = $0 { code } else { nil } })
      .adding("stop", .stop)
  }

  static func open(_ tagging: Tagging) -> ModelRegistry<Signal> {
    registry(tagging)
      .fallback(
        embed: Signal.unknown,
        extract: { if case .unknown(let json) = $0 { json } else { nil } })
  }
}

struct SignalHolder<Source: SignalSource>: Mappable {
  @Mapped("e", transform: Source.events) var events: [Signal]
}

protocol SignalSource: SendableMetatype { static var events: ModelRegistry<Signal> { get } }
enum Internal: SignalSource { static let events = Signal.registry(.internal(tag: "t")) }
enum Adjacent: SignalSource {
  static let events = Signal.registry(.adjacent(tag: "t", content: "c"))
}
enum External: SignalSource { static let events = Signal.registry(.external) }
enum OpenInternal: SignalSource { static let events = Signal.open(.internal(tag: "t")) }
enum OpenAdjacent: SignalSource {
  static let events = Signal.open(.adjacent(tag: "t", content: "c"))
}
enum OpenExternal: SignalSource { static let events = Signal.open(.external) }

/// A recursive enum.
indirect enum Expression: Polymorphic, Equatable {
  case number(Double)
  case sum([Expression])
  case negation(Expression)
  case nothing

  static let registry = ModelRegistry<Expression>(.external)
    .adding("num", embed: Self.number, extract: { if case .number(let n) = $0 { n } else { nil } })
    .adding("sum", embed: Self.sum, extract: { if case .sum(let all) = $0 { all } else { nil } })
    .adding(
      "neg", embed: Self.negation, extract: { if case .negation(let e) = $0 { e } else { nil } }
    )
    .adding("nothing", .nothing)
}

// MARK: - Classes

class Creature: Mappable {
  @Mapped var name: String
  required init() {}
}
class Hound: Creature {
  @Mapped var tricks: [String] = []
}
final class Puppy: Hound {
  @Mapped var weeks: Int
}
final class Cat: Creature {}

struct Zoo: Mappable {
  // The superclass comes first: what counts is how near it is.
  static let animals = ModelRegistry<Creature>(.internal(tag: "kind"))
    .adding(Creature.self, as: "animal")
    .adding(Hound.self, as: "dog")
    .adding(Cat.self, as: "cat")

  @Mapped("animals", transform: Self.animals) var animals: [Creature]
}
