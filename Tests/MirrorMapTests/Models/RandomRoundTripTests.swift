import Foundation
import MirrorMap
import Testing

private enum Kind: String, MappableValue, CaseIterable { case plain, fancy, other }

private struct Part: Mappable, Equatable {
  @Mapped("n") var number: Int
  @Mapped("info.note", "note") var note: String?
  @Mapped("info.levels.0") var level: Int8 = 0
  @Mapped("info.levels.1") var second: Int16?
}

private struct Everything: Mappable, Equatable {
  @Mapped var id: UInt64
  @Mapped("identity.name", "name") var name: String
  @Mapped("identity.tags.0") var firstTag: String?
  @Mapped("identity.tags.2") var thirdTag: String?
  @Mapped("flag \"quoted\" 🏁") var flag: Bool?
  @Mapped("numbers.double") var double: Double
  @Mapped("numbers.float") var float: Float?
  @Mapped("numbers.decimal") var decimal: Decimal = 0
  @Mapped("numbers.list") var list: [Int] = []
  @Mapped("kind") var kind: Kind = .plain
  @Mapped("part") var part: Part?
  @Mapped("parts") var parts: [Part] = []
  @Mapped("named") var named: [String: Part] = [:]
  @Mapped("grid") var grid: [[Double?]] = []
  @Mapped("counts") var counts: [Int: UInt8] = [:]
  @Mapped("set") var set: Set<String> = []
  @Mapped("json") var json: JSONValue = .null
  @Mapped("hex", transform: HexNumber()) var hex: Int
  @Mapped("hexes", transform: HexNumber()) var hexes: [String: [Int]] = [:]
  @Mapped("maybe.hex", "hex2", transform: HexNumber()) var maybeHex: Int?
  @Mapped("dates.iso", transform: .iso8601) var date: Date
  @Mapped("dates.unix", transform: .unixSeconds) var unix: Date?
  @Mapped("blob", transform: .base64URL) var blob: Data?
  @Mapped("a.b.c", delimiter: "->") var dotted: String?
  @Mapped("deep->er->1", delimiter: "->") var deeper: [String]?
  @Mapped("uuid") var uuid: UUID
}

/// Makes random values, the awkward ones among them often.
private struct Maker {
  var generator: SeededGenerator

  mutating func bool(_ oneIn: Int = 2) -> Bool { Int.random(in: 0..<oneIn, using: &generator) == 0 }

  mutating func maybe<T>(_ make: (inout Maker) -> T) -> T? { bool(3) ? nil : make(&self) }

  mutating func many<T>(_ make: (inout Maker) -> T) -> [T] {
    let counts = [0, 1, 2, 3, 7, 8, 9, 20]
    return (0..<(counts.randomElement(using: &generator) ?? 0)).map { _ in make(&self) }
  }

  mutating func integer<T: FixedWidthInteger>(_ type: T.Type = T.self) -> T {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: [T.min, T.max, 0, 1, T.max / 2].randomElement(using: &generator) ?? 0
    case 1: T(truncatingIfNeeded: Int.random(in: -5...5, using: &generator))
    default: T.random(in: T.min...T.max, using: &generator)
    }
  }

  mutating func double() -> Double {
    let value = Double(bitPattern: generator.next())
    return value.isFinite ? value : Double(Int.random(in: -99...99, using: &generator)) / 8
  }

  mutating func float() -> Float {
    let value = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
    return value.isFinite ? value : 0.1
  }

  mutating func string() -> String {
    let scalars: [UnicodeScalar] = [
      "a", "Z", "0", " ", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "\u{7F}", "é", "e\u{301}", "日",
      "\u{2028}", "\u{FEFF}", "🧑", "\u{200D}", "🚀", "{", "}", "[", "]", ",", ":",
    ].flatMap { String($0).unicodeScalars }
    let count = [0, 1, 3, 7, 8, 15, 16, 17, 40].randomElement(using: &generator) ?? 0
    var text = String.UnicodeScalarView()
    for _ in 0..<count { text.append(scalars.randomElement(using: &generator) ?? "x") }
    return String(text)
  }

  mutating func part() -> Part {
    var part = Part()
    part.number = integer()
    if bool() { part.note = maybe { $0.string() } }
    part.level = integer()
    if bool() { part.second = maybe { $0.integer() } }
    return part
  }

  mutating func dictionary<K: Hashable, V>(
    _ key: (inout Maker) -> K, _ value: (inout Maker) -> V
  ) -> [K: V] {
    Dictionary(many { (key(&$0), value(&$0)) }) { first, _ in first }
  }

  mutating func tree(_ depth: Int = 0) -> JSONValue {
    switch Int.random(in: 0..<(depth > 3 ? 4 : 6), using: &generator) {
    case 0: .null
    case 1: .bool(bool())
    case 2: .string(string())
    case 3: .number(JSONNumber(integer(Int.self)))
    case 4: .array(many { $0.tree(depth + 2) })
    default: .object(["k": tree(depth + 1), "": tree(depth + 1)])
    }
  }

  mutating func everything() -> Everything {
    var model = Everything()
    model.id = integer()
    model.name = string()
    if bool() { model.firstTag = maybe { $0.string() } }
    if bool() { model.thirdTag = maybe { $0.string() } }
    if bool() { model.flag = maybe { $0.bool() } }
    model.double = double()
    model.float = maybe { $0.float() }
    model.decimal = Decimal(integer(Int.self)) / 1000
    model.list = many { $0.integer() }
    model.kind = Kind.allCases.randomElement(using: &generator) ?? .plain
    if bool() { model.part = maybe { $0.part() } }
    model.parts = many { $0.part() }
    model.named = dictionary({ $0.string() }, { $0.part() })
    model.grid = many { $0.many { maker in maker.maybe { $0.double() } } }
    model.counts = dictionary({ $0.integer() }, { $0.integer() })
    model.set = Set(many { $0.string() })
    model.json = tree()
    model.hex = integer()
    model.hexes = dictionary({ $0.string() }, { $0.many { $0.integer() } })
    if bool() { model.maybeHex = maybe { $0.integer() } }
    model.date = Date(timeIntervalSinceReferenceDate: Double(integer(Int32.self)) / 1000)
    model.unix = maybe { Date(timeIntervalSince1970: Double($0.integer(Int32.self))) }
    if bool() { model.blob = maybe { maker in Data(maker.many { $0.integer() }) } }
    if bool() { model.dotted = maybe { $0.string() } }
    if bool() { model.deeper = maybe { maker in maker.many { $0.string() } } }
    model.uuid =
      UUID(
        uuidString: "00000000-0000-4000-8000-\(String(format: "%012X", integer(UInt32.self)))")
      ?? UUID()
    return model
  }
}

