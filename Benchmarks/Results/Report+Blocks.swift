extension Report {
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
