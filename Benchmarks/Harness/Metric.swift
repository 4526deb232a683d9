/// What a figure means.
///
/// Inside, everything is a cost of one item (seconds a byte, seconds a key, part of the input), the
/// less the better, so that ratios mean the same everywhere: the baseline's cost divided by the
/// contender's, 10 is ten times as good. Only what is shown differs.
enum Metric: String, Codable {
  case throughput = "MB/s"
  case nanosecondsPerKey = "ns/key"
  case nanosecondsPerDocument = "ns/document"
  case nanosecondsPerDate = "ns/date"
  case nanosecondsPerNumber = "ns/number"
  case nanosecondsPerObject = "ns/object"
  case nanosecondsPerRow = "ns/row"
  case microseconds = "µs"
  case partOfInput = "× input"
  case instructions

  /// The figure people read, for a cost; its own inverse for throughput only.
  func figure(_ cost: Double) -> Double {
    switch self {
    case .throughput: 1e-6 / cost
    case .nanosecondsPerKey, .nanosecondsPerDocument, .nanosecondsPerDate, .nanosecondsPerNumber,
      .nanosecondsPerObject, .nanosecondsPerRow:
      cost * 1e9
    case .microseconds: cost * 1e6
    case .partOfInput, .instructions: cost
    }
  }

  /// What ``Contender/items`` counts, or nil if a run is one item.
  var itemName: String? {
    switch self {
    case .throughput, .partOfInput: "bytes"
    case .nanosecondsPerKey: "keys"
    case .nanosecondsPerDocument: "documents"
    case .nanosecondsPerDate: "dates"
    case .nanosecondsPerNumber: "numbers"
    case .nanosecondsPerObject: "objects"
    case .nanosecondsPerRow: "rows"
    case .microseconds, .instructions: nil
    }
  }

  var fractionDigits: Int {
    switch self {
    case .throughput, .nanosecondsPerKey, .nanosecondsPerDate, .nanosecondsPerObject, .microseconds,
      .instructions:
      1
    case .nanosecondsPerDocument, .nanosecondsPerRow: 0
    case .nanosecondsPerNumber: 2
    case .partOfInput: 3
    }
  }
}
