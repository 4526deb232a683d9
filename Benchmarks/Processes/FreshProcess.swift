import Foundation

/// This program, started once more to measure what only happens once in a process.
///
/// `Benchmarks --in-fresh-process TASK ARGUMENT…` prints one line: the figure, and a digest of the
/// result. The parent compares the digests, so that here, too, all contenders do the same work.
enum FreshProcess {
  /// Not in `--help`: it is no option for people.
  static let flag = "--in-fresh-process"

  struct Answer: Equatable {
    let figure: Double
    let digest: String
  }

  private static let tasks: [String: @Sendable ([String]) throws -> Answer] = [
    PeakMemory.task: PeakMemory.answer,
    PlanBuilding.task: PlanBuilding.answer,
  ]

  /// Runs a task in a process of its own.
  ///
  /// - Throws: `BenchmarkFailure` if the process fails or answers something else.
  static func run(_ task: String, _ arguments: [String]) throws -> Answer {
    let process = Process()
    process.executableURL = executable
    process.arguments = [flag, task] + arguments
    let output = Pipe()
    process.standardOutput = output
    do {
      try process.run()
    } catch {
      throw BenchmarkFailure("cannot start \(executable.path): \(error.localizedDescription)")
    }
    let line = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let parts = line.split(separator: " ", maxSplits: 1).map { String($0) }
    guard process.terminationStatus == 0, parts.count == 2, let figure = Double(parts[0]) else {
      throw BenchmarkFailure(
        "the process for \(task) \(arguments.joined(separator: " ")) ended with status "
          + "\(process.terminationStatus) and said \"\(line)\"")
    }
    return Answer(figure: figure, digest: parts[1])
  }

  /// The other end: does what the arguments after ``flag`` say.
  static func serve(_ arguments: [String]) throws {
    guard let name = arguments.first, let task = tasks[name] else {
      throw BenchmarkFailure.usage("\(flag) is for this program's own use")
    }
    let answer = try task(Array(arguments.dropFirst()))
    print(answer.figure, answer.digest)
  }

  private static var executable: URL {
    #if os(Linux)
      URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    #else
      Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    #endif
  }
}
