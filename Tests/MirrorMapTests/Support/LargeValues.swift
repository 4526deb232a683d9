import MirrorMap

/// Eight of a kind, to make large values of.
struct EightOf<Part: Sendable>: Sendable {
  var a, b, c, d, e, f, g, h: Part

  init(_ part: Part) { (a, b, c, d, e, f, g, h) = (part, part, part, part, part, part, part, part) }
}

/// A value of 512 bytes and an object that is counted; a number in JSON.
struct LargeValue: MappableValue {
  let tracked: Tracked
  private var room = EightOf(EightOf(0))

  static func decode(from reader: inout JSONReader) throws -> LargeValue {
    LargeValue(tracked: try reader.decode(Tracked.self))
  }

  init(tracked: Tracked) { self.tracked = tracked }

  func encode(to writer: inout JSONWriter) throws { try tracked.encode(to: &writer) }
}

/// A value of more than 32 KB and an object that is counted; a number in JSON.
struct HugeValue: MappableValue {
  let tracked: Tracked
  private var room = EightOf(EightOf(EightOf(EightOf(0))))

  static func decode(from reader: inout JSONReader) throws -> HugeValue {
    HugeValue(tracked: try reader.decode(Tracked.self))
  }

  init(tracked: Tracked) { self.tracked = tracked }

  func encode(to writer: inout JSONWriter) throws { try tracked.encode(to: &writer) }
}
