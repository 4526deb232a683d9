import Foundation
import MirrorMap

// Conformances that do not do what their protocol says. What they read or write may be nonsense; it
// is an error, or a value of their own making, and never memory that is not theirs.

/// Changes with each look at it.
private enum Fickle {
  nonisolated(unsafe) static var count = 0
  static var flips: Bool {
    count += 1
    return count % 2 == 0
  }
}

private struct Mischief: Error {}

// MARK: - Values

private struct ReadsNothing: MappableValue {
  static func decode(from reader: inout JSONReader) throws -> ReadsNothing { ReadsNothing() }
  func encode(to writer: inout JSONWriter) throws {}
}

private struct ReadsTwo: MappableValue {
  static func decode(from reader: inout JSONReader) throws -> ReadsTwo {
    _ = try reader.decode(Int.self)
    _ = try reader.decode(Int.self)
    return ReadsTwo()
  }
  func encode(to writer: inout JSONWriter) throws {
    try writer.encode(1)
    try writer.encode(2)
  }
}

/// Goes on after each failure, and reads and writes in the wrong places.
private struct Careless: MappableValue {
  static func decode(from reader: inout JSONReader) throws -> Careless {
    for _ in 0..<3 {
      try? reader.decodeObject { _, _ in throw Mischief() }
      try? reader.decodeArray { reader in
        try? reader.decodeArray { _ in throw Mischief() }
        _ = reader.attempt { try $0.decode([String: [Int]].self) }
        _ = try? reader.decode(String.self)
      }
      _ = reader.attempt { try $0.skipValue() }
      try? reader.decodeNull()
    }
    return Careless()
  }

  func encode(to writer: inout JSONWriter) throws {
    try? writer.encodeObject { writer in
      try? writer.encodeElement(1)
      writer.encodeNull()
      try? writer.encode(1, forKey: "a")
      try? writer.encodeArray { writer in
        writer.encodeNull()
        throw Mischief()
      }
      try? writer.encode(Double.nan)
      throw Mischief()
    }
    writer.encodeNull()
    writer.encodeNull()
    try? writer.encode(["a": 1])
  }
}

private struct SaysOtherwise: MappableValue {
  var number = 0
  static func decode(from reader: inout JSONReader) throws -> SaysOtherwise {
    if Fickle.flips { throw MappingError(expected: "another mood") }
    return SaysOtherwise(number: (try? reader.decode(Int.self)) ?? -1)
  }
  func encode(to writer: inout JSONWriter) throws {
    if Fickle.flips { throw Mischief() }
    try writer.encode(number)
  }
  static var acceptsNull: Bool { Fickle.flips }
  var isNone: Bool { Fickle.flips }
}

/// Written otherwise than it was read. (Keys that are equal at one time and not at another end the
/// process in the standard library.)
private struct Key: MappableKey, MappableValue {
  var text: String
  init?(jsonKey: String) {
    if jsonKey == "refused" { return nil }
    text = jsonKey
  }
  var jsonKey: String { Fickle.flips ? "same" : text + "\u{0}\"" }
  static func == (left: Key, right: Key) -> Bool { left.text.count == right.text.count }
  func hash(into hasher: inout Hasher) { hasher.combine(text.count) }
  static func decode(from reader: inout JSONReader) throws -> Key {
    Key(jsonKey: try reader.decode(String.self))!
  }
  func encode(to writer: inout JSONWriter) throws { try writer.encode(text) }
}

private enum Level: Int, MappableValue {
  case low, high
  // Raw values and cases do not belong together.
  init?(rawValue: Int) { self = rawValue == 0 ? .high : .low }
  var rawValue: Int { Fickle.flips ? 0 : 7 }
}

