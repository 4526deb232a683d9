import Foundation
import MirrorMap

/// Arrays of values that aren't plain numbers and texts, and access to the elements of an untyped array.
enum Values {
  private static let count = 2_000

  /// Each with what decoding and encoding were meant to reach.
  static let all =
    both("Decimal", 8, 8, decimals) + both("UUID", 12, 12, uuids) + both("URL", 1, 1, urls)
    + both("Data", 6, 10, data) + both("Range", 5, 5, ranges) + both("Duration", 5, 5, durations)
    + both("Int16", 5, 5, integers(Int16.self)) + both("UInt64", 5, 5, integers(UInt64.self))
    + both("Int128", 5, 5, wide(Int128.self)) + both("UInt128", 5, 5, wide(UInt128.self))
    + both("long Data", 6, 10, { (0..<20).map { data(of: 3_000 + $0, seed: 0xDA7A) } })
    + both("Float", 5, 5, floats) + both("Bool?", 5, 5, { values { $0.chance(50) ? nil : true } })
    + both("[[Int]]", 5, 5, { values { [[$0.int(in: 0...99), 7], []] } })
    + both("Set", 5, 5, { values { Set([$0.int(in: 0...99_999), $0.int(in: 0...99_999)]) } })
    + both("enum", 5, 5, { values { $0.pick(Weekday.allCases) } })
    + both("enum of integers", 5, 5, { values { $0.pick(Level.allCases) } })
    + both("[String: Int]", 12, 25, dictionaries { $0.int(in: 0...99_999) })
    + both("[String: String]", 12, 25, dictionaries { $0.word(of: 12, from: letters) })
    + both("keys of an enum", 5, 10, weeks) + points

  #if Foundation
    private static let points = both("CGPoint", 5, 5) {
      values {
        CGPoint(x: Double($0.int(in: 0...99_999)) / 100, y: Double($0.int(in: 0...99_999)) / 8)
      }
    }
  #else
    private static let points: [BenchmarkGroup] = []
  #endif

  static let indexing = BenchmarkGroup(
    name: "view by index",
    summary:
      "all elements of an array of 10,000 numbers, by their indexes; the document is read anew",
    metric: .throughput,
    baselines: [Names.serialization],
    contenders: [Names.serialization, Names.mirrorMap],
    goals: [Names.mirrorMap: .ratio(atLeast: 1)],
    prepare: { _ in
      let data = try (0..<10_000).map { $0 * 7_919 }.encode()
      func serialized() throws -> Int {
        let array = try JSONSerialization.jsonObject(with: data) as? [Any] ?? []
        return array.indices.reduce(0) { $0 &+ (array[$1] as? Int ?? 0) }
      }
      func viewed() throws -> Int {
        let view = try JSONView(data)
        return (0..<10_000).reduce(0) { $0 &+ (view[$1]?.int ?? 0) }
      }
      try Agreement(about: "view by index").requireEqual(
        viewed(), serialized(), "JSONView has other elements")
      return [
        Contender(Names.serialization, items: data.count) { blackHole(try serialized()) },
        Contender(Names.mirrorMap, items: data.count) { blackHole(try viewed()) },
      ]
    })

