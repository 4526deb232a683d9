// A day of the proleptic Gregorian calendar: today's rules carried back before 1582, as ISO 8601
// and RFC 3339 want it.
//
// `Date` counts from 2001-01-01, and so does this type. That day opens a period of 400 years, after
// which the calendar repeats; a day number therefore falls apart without any offset:
//
//   400 years   146,097 days
//   100 years    36,524 days   (the fourth century of a period has one day more)
//     4 years     1,461 days   (the last group of a century has one day less, but for the fourth)
//     1 year        365 days   (the fourth year of a group has one day more)
//
// Worked example, 2024-02-29 is day 8,459: no full century, 5 groups of 4 years (7,305 days), then
// 1,154 days: 3 years (1,095 days), and day 59 of the year, counted from 0. Before 29 February of
// a leap year come 31 + 28 = 59 days.

/// A valid day between the years 1 and 9999.
struct CivilDate: Hashable {
  let year: Int
  let month: Int
  let day: Int

  /// Checks the parts: nil for February 30 or month 13.
  init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
    guard day >= 1, day <= CivilDate.length(ofMonth: month, year: year) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Nil outside the years 1 to 9999.
  init?(daysSinceReference: Int) {
    guard (-730_485..<2_921_574).contains(daysSinceReference) else { return nil }
    // Moved by five whole periods to count from 0001-01-01.
    var rest = daysSinceReference + 5 * 146_097
    var years = 0
    func take(_ length: Int, days: Int, atMost limit: Int) {
      let count = min(rest / days, limit)
      years += count * length
      rest -= count * days
    }
    take(400, days: 146_097, atMost: .max)
    take(100, days: 36_524, atMost: 3)
    take(4, days: 1_461, atMost: .max)
    take(1, days: 365, atMost: 3)

    year = years + 1
    // No month is longer than 32 days: the guess is right or one too low.
    var month = rest / 32 + 1
    if month < 12, rest >= CivilDate.daysBefore(month: month + 1, year: year) { month += 1 }
    self.month = month
    day = rest - CivilDate.daysBefore(month: month, year: year) + 1
  }

  /// Days since 2001-01-01.
  var daysSinceReference: Int {
    let years = year - 1
    let leapDays = years / 4 - years / 100 + years / 400
    let beforeYear = years * 365 + leapDays
    return beforeYear + CivilDate.daysBefore(month: month, year: year) + day - 1 - 5 * 146_097
  }

  var isLastOfMonth: Bool { day == CivilDate.length(ofMonth: month, year: year) }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The days of the year before a month.
  private static func daysBefore(month: Int, year: Int) -> Int {
    if month <= 2 { return month == 1 ? 0 : 31 }
    // From March on the lengths go 31 30 31 30 31, over and over: 153 days in five months.
    return (153 * (month - 3) + 2) / 5 + (isLeap(year) ? 60 : 59)
  }
}
