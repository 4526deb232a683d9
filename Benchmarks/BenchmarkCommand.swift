import Foundation

/// `swift run -c release Benchmarks`: MirrorMap against Foundation, see `Options.help`.
@main
enum BenchmarkCommand {
  static func main() {
    do {
      let arguments = CommandLine.arguments.dropFirst()
      if arguments.first == FreshProcess.flag {
        try FreshProcess.serve(Array(arguments.dropFirst()))
      } else {
        try run(Options(arguments: arguments))
      }
    } catch let failure as BenchmarkFailure {
      fail(failure.message, exitStatus: failure.exitStatus)
    } catch {
      fail("\(error)", exitStatus: 1)
    }
  }

  /// Tells what is going on, on standard error: standard output has the results alone.
  static func note(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }

  private static func run(_ options: Options) throws {
    if options.wantsHelp {
      print(Options.help)
      return
    }
    if options.wantsList {
      try BenchmarkGroup.matching(options.filter).forEach(list)
      return
    }
    // A minute of measuring shall not end with "no such directory".
    try options.requireWritableFiles()
    let old = try options.oldFile.map { try Report(contentsOf: $0) }
    let report = try report(options)
    let table = ResultTable(report: report)
    print(table)
    if let old {
      print("\n\(Comparison(old: old, new: report))")
    }
    if let file = options.jsonFile {
      try write(report.json(), to: file)
    }
    if let file = options.markdownFile {
      let page = MarkdownPage(report: report, charts: options.chartFile)
      try write(Data(page.text(at: file).utf8), to: file)
    }
    if let file = options.chartFile {
      try writeCharts(of: report, to: file)
    }
    if options.oldBuild != nil {
      print("\n\(report.pairedSummary)")
      if !report.slowerRows.isEmpty { exit(2) }
    }
  }

  private static func report(_ options: Options) throws -> Report {
    if let file = options.resultsFile {
      let report = try Report(contentsOf: file).filtered(by: options.filter)
      guard !report.rows.isEmpty else {
        throw BenchmarkFailure.usage("--filter \(options.filter ?? ""): \(file) has no such row")
      }
      return report
    }
    if !Machine.isOptimized {
      note("This is a debug build: use swift run -c release Benchmarks.\n")
    }
    if let build = options.oldBuild {
      return try PairedRun(options: options, before: URL(filePath: build)).run()
    }
    return try Suite(options: options).run()
  }

  private static func list(_ group: BenchmarkGroup) {
    let names = group.contenders.map { name in
      group.goals[name].map { "\(name) (goal: \($0.text(group.metric)))" } ?? name
    }
    print(Text.padded(group.name, to: 28) + group.summary)
    print(Text.padded("", to: 30) + names.joined(separator: ", "))
  }

  private static func writeCharts(of report: Report, to file: String) throws {
    if Charts.all(of: report, theme: .light).isEmpty {
      throw BenchmarkFailure("--svg: there are no rows to draw")
    }
    for theme in ChartTheme.all {
      for chart in Charts.all(of: report, theme: theme) {
        let name = "\(Options.base(ofCharts: file))\(chart.part)-\(theme.name).svg"
        try write(Data(chart.svg.utf8), to: name)
      }
    }
  }

  private static func write(_ data: Data, to file: String) throws {
    do {
      try data.write(to: URL(filePath: file))
    } catch {
      throw BenchmarkFailure("cannot write \(file): \(error.localizedDescription)")
    }
  }

  private static func fail(_ message: String, exitStatus: Int32) -> Never {
    note("Benchmarks: \(message)\n")
    exit(exitStatus)
  }
}