private struct Holder: Mappable {
  @Mapped var nothing: ReadsNothing?
  @Mapped var two: ReadsTwo?
  @Mapped var careless: Careless?
  @Mapped var careful: [Careless] = []
  @Mapped var otherwise: SaysOtherwise = SaysOtherwise()
  @Mapped var others: [SaysOtherwise?] = []
  @Mapped var keys: [Key: [Key]] = [:]
  @Mapped var set: Set<Key> = []
  @Mapped var level: Level?
  @Mapped var text = "text"
}

// MARK: - Containers and codings

private struct Box<Item>: MappableContainer {
  var items: [Item] = []
  static func decodeItems<Coding: ValueCoding<Item>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws -> Box {
    var box = Box()
    _ = reader.attempt { try $0.decode(with: coding) }
    try reader.decodeArray { reader in
      // The same element twice, the second time after a failure.
      if let item = try? coding.decode(from: &reader) { box.items.append(item) }
      _ = reader.attempt { try coding.decode(from: &$0) }
      _ = reader.attempt { try $0.skipValue() }
    }
    return box
  }
  func encodeItems<Coding: ValueCoding<Item>>(
    to writer: inout JSONWriter, with coding: Coding
  ) throws {
    try writer.encodeArray { writer in
      for item in items {
        try writer.encodeElement(item, with: coding)
        try? coding.encode(item, to: &writer)
      }
    }
  }
}

private struct TextLength: Transform {
  func decode(_ json: String) throws -> Int { json.count }
  func encode(_ object: Int) throws -> String { String(repeating: "x", count: object) }
}

private struct Boxes: Mappable {
  @Mapped(transform: TextLength()) var box: Box<Int>
  @Mapped(transform: TextLength()) var optional: Box<Int>?
}

// MARK: - Models

/// Declares its properties otherwise each time.
private struct Undecided: Mappable {
  @Mapped("a") var first: String?
  @Mapped("b") var second: String?
  @Mapped("c") var third: [Int] = [1]

  init() {
    if Fickle.flips {
      swap(&_first, &_second)
    } else {
      _first = Mapped("x")
      _third = Mapped(wrappedValue: [2, 3], "y")
    }
  }
}

/// Two properties with the wrapper of one.
private struct Doubled: Mappable {
  @Mapped("a") var first: String?
  @Mapped("b") var second: String?
  init() { _second = _first }
}

private class Animal: Mappable, ModelProviding {
  @Mapped var name = "none"
  required init() {}
  nonisolated(unsafe) static var type: any Mappable.Type = Animal.self
  nonisolated(unsafe) static var known: Animal?
  class func modelType(for json: JSONView, in context: MappingContext) throws -> any Mappable.Type {
    type
  }
  class func instance(for json: JSONView, in context: MappingContext) throws -> Self? {
    known as? Self
  }
}

private final class Dog: Animal {
  @Mapped var tricks: [String] = []
}

private struct Stranger: Mappable {
  @Mapped var name = ""
  @Mapped var more = ["more", "than", "an", "animal"]
}

// MARK: - Strategies and sources

private struct Moody: KeyStrategy {
  func key(for property: String) -> String { Fickle.flips ? "same" : property }
}

private struct TwiceOver: JSONSource {
  let first: [UInt8]
  let second: [UInt8]
  func withJSONBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    _ = try first.withUnsafeBytes(body)
    return try second.withUnsafeBytes(body)
  }
}

enum Lying {
  /// Reads and writes in all ways, whatever comes of it.
  private static func exercise<Value: MappableValue>(_ type: Value.Type, _ document: String) {
    for round in 0..<8 {
      Fickle.count = round
      var mapper = Mapper()
      mapper.failurePolicy = [.strict, .lenient, .lossy][round % 3]
      mapper.duplicateKeys = [.reject, .first, .last][round % 3]
      let report = Value.decodeReporting(from: document, using: mapper)
      let decoded = try? Value.decode(from: document, using: mapper)
      guard var value = decoded ?? report.value else { continue }
      try? value.update(from: document, using: mapper)
      try? value.apply(mergePatch: document, using: mapper)
      _ = try? value.encode(options: round % 2 == 0 ? [] : [.changesOnly, .nullsIncluded])
      _ = try? value.mergePatch(since: value)
      _ = "\(value)"
    }
  }

