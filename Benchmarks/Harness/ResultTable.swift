import Foundation

/// The results for people: one block for each operation on each document.
///
///     decode twitter, 631,515 bytes            best MB/s  median MB/s  × JSONSerialization …
///       JSONSerialization                           60.1         58.3                 1.00 …
///       MirrorMap                                  812.0        799.5                13.71 …
struct ResultTable: CustomStringConvertible {
  let rows: [ResultRow]

  private static let nameWidth = 38

  var description: String {
    var lines: [String] = []
    var block = ""
    for row in rows {
      let title = "\(row.operation) \(row.corpus)"
      if title != block {
        if !block.isEmpty { lines.append("") }
        block = title
        lines.append(header(row))
      }
      lines.append(line(row))
    }
    return lines.joined(separator: "\n")
  }

  private func header(_ row: ResultRow) -> String {
    let codable = row.operation == Operation.encode.rawValue ? "JSONEncoder" : "JSONDecoder"
    let title = "\(row.operation) \(row.corpus), \(Self.grouped(row.bytes)) bytes"
    return columns(title, ["best MB/s", "median MB/s", "× JSONSerialization", "× \(codable)"])
  }

  private func line(_ row: ResultRow) -> String {
    columns(
      "  \(row.contender)",
      [
        String(format: "%.1f", row.bestMBps), String(format: "%.1f", row.medianMBps),
        String(format: "%.2f", row.ratioToJSONSerialization),
        String(format: "%.2f", row.ratioToCodable),
      ])
  }

  private func columns(_ name: String, _ cells: [String]) -> String {
    // As wide as their headings, with two spaces between.
    let widths = [11, 13, 21, 15]
    let padded = zip(cells, widths).map { cell, width in
      String(repeating: " ", count: max(0, width - cell.count)) + cell
    }
    let gap = String(repeating: " ", count: max(0, Self.nameWidth - name.count))
    return name + gap + padded.joined()
  }

  /// `1,727,204`, whatever the locale.
  private static func grouped(_ number: Int) -> String {
    var text = ""
    for (position, digit) in String(number).reversed().enumerated() {
      if position > 0, position % 3 == 0 { text = "," + text }
      text = String(digit) + text
    }
    return text
  }
}
