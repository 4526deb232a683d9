import Foundation

/// All that a run has found out, and about which machine: the content of a `--json` file.
struct Report: Codable {
  let header: ReportHeader
  let rows: [ResultRow]

  /// JSON with one row a line: pleasant to read, to grep and to diff.
  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let header = String(decoding: try encoder.encode(header), as: UTF8.self)
    let rows = try rows.map { "  " + String(decoding: try encoder.encode($0), as: UTF8.self) }
    return Data(
      ("{\n\"header\": " + header + ",\n\"rows\": [\n" + rows.joined(separator: ",\n") + "\n]\n}\n")
        .utf8)
  }

  init(header: ReportHeader, rows: [ResultRow]) {
    self.header = header
    self.rows = rows
  }

  /// What an earlier run wrote.
  ///
  /// - Throws: `BenchmarkFailure` if `file` cannot be read or is something else.
  init(contentsOf file: String) throws {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: file))
    } catch {
      throw BenchmarkFailure("cannot read \(file): \(error.localizedDescription)")
    }
    do {
      self = try JSONDecoder().decode(Report.self, from: data)
    } catch {
      throw BenchmarkFailure("\(file) is not what --json writes: \(error)")
    }
  }

  /// The row of the same group and contender.
  func row(_ group: String, _ contender: String) -> ResultRow? {
    rows.first { $0.group == group && $0.contender == contender }
  }

  /// What `--filter` lets through.
  func filtered(by filter: String?) -> Report {
    guard let filter = filter?.lowercased() else { return self }
    return Report(
      header: header,
      rows: rows.filter { "\($0.group) \($0.contender)".lowercased().contains(filter) })
  }

  /// The rows of one group after the other.
  var blocks: [[ResultRow]] {
    var blocks: [[ResultRow]] = []
    for row in rows {
      if blocks.last?.first?.group == row.group {
        blocks[blocks.count - 1].append(row)
      } else {
        blocks.append([row])
      }
    }
    return blocks
  }

  /// `decode twitter, 631,515 bytes`; without the size where it differs.
  static func title(_ rows: [ResultRow]) -> String {
    let first = rows[0]
    guard let items = first.unit.itemName, rows.allSatisfy({ $0.items == first.items }) else {
      return first.group
    }
    return "\(first.group), \(Text.grouped(first.items)) \(items)"
  }
}

/// When, where and how a run was made.
struct ReportHeader: Codable {
  let date: String
  let processor: String
  let cores: Int
  let memory: Int
  let system: String
  let swift: String
  let rounds: Int
  let isFull: Bool
  /// Whether the documents were read from files, not generated.
  let hasCorpusFiles: Bool
  /// Bytes by name of document.
  let documents: [String: Int]

  init(options: Options, documents: [String: Int]) {
    date = Date().formatted(.iso8601)
    processor = Machine.processor
    cores = ProcessInfo.processInfo.activeProcessorCount
    memory = Int(ProcessInfo.processInfo.physicalMemory)
    system = Machine.system
    swift = Machine.swift + (Machine.isOptimized ? "" : ", NOT OPTIMIZED")
    rounds = options.rounds
    isFull = options.isFull
    hasCorpusFiles = options.corpusDirectory != nil
    self.documents = documents
  }

  /// The machine in one line.
  var machine: String {
    "\(processor), \(cores) cores, \(memory >> 30) GB, \(system), \(swift)"
  }

  /// The run in one line.
  var run: String {
    "\(date), \(rounds) rounds\(isFull ? ", full" : ""), documents "
      + (hasCorpusFiles ? "from files" : "generated")
  }

  /// The text at the foot of a chart.
  func caption(rounds: Int) -> String {
    "\(processor), \(cores) cores · \(swift) · \(date.prefix(10)) · median of \(rounds) rounds"
  }
}
