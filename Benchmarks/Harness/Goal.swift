/// What a row was set out to reach. A goal missed is told, never an error: machines differ.
enum Goal {
  /// This many times as fast as the first baseline.
  case ratio(atLeast: Double)
  /// A figure of at most this much.
  case figure(atMost: Double)

  func text(_ metric: Metric) -> String {
    switch self {
    case .ratio(let bound): "at least \(Text.short(bound)) ×"
    case .figure(let bound): "at most \(Text.short(bound)) \(metric.rawValue)"
    }
  }

  func isMet(ratio: Double?, figure: Double) -> Bool {
    switch self {
    case .ratio(let bound): (ratio ?? 0) >= bound
    case .figure(let bound): figure <= bound
    }
  }
}
