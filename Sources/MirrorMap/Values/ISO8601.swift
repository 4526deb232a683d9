import EssentialFoundation

// Dates in JSON are texts such as `2024-02-29T12:34:56.789+02:00`. They are read and written here
// byte by byte: `DateFormatter` takes microseconds for each, needs a lock or a copy per thread, and
// takes texts that are no dates.
//
// The profile is RFC 3339, section 5.6, with what other writers are known to produce:
//
//   date       2024-02-29                          years 0001 to 9999, alone: midnight UTC
//   separator  T, t or one blank
//   time       12:34:56                            hours up to 23
//   fraction   .789 or ,789                        any number of digits, nine of them count
//   zone       Z, z, +02:00, +0200, +02            up to 23:59 either way; not optional
//
// Worked example. `2024-02-29T12:34:56.789+02:00` is day 8,459 since 2001-01-01, and
//
//   8,459 × 86,400 + 12 × 3,600 + 34 × 60 + 56 − 7,200 = 730,895,696 seconds, and 789 / 1,000
//
// A `Date` holds that as one Double. It is made by a single division, 730895696789 / 1000, so it is
// the Double nearest to the text's value, and writing it finds the 789 again. Between the years
// 1865 and 2137 neighboring Doubles are less than half a microsecond apart.

/// Reads and writes dates in the format of ISO 8601 and RFC 3339.
enum ISO8601 {
  static let powersOfTen: [Int64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  ]

  /// The time since 2001-01-01 of `seconds` + `fraction` / 10^`digits`.
  ///
  /// One rounding, to the nearest Double, as long as all digits together stay below 2^53, as those
  /// of microseconds do; with more digits than that a second rounding far below the first.
  static func interval(seconds: Int64, fraction: Int64, digits: Int) -> TimeInterval {
    guard fraction != 0 else { return Double(seconds) }
    let scale = powersOfTen[digits]
    let (units, overflow) = seconds.multipliedReportingOverflow(by: scale)
    if !overflow, units.magnitude < 1 << 52 {
      return Double(units + fraction) / Double(scale)
    }
    return Double(seconds) + Double(fraction) / Double(scale)
  }

  // MARK: Reading

  /// Reads a whole text as a date; nil unless all of it is one.
  ///
  /// A leap second (`:60`) is accepted where one can be: in the last minute of a month, UTC. `Date`
  /// has no leap seconds, so it is the same as the second after it, 00:00:00 of the next day.
  ///
  /// - Complexity: O(*n*), no allocation.
  ///
  /// - Parameter zone: seconds east of UTC where the date is written, in which it must have a year from
  ///   1 to 9999.
  static func date(from utf8: Bytes, offset zone: Int = 0) -> Date? {
    var cursor = DateCursor(utf8)
    guard let year = cursor.digits(4), cursor.skip(.minus),
      let month = cursor.digits(2), cursor.skip(.minus), let day = cursor.digits(2),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    var seconds = Int64(date.daysSinceReference) * 86_400
    if cursor.hasReachedEnd { return writable(Double(seconds), year: year, offset: zone) }

    guard
      cursor.skip(UInt8(ascii: "T")) || cursor.skip(UInt8(ascii: "t")) || cursor.skip(.space),
      let hour = cursor.digits(2), hour < 24, cursor.skip(.colon),
      let minute = cursor.digits(2), minute < 60, cursor.skip(.colon),
      let second = cursor.digits(2), second <= 60,
      let (fraction, fractionDigits) = cursor.fraction(),
      let offset = cursor.offset(), cursor.hasReachedEnd
    else { return nil }
    seconds += Int64(hour * 3_600 + minute * 60 + second - offset)
    if second == 60 {
      // The day that ends with a leap second has to be the last of its month, UTC.
      let day = CivilDate(daysSinceReference: Int(seconds / 86_400) - 1)
      guard seconds % 86_400 == 0, day?.isLastOfMonth == true else { return nil }
    }
    let interval = interval(seconds: seconds, fraction: fraction, digits: fractionDigits)
    return writable(interval, year: year, offset: zone)
  }

  /// The date, unless its zone, a leap second, or rounding leads out of the years that can be written.
  @inline(__always)
  private static func writable(_ interval: TimeInterval, year: Int, offset: Int) -> Date? {
    let date = Date(timeIntervalSinceReferenceDate: interval)
    return 2...9998 ~= year || string(from: date, offset: offset) != nil ? date : nil
  }

  /// Reads a whole text as a date; nil unless all of it is one.
  static func date(from text: String, offset zone: Int = 0) -> Date? {
    JSONKey.withUTF8(text) { date(from: $0, offset: zone) }
  }

  /// The times of the years 1600 to 9998 since 2001, for which Foundation has the same texts. It has the Julian
  /// calendar before 1583.
  static let sharedTimes: Range<TimeInterval> = -12_622_780_800..<252_392_000_000

  /// Reads a date such as `2024-02-29T12:34:56Z`, which Foundation reads alike; nil for all other texts.
  static func sharedDate(from text: Bytes) -> Date? {
    guard text.count == 20, text[10] == UInt8(ascii: "T"), text[17] < UInt8(ascii: "6"),
      text[19] == UInt8(ascii: "Z"), let date = date(from: text),
      sharedTimes.contains(date.timeIntervalSinceReferenceDate)
    else { return nil }
    return date
  }

  // MARK: Writing

