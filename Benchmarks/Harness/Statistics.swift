/// The two figures that survive a noisy machine.
enum Statistics {
  /// The middle value, or the mean of the two in the middle; zero of nothing.
  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    guard !sorted.isEmpty else { return 0 }
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The median of the quotients of pairs.
  ///
  /// Both values of a pair come from the same round, minutes of a busy neighbour hit both alike:
  /// this is steadier than the quotient of two medians.
  static func medianRatio(_ numerators: [Double], _ denominators: [Double]) -> Double {
    median(zip(numerators, denominators).map { $0 / $1 })
  }
}
