/// How many times as good as a baseline a contender is, from the quotients of each round.
struct BaselineRatio: Codable, Equatable {
  let baseline: String
  let median: Double
  /// The ends of an interval that holds the true median in 95 of 100 cases.
  let low: Double
  let high: Double
  let rounds: [Double]

  init(of measurement: Measurement, to baseline: Measurement) {
    self.baseline = baseline.contender
    let quotients = Statistics.ratios(baseline.costs, measurement.costs)
    let interval = Statistics.medianInterval(quotients)
    median = Text.rounded(Statistics.median(quotients))
    low = Text.rounded(interval.lowerBound)
    high = Text.rounded(interval.upperBound)
    rounds = quotients.map { Text.rounded($0) }
  }

  /// Half of the interval's width in percent of the median.
  var spread: Double {
    median > 0 ? (high - low) / 2 / median * 100 : 0
  }
}
