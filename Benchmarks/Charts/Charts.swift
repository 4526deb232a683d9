/// The charts of a report.
enum Charts {
  struct Chart {
    /// What the names of its files end with, before the theme.
    let part: String
    let title: String
    let svg: String
  }

  /// Whether a group is part of a chart.
  static func draws(_ group: String) -> Bool {
    RatioChart.draws(group) || ScalingChart.draws(group) || BarChart.draws(group)
  }

  /// The charts for which the report has rows.
  static func all(of report: Report, theme: ChartTheme) -> [Chart] {
    let features = BarChart.features(of: report, theme: theme)
    let firstUse = BarChart.firstUse(of: report, theme: theme)
    return [
      ("", RatioChart.title, RatioChart(report: report, theme: theme)?.svg),
      ("-scaling", ScalingChart.title, ScalingChart(report: report, theme: theme)?.svg),
      ("-features", features?.title, features?.svg),
      ("-first-use", firstUse?.title, firstUse?.svg),
    ].compactMap { part, title, svg in
      if let title, let svg { Chart(part: part, title: title, svg: svg) } else { nil }
    }
  }
}
