import Foundation
import MirrorMap

/// All contenders for one document, after a check that they agree.
///
/// Every contender gets the same `Data`. Decoders and encoders are made once, which spares
/// Foundation's their set-up in every run.
struct DocumentContest<Document: BenchmarkDocument> {
  let data: Data
  /// The document as `JSONDecoder` reads it: what all others are compared with.
  let plain: Document.Plain
  /// The document as MirrorMap reads it.
  let mapped: Document.Annotated
  /// What MirrorMap writes. Its size stands for one run of every encoder, and its tree is what
  /// `JSONSerialization.data` writes.
  let encoded: Data
  let encodedTree: Any
  let decoder = JSONDecoder()
  let encoder = JSONEncoder()

  /// Reads and writes `document` once in each way and compares the results.
  ///
  /// - Throws: `BenchmarkFailure` for the first difference, or the error of whoever could not read
  ///   the document.
  init(document: Data) throws {
    data = document
    // MirrorMap leaves slashes alone as well: all encoders shall write the same bytes.
    encoder.outputFormatting = .withoutEscapingSlashes
    plain = try decoder.decode(Document.Plain.self, from: document)
    mapped = try Document.Annotated.decode(from: document)
    encoded = try mapped.encode()
    encodedTree = try JSONSerialization.jsonObject(with: encoded)
    try checkDecoded()
    try checkEncoded()
    try checkUntyped()
  }

  var contenders: [Contender] {
    decodeContenders + untypedContenders + encodeContenders
  }

  private var decodeContenders: [Contender] {
    [
      contender(.decode, BenchmarkID.serialization) {
        blackHole(try JSONSerialization.jsonObject(with: data))
      },
      contender(.decode, BenchmarkID.serializationAndCasts) {
        blackHole(Document.cast(try JSONSerialization.jsonObject(with: data)))
      },
      contender(.decode, BenchmarkID.decoder) {
        blackHole(try decoder.decode(Document.Plain.self, from: data))
      },
      contender(.decode, BenchmarkID.mirrorMap) {
        blackHole(try Document.Annotated.decode(from: data))
      },
    ]
  }

  private var untypedContenders: [Contender] {
    [
      contender(.tokenize, BenchmarkID.mirrorMap) { blackHole(try countTokens()) },
      contender(.untyped, BenchmarkID.mirrorMap) { blackHole(try JSONValue.decode(from: data)) },
    ]
  }

  private var encodeContenders: [Contender] {
    [
      contender(.encode, BenchmarkID.serializationData) { blackHole(try serializedTree()) },
      contender(.encode, BenchmarkID.encoder) { blackHole(try encoder.encode(plain)) },
      contender(.encode, BenchmarkID.mirrorMap) { blackHole(try mapped.encode()) },
    ]
  }

  private func contender(
    _ operation: Operation, _ name: String, run: @escaping () throws -> Void
  ) -> Contender {
    Contender(
      id: BenchmarkID(operation: operation, corpus: Document.corpus, contender: name),
      bytes: operation == .encode ? encoded.count : data.count,
      run: run)
  }

  func serializedTree() throws -> Data {
    try JSONSerialization.data(withJSONObject: encodedTree, options: .withoutEscapingSlashes)
  }

  func countTokens() throws -> Int {
    var count = 0
    try JSONTokenizer.tokenize(data) { (tokenizer: inout JSONTokenizer) in
      var tokens = 0
      while (try tokenizer.next()) != nil { tokens += 1 }
      count = tokens
    }
    return count
  }
}
