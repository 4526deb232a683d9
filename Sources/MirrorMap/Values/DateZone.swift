import Foundation

/// A time zone, with a shortcut for those that never change their clocks.
///
/// Times are seconds since 2001-01-01, those of `Date` or those on the clocks of the zone.
struct DateZone: Sendable {
  private let zone: TimeZone
  /// The seconds east of UTC of a zone that is nothing else.
  private let fixed: Int?

  init(_ zone: TimeZone) {
    self.zone = zone
    // Names such as GMT+0200 are what Foundation gives to zones that were made of an offset.
    let isFixed =
      zone.identifier.hasPrefix("GMT") || ["UTC", "Etc/UTC", "Etc/GMT"].contains(zone.identifier)
    fixed = isFixed ? zone.secondsFromGMT() : nil
  }

  /// Whether the zone is UTC.
  var isUTC: Bool { fixed == 0 }

  /// The seconds east of UTC at a time.
  func offset(at seconds: Int64) -> Int {
    fixed ?? zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: Double(seconds)))
  }

  /// The time at which the clocks show `local`.
  ///
  /// The first of two; nil if the clocks skip it, or the moment at which they do.
  ///
  /// - Parameter orNext: whether that moment is meant then, if it is within a day of `local`: there
  ///   are days that a zone left out.
  func seconds(ofLocal local: Int64, orNext: Bool) -> Int64? {
    if let fixed { return local - Int64(fixed) }
    // Whatever changes, changes within a day; the larger offset leads to the earlier time.
    let before = offset(at: local - 86_400)
    let after = offset(at: local + 86_400)
    for offset in [max(before, after), min(before, after)] {
      let candidate = local - Int64(offset)
      if self.offset(at: candidate) == offset { return candidate }
    }
    guard orNext else { return nil }
    // The clocks are put forward across `local`: before that they are behind it, afterwards not.
    var low = local - Int64(max(before, after))
    var high = local - Int64(min(before, after))
    while low < high {
      let middle = low + (high - low) / 2
      if middle + Int64(offset(at: middle)) < local { low = middle + 1 } else { high = middle }
    }
    return low + Int64(offset(at: low)) - local < 86_400 ? low : nil
  }
}
