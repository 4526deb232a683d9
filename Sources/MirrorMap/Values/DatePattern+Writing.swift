import Foundation

extension DatePattern {
  /// The date as text; nil if its year is not 1 to 9999 in the zone, or not 1950 to 2049 where the
  /// format has two digits for it, and if it is not finite.
  ///
  /// What the format does not name is left out, and fractions are cut off, not rounded: a second
  /// that is not over is not written as the next one.
  func string(from date: Date, zone: TimeZone) -> String? {
    guard
      let time = ISO8601.LocalTime(date, .fixed(fractionDigits), offset: { zone.offset(at: $0) })
    else { return nil }
    // No part is longer than the name "Wednesday", or nine digits.
    return String(utf8Capacity: parts.count * 9) { output in
      parts.allSatisfy { output.append($0, of: time) }
    }
  }
}

extension OutputSpan<UInt8> {
  /// Appends what a part of a format says about a time; false if it cannot express that.
  fileprivate mutating func append(_ part: DatePattern.Part, of time: ISO8601.LocalTime) -> Bool {
    switch part {
    case .literal(let byte):
      append(byte)
    case .number(let field, let digits, let values):
      var value = time[field]
      if field == .hour {
        value %= values.count
        if value < values.lowerBound { value += values.count }
      } else if values == DatePattern.shortYears {
        guard values.contains(value) else { return false }
        value %= 100
      }
      append(value, digitCount: Swift.max(digits.lowerBound, UInt64(value).decimalDigitCount))
    case .name(let field, let names, let first):
      for letter in names[time[field] - first] { append(letter) }
    case .offset(let utc?, _, _) where time.offset == 0:
      for letter in utc.utf8 { append(letter) }
    case .offset(_, let hasColon, let omitsZeros):
      // Zones had odd seconds in the 19th century.
      guard time.offset % 60 == 0 else { return false }
      append(offset: time.offset, hasColon: hasColon, omitsZeros: omitsZeros)
    }
    return true
  }
}

extension ISO8601.LocalTime {
  fileprivate subscript(field: DatePattern.Field) -> Int {
    switch field {
    case .year: day.year
    case .month: day.month
    case .day: day.day
    case .weekday: (daysSinceReference % 7 + 7) % 7
    case .half: second / 43_200
    case .hour: second / 3_600
    case .minute: second / 60 % 60
    case .second: second % 60
    case .fraction: Int(fraction)
    case .zone: offset
    }
  }
}
