import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Updates learn which values they replace, and read these as decoding does. Types and transforms that update values in
/// their own way are called each time.
struct UpdateReplacementTests {
  @Test func valuesThatAreReplaced() throws {
    var model = try Replaced.decode(
      from: """
        {"id": "00000000-0000-0000-0000-000000000001", "date": "2024-01-01T00:00:00Z", "size": "small",
          "maybe": "small", "tags": ["a"], "dates": ["2024-01-01T00:00:00Z"]}
        """)
    for day in 1...5 {
      let (date, size) = ("2024-02-0\(day)T00:00:00Z", day % 2 == 0 ? "small" : "large")
      try model.update(
        from: """
          {"id": "00000000-0000-0000-0000-00000000000\(day)", "date": "\(date)", "size": "\(size)",
            "maybe": \(day == 3 ? "null" : "\"\(size)\""), "tags": ["\(day)"], "dates": ["\(date)"]}
          """)
      #expect(model.id.uuidString.hasSuffix("\(day)") && model.size.rawValue == size)
      #expect(model.maybe?.rawValue == (day == 3 ? nil : size) && model.tags == ["\(day)"])
      #expect(
        model.dates == [model.date] && date == ISO8601DateFormatter().string(from: model.date))
      #expect(!model.$size.isChanged && model.$maybe.presence == (day == 3 ? .null : .value))
      model.size = .small
      #expect(model.$size.isChanged)
    }
    // A failure names the property as it does at first.
    let text =
      "\(#expect(throws: MappingError.self) { try model.update(from: #"{"size": "huge"}"#) }!)"
    #expect(text.contains("$.size: expected"), "\(text)")
    #expect(text.contains("Replaced.size"), "\(text)")
    try model.apply(mergePatch: #"{"tags": ["x"], "maybe": null}"#)
    #expect(model.tags == ["x"] && model.maybe == nil)
  }

