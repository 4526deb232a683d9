/// Which contender does what with which document: one row of the results.
struct BenchmarkID: Hashable {
  let operation: Operation
  let corpus: Corpus
  let contender: String

  static let mirrorMap = "MirrorMap"
  static let serialization = "JSONSerialization"
  static let serializationAndCasts = "JSONSerialization+casts"
  static let decoder = "JSONDecoder"
  static let serializationData = "JSONSerialization.data"
  static let encoder = "JSONEncoder"

  static func contenders(of operation: Operation) -> [String] {
    switch operation {
    case .decode: [serialization, serializationAndCasts, decoder, mirrorMap]
    case .tokenize, .untyped: [mirrorMap]
    case .encode: [serializationData, encoder, mirrorMap]
    }
  }

  /// Every row there is, in the order of the table.
  static let all = Operation.allCases.flatMap { operation in
    Corpus.allCases.flatMap { corpus in
      contenders(of: operation).map {
        BenchmarkID(operation: operation, corpus: corpus, contender: $0)
      }
    }
  }

  /// The row that stands for `JSONSerialization` in this row's ratio.
  var serializationBaseline: BenchmarkID {
    switch operation {
    case .encode: baseline(.encode, Self.serializationData)
    case .decode, .tokenize, .untyped: baseline(.decode, Self.serialization)
    }
  }

  /// The row that stands for `Codable` in this row's ratio.
  var codableBaseline: BenchmarkID {
    switch operation {
    case .encode: baseline(.encode, Self.encoder)
    case .decode, .tokenize, .untyped: baseline(.decode, Self.decoder)
    }
  }

  private func baseline(_ operation: Operation, _ contender: String) -> BenchmarkID {
    BenchmarkID(operation: operation, corpus: corpus, contender: contender)
  }

  /// Whether `--filter` lets this row through; letter case does not matter.
  func matches(_ filter: String?) -> Bool {
    guard let filter else { return true }
    let name = "\(operation.rawValue) \(corpus.rawValue) \(contender)"
    return name.lowercased().contains(filter.lowercased())
  }
}
