import Foundation

extension ISO8601 {
  /// Reads a whole text as a date; nil unless all of it is one.
  ///
  /// A leap second (`:60`) is accepted where one can be: in the last minute of a month, UTC. `Date`
  /// has no leap seconds, so it is the same as the second after it, 00:00:00 of the next day.
  ///
  /// - Complexity: O(*n*), no allocation.
  static func date(from utf8: Bytes) -> Date? {
    var cursor = DateCursor(utf8)
    guard let year = cursor.digits(4), cursor.skip(.minus),
      let month = cursor.digits(2), cursor.skip(.minus), let day = cursor.digits(2),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    var seconds = Int64(date.daysSinceReference) * 86_400
    if cursor.hasReachedEnd { return Date(timeIntervalSinceReferenceDate: Double(seconds)) }

    guard
      cursor.skip(UInt8(ascii: "T")) || cursor.skip(UInt8(ascii: "t")) || cursor.skip(.space),
      let hour = cursor.digits(2), hour < 24, cursor.skip(.colon),
      let minute = cursor.digits(2), minute < 60, cursor.skip(.colon),
      let second = cursor.digits(2), second <= 60,
      let (fraction, fractionDigits) = cursor.fraction(),
      let offset = cursor.offset(), cursor.hasReachedEnd
    else { return nil }
    seconds += Int64(hour * 3_600 + minute * 60 + second - offset)
    if second == 60, !isAfterLeapSecond(seconds) { return nil }
    return Date(
      timeIntervalSinceReferenceDate: interval(
        seconds: seconds, fraction: fraction, digits: fractionDigits))
  }

  /// Reads a whole text as a date; nil unless all of it is one.
  static func date(from text: String) -> Date? {
    JSONKey.withUTF8(text) { date(from: $0) }
  }

  /// Whether a time is the first second of a month, UTC.
  private static func isAfterLeapSecond(_ seconds: Int64) -> Bool {
    guard seconds % 86_400 == 0 else { return false }
    // The day that ends there has to be the last of its month.
    return CivilDate(daysSinceReference: Int(seconds / 86_400) - 1)?.isLastOfMonth ?? false
  }
}
