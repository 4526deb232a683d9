import Foundation

/// The files a report is written to.
struct Outputs {
  private let options: Options

  /// - Throws: `BenchmarkFailure` if one of the files could not be written in the end.
  init(_ options: Options) throws {
    self.options = options
    for file in [options.jsonFile, options.markdownFile, options.chartFile].compactMap({ $0 }) {
      try Self.requireWritable(file)
    }
    if let file = options.markdownFile {
      _ = try MarkdownPage(file: file)
    }
    if options.chartFile != nil, options.resultsFile == nil {
      let groups = try Suite.groups(matching: options.filter)
      guard groups.contains(where: { RatioChart.draws($0.name) || ScalingChart.draws($0.name) })
      else {
        throw BenchmarkFailure.usage(
          "--svg draws decode, encode and scaling groups; --filter has left none of them")
      }
    }
  }

  func write(_ report: Report) throws {
    if let file = options.jsonFile {
      try Self.write(report.json(), to: file)
    }
    if let file = options.markdownFile {
      let page = try MarkdownPage(file: file)
      try Self.write(
        Data(page.text(with: MarkdownTables(report: report).description).utf8), to: file)
    }
    if let file = options.chartFile {
      let charts = Self.charts(of: report, file: file)
      if charts.isEmpty {
        throw BenchmarkFailure("--svg: there are no rows of decode, encode or scaling to draw")
      }
      for (name, chart) in charts {
        try Self.write(Data(chart.utf8), to: name)
      }
    }
  }

  private static func charts(of report: Report, file: String) -> [(name: String, svg: String)] {
    let base = file.hasSuffix(".svg") ? String(file.dropLast(4)) : file
    return ChartTheme.all.flatMap { theme in
      [
        RatioChart(report: report, theme: theme).map {
          (name: "\(base)-\(theme.name).svg", svg: $0.svg)
        },
        ScalingChart(report: report, theme: theme).map {
          (name: "\(base)-scaling-\(theme.name).svg", svg: $0.svg)
        },
      ].compactMap { $0 }
    }
  }

  private static func requireWritable(_ file: String) throws {
    let url = URL(filePath: file)
    let directory = url.deletingLastPathComponent().path
    var isDirectory: ObjCBool = false
    if FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory),
      isDirectory.boolValue
    {
      throw BenchmarkFailure("cannot write \(file): it is a directory")
    }
    guard FileManager.default.isWritableFile(atPath: directory) else {
      throw BenchmarkFailure("cannot write \(file): \(directory) is not a writable directory")
    }
  }

  private static func write(_ data: Data, to file: String) throws {
    do {
      try data.write(to: URL(filePath: file))
    } catch {
      throw BenchmarkFailure("cannot write \(file): \(error.localizedDescription)")
    }
  }
}
