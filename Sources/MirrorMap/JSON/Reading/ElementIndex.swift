/// Where every sixteenth element begins, of the arrays that views have indexed last.
///
/// Without it, access to one element after the other would scan the array from its beginning each time.
/// Arrays are remembered by their level, so that those inside of an array don't displace it.
struct ElementIndex {
  /// How many elements are scanned at most from one that is known.
  static let step = 16
  private static let arraysPerLevel = 8

  private struct Table {
    let array: Int
    /// The positions of the elements 16, 32, and so on, as far as they are known.
    var positions: [Int] = []
  }

  private var levels: [Int: [Table]] = [:]

  /// The last known element that isn't after another one.
  ///
  /// - Parameters:
  ///   - index: the number of the element that is wanted.
  ///   - array: the position of the array.
  func last(upTo index: Int, inArrayAt array: Int, level: Int) -> (number: Int, position: Int)? {
    guard let table = levels[level]?.first(where: { $0.array == array }) else { return nil }
    let count = min(index / Self.step, table.positions.count)
    return count > 0 ? (count * Self.step, table.positions[count - 1]) : nil
  }

  /// Adds the positions of successive elements, one of every sixteen.
  ///
  /// - Parameter first: the number of the first one.
  mutating func add(_ positions: [Int], from first: Int, inArrayAt array: Int, level: Int) {
    var tables = levels.removeValue(forKey: level) ?? []
    var table = Table(array: array)
    if let known = tables.firstIndex(where: { $0.array == array }) {
      table = tables.remove(at: known)
    } else if tables.count == Self.arraysPerLevel {
      tables.removeLast()
    }
    // Another thread may have added some of them, or removed the ones before.
    let known = table.positions.count - (first / Self.step - 1)
    if known >= 0 { table.positions += positions.dropFirst(known) }
    tables.insert(table, at: 0)
    levels[level] = tables
  }
}
