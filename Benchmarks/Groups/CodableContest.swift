import Foundation
import MirrorMap

/// `Codable` types decoded and encoded by Foundation's coders and by MirrorMap's, after a check that both agree.
enum CodableContest {
  static let all: [BenchmarkGroup] = [
    decoding(PlainTimeline.self, atLeast: 4), decoding(PlainCatalog.self, atLeast: 3.3),
    decoding(GeoJSONModels.Plain.self, atLeast: 11), decoding([PlainEvent].self, atLeast: 3),
    encoding(PlainTimeline.self, atLeast: 4), encoding(PlainCatalog.self, atLeast: 3.3),
    encoding(GeoJSONModels.Plain.self, atLeast: 20), encoding([PlainEvent].self, atLeast: 3.2),
    unions, keys, mapped, mappedEncoding,
    stringValues(isDecoded: true), stringValues(isDecoded: false),
  ]

  private static func decoding<Plain: CorpusModel>(
    _ type: Plain.Type, atLeast goal: Double
  ) -> BenchmarkGroup {
    BenchmarkGroup(
      name: "Codable decode \(Plain.corpus.rawValue)",
      summary: "bytes to Codable models",
      metric: .throughput,
      baselines: [Names.decoder],
      contenders: [Names.decoder, Names.mappingDecoder],
      goals: [Names.mappingDecoder: .ratio(atLeast: goal)],
      prepare: { workbench in
        let data = try workbench.document(Plain.corpus)
        let (theirs, ours) = (JSONDecoder(), MappingDecoder())
        if workbench.wantsChecks {
          try Agreement(about: "Codable decode \(Plain.corpus.rawValue)").requireEqual(
            ours.decode(type, from: data), theirs.decode(type, from: data),
            "MappingDecoder and JSONDecoder disagree")
        }
        return [
          Contender(Names.decoder, items: data.count) {
            blackHole(try theirs.decode(type, from: data))
          },
          Contender(Names.mappingDecoder, items: data.count) {
            blackHole(try ours.decode(type, from: data))
          },
        ]
      })
  }

  private static func encoding<Plain: CorpusModel>(
    _ type: Plain.Type, atLeast goal: Double
  ) -> BenchmarkGroup {
    BenchmarkGroup(
      name: "Codable encode \(Plain.corpus.rawValue)",
      summary: "Codable models to bytes",
      metric: .throughput,
      baselines: [Names.encoder],
      contenders: [Names.encoder, Names.mappingEncoder],
      goals: [Names.mappingEncoder: .ratio(atLeast: goal)],
      prepare: { workbench in
        let value = try JSONDecoder().decode(type, from: workbench.document(Plain.corpus))
        let (theirs, ours) = (JSONEncoder(), MappingEncoder())
        if workbench.wantsChecks {
          let (sortedTheirs, sortedOurs) = (JSONEncoder(), MappingEncoder())
          sortedTheirs.outputFormatting = .sortedKeys
          sortedOurs.outputFormatting = .sortedKeys
          try Agreement(about: "Codable encode \(Plain.corpus.rawValue)").requireEqual(
            sortedOurs.encode(value), sortedTheirs.encode(value),
            "MappingEncoder and JSONEncoder write different bytes")
        }
        let count = try ours.encode(value).count
        return [
          Contender(Names.encoder, items: count) { blackHole(try theirs.encode(value)) },
          Contender(Names.mappingEncoder, items: count) { blackHole(try ours.encode(value)) },
        ]
      })
  }

