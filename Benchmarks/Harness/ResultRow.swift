/// One row of the results, as the table shows it and `--json` writes it.
struct ResultRow: Codable, Equatable {
  let operation: String
  let corpus: String
  let contender: String
  let bytes: Int
  let bestMBps: Double
  let medianMBps: Double
  let ratioToJSONSerialization: Double
  let ratioToCodable: Double

  /// The row of `measurement`, compared with its two baselines round by round.
  init(_ measurement: Measurement, serialization: Measurement, codable: Measurement) {
    operation = measurement.id.operation.rawValue
    corpus = measurement.id.corpus.rawValue
    contender = measurement.id.contender
    bytes = measurement.bytes
    bestMBps = Self.rounded(measurement.bestMegabytesPerSecond)
    medianMBps = Self.rounded(measurement.medianMegabytesPerSecond)
    ratioToJSONSerialization = Self.rounded(
      Statistics.medianRatio(serialization.seconds, measurement.seconds))
    ratioToCodable = Self.rounded(Statistics.medianRatio(codable.seconds, measurement.seconds))
  }

  /// Three decimals: more would be noise.
  private static func rounded(_ value: Double) -> Double {
    (value * 1000).rounded() / 1000
  }
}
