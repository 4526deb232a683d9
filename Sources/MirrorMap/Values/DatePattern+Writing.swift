import Foundation

extension DatePattern {
  /// The date as text; nil if its year is not 1 to 9999 in the zone, or not 1950 to 2049 where the
  /// format has two digits for it, and if it is not finite.
  ///
  /// What the format does not name is left out, and fractions are cut off, not rounded: a second
  /// that is not over is not written as the next one.
  func string(from date: Date, zone: DateZone) -> String? {
    let interval = date.timeIntervalSinceReferenceDate
    // The years 0 and 10000 included, which a time zone can move in; NaN compares false.
    guard interval > -7e10, interval < 3e11 else { return nil }
    let time = ISO8601.split(interval, .fixed(fractionDigits))
    let offset = zone.offset(at: time.seconds)
    let local = time.seconds + Int64(offset)
    let second = Int(((local % 86_400) + 86_400) % 86_400)
    let days = Int((local - Int64(second)) / 86_400)
    guard let day = CivilDate(daysSinceReference: days) else { return nil }
    let moment = Moment(
      day: day, days: days, second: second, fraction: Int(time.fraction), offset: offset)

    var bytes: [UInt8] = []
    bytes.reserveCapacity(40)
    for part in parts {
      guard moment.write(part, to: &bytes) else { return nil }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private var fractionDigits: Int {
    for case .fraction(let digits) in parts { return digits }
    return 0
  }

  /// What the clocks of a zone show.
  private struct Moment {
    let day: CivilDate
    let days: Int
    /// Of the day.
    let second: Int
    let fraction: Int
    let offset: Int

    /// Writes one part; false if it cannot express the moment.
    func write(_ part: Part, to bytes: inout [UInt8]) -> Bool {
      switch part {
      case .literal(let literal):
        bytes += literal
      case .number(let field, let digits):
        guard let value = value(of: field) else { return false }
        Self.append(value, digits.lowerBound, to: &bytes)
      case .monthName(let isShort):
        bytes += DatePattern.months[day.month - 1].prefix(isShort ? 3 : .max)
      case .weekdayName(let isShort):
        bytes += DatePattern.weekdays[(days % 7 + 7) % 7].prefix(isShort ? 3 : .max)
      case .dayHalf:
        bytes += (second < 43_200 ? "AM" : "PM").utf8
      case .fraction(let digits):
        Self.append(fraction, digits, to: &bytes)
      case .zone(.name, _):
        bytes += "GMT".utf8
      case .zone(_, usesZ: true) where offset == 0:
        bytes.append(UInt8(ascii: "Z"))
      case .zone(let zone, _):
        return writeOffset(zone, to: &bytes)
      }
      return true
    }

    private func value(of field: Field) -> Int? {
      let hour = second / 3_600
      return switch field {
      case .year: day.year
      case .shortYear: (1950...2049).contains(day.year) ? day.year % 100 : nil
      case .month: day.month
      case .day: day.day
      case .hour24: hour
      case .hour24From1: hour == 0 ? 24 : hour
      case .hour12: hour % 12 == 0 ? 12 : hour % 12
      case .hour12From0: hour % 12
      case .minute: second / 60 % 60
      case .second: second % 60
      }
    }

    /// False for the odd seconds that zones had in the 19th century.
    private func writeOffset(_ zone: Zone, to bytes: inout [UInt8]) -> Bool {
      let (minutes, rest) = abs(offset).quotientAndRemainder(dividingBy: 60)
      guard rest == 0 else { return false }
      bytes.append(offset < 0 ? .minus : .plus)
      Self.append(minutes / 60, 2, to: &bytes)
      if zone == .hours, minutes % 60 == 0 { return true }
      if zone == .extended { bytes.append(.colon) }
      Self.append(minutes % 60, 2, to: &bytes)
      return true
    }

    /// Writes a number with at least so many digits, nine at most.
    private static func append(_ value: Int, _ digits: Int, to bytes: inout [UInt8]) {
      var count = 1
      var limit = 10
      while value >= limit || count < digits {
        count += 1
        limit *= 10
      }
      let start = bytes.count
      bytes += repeatElement(UInt8.zero, count: count)
      var rest = value
      for index in (start..<start + count).reversed() {
        bytes[index] += UInt8(rest % 10)
        rest /= 10
      }
    }
  }
}
