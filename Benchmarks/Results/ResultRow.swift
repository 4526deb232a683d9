/// One row of the results, as the table shows it and `--json` writes it.
struct ResultRow: Codable, Equatable {
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
  init(_ measurement: Measurement, in group: BenchmarkGroup, of all: [Measurement]) {
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
    isGoalMet = goal?.isMet(ratio: ratios.first?.median, figure: median)
  }

  /// How many times as good as `baseline` this row is; nil if they were not compared.
  func ratio(to baseline: String) -> BaselineRatio? {
    ratios.first { $0.baseline == baseline }
  }
}
