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

  private static func run(_ options: Options) throws {
    if options.wantsHelp {
      print(Options.help)
      return
    }
    if options.wantsList {
      print(GroupList(groups: try Suite.groups(matching: options.filter)))
      return
    }
    // A minute of measuring shall not end with "no such directory".
    let outputs = try Outputs(options)
    let old = try options.oldFile.map { try Report(contentsOf: $0) }
    let report = try report(options)
    print(ResultTable(report: report))
    if let old {
      print("\n\(ComparisonTable(old: old, new: report))")
    }
    try outputs.write(report)
  }

  private static func report(_ options: Options) throws -> Report {
    guard let file = options.resultsFile else {
      if !Machine.isOptimised {
        Progress().note("This is a debug build: use swift run -c release Benchmarks.\n")
      }
      return try Suite(options: options).run()
    }
    let report = try Report(contentsOf: file).filtered(by: options.filter)
    guard !report.rows.isEmpty else {
      throw BenchmarkFailure.usage("--filter \(options.filter ?? ""): \(file) has no such row")
    }
    return report
  }

  private static func fail(_ message: String, exitStatus: Int32) -> Never {
    Progress().note("Benchmarks: \(message)\n")
    exit(exitStatus)
  }
}
