import Foundation

/// The four documents of the suite, by the names of the files that JSON benchmarks commonly use.
///
/// They differ: `twitter` consists of objects with strings in many scripts, and an app ignores most
/// of them; `citm_catalog` is indentation and small integers; `canada` is nothing but floating-point
/// numbers; `github_events` is small, deeply nested and full of links, and an app maps half of it.
enum Corpus: String, CaseIterable {
  case twitter
  case citmCatalog = "citm_catalog"
  case canada
  case githubEvents = "github_events"

  /// The document: generated, or the file of that name in `directory`.
  ///
  /// - Throws: `BenchmarkFailure` if the file cannot be read.
  func document(from directory: String?) throws -> Data {
    guard let directory else { return generated() }
    let file = URL(filePath: directory, directoryHint: .isDirectory)
      .appending(path: "\(rawValue).json")
    do {
      return try Data(contentsOf: file)
    } catch {
      throw BenchmarkFailure("cannot read \(file.path): \(error.localizedDescription)")
    }
  }

  /// How many times as fast as `JSONSerialization` MirrorMap was meant to decode the document.
  var decodingGoal: Double {
    switch self {
    case .twitter: 28
    case .citmCatalog: 48
    case .canada: 42
    case .githubEvents: 16
    }
  }

  /// The same for encoding.
  var encodingGoal: Double {
    switch self {
    case .twitter: 320
    case .citmCatalog: 460
    case .canada: 170
    case .githubEvents: 190
    }
  }

  private func generated() -> Data {
    switch self {
    case .twitter: TwitterGenerator.document()
    case .citmCatalog: CitmCatalogGenerator.document()
    case .canada: CanadaGenerator.document()
    case .githubEvents: GitHubEventsGenerator.document()
    }
  }
}
