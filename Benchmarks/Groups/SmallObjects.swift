import Foundation
import MirrorMap

/// Arrays of objects with two to four members: what an object costs beside its values.
///
/// That is the time of the objects without the time of arrays of their values.
enum SmallObjects {
  private static let count = 10_000
  private static let fixed = "\(Names.mirrorMap), without the values"

  static let all = [
    group("two integers", SmallModels.Annotated.Pair.self) { random in
      SmallModels.Pair(a: random.int(in: 0...99), b: random.int(in: 0...99_999))
    } columns: {
      [try column($0, \.a), try column($0, \.b)]
    },
    group("three members", SmallModels.Annotated.Named.self) { random in
      SmallModels.Named(
        id: random.int(in: 0...99_999), name: "user \(random.int(in: 0...999))",
        isActive: random.chance(50))
    } columns: {
      [try column($0, \.id), try column($0, \.name), try column($0, \.isActive)]
    },
    group("four members", SmallModels.Annotated.Place.self) { random in
      SmallModels.Place(
        x: Double(random.int(in: 0...9_999)) / 100, y: Double(random.int(in: 0...999)) / 8,
        label: "place \(random.int(in: 0...999))",
        weight: random.chance(70) ? random.int(in: 0...99) : nil)
    } columns: {
      [
        try column($0, \.x), try column($0, \.y), try column($0, \.label),
        try column($0, \.weight),
      ]
    },
  ]

  private static func group<Annotated: Mappable & SendableMetatype, Plain: Codable & Equatable>(
    _ name: String, _ type: Annotated.Type,
    _ make: @escaping @Sendable (inout SeededGenerator) -> Plain,
    columns: @escaping @Sendable ([Plain]) throws -> [() throws -> Void]
  ) -> BenchmarkGroup where Plain: SendableMetatype {
    BenchmarkGroup(
      name: "small objects [\(name)]",
      summary: "an array of \(count.formatted()) objects, decoded",
      metric: .nanosecondsPerObject,
      baselines: [Names.decoder],
      contenders: [Names.decoder, Names.mirrorMap, fixed],
      goals: [fixed: .figure(atMost: 35)],
      prepare: { workbench in
        var random = SeededGenerator(seed: 0x0B1)
        let objects = (0..<count).map { _ in make(&random) }
        let data = try JSONEncoder().encode(objects)
        let columns = try columns(objects)
        let decoder = JSONDecoder()
        if workbench.wantsChecks {
          try Agreement(about: "small objects").requireAlike(
            [Annotated].decode(from: data), decoder.decode([Plain].self, from: data),
            "MirrorMap and JSONDecoder disagree")
        }
        let clock = ContinuousClock()
        return [
          Contender(Names.decoder, items: count) {
            blackHole(try decoder.decode([Plain].self, from: data))
          },
          Contender(Names.mirrorMap, items: count) {
            blackHole(try [Annotated].decode(from: data))
          },
          .untilStopped(fixed, items: count) {
            let objects = try clock.measure { blackHole(try [Annotated].decode(from: data)) }
            let values = try clock.measure { for decode in columns { try decode() } }
            return (objects - values) / .seconds(1)
          },
        ]
      })
  }

  /// Decodes one value of each object, from an array of them; nil isn't in the objects either.
  private static func column<Plain, Value: MappableValue & Encodable>(
    _ objects: [Plain], _ value: (Plain) -> Value?
  ) throws -> () throws -> Void {
    let data = try JSONEncoder().encode(objects.compactMap(value))
    return { blackHole(try [Value].decode(from: data)) }
  }
}
