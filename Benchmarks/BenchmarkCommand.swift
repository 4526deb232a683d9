import Foundation

/// `swift run -c release Benchmarks`: MirrorMap against Foundation, see `Options.help`.
@main
enum BenchmarkCommand {
  static func main() {
    do {
      try run(Options(arguments: CommandLine.arguments.dropFirst()))
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
    if let file = options.jsonFile {
      try requireDirectory(of: file)
    }
    let rows = try Suite(options: options).run()
    print(ResultTable(rows: rows))
    if let file = options.jsonFile {
      try write(rows.json(), to: file)
    }
  }

  /// A minute of measuring shall not end with "no such directory".
  private static func requireDirectory(of file: String) throws {
    let directory = URL(filePath: file).deletingLastPathComponent().path
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

  private static func fail(_ message: String, exitStatus: Int32) -> Never {
    Progress().note("Benchmarks: \(message)\n")
    exit(exitStatus)
  }
}
