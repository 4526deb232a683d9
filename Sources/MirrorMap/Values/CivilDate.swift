// A day of the proleptic Gregorian calendar: today's rules carried back before 1582, as ISO 8601
// and RFC 3339 want it.
//
// `Date` counts days from 2001-01-01. Here they're counted from 0000-03-01, 730,791 days before: if
// years begin on March 1, a leap day is the last day of its year, and all months begin on the same
// days of every year. Their lengths go 31 30 31 30 31, over and over, 153 days in five months.
// After 400 years, or 146,097 days, the calendar repeats.
//
// Worked example, 2024-02-29 is day 8,459 since 2001-01-01 and 739,250 since 0000-03-01: five times
// 400 years (730,485 days), then 8,765 days: 23 years, of which 5 have a leap day (8,400 days), and
// day 365 of the year, counted from 0. February, month 11 from March on, begins on day 337.

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
    let (periods, rest) = (daysSinceReference + 730_791).quotientAndRemainder(dividingBy: 146_097)
    // Without the leap days, which come after each 4 years but not each 100, all years are alike.
    let years = (rest - rest / 1_460 + rest / 36_524 - rest / 146_096) / 365
    let dayOfYear = rest - (365 * years + years / 4 - years / 100)
    let monthsSinceMarch = (5 * dayOfYear + 2) / 153
    month = monthsSinceMarch < 10 ? monthsSinceMarch + 3 : monthsSinceMarch - 9
    year = 400 * periods + years + (month < 3 ? 1 : 0)
    day = dayOfYear - CivilDate.daysSinceMarch(monthsSinceMarch) + 1
  }

  /// Days since 2001-01-01.
  var daysSinceReference: Int {
    let years = month < 3 ? year - 1 : year
    let leapDays = years / 4 - years / 100 + years / 400
    let dayOfYear = CivilDate.daysSinceMarch((month + 9) % 12) + day - 1
    return years * 365 + leapDays + dayOfYear - 730_791
  }

  /// The day of the week, 0 being Monday, which 2001-01-01 was.
  var weekday: Int { (daysSinceReference % 7 + 7) % 7 }

  var isLastOfMonth: Bool { day == CivilDate.length(ofMonth: month, year: year) }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// How many days so many months from March on have.
  private static func daysSinceMarch(_ months: Int) -> Int { (153 * months + 2) / 5 }
}
