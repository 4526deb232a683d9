/// The whole run: group after group, each with all of its contenders.
struct Suite {
  let options: Options
  let progress = Progress()

  /// The groups of which the filter lets at least one contender through.
  ///
  /// - Throws: `BenchmarkFailure` if there is none.
  static func groups(matching filter: String?) throws -> [BenchmarkGroup] {
    let groups = BenchmarkGroup.all.filter { group in
      group.contenders.contains { group.isWanted($0, by: filter) }
    }
    guard !groups.isEmpty else {
      throw BenchmarkFailure.usage(
        "--filter \(filter ?? ""): no \"group contender\" has that in its name; see --list")
    }
    return groups
  }

  /// - Throws: `BenchmarkFailure` when the filter lets nothing through, a document cannot be read
  ///   or results differ.
  func run() throws -> Report {
    let groups = try Self.groups(matching: options.filter)
    let workbench = Workbench(corpusDirectory: options.corpusDirectory, isFull: options.isFull)
    let rows = try groups.flatMap { try self.rows(of: $0, at: workbench) }
    guard !rows.isEmpty else {
      throw BenchmarkFailure.usage("--filter \(options.filter ?? ""): that takes --full")
    }
    return Report(header: ReportHeader(options: options, workbench: workbench), rows: rows)
  }

  private func rows(of group: BenchmarkGroup, at workbench: Workbench) throws -> [ResultRow] {
    let wanted = group.contenders.filter { group.isWanted($0, by: options.filter) }
    let measurements = try measure(group, Set(wanted + group.baselines), at: workbench)
    return wanted.compactMap { name in
      measurements.first { $0.contender == name }
        .map { ResultRow($0, in: group, of: measurements) }
    }
  }

  private func measure(
    _ group: BenchmarkGroup, _ needed: Set<String>, at workbench: Workbench
  ) throws -> [Measurement] {
    progress.note("\(group.name): checking,")
    defer { progress.note("\n") }
    do {
      let contenders = try group.prepare(workbench).filter { needed.contains($0.name) }
      let rounds = min(options.rounds, group.mostRounds)
      return try Runner(rounds: rounds, progress: progress).measure(contenders)
    } catch let failure as BenchmarkFailure {
      throw failure
    } catch {
      // A contender cannot read the document, or what another one wrote.
      throw BenchmarkFailure("\(group.name): \(error)")
    }
  }
}
