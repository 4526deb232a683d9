import Foundation

extension ISO8601 {
  /// Reads a whole text as a date; nil unless all of it is one.
  ///
  /// A leap second (`:60`) is taken where one can be: in the last minute of a month, UTC. `Date` has
  /// no leap seconds, so it is the same as the second after it, 00:00:00 of the next day.
  ///
  /// - Complexity: O(*n*), no allocation.
  static func date(from utf8: Bytes) -> Date? {
    var cursor = Cursor(bytes: utf8)
    guard let year = cursor.digits(4), cursor.take("-"),
      let month = cursor.digits(2), cursor.take("-"),
      let day = cursor.digits(2),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    var seconds = Int64(date.daysSinceReference) * 86_400
    if cursor.isAtEnd { return Date(timeIntervalSinceReferenceDate: Double(seconds)) }

    guard cursor.take("T") || cursor.take("t") || cursor.take(" "),
      let hour = cursor.digits(2), hour < 24, cursor.take(":"),
      let minute = cursor.digits(2), minute < 60, cursor.take(":"),
      let second = cursor.digits(2), second <= 60,
      let (fraction, fractionDigits) = cursor.fraction(),
      let offset = cursor.offset(), cursor.isAtEnd
    else { return nil }
    seconds += Int64(hour * 3_600 + minute * 60 + second - offset)
    if second == 60 {
      guard isAfterLeapSecond(seconds) else { return nil }
    }
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

  /// A position in the text; reads what it is asked for or leaves it.
  private struct Cursor {
    let bytes: Bytes
    var position = 0

    init(bytes: Bytes) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
      position += 1
      return true
    }

    mutating func digit() -> Int? {
      guard position < bytes.count else { return nil }
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      position += 1
      return Int(digit)
    }

    /// Exactly `count` digits; what follows them is the caller's business.
    mutating func digits(_ count: Int) -> Int? {
      var value = 0
      for _ in 0..<count {
        guard let digit = digit() else { return nil }
        value = value * 10 + digit
      }
      return value
    }

    /// The fraction of a second and its number of digits, without trailing zeros: zero and no digit
    /// when there is none, nil when a point has no digits behind it.
    mutating func fraction() -> (value: Int64, digits: Int)? {
      guard take(".") || take(",") else { return (0, 0) }
      guard var digit = digit() else { return nil }
      var value: Int64 = 0
      var count = 0
      while true {
        if count < 9 {
          value = value * 10 + Int64(digit)
          count += 1
        }
        guard let next = self.digit() else { break }
        digit = next
      }
      while count > 0, value % 10 == 0 {
        value /= 10
        count -= 1
      }
      return (value, count)
    }

    /// The seconds east of UTC.
    mutating func offset() -> Int? {
      if take("Z") || take("z") { return 0 }
      let isWest = take("-")
      guard isWest || take("+") else { return nil }
      guard let hours = digits(2), hours < 24 else { return nil }
      var minutes = 0
      if !isAtEnd {
        _ = take(":")
        guard let value = digits(2), value < 60 else { return nil }
        minutes = value
      }
      let seconds = hours * 3_600 + minutes * 60
      return isWest ? -seconds : seconds
    }
  }
}
