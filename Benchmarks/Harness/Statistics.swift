/// The figures that survive a noisy machine.
enum Statistics {
  /// The middle value, or the mean of the two in the middle; zero of nothing.
  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    guard !sorted.isEmpty else { return 0 }
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The quotients of pairs.
  ///
  /// Both values of a pair come from the same round, and minutes of a busy neighbor affect both
  /// alike: the median of these is steadier than the quotient of two medians.
  static func ratios(_ numerators: [Double], _ denominators: [Double]) -> [Double] {
    zip(numerators, denominators).map { $0 / $1 }
  }

  /// From fewer values than this no interval of 95 % can be given.
  static let fewestForInterval = 6

  /// An interval that holds the true median with a probability of at least 95 %, whatever the
  /// distribution; with fewer than six values from the least to the greatest.
  ///
  /// The true median is below the k-th smallest of n values exactly if fewer than k of n tosses
  /// of a coin show heads. So the interval goes from the k-th smallest to the k-th greatest, with
  /// the greatest k for which both tails together are at most 5 % (of 15 values: the fourth).
  static func medianInterval(_ values: [Double]) -> ClosedRange<Double> {
    let sorted = values.sorted()
    guard let first = sorted.first, let last = sorted.last else { return 0...0 }
    let rank = intervalRank(of: sorted.count)
    guard rank > 0 else { return first...last }
    return sorted[rank - 1]...sorted[sorted.count - rank]
  }

  /// The k of ``medianInterval(_:)``; 0 if there is none.
  private static func intervalRank(of count: Int) -> Int {
    if count > 1_000 {
      // The binomial distribution is normal by then, and its terms are too small for a Double.
      return Int((Double(count) / 2 - 0.98 * Double(count).squareRoot()).rounded(.down))
    }
    var term = 1.0
    for _ in 0..<count { term /= 2 }
    var tail = term
    var rank = 0
    while tail <= 0.025, rank < count / 2 {
      rank += 1
      term *= Double(count - rank + 1) / Double(rank)
      tail += term
    }
    return rank
  }
}
