import Foundation
import MirrorMap

/// A document read without models: into a tree, or only token by token.
struct UntypedContest<Plain: CorpusModel> {
  let data: Data

  private static var value: String { "MirrorMap JSONValue" }
  private static var tokenizer: String { "MirrorMap JSONTokenizer" }

  static var group: BenchmarkGroup {
    BenchmarkGroup(
      name: "untyped \(Plain.corpus.rawValue)",
      summary: "bytes to a tree, and bytes to tokens that are dropped",
      metric: .throughput,
      baselines: [Names.serialization],
      contenders: [Names.serialization, value, tokenizer],
      prepare: { workbench in
        let contest = UntypedContest(data: try workbench.document(Plain.corpus))
        if workbench.wantsChecks { try contest.check() }
        return contest.contenders
      })
  }

  private var contenders: [Contender] {
    [
      Contender(Names.serialization, items: data.count) {
        blackHole(try JSONSerialization.jsonObject(with: data))
      },
      Contender(Self.value, items: data.count) { blackHole(try JSONValue.decode(from: data)) },
      Contender(Self.tokenizer, items: data.count) { blackHole(try countTokens()) },
    ]
  }

  private func countTokens() throws -> Int {
    var count = 0
    try JSONTokenizer.tokenize(data) { (tokenizer: inout JSONTokenizer) in
      var tokens = 0
      while (try tokenizer.next()) != nil { tokens += 1 }
      count = tokens
    }
    return count
  }

  private func check() throws {
    let agreement = Agreement(about: "untyped \(Plain.corpus.rawValue)")
    let expected = try JSONSerialization.jsonObject(with: data)
    let rewritten = try JSONValue.decode(from: data).encode()
    // `JSONDecoder` distinguishes `true` from 1, and fractions to the last bit; trees don't.
    try agreement.requireEqual(
      JSONDecoder().decode(Plain.self, from: rewritten),
      JSONDecoder().decode(Plain.self, from: data),
      "JSONDecoder reads something else in JSONValue's output")
    try agreement.requireAlike(
      JSONSerialization.jsonObject(with: rewritten), expected,
      tolerance: Agreement.serializationTolerance, "what JSONValue writes is not what it read")
    let (count, expectedCount) = (try countTokens(), Self.tokenCount(of: expected))
    if count != expectedCount {
      throw agreement.failure("\(count) tokens where there are \(expectedCount)")
    }
  }

  /// One token for each scalar and each key, two for each array and object.
  private static func tokenCount(of tree: Any) -> Int {
    if let members = tree as? [String: Any] {
      return members.values.reduce(2 + members.count) { $0 + tokenCount(of: $1) }
    }
    if let elements = tree as? [Any] {
      return elements.reduce(2) { $0 + tokenCount(of: $1) }
    }
    return 1
  }
}
