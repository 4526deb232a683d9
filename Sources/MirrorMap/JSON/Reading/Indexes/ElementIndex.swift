/// Where every sixteenth element begins, of the arrays that views have indexed.
///
/// Without it, access to one element after the other would scan the array from its beginning each time. Arrays of up to
/// 16 elements need none of it. For others it takes at most about half as much memory as their text, and an entry of a
/// dictionary.
struct ElementIndex {
  /// How many elements are scanned at most from one that is known.
  static let step = 16

  /// For the position of each array, those of the elements 16, 32, and so on, as far as they are known.
  private var positions: [Int: [Int]] = [:]

  /// The last known element that isn't after another one.
  ///
  /// - Parameters:
  ///   - index: the number of the element that is wanted.
  ///   - array: the position of the array.
  func last(upTo index: Int, inArrayAt array: Int) -> (number: Int, position: Int)? {
    guard let known = positions[array] else { return nil }
    let count = min(index / Self.step, known.count)
    return count > 0 ? (count * Self.step, known[count - 1]) : nil
  }

  /// Adds the positions of successive elements, one of every sixteen.
  ///
  /// - Parameter first: the number of the first one. All before it are known.
  mutating func add(_ added: [Int], from first: Int, inArrayAt array: Int) {
    // Another thread may have added some of them.
    let known = positions[array, default: []].count - (first / Self.step - 1)
    positions[array, default: []] += added.dropFirst(max(known, 0))
  }
}