@Suite("Random models")
struct RandomRoundTripTests {
  private static let options: [EncodingOptions] = [
    [], .prettyPrinted, .sortedKeys, .escapedSlashes, .nullsIncluded, .nullsOmitted,
    [.prettyPrinted, .sortedKeys, .escapedSlashes, .nullsIncluded],
  ]

  @Test("what is written reads back equal, with every option", arguments: UInt64(0)..<8)
  func equal(_ seed: UInt64) throws {
    var maker = Maker(generator: SeededGenerator(seed: seed))
    for _ in 0..<40 {
      let model = maker.everything()
      for option in Self.options {
        let copy = try Everything.decode(from: model.encode(options: option))
        #expect(copy == model)
      }
    }
  }

  @Test("what is read is written byte for byte", arguments: UInt64(100)..<104)
  func stable(_ seed: UInt64) throws {
    var maker = Maker(generator: SeededGenerator(seed: seed))
    for _ in 0..<40 {
      let data = try maker.everything().encode(options: .sortedKeys)
      let copy = try Everything.decode(from: data)
      // Sets have no order of their own.
      guard copy.set.count < 2 else { continue }
      #expect(try copy.encode(options: .sortedKeys) == data)
    }
  }

  @Test("through untyped values and a key path as well", arguments: UInt64(200)..<203)
  func untyped(_ seed: UInt64) throws {
    var maker = Maker(generator: SeededGenerator(seed: seed))
    for _ in 0..<20 {
      let models = [maker.everything(), maker.everything()]
      let tree = try JSONValue.decode(from: models.encode())
      #expect(try [Everything].decode(from: tree.encode(options: .prettyPrinted)) == models)
      #expect(
        try [Everything].decode(from: ["x": [tree]].encodeString(), at: "x.0") == models)
    }
  }

  @Test(
    "under every key strategy",
    arguments: [
      SeparatedWordKeys.snakeCase, SeparatedWordKeys.kebabCase, CaseInsensitiveKeys.caseInsensitive,
      CaseInsensitiveKeys.caseInsensitive(.snakeCase), UnchangedKeys.unchanged,
    ] as [any KeyStrategy])
  func strategies(_ strategy: any KeyStrategy) throws {
    var maker = Maker(generator: SeededGenerator(seed: 400))
    var mapper = Mapper()
    mapper.keyStrategy = strategy
    mapper.unknownKeys = .reject
    for _ in 0..<20 {
      let models = [maker.everything(), maker.everything()]
      let data = try models.encode(using: mapper)
      #expect(try [Everything].decode(from: data, using: mapper) == models)
    }
  }

  @Test("a document cut off anywhere is an error, never a model", arguments: UInt64(300)..<302)
  func truncated(_ seed: UInt64) throws {
    var maker = Maker(generator: SeededGenerator(seed: seed))
    let bytes = try maker.everything().encodeBytes()
    for length in 0..<bytes.count {
      let error = mappingError { try Everything.decode(from: bytes[..<length]) }
      #expect(error?.code.isSyntax == true, "\(length)")
    }
  }
}
