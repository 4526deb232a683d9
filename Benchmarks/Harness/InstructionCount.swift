import Foundation

/// How many instructions one run of a contender takes, counted by valgrind.
///
/// Unlike times, counts are nearly the same in every run, on a busy machine as well. The process
/// runs the contender some times, another process a few times more: the difference is that of the
/// runs alone, without loading documents or building plans.
enum InstructionCount {
  private static let runs = (few: 2, many: 7)

  /// One cost for each contender: the instructions for one item (see ``Metric``).
  static func measure(
    _ contender: String, in group: BenchmarkGroup, options: Options, executable: URL
  ) throws -> Race.Answer {
    func count(_ runs: Int) throws -> (instructions: Int, answer: Race.Answer) {
      let request = Race.Request(
        group: group.name, contenders: [contender], rounds: 0..<0,
        corpusDirectory: options.corpusDirectory, isFull: options.isFull, wantsChecks: false,
        runs: runs)
      let log = FileManager.default.temporaryDirectory
        .appending(path: "mirrormap-benchmarks-\(UUID().uuidString).log")
      defer { try? FileManager.default.removeItem(at: log) }
      let answer: Race.Answer = try FreshProcess.run(
        Race.task, [request.text()], about: group.name, executable: executable,
        launcher: [
          "/usr/bin/env", "SWIFT_DETERMINISTIC_HASHING=1", "valgrind", "--tool=cachegrind",
          "--cache-sim=no", "--cachegrind-out-file=/dev/null", "--log-file=\(log.path)",
        ])
      return (try instructions(in: log), answer)
    }
    let few = try count(runs.few)
    let many = try count(runs.many)
    var answer = many.answer
    for index in answer.measurements.indices {
      let perRun = Double(many.instructions - few.instructions) / Double(runs.many - runs.few)
      answer.measurements[index].costs = [perRun / Double(answer.measurements[index].items)]
    }
    return answer
  }

  /// The number in a line `==123== I   refs:      1,234,567`.
  private static func instructions(in log: URL) throws -> Int {
    let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.contains("refs:") }
    guard let digits = line?.split(separator: ":").last?.filter(\.isNumber), let count = Int(digits)
    else { throw BenchmarkFailure("valgrind has counted no instructions:\n\(text)") }
    return count
  }
}
