import Foundation
import MirrorMap

/// Events of three types, by a registry of types and by a class that chooses its subclass, against an enum whose `Codable`
/// is written by hand.
enum Polymorphism {
  static let all: [BenchmarkGroup] = [
    group("registry decode", 8, decoding(EventModels.Log.self)),
    group("registry encode", 8, encoding(EventModels.Log.self)),
    group("modelType(for:) decode", 8, decoding(EventModels.ProvidedLog.self)),
    group("modelType(for:) encode", 35, encoding(EventModels.ProvidedLog.self)),
    external, manyTags,
  ]

  private static let external = group("external tags decode", 8) { document, plain in
    var log = EventModels.ExternalLog()
    log.events = try EventModels.Log.decode(from: document).events
    let external = try log.encode()
    let read = try JSONDecoder().decode(EventModels.ExternalPlainLog.self, from: external)
    try Agreement(about: "external tags").requireEqual(
      read.events.map(\.event), plain.events, "MirrorMap writes other events than it has read")
    return try decoding(EventModels.ExternalLog.self, EventModels.ExternalPlainLog.self)(
      external, plain)
  }

  private static let manyTags = BenchmarkGroup(
    name: "registry of many tags",
    summary: "1,000 events of three types, by registries of 3 and 43 tags",
    metric: .throughput,
    baselines: ["3 tags"],
    contenders: ["3 tags", "43 tags"],
    goals: ["43 tags": .ratio(atLeast: 0.75)],
    prepare: { _ in
      let document = EventModels.document(1_000)
      return [
        Contender("3 tags", items: document.count) {
          blackHole(try EventModels.Log.decode(from: document))
        },
        Contender("43 tags", items: document.count) {
          blackHole(try EventModels.LargeLog.decode(from: document))
        },
      ]
    })

  private static func decoding<Log: MappableValue, PlainLog: Decodable>(
    _ type: Log.Type, _ plain: PlainLog.Type = EventModels.PlainLog.self
  ) -> @Sendable (Data, EventModels.PlainLog) throws -> [Contender] {
    { document, _ in
      let decoder = JSONDecoder()
      return [
        Contender(Names.decoder, items: document.count) {
          blackHole(try decoder.decode(PlainLog.self, from: document))
        },
        Contender(Names.mirrorMap, items: document.count) {
          blackHole(try Log.decode(from: document))
        },
      ]
    }
  }

  private static func encoding<Log: MappableValue>(
    _ type: Log.Type
  ) -> @Sendable (Data, EventModels.PlainLog) throws -> [Contender] {
    { document, plain in
      let encoder = JSONEncoder()
      let log = try Log.decode(from: document)
      try Agreement(about: "\(type)").requireEqual(
        JSONDecoder().decode(EventModels.PlainLog.self, from: log.encode()), plain,
        "MirrorMap writes other events than it has read")
      return [
        Contender(Names.encoder, items: document.count) { blackHole(try encoder.encode(plain)) },
        Contender(Names.mirrorMap, items: document.count) { blackHole(try log.encode()) },
      ]
    }
  }

  private static func group(
    _ name: String, _ goal: Double,
    _ contenders: @escaping @Sendable (Data, EventModels.PlainLog) throws -> [Contender]
  ) -> BenchmarkGroup {
    let baseline = name.hasSuffix("decode") ? Names.decoder : Names.encoder
    return BenchmarkGroup(
      name: name,
      summary: "1,000 events of three types",
      metric: .throughput,
      baselines: [baseline],
      contenders: [baseline, Names.mirrorMap],
      goals: [Names.mirrorMap: .ratio(atLeast: goal)],
      prepare: { _ in
        let document = EventModels.document(1_000)
        let plain = try JSONDecoder().decode(EventModels.PlainLog.self, from: document)
        return try contenders(document, plain)
      })
  }
}
