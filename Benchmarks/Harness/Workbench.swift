import Foundation

/// What groups work with: the documents, and how much of everything is wanted.
final class Workbench {
  /// Sizes that take long, `--full`.
  let isFull: Bool
  /// Whether contenders are compared before they are timed.
  let wantsChecks: Bool
  private let corpusDirectory: String?
  private var documents: [Corpus: Data] = [:]

  init(corpusDirectory: String?, isFull: Bool, wantsChecks: Bool) {
    self.corpusDirectory = corpusDirectory
    self.isFull = isFull
    self.wantsChecks = wantsChecks
  }

  /// The document, read or generated at its first use.
  ///
  /// - Throws: `BenchmarkFailure` if the file cannot be read.
  func document(_ corpus: Corpus) throws -> Data {
    if let document = documents[corpus] { return document }
    let document = try corpus.document(from: corpusDirectory)
    documents[corpus] = document
    return document
  }

  /// So many megabytes of twitter's statuses.
  func statuses(megabytes: Int) throws -> Data {
    try StatusArray.document(of: megabytes * 1_000_000, from: document(.twitter))
  }

  /// How large the documents were that have been used.
  var documentSizes: [String: Int] {
    Dictionary(uniqueKeysWithValues: documents.map { ($0.key.rawValue, $0.value.count) })
  }
}
