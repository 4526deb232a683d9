import Foundation

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
// 1865 and 2137 neighbouring Doubles are less than half a microsecond apart.

/// Reads and writes dates in the format of ISO 8601 and RFC 3339.
enum ISO8601 {
  /// How many digits of the second's fraction are written.
  enum FractionDigits: Hashable, Sendable {
    /// The fewest digits, nine at most, that read back as the same `Date`; none for whole seconds.
    case shortest
    /// Always this many, from 0 to 9. Further digits are cut off, not rounded: a second that is not
    /// over is not written as the next one.
    case fixed(Int)
  }

  /// What a written date looks like.
  struct Format: Hashable, Sendable {
    var fractionDigits: FractionDigits = .shortest
    /// Seconds east of UTC; 0 is written as `Z`. Whole minutes below 24 hours.
    var secondsFromUTC = 0
  }

  /// The most bytes that a written date has: `2024-02-29T12:34:56.123456789+02:00`.
  static let maximumLength = 35

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
}
