import Foundation
import MirrorMap

/// Models made of constants, which read and write key by key, against the same models annotated.
///
/// An `ImmutableMappable` model requests its keys in the order of its properties. Where a document
/// has them in the same order, each byte needs to be read once; otherwise an object has to be
/// searched. Five documents show what that costs: objects with sorted and with shuffled keys,
/// a list before the number of its elements, objects within objects whose largest member comes
/// first, and key paths.
enum ImmutableModels {
  private static let mappable = "MirrorMap Mappable"
  private static let immutable = "MirrorMap ImmutableMappable"
  private static let readings = 1_000

  static let flat = decoding(
    "flat", summary: "an array of 1,000 objects with nine members each",
    [ReadingModels.Annotated].self, [ReadingModels.Immutable].self, [ReadingModels.Plain].self
  ) { _ in ReadingModels.array(readings) }

  static let shuffled = decoding(
    "shuffled", summary: "the same objects, each with its keys in another order",
    [ReadingModels.Annotated].self, [ReadingModels.Immutable].self, [ReadingModels.Plain].self
  ) { _ in ReadingModels.array(readings, .shuffled) }

  static let sorted = decoding(
    "sorted", summary: "the same objects, all with their keys sorted instead of as requested",
    [ReadingModels.Annotated].self, [ReadingModels.Immutable].self, [ReadingModels.Plain].self
  ) { _ in ReadingModels.array(readings, .sorted) }

  static let page = decoding(
    "page", summary: "the objects with sorted keys before a number that is requested first",
    PageModels.Annotated.self, PageModels.Immutable.self, PageModels.Plain.self
  ) { _ in PageModels.document(readings) }

  static let nested = decoding(
    "nested", summary: "citm_catalog, objects in arrays in objects, keys in order",
    MappedCatalog.self, ImmutableCatalog.self, PlainCatalog.self
  ) { try $0.document(.citmCatalog) }

  static let deep = decoding(
    "deep", summary: "objects nested 100 levels deep, the next level as the last member",
    [ReplyModels.Annotated].self, [ReplyModels.Immutable].self, [ReplyModels.Plain].self
  ) { _ in ReplyModels.document(threads: 8, depth: 100, repliesFirst: false) }

  static let deepFirst = decoding(
    "deep first", summary: "the same with the next level as the first member",
    [ReplyModels.Annotated].self, [ReplyModels.Immutable].self, [ReplyModels.Plain].self
  ) { _ in ReplyModels.document(threads: 8, depth: 100, repliesFirst: true) }

  static let paths = decoding(
    "paths", summary: "properties at key paths; JSONDecoder: a struct for each object",
    [StationModels.Annotated].self, [StationModels.Immutable].self, [StationModels.Plain].self
  ) { _ in StationModels.document(readings) }

  static let flatEncoding = encoding(
    "flat", summary: "the array of 1,000 objects, written",
    [ReadingModels.Annotated].self, [ReadingModels.Immutable].self, [ReadingModels.Plain].self
  ) { _ in ReadingModels.array(readings) }

  static let nestedEncoding = encoding(
    "nested", summary: "citm_catalog, written",
    MappedCatalog.self, ImmutableCatalog.self, PlainCatalog.self
  ) { try $0.document(.citmCatalog) }

  static let pathsEncoding = encoding(
    "paths", summary: "properties at key paths, written",
    [StationModels.Annotated].self, [StationModels.Immutable].self, [StationModels.Plain].self
  ) { _ in StationModels.document(readings) }

  private static func decoding<
    Annotated: MappableValue, Immutable: MappableValue,
    Plain: Codable & Equatable & SendableMetatype
  >(
    _ name: String, summary: String, _ annotated: Annotated.Type, _ constants: Immutable.Type,
    _ plain: Plain.Type, document: @escaping @Sendable (Workbench) throws -> Data
  ) -> BenchmarkGroup {
    BenchmarkGroup(
      name: "immutable decode \(name)",
      summary: summary,
      metric: .throughput,
      baselines: [Names.decoder, mappable],
      contenders: [Names.decoder, mappable, immutable],
      goals: [immutable: .ratio(atLeast: 10)],
      prepare: { workbench in
        let data = try document(workbench)
        let decoder = JSONDecoder()
        if workbench.wantsChecks {
          let agreement = Agreement(about: "immutable decode \(name)")
          let expected = try decoder.decode(Plain.self, from: data)
          try agreement.requireEqual(
            decoder.decode(Plain.self, from: Immutable.decode(from: data).encode()), expected,
            "ImmutableMappable and JSONDecoder disagree")
          try agreement.requireEqual(
            decoder.decode(Plain.self, from: Annotated.decode(from: data).encode()), expected,
            "Mappable and JSONDecoder disagree")
        }
        return [
          Contender(Names.decoder, items: data.count) {
            blackHole(try decoder.decode(Plain.self, from: data))
          },
          Contender(mappable, items: data.count) { blackHole(try Annotated.decode(from: data)) },
          Contender(immutable, items: data.count) { blackHole(try Immutable.decode(from: data)) },
        ]
      })
  }

  private static func encoding<
    Annotated: MappableValue, Immutable: MappableValue,
    Plain: Codable & Equatable & SendableMetatype
  >(
    _ name: String, summary: String, _ annotated: Annotated.Type, _ constants: Immutable.Type,
    _ plain: Plain.Type, document: @escaping @Sendable (Workbench) throws -> Data
  ) -> BenchmarkGroup {
    BenchmarkGroup(
      name: "immutable encode \(name)",
      summary: summary,
      metric: .throughput,
      baselines: [Names.encoder, mappable],
      contenders: [Names.encoder, mappable, immutable],
      goals: [immutable: .ratio(atLeast: 10)],
      prepare: { workbench in
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let constants = try Immutable.decode(from: document(workbench))
        // Constants do not know of a `null` that was read, and leave it out; so the annotated
        // models are read from a document that has none.
        let output = try constants.encode()
        let models = try Annotated.decode(from: output)
        let plain = try JSONDecoder().decode(Plain.self, from: output)
        if workbench.wantsChecks {
          let agreement = Agreement(about: "immutable encode \(name)")
          try agreement.requireAlike(
            JSONSerialization.jsonObject(with: output),
            JSONSerialization.jsonObject(with: models.encode()),
            "ImmutableMappable and Mappable write something else")
          try agreement.requireAlike(
            JSONSerialization.jsonObject(with: output),
            JSONSerialization.jsonObject(with: encoder.encode(plain)),
            "ImmutableMappable and JSONEncoder write something else")
        }
        return [
          Contender(Names.encoder, items: output.count) { blackHole(try encoder.encode(plain)) },
          Contender(mappable, items: output.count) { blackHole(try models.encode()) },
          Contender(immutable, items: output.count) { blackHole(try constants.encode()) },
        ]
      })
  }
}
