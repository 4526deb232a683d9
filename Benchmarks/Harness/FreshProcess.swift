import Foundation

/// This program started once more: nothing that was done before affects what it measures.
///
/// `Benchmarks --in-fresh-process TASK ARGUMENT…` does the task and prints its reply as JSON.
enum FreshProcess {
  /// Not in `--help`: it is no option for people.
  static let flag = "--in-fresh-process"

  /// The answer of a task that measures one thing. The parent compares the digests of results, so
  /// that here, too, all contenders do the same work.
  struct Answer: Codable {
    let figure: Double
    let digest: String
  }

  private enum Reply<Answer: Codable>: Codable {
    case answer(Answer)
    case failure(BenchmarkFailure)
    /// Any other error, which does not say what it is about.
    case error(String)
  }

  private static let tasks: [String: @Sendable ([String]) throws -> Data] = [
    PeakMemory.task: { try reply(to: $0, with: PeakMemory.answer) },
    PlanBuilding.task: { try reply(to: $0, with: PlanBuilding.answer) },
    Race.task: { try reply(to: $0, with: Race.answer) },
  ]

  static func run(_ task: String, _ arguments: [String]) throws -> Answer {
    try run(task, arguments, about: "\(task) \(arguments.joined(separator: " "))")
  }

  /// Runs a task in a process of its own.
  ///
  /// - Parameters:
  ///   - subject: what a failure is about.
  ///   - keepsMemory: whether its allocator keeps freed memory (glibc alone has a setting for it).
  ///     By default glibc returns large results to the system, which clears pages for the next.
  ///   - executable: another build of this program, to compare both.
  ///   - launcher: a command that starts the executable and watches it.
  /// - Throws: `BenchmarkFailure`, the process's own if it has reported one.
  static func run<Answer: Codable>(
    _ task: String, _ arguments: [String], about subject: String, keepsMemory: Bool = false,
    executable: URL = executable, launcher: [String] = []
  ) throws -> Answer {
    // `/proc/self/exe` would be the launcher.
    let program = launcher + [executable.resolvingSymlinksInPath().path]
    let process = Process()
    process.executableURL = launcher.isEmpty ? executable : URL(filePath: program[0])
    process.arguments = program.dropFirst() + [flag, task] + arguments
    if keepsMemory {
      var environment = ProcessInfo.processInfo.environment
      environment["GLIBC_TUNABLES"] =
        "glibc.malloc.trim_threshold=1073741824:glibc.malloc.mmap_threshold=33554432"
      process.environment = environment
    }
    let output = Pipe()
    process.standardOutput = output
    do {
      try process.run()
    } catch {
      throw BenchmarkFailure("cannot start \(executable.path): \(error.localizedDescription)")
    }
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    switch try? JSONDecoder().decode(Reply<Answer>.self, from: text) {
    case .answer(let answer): return answer
    case .failure(let failure): throw failure
    case .error(let error): throw BenchmarkFailure("\(subject): \(error)")
    case nil:
      let end = process.terminationReason == .uncaughtSignal ? "signal" : "status"
      throw BenchmarkFailure(
        "\(subject): the process ended with \(end) \(process.terminationStatus) and no answer")
    }
  }

  /// The other end: does what the arguments after ``flag`` say.
  static func serve(_ arguments: [String]) throws {
    guard let name = arguments.first, let task = tasks[name] else {
      throw BenchmarkFailure.usage("\(flag) is for this program's own use")
    }
    try FileHandle.standardOutput.write(contentsOf: task(Array(arguments.dropFirst())))
  }

  private static func reply<Answer: Codable>(
    to arguments: [String], with task: ([String]) throws -> Answer
  ) throws -> Data {
    let reply: Reply<Answer>
    do {
      reply = .answer(try task(arguments))
    } catch let failure as BenchmarkFailure {
      reply = .failure(failure)
    } catch {
      reply = .error("\(error)")
    }
    return try JSONEncoder().encode(reply)
  }

  /// On Linux the program that is running, even if another one was built in its place meanwhile.
  static var executable: URL {
    #if os(Linux)
      URL(filePath: "/proc/self/exe")
    #else
      Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    #endif
  }
}
