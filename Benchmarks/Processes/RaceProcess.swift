/// The race of one group, in a process of its own.
///
/// What a group leaves behind (trees of `JSONSerialization` all over the heap, freed documents of
/// 100 MB, caches) would change the figures of the groups after it by a quarter. And each pass is
/// another process, as the places where code and data come to lie, which differ from process to
/// process, make some percent too: so the rounds tell of several places, and the interval knows.
enum RaceProcess {
  static let task = "race"

  struct Answer: Codable {
    var measurements: [Measurement]
    /// Bytes by name of document.
    let documents: [String: Int]
  }

  /// - Throws: `BenchmarkFailure` if a document cannot be read, results differ or the process dies.
  static func run(
    _ group: BenchmarkGroup, rounds: Range<Int>, options: Options
  ) throws -> Answer {
    var arguments = [group.name, "\(rounds.lowerBound)", "\(rounds.upperBound)"]
    if let directory = options.corpusDirectory { arguments += ["--corpus", directory] }
    if let filter = options.filter { arguments += ["--filter", filter] }
    if options.isFull { arguments += ["--full"] }
    return try FreshProcess.run(
      task, arguments, about: group.name, keepsMemory: group.keepsMemory)
  }

  /// In the fresh process: checks, warms up and measures.
  static func answer(_ arguments: [String]) throws -> Answer {
    guard arguments.count >= 3,
      let group = BenchmarkGroup.all.first(where: { $0.name == arguments[0] }),
      let first = Int(arguments[1]), let end = Int(arguments[2])
    else {
      throw BenchmarkFailure.usage("\(task) takes a group and its rounds")
    }
    let options = try Options(arguments: arguments.dropFirst(3))
    let workbench = Workbench(corpusDirectory: options.corpusDirectory, isFull: options.isFull)
    let needed = group.wanted(by: options.filter) + group.baselines
    let race = try Race(group.prepare(workbench).filter { needed.contains($0.name) })
    return Answer(
      measurements: try race.measurements(rounds: first..<end), documents: workbench.documentSizes)
  }
}
