import MirrorMap

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Dates such as `Sun Aug 31 00:29:15 +0000 2014`: a transform of the program's own.
struct TwitterDate: Transform {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  func decode(_ json: String) throws -> Date {
    let parts = json.split(separator: " ")
    // For Foundation, a component of `Int.max` is undefined, so all but the year are read as small numbers.
    guard parts.count == 6, parts[4] == "+0000", let day = Int8(parts[2]).map(Int.init),
      let year = Int(parts[5]), (1...9999).contains(year),
      let month = Self.months.firstIndex(of: String(parts[1]))
    else { throw MappingError(expected: "a date of Twitter's", found: "another string") }
    let time = parts[3].split(separator: ":").compactMap { Int8($0) }.map(Int.init)
    let components = DateComponents(
      year: year, month: month + 1, day: day, hour: time.first, minute: time.dropFirst().first,
      second: time.last)
    guard time.count == 3, components.isValidDate(in: Self.calendar),
      let date = Self.calendar.date(from: components)
    else { throw MappingError(expected: "a date of Twitter's", found: "another string") }
    return date
  }

  func encode(_ object: Date) -> String {
    let parts = Self.calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: object)
    let day = Int((object.timeIntervalSince1970 / 86_400).rounded(.down))
    let weekday = Self.weekdays[((day % 7) + 7) % 7]
    func two(_ value: Int?) -> String { value.map { $0 < 10 ? "0\($0)" : "\($0)" } ?? "00" }
    return [
      weekday, Self.months[(parts.month ?? 1) - 1], two(parts.day),
      "\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second))", "+0000",
      "\(parts.year ?? 0)",
    ].joined(separator: " ")
  }
}