  /// The date as `2024-02-29T12:34:56.789Z`.
  ///
  /// - Parameters:
  ///   - fractionDigits: how many digits of the second's fraction are written, from 0 to 9. Further
  ///     digits are cut off, not rounded: a second that is not over is not written as the next one.
  ///     If nil, the fewest digits that read back as the same `Date`; none for whole seconds.
  ///   - offset: seconds east of UTC; 0 is written as `Z`. Whole minutes below 24 hours.
  /// - Returns: nil when the year is not 1 to 9999 in the zone, when the date is not finite, and when
  ///   the zone is not whole minutes below 24 hours.
  static func string(from date: Date, fractionDigits: Int? = nil, offset: Int = 0) -> String? {
    String(utf8Capacity: maximumCount) {
      $0.append(date, fractionDigits: fractionDigits, offset: offset)
    }
  }

  /// How many bytes a text has at most.
  static let maximumCount = "2024-02-29T12:34:56.123456789+02:00".utf8.count

  /// What the clocks of a time zone show.
  struct LocalTime {
    let day: CivilDate
    /// Of the day.
    let second: Int
    /// In units of 10^-fractionDigits seconds.
    let fraction: Int64
    let fractionDigits: Int
    /// The seconds east of UTC.
    let offset: Int

    /// Makes the local time of a date; nil if its year isn't 1 to 9999, and if it isn't finite.
    ///
    /// - Parameter offset: returns the zone's offset at a time in seconds since 2001-01-01.
    @inline(__always)
    init?(_ date: Date, _ fractionDigits: Int?, offset: (Int64) -> Int) {
      let interval = date.timeIntervalSinceReferenceDate
      // The years 0 and 10000 included, which a time zone can move in; NaN compares false.
      guard interval > -7e10, interval < 3e11 else { return nil }
      let seconds: Int64
      (seconds, fraction, self.fractionDigits) = ISO8601.split(interval, fractionDigits)
      self.offset = offset(seconds)
      let local = Int(seconds) + self.offset
      second = (local % 86_400 + 86_400) % 86_400
      guard let day = CivilDate(daysSinceReference: (local - second) / 86_400) else { return nil }
      self.day = day
    }
  }

  /// Whole seconds, rounded down, and the rest in units of 10^-digits seconds.
  typealias Parts = (seconds: Int64, fraction: Int64, digits: Int)

  /// Splits a time within ±3 × 10^11 seconds into whole seconds and the digits to write.
  static func split(_ interval: TimeInterval, _ fractionDigits: Int?) -> Parts {
    guard let fractionDigits else {
      for digits in 0...9 {
        let (seconds, fraction, _) = nearest(interval, digits: digits)
        if self.interval(seconds: seconds, fraction: fraction, digits: digits) == interval {
          return (seconds, fraction, digits)
        }
      }
      return nearest(interval, digits: 9)  // within weeks of 2001 Date is finer than nanoseconds
    }
    let digits = min(max(fractionDigits, 0), 9)
    // A Double is seldom exactly the decimal that was meant: 0.123 may be 0.12299999. So it is first
    // rounded to the decimal places that it surely has. Only then is it cut.
    let sure = sureDigits(of: interval)
    guard digits < sure else { return nearest(interval, digits: digits) }
    let (seconds, fraction, _) = nearest(interval, digits: sure)
    return (seconds, fraction / powersOfTen[sure - digits], digits)
  }

  /// The decimal places of a second for which a Double of this size surely has the resolution, an inexact last bit or
  /// two included: microseconds for 136 years around 2001, 100 microseconds in the year 9999.
  static func sureDigits(of interval: TimeInterval) -> Int {
    switch interval.magnitude {
    case ..<0x1p32: 6
    case ..<0x1p35: 5
    case ..<0x1p38: 4
    default: 3
    }
  }

  private static func nearest(_ interval: TimeInterval, digits: Int) -> Parts {
    let whole = interval.rounded(.down)
    let scale = powersOfTen[digits]
    let fraction = Int64(((interval - whole) * Double(scale)).rounded())
    if fraction >= scale { return (Int64(whole) + 1, 0, digits) }
    return (Int64(whole), fraction, digits)
  }
}

extension OutputSpan<UInt8> {
  /// Appends a date as ``ISO8601/string(from:fractionDigits:offset:)`` says; false, with nothing appended, where that
  /// returns nil.
  mutating func append(_ date: Date, fractionDigits: Int? = nil, offset: Int = 0) -> Bool {
    guard offset.magnitude < 86_400, offset % 60 == 0,
      let time = ISO8601.LocalTime(date, fractionDigits, offset: { _ in offset })
    else { return false }
    // Pairs of digits are written without a loop.
    append(time.day.year / 100, digitCount: 2)
    append(time.day.year % 100, digitCount: 2)
    append("-")
    append(time.day.month, digitCount: 2)
    append("-")
    append(time.day.day, digitCount: 2)
    append("T")
    append(time.second / 3_600, digitCount: 2)
    append(":")
    append(time.second / 60 % 60, digitCount: 2)
    append(":")
    append(time.second % 60, digitCount: 2)
    if time.fractionDigits > 0 {
      append(".")
      append(time.fraction, digitCount: time.fractionDigits)
    }
    if offset == 0 { append("Z") } else { append(offset: offset) }
    return true
  }

  /// Appends an offset from UTC as `+02:00`, `+0200` or, if it is whole hours, `+02`.
  ///
  /// - Parameter offset: whole minutes, in seconds.
  mutating func append(offset: Int, hasColon: Bool = true, omitsZeros: Bool = false) {
    let (hours, minutes) = (Swift.abs(offset) / 60).quotientAndRemainder(dividingBy: 60)
    append(offset < 0 ? "-" : "+")
    append(hours, digitCount: 2)
    if omitsZeros, minutes == 0 { return }
    if hasColon { append(":") }
    append(minutes, digitCount: 2)
  }
}