  static let keys = BenchmarkGroup(
    name: "view by key",
    summary:
      "a value of the last of 1,000 objects, by keys and an index; the document is read anew",
    metric: .throughput,
    baselines: [Names.serialization],
    contenders: [Names.serialization, Names.mirrorMap],
    goals: [Names.mirrorMap: .ratio(atLeast: 10)],
    prepare: { _ in
      let text = (0..<1_000).map { #"{"id": \#($0), "name": "Name \#($0)", "tags": ["a", null]}"# }
      let data = Data(#"{"total": 1000, "items": [\#(text.joined(separator: ", "))]}"#.utf8)
      func serialized() throws -> Int? {
        let document = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let items = document?["items"] as? [[String: Any]]
        return items?.last?["id"] as? Int
      }
      func viewed() throws -> Int? {
        let view = try JSONView(data)
        return view["items"]?[999]?["id"]?.int
      }
      try Agreement(about: "view by key").requireEqual(
        viewed(), serialized(), "JSONView has another value")
      return [
        Contender(Names.serialization, items: data.count) { blackHole(try serialized()) },
        Contender(Names.mirrorMap, items: data.count) { blackHole(try viewed()) },
      ]
    })

  // MARK: Values

  private static func values<Value>(_ make: (inout SeededGenerator) -> Value) -> [Value] {
    var random = SeededGenerator(seed: 0x7A1)
    return (0..<count).map { _ in make(&random) }
  }

  private static let decimals: @Sendable () -> [Decimal] = {
    values { Decimal($0.int(in: -9_999_999...9_999_999)) / 100 }
  }
  private static let uuids: @Sendable () -> [UUID] = {
    values { random in
      let digits = random.word(of: 32, from: Array("0123456789ABCDEF"))
      let groups = [(0, 8), (8, 4), (12, 4), (16, 4), (20, 12)].map {
        digits.dropFirst($0).prefix($1)
      }
      return UUID(uuidString: groups.joined(separator: "-"))!
    }
  }
  private static let urls: @Sendable () -> [URL] = {
    values {
      URL(string: "https://example.org/users/\($0.int(in: 0...999_999))/image.png?size=64")!
    }
  }
  private static let data: @Sendable () -> [Data] = {
    values { random in Data((0..<24).map { _ in UInt8(random.int(in: 0...255)) }) }
  }
  private static func data(of count: Int, seed: UInt64) -> Data {
    var random = SeededGenerator(seed: seed)
    return Data((0..<count).map { _ in UInt8(random.int(in: 0...255)) })
  }
  private static let ranges: @Sendable () -> [Range<Int>] = {
    values { random in
      let lower = random.int(in: 0...99_999)
      return lower..<lower + random.int(in: 0...99_999)
    }
  }
  private static let durations: @Sendable () -> [Duration] = {
    values { .milliseconds($0.int(in: 0...99_999_999)) }
  }
  private static let floats: @Sendable () -> [Float] = {
    values { Float($0.int(in: -99_999...99_999)) / 64 }
  }
  private static func integers<Integer: FixedWidthInteger & SendableMetatype>(
    _ type: Integer.Type
  ) -> @Sendable () -> [Integer] {
    { values { Integer(truncatingIfNeeded: $0.next()) } }
  }

  private static func wide<Integer: FixedWidthInteger & SendableMetatype>(
    _ type: Integer.Type
  ) -> @Sendable () -> [Integer] {
    {
      values { random in
        Integer(truncatingIfNeeded: random.next()) << 61
          ^ Integer(truncatingIfNeeded: random.next())
      }
    }
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz")

  /// A hundred dictionaries of twenty members.
  private static func dictionaries<V>(
    _ make: @escaping @Sendable (inout SeededGenerator) -> V
  ) -> @Sendable () -> [[String: V]] {
    {
      var random = SeededGenerator(seed: 0xD1C)
      return (0..<count / 20).map { _ in
        let members = (0..<20).map { _ in
          (random.word(of: random.int(in: 6...12), from: letters), make(&random))
        }
        return Dictionary(members) { first, _ in first }
      }
    }
  }

  private enum Weekday: String, Codable, CodingKeyRepresentable, CaseIterable, MappableKey,
    MappableValue
  {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
  }

  /// Dictionaries of seven members.
  private static let weeks: @Sendable () -> [[Weekday: Int]] = {
    values { random in
      Dictionary(
        uniqueKeysWithValues: Weekday.allCases.map { ($0, random.int(in: 0...99_999)) })
    }
  }

  private enum Level: Int, Codable, CaseIterable, MappableValue {
    case low
    case middle
    case high
  }

  // MARK: Groups

  private typealias Value = MappableValue & Codable & Equatable

  private static func both<V: Value>(
    _ name: String, _ decodingGoal: Double, _ encodingGoal: Double,
    _ make: @escaping @Sendable () -> [V]
  ) -> [BenchmarkGroup] {
    [decoding(name, decodingGoal, make), encoding(name, encodingGoal, make)]
  }

  private static func decoding<V: Value>(
    _ name: String, _ goal: Double, _ make: @escaping @Sendable () -> [V]
  ) -> BenchmarkGroup {
    group("values decode [\(name)]", goal, Names.decoder) {
      let values = make()
      let document = try JSONEncoder().encode(values)
      let decoder = JSONDecoder()
      try Agreement(about: name).requireEqual(
        [V].decode(from: document), decoder.decode([V].self, from: document),
        "MirrorMap and JSONDecoder read different values")
      return [
        Contender(Names.decoder, items: document.count) {
          blackHole(try decoder.decode([V].self, from: document))
        },
        Contender(Names.mirrorMap, items: document.count) {
          blackHole(try [V].decode(from: document))
        },
      ]
    }
  }

  private static func encoding<V: Value>(
    _ name: String, _ goal: Double, _ make: @escaping @Sendable () -> [V]
  ) -> BenchmarkGroup {
    group("values encode [\(name)]", goal, Names.encoder) {
      let values = make()
      let encoder = JSONEncoder()
      let document = try values.encode()
      try Agreement(about: name).requireEqual(
        JSONDecoder().decode([V].self, from: document), values,
        "JSONDecoder reads other values in MirrorMap's output")
      return [
        Contender(Names.encoder, items: document.count) { blackHole(try encoder.encode(values)) },
        Contender(Names.mirrorMap, items: document.count) { blackHole(try values.encode()) },
      ]
    }
  }

  private static func group(
    _ name: String, _ goal: Double, _ baseline: String,
    _ prepare: @escaping @Sendable () throws -> [Contender]
  ) -> BenchmarkGroup {
    BenchmarkGroup(
      name: name,
      summary: "an array of \(count.formatted()) values",
      metric: .throughput,
      baselines: [baseline],
      contenders: [baseline, Names.mirrorMap],
      goals: [Names.mirrorMap: .ratio(atLeast: goal)],
      prepare: { _ in try prepare() })
  }
}
