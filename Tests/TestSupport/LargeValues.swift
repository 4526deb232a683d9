import MirrorMap

/// Eight copies of a value; nested four deep, eight bytes become 32 KB.
struct Eightfold<Element> {
  var elements: (Element, Element, Element, Element, Element, Element, Element, Element)
  init(_ element: Element) {
    elements = (element, element, element, element, element, element, element, element)
  }
}

extension Eightfold: Sendable where Element: Sendable {}

/// A value of 512 bytes and an object that is counted; a number in JSON.
struct LargeValue: MappableValue {
  let tracked: Tracked
  private var room = Eightfold(Eightfold(0))

  static func decode(from reader: inout JSONReader) throws -> LargeValue {
    LargeValue(tracked: try reader.decode(Tracked.self))
  }

  init(tracked: Tracked) { self.tracked = tracked }

  func encode(to writer: inout JSONWriter) throws { try tracked.encode(to: &writer) }
}

/// A value of more than 32 KB and an object that is counted; a number in JSON.
struct HugeValue: MappableValue {
  let tracked: Tracked
  private var room = Eightfold(Eightfold(Eightfold(Eightfold(0))))

  static func decode(from reader: inout JSONReader) throws -> HugeValue {
    HugeValue(tracked: try reader.decode(Tracked.self))
  }

  init(tracked: Tracked) { self.tracked = tracked }

  func encode(to writer: inout JSONWriter) throws { try tracked.encode(to: &writer) }
}
