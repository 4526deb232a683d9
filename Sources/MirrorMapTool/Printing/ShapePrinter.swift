/// Writes a line for every path.
enum ShapePrinter {
  static func text(of evidence: Evidence) -> String {
    while ShapeMerging(root: evidence).findDictionaries() {}
    var rows = [["path", "kinds", "count", "null", "example"]]
    add(evidence, "$", to: &rows)
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return (cells + [row[4]]).joined(separator: "  ").trimmingTrailingSpaces + "\n"
    }.joined()
  }

  private static func add(_ evidence: Evidence, _ path: String, to rows: inout [[String]]) {
    let count = evidence.count
    let kinds = evidence.kinds.map {
      evidence.kinds.count == 1 ? $0.name : "\($0.name) \($0.count)"
    }
    let nulls = evidence.nulls == 0 ? "" : "\(share(evidence.nulls, of: count))"
    rows.append([
      path, kinds.isEmpty ? "null" : kinds.joined(separator: ", "), "\(count)", nulls,
      shortened(evidence.example ?? ""),
    ])
    if let elements = evidence.elements { add(elements, path + "[]", to: &rows) }
    guard let object = evidence.objects else { return }
    if let values = object.values { add(values, path + ".*", to: &rows) }
    for member in object.members {
      add(member.value, path + step(member.key), to: &rows)
    }
  }

  private static func step(_ key: String) -> String {
    SwiftName.isPathStep(key) ? "." + key : "[\(key.debugDescription)]"
  }

  private static func share(_ part: Int, of whole: Int) -> String {
    let percent = Double(part) * 100 / Double(whole)
    return percent < 1 ? "<1 %" : "\(Int(percent.rounded())) %"
  }

  private static func shortened(_ text: String) -> String {
    text.count <= 50 ? text : text.prefix(49) + "…"
  }
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}