  /// An array whose elements fail to decode as the first type that is tried.
  private static let unions = BenchmarkGroup(
    name: "Codable union",
    summary: "100,000 elements whose first attempt fails",
    metric: .throughput,
    baselines: [Names.decoder],
    contenders: [Names.decoder, Names.mappingDecoder],
    goals: [Names.mappingDecoder: .ratio(atLeast: 1)],
    prepare: { _ in
      let text = "[" + (0..<100_000).map { "\"text \($0)\"" }.joined(separator: ",") + "]"
      let data = Data(text.utf8)
      let (theirs, ours) = (JSONDecoder(), MappingDecoder())
      try Agreement(about: "Codable union").requireEqual(
        ours.decode([NumberOrText].self, from: data),
        theirs.decode([NumberOrText].self, from: data), "MappingDecoder and JSONDecoder disagree")
      return [
        Contender(Names.decoder, items: data.count) {
          blackHole(try theirs.decode([NumberOrText].self, from: data))
        },
        Contender(Names.mappingDecoder, items: data.count) {
          blackHole(try ours.decode([NumberOrText].self, from: data))
        },
      ]
    })

  private enum NumberOrText: Decodable, Equatable {
    case number(Int)
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do {
        self = .number(try container.decode(Int.self))
      } catch {
        self = .text(try container.decode(String.self))
      }
    }
  }

  /// Models that are `Codable` by their mapping, in coders of both kinds.
  private static let mapped = BenchmarkGroup(
    name: "Codable by mapping",
    summary: "1,000 objects as CodableByMapping models, against Codable models",
    metric: .throughput,
    baselines: [Names.decoder],
    contenders: [Names.decoder, mappedByFoundation, Names.mappingDecoder],
    goals: [mappedByFoundation: .ratio(atLeast: 0.5), Names.mappingDecoder: .ratio(atLeast: 3)],
    prepare: { _ in
      let data = ReadingModels.array(1_000)
      let (theirs, ours) = (JSONDecoder(), MappingDecoder())
      let check = Agreement(about: "Codable by mapping")
      let expected = try theirs.decode([ReadingModels.Plain].self, from: data)
      for decoded in [
        try theirs.decode([ReadingModels.Annotated].self, from: data),
        try ours.decode([ReadingModels.Annotated].self, from: data),
      ] {
        try check.requireEqual(
          theirs.decode([ReadingModels.Plain].self, from: decoded.encode()), expected,
          "CodableByMapping and Codable disagree")
      }
      return [
        Contender(Names.decoder, items: data.count) {
          blackHole(try theirs.decode([ReadingModels.Plain].self, from: data))
        },
        Contender(mappedByFoundation, items: data.count) {
          blackHole(try theirs.decode([ReadingModels.Annotated].self, from: data))
        },
        Contender(Names.mappingDecoder, items: data.count) {
          blackHole(try ours.decode([ReadingModels.Annotated].self, from: data))
        },
      ]
    })

  private static let mappedByFoundation = "JSONDecoder, CodableByMapping"

  private static let mappedEncoding = BenchmarkGroup(
    name: "Codable encode by mapping",
    summary: "1,000 objects as CodableByMapping models, against Codable models",
    metric: .throughput,
    baselines: [Names.encoder],
    contenders: [Names.encoder, encodedByFoundation, Names.mappingEncoder],
    goals: [encodedByFoundation: .ratio(atLeast: 0.4), Names.mappingEncoder: .ratio(atLeast: 4)],
    prepare: { _ in
      let data = ReadingModels.array(1_000)
      let (theirs, ours) = (JSONEncoder(), MappingEncoder())
      let plain = try JSONDecoder().decode([ReadingModels.Plain].self, from: data)
      let annotated = try [ReadingModels.Annotated].decode(from: data)
      let check = Agreement(about: "Codable encode by mapping")
      for encoded in [try theirs.encode(annotated), try ours.encode(annotated)] {
        try check.requireEqual(
          JSONDecoder().decode([ReadingModels.Plain].self, from: encoded), plain,
          "CodableByMapping and Codable disagree")
      }
      let count = try theirs.encode(plain).count
      return [
        Contender(Names.encoder, items: count) { blackHole(try theirs.encode(plain)) },
        Contender(encodedByFoundation, items: count) { blackHole(try theirs.encode(annotated)) },
        Contender(Names.mappingEncoder, items: count) { blackHole(try ours.encode(annotated)) },
      ]
    })

  private static let encodedByFoundation = "JSONEncoder, CodableByMapping"

  /// Dates and data, which are strings in the document.
  private static func stringValues(isDecoded: Bool) -> BenchmarkGroup {
    let (name, theirName, ourName) =
      isDecoded
      ? ("Codable decode dates and data", Names.decoder, Names.mappingDecoder)
      : ("Codable encode dates and data", Names.encoder, Names.mappingEncoder)
    return BenchmarkGroup(
      name: name,
      summary: "1,000 dates in the format of ISO 8601, each with 24 bytes of Base64",
      metric: .throughput,
      baselines: [theirName],
      contenders: [theirName, ourName],
      goals: [ourName: .ratio(atLeast: isDecoded ? 3 : 4)],
      prepare: { _ in
        let values = (0..<1_000).map { index in
          Signature(
            date: Date(timeIntervalSinceReferenceDate: Double(index * 1_234_567)),
            data: Data((0..<24).map { UInt8(truncatingIfNeeded: $0 * index) }))
        }
        let (theirDecoder, ourDecoder) = (JSONDecoder(), MappingDecoder())
        let (theirEncoder, ourEncoder) = (JSONEncoder(), MappingEncoder())
        (theirDecoder.dateDecodingStrategy, ourDecoder.dateDecodingStrategy) = (.iso8601, .iso8601)
        (theirEncoder.dateEncodingStrategy, ourEncoder.dateEncodingStrategy) = (.iso8601, .iso8601)
        let document = try ourEncoder.encode(values)
        let check = Agreement(about: name)
        try check.requireEqual(
          ourDecoder.decode([Signature].self, from: document), values, "dates or data differ")
        try check.requireEqual(
          theirDecoder.decode([Signature].self, from: document), values, "dates or data differ")
        guard isDecoded else {
          return [
            Contender(theirName, items: document.count) {
              blackHole(try theirEncoder.encode(values))
            },
            Contender(ourName, items: document.count) { blackHole(try ourEncoder.encode(values)) },
          ]
        }
        return [
          Contender(theirName, items: document.count) {
            blackHole(try theirDecoder.decode([Signature].self, from: document))
          },
          Contender(ourName, items: document.count) {
            blackHole(try ourDecoder.decode([Signature].self, from: document))
          },
        ]
      })
  }

  private struct Signature: Codable, Equatable {
    let date: Date
    let data: Data
  }

  /// Objects whose keys are requested from the last to the first.
  private static let keys = BenchmarkGroup(
    name: "Codable keys",
    summary: "100,000 keys requested against the order of the document, in objects of two sizes",
    metric: .throughput,
    baselines: ["1,000 keys"],
    contenders: ["1,000 keys", "100,000 keys"],
    goals: ["100,000 keys": .ratio(atLeast: 0.5)],
    prepare: { _ in
      try [1_000, 100_000].map { count in
        let keys = (0..<count).map { ReversedObject.Key(stringValue: "key\($0)") }
        let text = "{" + keys.map { "\"\($0.stringValue)\":7" }.joined(separator: ",") + "}"
        let document = [UInt8](text.utf8)
        let decoder = MappingDecoder()
        decoder.userInfo[ReversedObject.keys] = keys
        try Agreement(about: "Codable keys").requireEqual(
          decoder.decode(ReversedObject.self, from: document).sum, 7 * count, "values are missing")
        return Contender(count == 1_000 ? "1,000 keys" : "100,000 keys", items: 100_000) {
          for _ in 0..<100_000 / count {
            blackHole(try decoder.decode(ReversedObject.self, from: document))
          }
        }
      }
    })

  private struct ReversedObject: Decodable {
    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    static let keys = CodingUserInfoKey(rawValue: "keys")!

    var sum = 0

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Key.self)
      for key in (decoder.userInfo[Self.keys] as? [Key] ?? []).reversed() {
        sum += try members.decode(Int.self, forKey: key)
      }
    }
  }
}
