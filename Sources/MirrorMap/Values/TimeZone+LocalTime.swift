import Foundation

/// Times are seconds since 2001-01-01: those of `Date`, or those on the clocks of the zone.
extension TimeZone {
  /// The seconds east of UTC at a time.
  func offset(at seconds: Int64) -> Int {
    secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: Double(seconds)))
  }

  /// The time at which the clocks show `local`, the first of two.
  ///
  /// - Parameter orNext: whether a time that the clocks skip means the moment at which they do,
  ///   unless they skip a whole day.
  /// - Returns: nil if the clocks skip it.
  func seconds(ofLocal local: Int64, orNext: Bool) -> Int64? {
    // Whatever changes, changes within a day; the larger offset leads to the earlier time.
    let before = Int64(offset(at: local - 86_400))
    let after = Int64(offset(at: local + 86_400))
    var (low, high) = (local - max(before, after), local - min(before, after))
    if low + Int64(offset(at: low)) == local { return low }
    if high + Int64(offset(at: high)) == local { return high }
    guard orNext else { return nil }
    // The clocks are put forward past `local` somewhere in between.
    while low < high {
      let middle = low + (high - low) / 2
      if middle + Int64(offset(at: middle)) < local { low = middle + 1 } else { high = middle }
    }
    return low + Int64(offset(at: low)) - local < 86_400 ? low : nil
  }
}
