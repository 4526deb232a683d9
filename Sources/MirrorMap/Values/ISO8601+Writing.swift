import Foundation

extension ISO8601 {
  /// The date as `2024-02-29T12:34:56.789Z`.
  ///
  /// - Returns: nil when the year is not 1 to 9999 in the format's time zone, when the date is not
  ///   finite, and when the zone is not whole minutes below 24 hours.
  static func string(from date: Date, format: Format = Format()) -> String? {
    let offset = format.secondsFromUTC
    guard offset.magnitude < 86_400, offset % 60 == 0,
      let time = LocalTime(date, format.fractionDigits, offset: { _ in offset })
    else { return nil }
    return String(utf8Capacity: maximumLength) { output in
      output.append(time.day.year, digitCount: 4)
      output.append("-")
      output.append(time.day.month, digitCount: 2)
      output.append("-")
      output.append(time.day.day, digitCount: 2)
      output.append("T")
      output.append(time.second / 3_600, digitCount: 2)
      output.append(":")
      output.append(time.second / 60 % 60, digitCount: 2)
      output.append(":")
      output.append(time.second % 60, digitCount: 2)
      if time.fractionDigits > 0 {
        output.append(".")
        output.append(time.fraction, digitCount: time.fractionDigits)
      }
      if offset == 0 { output.append("Z") } else { output.append(offset: offset) }
      return true
    }
  }

  /// What the clocks of a time zone show.
  struct LocalTime {
    let day: CivilDate
    let daysSinceReference: Int
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
    init?(_ date: Date, _ fractionDigits: FractionDigits, offset: (Int64) -> Int) {
      let interval = date.timeIntervalSinceReferenceDate
      // The years 0 and 10000 included, which a time zone can move in; NaN compares false.
      guard interval > -7e10, interval < 3e11 else { return nil }
      let seconds: Int64
      (seconds, fraction, self.fractionDigits) = ISO8601.split(interval, fractionDigits)
      self.offset = offset(seconds)
      let local = Int(seconds) + self.offset
      second = (local % 86_400 + 86_400) % 86_400
      daysSinceReference = (local - second) / 86_400
      guard let day = CivilDate(daysSinceReference: daysSinceReference) else { return nil }
      self.day = day
    }
  }

  /// Whole seconds, rounded down, and the rest in units of 10^-digits seconds.
  private typealias Parts = (seconds: Int64, fraction: Int64, digits: Int)

  /// Splits a time within ±3 × 10^11 seconds into whole seconds and the digits to write.
  private static func split(_ interval: TimeInterval, _ fractionDigits: FractionDigits) -> Parts {
    switch fractionDigits {
    case .shortest:
      for digits in 0...9 {
        let (seconds, fraction, _) = nearest(interval, digits: digits)
        if self.interval(seconds: seconds, fraction: fraction, digits: digits) == interval {
          return (seconds, fraction, digits)
        }
      }
      return nearest(interval, digits: 9)  // within weeks of 2001 Date is finer than nanoseconds

    case .fixed(let requested):
      let digits = min(max(requested, 0), 9)
      // A Double is seldom exactly the decimal that was meant: 0.123 may be 0.12299999. So it is
      // first rounded to a precision that it surely has, and only then cut.
      let sure = digitsOfPrecision(at: interval)
      guard digits < sure else { return nearest(interval, digits: digits) }
      let (seconds, fraction, _) = nearest(interval, digits: sure)
      return (seconds, fraction / powersOfTen[sure - digits], digits)
    }
  }

  /// The number of decimal places for which a Double of this size surely has the resolution, an
  /// inexact last bit or two included: microseconds for 136 years around 2001, 100 microseconds in
  /// the year 9999.
  private static func digitsOfPrecision(at interval: TimeInterval) -> Int {
    let magnitude = interval.magnitude
    if magnitude < 0x1p32 { return 6 }
    return magnitude < 0x1p35 ? 5 : 4
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
