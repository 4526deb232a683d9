import Foundation
import MirrorMap

/// Models encoded, after a check that all write the same.
///
/// Figures count the bytes that MirrorMap writes, for all contenders. `JSONSerialization` writes
/// the tree of that output.
struct EncodeContest<Plain: CorpusModel> {
  let plain: Plain
  let mapped: Plain.Annotated
  let encoded: Data
  let tree: Any
  let encoder = JSONEncoder()

  static var group: BenchmarkGroup {
    BenchmarkGroup(
      name: "encode \(Plain.corpus.rawValue)",
      summary: "models to bytes (JSONSerialization: its tree to bytes)",
      metric: .throughput,
      baselines: [Names.serialization, Names.encoder],
      contenders: [Names.serialization, Names.encoder, Names.mirrorMap],
      goals: [Names.mirrorMap: .ratio(atLeast: Plain.corpus.encodingGoal)],
      prepare: { workbench in
        let contest = try EncodeContest(document: workbench.document(Plain.corpus))
        if workbench.wantsChecks { try contest.check() }
        return contest.contenders()
      })
  }

  /// With sorted keys.
  static var sorted: BenchmarkGroup {
    BenchmarkGroup(
      name: "encode sorted keys \(Plain.corpus.rawValue)",
      summary: "models to bytes with sorted keys",
      metric: .throughput,
      baselines: [Names.encoder],
      contenders: [Names.encoder, Names.mirrorMap],
      goals: [Names.mirrorMap: .ratio(atLeast: 12)],
      prepare: { workbench in
        let contest = try EncodeContest(document: workbench.document(Plain.corpus))
        contest.encoder.outputFormatting.insert(.sortedKeys)
        if workbench.wantsChecks { try contest.checkSorted() }
        return contest.contenders([.sortedKeys]).filter { $0.name != Names.serialization }
      })
  }

  /// With a line for each member. Each row counts the bytes that it writes.
  static var pretty: BenchmarkGroup {
    BenchmarkGroup(
      name: "encode pretty \(Plain.corpus.rawValue)",
      summary: "models to indented lines, against compact bytes",
      metric: .throughput,
      baselines: ["compact"],
      contenders: ["compact", "pretty"],
      goals: ["pretty": .ratio(atLeast: 0.7)],
      prepare: { workbench in
        let contest = try EncodeContest(document: workbench.document(Plain.corpus))
        if workbench.wantsChecks { try contest.checkPretty() }
        let mapped = contest.mapped
        return try [("compact", []), ("pretty", .prettyPrinted)].map {
          (name: String, options: EncodingOptions) in
          Contender(name, items: try mapped.encode(options: options).count) {
            blackHole(try mapped.encode(options: options))
          }
        }
      })
  }

  private init(document: Data) throws {
    // MirrorMap leaves slashes alone as well: all encoders shall write the same bytes.
    encoder.outputFormatting = .withoutEscapingSlashes
    plain = try JSONDecoder().decode(Plain.self, from: document)
    mapped = try Plain.Annotated.decode(from: document)
    encoded = try mapped.encode()
    tree = try JSONSerialization.jsonObject(with: encoded)
  }

  private func contenders(_ options: EncodingOptions = []) -> [Contender] {
    [
      Contender(Names.serialization, items: encoded.count) { blackHole(try serialized()) },
      Contender(Names.encoder, items: encoded.count) { blackHole(try encoder.encode(plain)) },
      Contender(Names.mirrorMap, items: encoded.count) {
        blackHole(try mapped.encode(options: options))
      },
    ]
  }

  private func serialized() throws -> Data {
    try JSONSerialization.data(withJSONObject: tree, options: .withoutEscapingSlashes)
  }

  private func check() throws {
    let agreement = Agreement(about: "encode \(Plain.corpus.rawValue)")
    // `JSONDecoder` distinguishes `true` from 1, and fractions to the last bit; trees don't.
    try agreement.requireEqual(
      JSONDecoder().decode(Plain.self, from: encoded), plain,
      "JSONDecoder reads something else in MirrorMap's output")
    // Synthesized `Codable` leaves a nil out; MirrorMap writes the `null` it had read.
    try agreement.requireAlike(
      tree, JSONSerialization.jsonObject(with: encoder.encode(plain)),
      tolerance: Agreement.serializationTolerance, nullIsAbsent: true,
      "the outputs of MirrorMap and JSONEncoder differ")
    try agreement.requireAlike(
      tree, JSONSerialization.jsonObject(with: serialized()),
      tolerance: Agreement.serializationTolerance,
      "the outputs of MirrorMap and JSONSerialization differ")
  }

  private func checkSorted() throws {
    let agreement = Agreement(about: "encode sorted keys \(Plain.corpus.rawValue)")
    try agreement.requireEqual(
      JSONDecoder().decode(Plain.self, from: mapped.encode(options: .sortedKeys)), plain,
      "JSONDecoder reads something else in MirrorMap's output")
    // JSONEncoder leaves nils out.
    try agreement.requireEqual(
      Self.keys(mapped.encode(options: [.sortedKeys, .nullsOmitted])),
      Self.keys(encoder.encode(plain)), "the outputs of MirrorMap and JSONEncoder have other keys")
  }

  private func checkPretty() throws {
    try Agreement(about: "encode pretty \(Plain.corpus.rawValue)").requireAlike(
      JSONSerialization.jsonObject(with: mapped.encode(options: .prettyPrinted)), tree,
      "the indented and the compact output differ")
  }

  /// All keys of a document, in their order.
  private static func keys(_ document: Data) throws -> [String] {
    try JSONTokenizer.tokenize(document) { tokens in
      var keys: [String] = []
      while let token = try tokens.next() {
        if token.kind == .key { keys.append(tokens.string(of: token)) }
      }
      return keys
    }
  }
}
