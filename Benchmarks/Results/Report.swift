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
      throw BenchmarkFailure("\(file) is not what --json writes: \(Self.explanation(of: error))")
    }
  }

  init(header: ReportHeader, rows: [ResultRow]) {
    self.header = header
    self.rows = rows
  }

  private static func explanation(of error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      "no \"\(key.stringValue)\" \(place(context))"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      "\(context.debugDescription) \(place(context))"
    default: "\(error)"
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    "at $"
      + context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
  }
}