  @Test func valuesThatUpdateThemselves() throws {
    var model = try Updating.decode(
      from: #"{"log": "0", "maybe": "0", "byTransform": "0", "both": "0", "list": ["0"]}"#)
    for number in 1...4 {
      try model.update(
        from: #"""
          {"log": "\#(number)", "maybe": "\#(number)", "byTransform": "\#(number)", "both": "\#(number)",
            "list": ["\#(number)"]}
          """#)
      let all = (0...number).map(String.init)
      #expect(model.log.entries == all && model.maybe?.entries == all)
      #expect(
        model.byTransform == all.joined()
          && model.both == "\(number)" + String(repeating: "!", count: number))
      #expect(model.list.map(\.entries) == [["\(number)"]])
    }
  }

  @Test func containersThatUpdateThemselves() throws {
    var model = try CountingModel.decode(from: #"{"counted": [0], "maybe": [0]}"#)
    for number in 1...3 {
      try model.update(from: #"{"counted": [\#(number)], "maybe": [\#(number)]}"#)
      #expect(model.counted.items == [number] && model.counted.updates == number)
      #expect(model.maybe?.items == [number] && model.maybe?.updates == number)
    }
  }

  @Test func propertiesAfterTheSixtyFourth() throws {
    let model = Wide()
    (model.size, model.log) = (.small, Log(entries: []))
    for number in 1...3 {
      let size: Size = number % 2 == 0 ? .small : .large
      try model.update(from: #"{"size": "\#(size)", "log": "\#(number)"}"#)
      #expect(model.size == size && model.log.entries == (1...number).map(String.init))
    }
  }

  /// What was assigned counts as changed or not, however often the type was updated before.
  @Test func assignedModelsOfTransforms() throws {
    var states: Set<Bool> = []
    for number in 0..<4 {
      var model = try ByTransform.decode(from: #"{"inner": "1"}"#)
      model.inner = Inner()
      try model.update(from: #"{"inner": "\#(number)"}"#)
      #expect(model.inner.a == number)
      states.insert(model.$inner.isChanged)
    }
    #expect(states.count == 1)
  }

  @Test func modelsInside() throws {
    var outer = try Outer.decode(
      from: #"{"plain": {"a": 1, "b": 1}, "own": {"a": 1, "b": 1}, "maybe": {"a": 1, "b": 1}}"#)
    for number in 2...5 {
      let inner = #"{"a": \#(number)}"#
      try outer.update(from: #"{"plain": \#(inner), "own": \#(inner), "maybe": \#(inner)}"#)
      #expect(outer.plain.a == number && outer.plain.b == 1)
      #expect(outer.own.a == number && outer.own.b == 1 && outer.own.updates == number - 1)
      #expect(outer.maybe?.a == number && outer.maybe?.b == 1)
    }
    // What an update of an inner model did before it fails stays, but not in a struct that it was called on.
    let before = outer
    let error = #expect(throws: MappingError.self) {
      try outer.update(from: #"{"plain": {"a": 9, "b": "x"}}"#)
    }
    #expect("\(error!)".contains("$.plain.b: expected Int, found a string"))
    #expect(outer.plain.a == before.plain.a && outer.plain.b == 1)
    try outer.update(from: #"{"maybe": null}"#)
    try outer.update(from: #"{"maybe": {"a": 7}}"#)
    #expect(outer.maybe?.a == 7 && outer.maybe?.b == 0)
    var mapper = Mapper()
    mapper.failurePolicy = .lenient
    try outer.update(from: #"{"maybe": {"a": 8, "b": "x"}}"#, using: mapper)
    #expect(outer.maybe?.a == 8 && outer.maybe?.b == 0)
  }
}

private enum Size: String, MappableValue {
  case small, large
}

private struct Replaced: Mappable {
  @Mapped var id: UUID
  @Mapped(transform: .iso8601) var date: Date
  @Mapped var size: Size
  @Mapped var maybe: Size?
  @Mapped var tags: [String]
  @Mapped(transform: .iso8601) var dates: [Date]
}

/// An update appends to it.
private struct Log: MappableValue {
  var entries: [String]

  static func decode(from reader: inout JSONReader) throws -> Log {
    Log(entries: [try reader.decode(String.self)])
  }

  func encode(to writer: inout JSONWriter) throws { try writer.encode(entries.joined()) }

  mutating func update(from reader: inout JSONReader) throws {
    // The update of a value inside of it, which is replaced.
    var entry = ""
    try reader.update(&entry)
    entries.append(entry)
  }
}

/// An update appends to the text.
private struct Appending: ValueCoding {
  func decode(from reader: inout JSONReader) throws -> String { try reader.decode(String.self) }

  func encode(_ value: String, to writer: inout JSONWriter) throws { try writer.encode(value) }

  func update(_ value: inout String, from reader: inout JSONReader) throws {
    value += try reader.decode(String.self)
  }
}

/// An update replaces the text, but counts how often it did.
private struct CountingText: ValueCoding {
  func decode(from reader: inout JSONReader) throws -> String { try reader.decode(String.self) }

  func encode(_ value: String, to writer: inout JSONWriter) throws { try writer.encode(value) }

  func update(_ value: inout String, from reader: inout JSONReader) throws {
    let count = value.count { $0 == "!" } + 1
    try reader.update(&value)
    value += String(repeating: "!", count: count)
  }
}

private struct Updating: Mappable {
  @Mapped var log: Log
  @Mapped var maybe: Log?
  @Mapped(transform: Appending()) var byTransform: String
  @Mapped(transform: CountingText()) var both: String
  @Mapped var list: [Log]
}

private struct Inner: Mappable {
  @Mapped var a: Int
  @Mapped var b: Int = 0
}

/// A model with an update of its own.
private struct OwnInner: Mappable {
  @Mapped var a: Int
  @Mapped var b: Int
  var updates = 0

  mutating func update(from reader: inout JSONReader) throws {
    var inner = Inner()
    (inner.a, inner.b) = (a, b)
    try reader.update(&inner)
    (a, b, updates) = (inner.a, inner.b, updates + 1)
  }
}

private struct Outer: Mappable {
  @Mapped var plain: Inner
  @Mapped var own: OwnInner
  @Mapped var maybe: Inner?
}

/// An update replaces the items, but counts how often it did.
private struct CountedItems: MappableContainer, MappableValue {
  typealias Item = Int
  var items: [Int]
  var updates = 0

  static func decodeItems<Coding: ValueCoding<Int>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws -> CountedItems {
    CountedItems(items: try [Int].decodeItems(from: &reader, with: coding))
  }

  func encodeItems<Coding: ValueCoding<Int>>(
    to writer: inout JSONWriter, with coding: Coding
  ) throws {
    try items.encodeItems(to: &writer, with: coding)
  }

  static func decode(from reader: inout JSONReader) throws -> CountedItems {
    CountedItems(items: try reader.decode([Int].self))
  }

  func encode(to writer: inout JSONWriter) throws { try writer.encode(items) }

  mutating func update(from reader: inout JSONReader) throws {
    let count = updates + 1
    try updateItems(from: &reader, with: Digits())
    updates = count
  }
}

private struct Digits: ValueCoding {
  func decode(from reader: inout JSONReader) throws -> Int { try reader.decode(Int.self) }

  func encode(_ value: Int, to writer: inout JSONWriter) throws { try writer.encode(value) }
}

private struct CountingModel: Mappable {
  @Mapped var counted: CountedItems
  @Mapped var maybe: CountedItems?
}

private struct InnerTransform: Transform {
  func decode(_ json: String) throws -> Inner {
    var inner = Inner()
    inner.a = Int(json) ?? 0
    return inner
  }

  func encode(_ object: Inner) throws -> String { "\(object.a)" }
}

private struct ByTransform: Mappable {
  @Mapped(transform: InnerTransform()) var inner: Inner
}

/// A model whose own properties come after 70 others.
private final class Wide: TwoWordModel {
  @Mapped var size: Size
  @Mapped var log: Log
}
