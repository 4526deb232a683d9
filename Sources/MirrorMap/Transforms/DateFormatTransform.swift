import Foundation

/// Dates as text in a fixed format, such as `yyyy-MM-dd HH:mm`.
///
/// The format is written in the letters of Unicode (UTS #35) that `DateFormatter` uses as well, with
/// the English names of `en_US_POSIX`, and is taken at its word: two digits for `MM`, one blank for one
/// blank, no February 30, nothing before or after it. It is compiled once; reading and writing take
/// no lock, and a few hundred nanoseconds.
///
/// | letters | meaning |
/// |---|---|
/// | `yyyy`, `y`, `yy` | year 1 to 9999 with four digits, with as many as it has; 1950 to 2049 with two |
/// | `MM`, `M`, `MMM`, `MMMM` | month `02`, `2`, `Feb`, `February` |
/// | `dd`, `d` | day |
/// | `EEE`, `EEEE` | weekday `Thu`, `Thursday`; it has to be that of the date |
/// | `HH`, `H`, `kk`, `k` | hour 0 to 23, 1 to 24 |
/// | `hh`, `h`, `KK`, `K` with `a` | hour 1 to 12, 0 to 11, with `AM` or `PM` |
/// | `mm`, `m`, `ss`, `s` | minute, second |
/// | `S` to `SSSSSSSSS` | fraction of the second with one to nine digits; cut off when written |
/// | `Z`, `ZZZZZ` | zone `+0100`, `+01:00` or `Z` |
/// | `X`, `XX`, `XXX`, `x`, `xx`, `xxx` | zone `+01`, `+0100`, `+01:00`; capitals write `Z` for UTC |
/// | `zzz` | `GMT`, if the time zone is UTC |
/// | `'T'`, `''` | text, a quote |
///
/// Any spelling of a zone is read. What the format does not name is that of 2000-01-01 00:00:00. A
/// format that does not stand for one date without doubt (`hh` without `a`, `YYYY`, a field twice) is
/// an error with code `.declaration` at the first use.
///
/// ```swift
/// @Mapped("day", transform: .date(format: "yyyy-MM-dd")) var day: Date
/// @Mapped("seen", transform: .date(format: "d MMM yyyy, HH:mm", timeZone: berlin)) var seen: Date?
/// ```
public struct DateFormatTransform: Transform {
  private let format: String
  private let pattern: Result<DatePattern, DatePattern.Refusal>
  private let zone: DateZone

  /// Makes a transform.
  ///
  /// - Parameters:
  ///   - format: what dates look like.
  ///   - timeZone: where dates are meant to be that do not name their zone, and in which dates are
  ///     written; UTC unless told otherwise.
  /// - Complexity: O(n) in the format's length.
  public init(_ format: String, timeZone: TimeZone = .gmt) {
    self.format = format
    let zone = DateZone(timeZone)
    pattern = Result { () throws(DatePattern.Refusal) in
      try DatePattern(format, isUTC: zone.isUTC)
    }
    self.zone = zone
  }

  public func decode(_ json: String) throws -> Date {
    guard let date = try compiled().date(from: json, zone: zone) else {
      throw MappingError(expected: "a date in the format \(format)", found: "another string")
    }
    return date
  }

  public func encode(_ object: Date) throws -> String {
    guard let text = try compiled().string(from: object, zone: zone) else {
      throw MappingError(
        .notEncodable, expected: "the date is out of the range of the format \(format)")
    }
    return text
  }

  private func compiled() throws(MappingError) -> DatePattern {
    switch pattern {
    case .success(let pattern): return pattern
    case .failure(let refusal):
      throw MappingError(
        .declaration, expected: "the date format \(format) cannot be used: \(refusal.reason)")
    }
  }

  public var shape: ValueShape { .string(format: format == "yyyy-MM-dd" ? "date" : nil) }
}

extension ValueCoding where Self == DateFormatTransform {
  /// Dates as text in a fixed format, such as `yyyy-MM-dd HH:mm`, in UTC or another zone.
  ///
  /// - Parameters:
  ///   - format: what dates look like, see ``DateFormatTransform``.
  ///   - timeZone: the zone of dates that do not name theirs, and of those that are written.
  public static func date(format: String, timeZone: TimeZone = .gmt) -> DateFormatTransform {
    DateFormatTransform(format, timeZone: timeZone)
  }
}
