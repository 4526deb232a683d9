import Foundation
import MirrorMap

/// Arrays of objects with two to four members: what an object costs beside its values.
enum SmallObjects {
  private static let count = 10_000

  static let all = [
    group("two integers", SmallModels.Annotated.Pair.self) { random in
      SmallModels.Pair(a: random.int(in: 0...99), b: random.int(in: 0...99_999))
    },
    group("three members", SmallModels.Annotated.Named.self) { random in
      SmallModels.Named(
        id: random.int(in: 0...99_999), name: "user \(random.int(in: 0...999))",
        isActive: random.chance(50))
    },
    group("four members", SmallModels.Annotated.Place.self) { random in
      SmallModels.Place(
        x: Double(random.int(in: 0...9_999)) / 100, y: Double(random.int(in: 0...999)) / 8,
        label: "place \(random.int(in: 0...999))",
        weight: random.chance(70) ? random.int(in: 0...99) : nil)
    },
  ]

  private static func group<Annotated: Mappable & SendableMetatype, Plain: Codable & Equatable>(
    _ name: String, _ type: Annotated.Type,
    _ make: @escaping @Sendable (inout SeededGenerator) -> Plain
  ) -> BenchmarkGroup where Plain: SendableMetatype {
    BenchmarkGroup(
      name: "small objects [\(name)]",
      summary: "an array of \(count.formatted()) objects, decoded",
      metric: .nanosecondsPerObject,
      baselines: [Names.decoder],
      contenders: [Names.decoder, Names.mirrorMap],
      goals: [Names.mirrorMap: .figure(atMost: 35)],
      prepare: { workbench in
        var random = SeededGenerator(seed: 0x0B1)
        let data = try JSONEncoder().encode((0..<count).map { _ in make(&random) })
        let decoder = JSONDecoder()
        if workbench.wantsChecks {
          try Agreement(about: "small objects").requireAlike(
            [Annotated].decode(from: data), decoder.decode([Plain].self, from: data),
            "MirrorMap and JSONDecoder disagree")
        }
        return [
          Contender(Names.decoder, items: count) {
            blackHole(try decoder.decode([Plain].self, from: data))
          },
          Contender(Names.mirrorMap, items: count) {
            blackHole(try [Annotated].decode(from: data))
          },
        ]
      })
  }
}
