/// One row of the results, as the table shows it and `--json` writes it.
struct ResultRow: Codable {
  let group: String
  let contender: String
  let unit: Metric
  /// The bytes, documents or keys of one run.
  let items: Int
  let best: Double
  let median: Double
  /// One figure a round, in `unit`.
  let samples: [Double]
  let ratios: [BaselineRatio]
  let goal: String?
  let isGoalMet: Bool?

  /// The row of `measurement`, compared with its group's baselines round by round.
  init(_ measurement: Race.Measurement, in group: BenchmarkGroup, of all: [Race.Measurement]) {
    let metric = group.metric
    self.group = group.name
    contender = measurement.contender
    unit = metric
    items = measurement.items
    best = Text.rounded(metric.figure(measurement.costs.min() ?? 0))
    median = Text.rounded(metric.figure(Statistics.median(measurement.costs)))
    samples = measurement.costs.map { Text.rounded(metric.figure($0)) }
    ratios = group.baselines.compactMap { name in
      all.first { $0.contender == name }.map { BaselineRatio(of: measurement, to: $0) }
    }
    let goal = group.goals[measurement.contender]
    self.goal = goal?.text(metric)
    isGoalMet = goal?.isMet(ratio: ratios.first, figure: median)
  }

  /// How many times as good as `baseline` this row is; nil if they were not compared.
  func ratio(to baseline: String) -> BaselineRatio? {
    ratios.first { $0.baseline == baseline }
  }

  /// `at least 10 ×: met`, or nothing.
  var goalText: String {
    goal.map { "\($0): \(isGoalMet == true ? "met" : "missed")" } ?? ""
  }
}

/// How many times as good as a baseline a contender is, from the quotients of each round.
struct BaselineRatio: Codable {
  let baseline: String
  let median: Double
  /// The ends of an interval that holds the true median in 95 of 100 cases.
  let low: Double
  let high: Double
  let rounds: [Double]

  init(of measurement: Race.Measurement, to baseline: Race.Measurement) {
    self.baseline = baseline.contender
    let quotients = Statistics.ratios(baseline.costs, measurement.costs)
    let interval = Statistics.medianInterval(quotients)
    median = Text.rounded(Statistics.median(quotients))
    low = Text.rounded(interval.lowerBound)
    high = Text.rounded(interval.upperBound)
    rounds = quotients.map { Text.rounded($0) }
  }

  /// `13.7 ± 3 %`, half of the interval's width in percent of the median; `0.98 (0.95–1.02)` to
  /// another build.
  var text: String {
    if baseline == PairedRun.baseline {
      return "\(Text.ratio(median)) (\(Text.ratio(low))–\(Text.ratio(high)))"
    }
    let spread = median > 0 ? (high - low) / 2 / median * 100 : 0
    return "\(Text.ratio(median)) ± \(Text.fixed(spread, 0)) %"
  }
}
