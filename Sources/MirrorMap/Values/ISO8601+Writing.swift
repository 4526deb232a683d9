import Foundation

extension ISO8601 {
  /// The date as `2024-02-29T12:34:56.789Z`.
  ///
  /// - Returns: nil when the year is not 1 to 9999 in the format's time zone, when the date is not
  ///   finite, and when the zone is not whole minutes below 24 hours.
  static func string(from date: Date, format: Format = Format()) -> String? {
    ASCIIBuffer.string(capacity: maximumLength) { write(date, format, to: &$0) }
  }

  private static func write(_ date: Date, _ format: Format, to output: inout ASCIIBuffer) -> Bool {
    let offset = format.secondsFromUTC
    guard offset.magnitude < 86_400, offset % 60 == 0 else { return false }
    let interval = date.timeIntervalSinceReferenceDate
    // The years 0 and 10000 included, which a time zone can move in; NaN compares false.
    guard interval > -7e10, interval < 3e11 else { return false }

    let time = split(interval, format.fractionDigits)
    let local = time.seconds + Int64(offset)
    let secondOfDay = Int(((local % 86_400) + 86_400) % 86_400)
    let days = Int((local - Int64(secondOfDay)) / 86_400)
    guard let day = CivilDate(daysSinceReference: days) else { return false }

    output.append(UInt64(day.year), digitCount: 4)
    output.append("-")
    output.append(UInt64(day.month), digitCount: 2)
    output.append("-")
    output.append(UInt64(day.day), digitCount: 2)
    output.append("T")
    output.append(UInt64(secondOfDay / 3_600), digitCount: 2)
    output.append(":")
    output.append(UInt64(secondOfDay / 60 % 60), digitCount: 2)
    output.append(":")
    output.append(UInt64(secondOfDay % 60), digitCount: 2)
    if time.digits > 0 {
      output.append(".")
      output.append(UInt64(time.fraction), digitCount: time.digits)
    }
    if offset == 0 {
      output.append("Z")
    } else {
      output.append(offset < 0 ? "-" : "+")
      output.append(UInt64(offset.magnitude / 3_600), digitCount: 2)
      output.append(":")
      output.append(UInt64(offset.magnitude / 60 % 60), digitCount: 2)
    }
    return true
  }

  struct Time {
    /// Rounded down: the fraction is never negative.
    var seconds: Int64
    /// In units of 10^-digits seconds.
    var fraction: Int64
    var digits: Int
  }

  /// Splits a time within ±3 × 10^11 seconds into whole seconds and the digits to write.
  static func split(_ interval: TimeInterval, _ fractionDigits: FractionDigits) -> Time {
    switch fractionDigits {
    case .shortest:
      for digits in 0...9 {
        let time = nearest(interval, digits: digits)
        let readBack = ISO8601.interval(
          seconds: time.seconds, fraction: time.fraction, digits: digits)
        if readBack == interval { return time }
      }
      return nearest(interval, digits: 9)  // within weeks of 2001 Date is finer than nanoseconds

    case .fixed(let requested):
      let digits = min(max(requested, 0), 9)
      // A Double is seldom exactly the decimal that was meant: 0.123 may be 0.12299999. So it is
      // first rounded to a precision that it surely has, and only then cut.
      let sure = digitsOfPrecision(at: interval)
      guard digits < sure else { return nearest(interval, digits: digits) }
      let time = nearest(interval, digits: sure)
      return Time(
        seconds: time.seconds, fraction: time.fraction / powersOfTen[sure - digits], digits: digits)
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

  private static func nearest(_ interval: TimeInterval, digits: Int) -> Time {
    let whole = interval.rounded(.down)
    let scale = powersOfTen[digits]
    let fraction = Int64(((interval - whole) * Double(scale)).rounded())
    if fraction >= scale { return Time(seconds: Int64(whole) + 1, fraction: 0, digits: digits) }
    return Time(seconds: Int64(whole), fraction: fraction, digits: digits)
  }
}
