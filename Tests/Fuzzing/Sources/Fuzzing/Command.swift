import MirrorMap

// Values of several types in one place, distinguished in each of the four ways.

struct Move: Mappable, Equatable {
  @Mapped var x: Int
  @Mapped var y: Int?
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

enum Signal: Equatable, Sendable {
  case move(Move)
  case text(String)
  case numbers([Int])

  static let external = registry(.external)
  static let untagged = registry(.untagged)

  private static func registry(_ tagging: Tagging) -> ModelRegistry<Signal> {
    ModelRegistry<Signal>(tagging)
      .adding(
        "move", embed: Signal.move, extract: { if case .move(let move) = $0 { move } else { nil } }
      )
      .adding(
        "text", embed: Signal.text, extract: { if case .text(let text) = $0 { text } else { nil } }
      )
      .adding(
        "numbers", embed: Signal.numbers,
        extract: { if case .numbers(let list) = $0 { list } else { nil } })
  }
}

class Figure: Mappable, Equatable {
  @Mapped var label: String?
  required init() {}

  func isLike(_ other: Figure) -> Bool {
    type(of: self) == type(of: other) && _label == other._label
  }

  static func == (left: Figure, right: Figure) -> Bool { left.isLike(right) }
}

final class Circle: Figure {
  @Mapped var radius: Double

  override func isLike(_ other: Figure) -> Bool {
    super.isLike(other) && _radius == (other as? Circle)?._radius
  }
}

final class UnknownFigure: Figure {
  @Mapped var type: String
  @Extras var others: JSONObject

  override func isLike(_ other: Figure) -> Bool {
    super.isLike(other) && _type == (other as? UnknownFigure)?._type
      && _others == (other as? UnknownFigure)?._others
  }
}

enum Figures {
  static let registry = ModelRegistry<Figure>(.internal(tag: "type"))
    .adding(Circle.self, as: "circle")
    .fallback(UnknownFigure.self)
}
