import Foundation
import MirrorMap

/// The checks before anything is timed: who reads or writes something else has not won.
///
/// `JSONSerialization` of some Foundations gets the last digits of long fractions wrong (most of
/// those in `canada` among them). So fractions that came through it are compared with a tolerance,
/// while `JSONDecoder` and MirrorMap have to agree to the last bit.
extension DocumentContest {
  private static var tolerance: Double { 1e-14 }

  func checkDecoded() throws {
    let projected = Document.plain(mapped)
    if projected != plain {
      let difference = Difference().first(between: projected, and: plain)
      throw failure("decode: MirrorMap and JSONDecoder disagree", difference)
    }
    guard let cast = Document.cast(try JSONSerialization.jsonObject(with: data)) else {
      throw failure("decode: a cast of JSONSerialization+casts failed", nil)
    }
    try require(
      "decode: MirrorMap and JSONSerialization+casts disagree",
      Difference(tolerance: Self.tolerance).first(between: projected, and: cast))
  }

  func checkEncoded() throws {
    try requireContent(
      of: encoded, "encode: JSONDecoder reads something else in MirrorMap's output")
    // Synthesised Codable leaves a nil out; MirrorMap writes the `null` it had read.
    try require(
      "encode: the outputs of MirrorMap and JSONEncoder differ",
      Difference(tolerance: Self.tolerance, nullIsAbsent: true).first(
        between: encodedTree, and: tree(of: encoder.encode(plain))))
    try require(
      "encode: the outputs of MirrorMap and JSONSerialization.data differ",
      Difference(tolerance: Self.tolerance).first(
        between: encodedTree, and: tree(of: serializedTree())))
  }

  func checkUntyped() throws {
    let rewritten = try JSONValue.decode(from: data).encode()
    try requireContent(
      of: rewritten, "untyped: JSONDecoder reads something else in JSONValue's output")
    let expected = try tree(of: data)
    try require(
      "untyped: what JSONValue writes is not what it read",
      Difference(tolerance: Self.tolerance).first(between: tree(of: rewritten), and: expected))
    let (count, expectedCount) = (try countTokens(), Self.tokenCount(of: expected))
    if count != expectedCount {
      throw failure("tokenize: \(count) tokens where there are \(expectedCount)", nil)
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

  private func tree(of data: Data) throws -> Any {
    try JSONSerialization.jsonObject(with: data)
  }

  /// `JSONDecoder` tells `true` from 1 and fractions to the last bit, which trees do not.
  private func requireContent(of output: Data, _ complaint: String) throws {
    let read = try decoder.decode(Document.Plain.self, from: output)
    if read != plain {
      throw failure(complaint, Difference().first(between: read, and: plain))
    }
  }

  private func require(_ complaint: String, _ difference: String?) throws {
    if let difference { throw failure(complaint, difference) }
  }

  private func failure(_ complaint: String, _ difference: String?) -> BenchmarkFailure {
    let place = difference.map { "\n  \($0)" } ?? ""
    return BenchmarkFailure("\(Document.corpus.rawValue): \(complaint)\(place)")
  }
}