  static let scenarios: [Scenario] = [
    .harmless("value-reads-nothing") {
      try expectError("neither read nor skipped") { _ = try [ReadsNothing].decode(from: "[1]") }
      try expectError("wrote nothing") { _ = try [ReadsNothing()].encode() }
    },
    .harmless("value-reads-two") {
      try expectError("read more than one") { _ = try [ReadsTwo].decode(from: "[1, 2]") }
      try expectError("wrote more than one") { _ = try [ReadsTwo()].encode() }
    },
    .harmless("value-goes-on-after-failures") {
      for text in ["[1]", "[[1, [2]], {\"a\": [null]}]", "{\"a\": {\"b\": 1}}", "[[", "nul", "\"x"]
      {
        exercise(Careless.self, text)
        exercise([Careless].self, text)
        exercise([String: Careless].self, text)
      }
      try expectError("went on after an error") { _ = try Careless().encode() }
    },
    .harmless("value-contradicts-itself") {
      let document = """
        {"nothing": 1, "two": [1, 2], "careless": [[1], {}], "careful": [1, [2], null],
        "otherwise": 1, "others": [1, null, "x"], "keys": {"a": ["b"], "b": ["a", "c"], "refused": []},
        "set": ["a", "b", "c", "a"], "level": 0, "text": null}
        """
      exercise(Holder.self, document)
      exercise([Holder].self, "[\(document), \(document)]")
      exercise([Key: Holder?].self, #"{"a": \#(document), "b": null, "a": {}}"#)
    },
    .harmless("container-reads-elements-twice") {
      exercise(Boxes.self, #"{"box": ["abc", "d", "", 7], "optional": ["x"]}"#)
      exercise(Boxes.self, #"{"box": "abc", "optional": [[]]}"#)
    },
    .harmless("model-declares-otherwise-each-time") {
      for round in 0..<4 {
        Fickle.count = round
        exercise(Undecided.self, #"{"a": "1", "b": "2", "c": [3], "x": "4", "y": [5]}"#)
      }
      exercise([Undecided].self, #"[{"a": "1", "b": "2"}, {"x": "4", "y": [5]}]"#)
    },
    .harmless("model-copies-its-wrappers") {
      exercise(Doubled.self, #"{"a": "1", "b": "2"}"#)
    },
    .harmless("model-chooses-a-stranger") {
      Animal.type = Stranger.self
      defer { Animal.type = Animal.self }
      try expectError("is no Animal") { _ = try Animal.decode(from: #"{"name": "x"}"#) }
      try expectError("is no Animal") { _ = try [Animal?].decode(from: #"[{"name": "x"}]"#) }
    },
    .harmless("model-chooses-the-same-instance-each-time") {
      let dog = Dog()
      Animal.known = dog
      defer { Animal.known = nil }
      let animals = try [Animal].decode(
        from: #"[{"name": "a", "tricks": ["sit"]}, {"name": "b", "tricks": []}]"#)
      try expect(animals.map { $0 === dog }, [true, true])
      try expect(dog.name, "b")
      try expect(dog.tricks, [])
    },
    .harmless("strategy-changes-its-mind") {
      for round in 0..<4 {
        Fickle.count = round
        var mapper = Mapper()
        mapper.keyStrategy = Moody()
        _ = try? Holder.decode(from: #"{"text": "x", "same": "y"}"#, using: mapper)
        _ = try? Holder().encode(using: mapper)
      }
    },
    .harmless("source-provides-two-documents") {
      let source = TwiceOver(first: Array("[1, 2]".utf8), second: Array("[3]".utf8))
      try expect(try [Int].decode(from: source), [3])
    },
  ]
}
