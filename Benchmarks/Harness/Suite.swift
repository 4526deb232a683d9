import Foundation

/// The whole run: document after document, each with all of its contenders.
struct Suite {
  let options: Options
  let progress = Progress()

  /// - Throws: `BenchmarkFailure` when the filter lets nothing through, a document cannot be read
  ///   or results differ.
  func run() throws -> [ResultRow] {
    let wanted = BenchmarkID.all.filter { $0.matches(options.filter) }
    guard !wanted.isEmpty else {
      throw BenchmarkFailure.usage("--filter \(options.filter ?? ""): no row has that in its name")
    }
    var measurements: [BenchmarkID: Measurement] = [:]
    for corpus in Corpus.allCases where wanted.contains(where: { $0.corpus == corpus }) {
      let needed = Set(wanted.flatMap { [$0, $0.serializationBaseline, $0.codableBaseline] })
      for measurement in try measure(corpus, needed) {
        measurements[measurement.id] = measurement
      }
    }
    return wanted.compactMap { id in
      guard let measurement = measurements[id],
        let serialization = measurements[id.serializationBaseline],
        let codable = measurements[id.codableBaseline]
      else { return nil }
      return ResultRow(measurement, serialization: serialization, codable: codable)
    }
  }

  private func measure(_ corpus: Corpus, _ needed: Set<BenchmarkID>) throws -> [Measurement] {
    progress.note("\(corpus.rawValue):")
    defer { progress.note("\n") }
    let document = try corpus.document(from: options.corpusDirectory)
    progress.note(" \(document.count) bytes, checking,")
    let contenders = try contenders(of: corpus, document).filter { needed.contains($0.id) }
    return try Runner(rounds: options.rounds, progress: progress).measure(contenders)
  }

  private func contenders(of corpus: Corpus, _ document: Data) throws -> [Contender] {
    do {
      return switch corpus {
      case .twitter: try DocumentContest<TwitterDocument>(document: document).contenders
      case .citmCatalog: try DocumentContest<CitmCatalogDocument>(document: document).contenders
      case .canada: try DocumentContest<CanadaDocument>(document: document).contenders
      }
    } catch let failure as BenchmarkFailure {
      throw failure
    } catch {
      // A contender cannot read the document, or what another one wrote.
      throw BenchmarkFailure("\(corpus.rawValue): \(error)")
    }
  }
}
