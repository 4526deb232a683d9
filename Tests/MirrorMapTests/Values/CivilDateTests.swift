import Testing

@testable import MirrorMap

struct CivilDateTests {
  /// Every day of 9,999 years, counted one by one without any formula.
  @Test func everyDayHasItsNumber() {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var number = -730_485
    var isRight = true
    for year in 1...9999 {
      let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
      for month in 1...12 {
        let length = lengths[month - 1] + (isLeap && month == 2 ? 1 : 0)
        for day in 1...length {
          let date = CivilDate(year: year, month: month, day: day)
          isRight = isRight && date?.daysSinceReference == number
          isRight = isRight && date == CivilDate(daysSinceReference: number)
          number += 1
        }
        isRight = isRight && CivilDate(year: year, month: month, day: length + 1) == nil
        isRight =
          isRight && CivilDate(year: year, month: month, day: length)?.isLastOfMonth == true
      }
      #expect(isRight, "\(year)")
      guard isRight else { return }
    }
    #expect(CivilDate(daysSinceReference: number) == nil)
    #expect(CivilDate(daysSinceReference: -730_486) == nil)
  }

  @Test func impossibleDaysAreRefused() {
    for (year, month, day) in [
      (2023, 2, 29), (1900, 2, 29), (2024, 2, 30), (2024, 0, 1), (2024, 13, 1), (2024, 1, 0),
      (2024, 4, 31), (0, 1, 1), (10_000, 1, 1), (.max, 1, 1), (1, .min, .max),
    ] {
      #expect(CivilDate(year: year, month: month, day: day) == nil)
    }
    #expect(CivilDate(daysSinceReference: .max) == nil)
    #expect(CivilDate(daysSinceReference: .min) == nil)
    #expect(CivilDate(year: 2001, month: 1, day: 1)?.daysSinceReference == 0)
    #expect(CivilDate(year: 1970, month: 1, day: 1)?.daysSinceReference == -11_323)
  }
}
