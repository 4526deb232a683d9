import EssentialFoundation

/// Dates as strings in a fixed format, such as `yyyy-MM-dd HH:mm`.
///
/// The format is written in the letters of Unicode (UTS #35), as that of a `DateFormatter` is, with
/// the English names of `en_US_POSIX`. The whole string has to match it: two digits for `MM`,
/// one space for one space, no February 30, nothing before or after it. Only the case of names doesn't
/// matter, and a number whose letter isn't repeated can be filled with zeros up to two digits, a year up
/// to four. The format is compiled once; reading and writing take a few hundred nanoseconds and no lock.
///
/// | letters | meaning |
/// |---|---|
/// | `yyyy`, `y` | year 1 to 9999 with four digits, with as many as it has |
/// | `yy` | year 1950 to 2049 with two digits |
/// | `MM`, `M`, `MMM`, `MMMM` | month `02`, `2`, `Feb`, `February` |
/// | `dd`, `d` | day |
/// | `EEE`, `EEEE` | weekday `Thu`, `Thursday`; it has to be that of the date |
/// | `HH`, `H`, `kk`, `k` | hour 0 to 23, 1 to 24 |
/// | `hh`, `h`, `KK`, `K` with `a` | hour 1 to 12, 0 to 11, with `AM` or `PM` |
/// | `mm`, `m`, `ss`, `s` | minute, second |
/// | `S` to `SSSSSSSSS` | fraction of the second with one to nine digits; cut off when written |
/// | `Z`, `ZZZZZ` | zone `+0100`, `+01:00` or `Z` |
/// | `x`, `xx`, `xxx` | zone `+01`, `+0100`, `+01:00` |
/// | `X`, `XX`, `XXX` | the same, but UTC is written `Z` |
/// | `zzz` | `GMT`, if the time zone is UTC |
/// | `'T'`, `''` | text, a quote |
///
/// Whichever of these spellings of a zone the format has, the others are read as well, and so are `UTC` and `GMT`;
/// other names aren't. Fields that the format does not name are those of 2000-01-01
/// 00:00:00. A format that can mean several dates (`hh` without `a`, `YYYY`, a field twice) is an
/// error with code `.declaration`, as other declarations are that can't work.
///
/// ```swift
/// @Mapped("day", transform: .date(format: "yyyy-MM-dd")) var day: Date
/// @Mapped("seen", transform: .date(format: "d MMM yyyy, HH:mm", timeZone: berlin)) var seen: Date?
/// ```
public struct DateFormatTransform: Transform {
  private let format: String
  private let pattern: Result<DatePattern, MappingError>
  private let timeZone: TimeZone

  /// Makes a transform.
  ///
  /// - Parameters:
  ///   - format: The format of the dates.
  ///   - timeZone: The time zone of dates that don't name one, and of encoded dates; UTC by default.
  /// - Complexity: O(n) in the format's length.
  public init(_ format: String, timeZone: TimeZone = .gmt) {
    self.format = format
    let name = timeZone.identifier
    let isUTC =
      timeZone.secondsFromGMT() == 0
      && (name.hasPrefix("GMT") || ["UTC", "Etc/UTC", "Etc/GMT"].contains(name))
    // Foundation reads the offsets of this zone from no table.
    self.timeZone = isUTC ? .gmt : timeZone
    pattern = Result { () throws(DatePattern.Refusal) in try DatePattern(format, isUTC: isUTC) }
      .mapError { refusal in
        MappingError(
          .declaration, expected: "the date format \(format) cannot be used: \(refusal.reason)")
      }
  }

  public func decode(from reader: inout JSONReader) throws -> Date {
    let pattern = try pattern.get()
    return try reader.readPlainText { pattern.date(from: $0, zone: timeZone) }
      ?? decode(reader.decode(String.self))
  }

  public func encode(_ value: Date, to writer: inout JSONWriter) throws {
    let pattern = try pattern.get()
    guard !pattern.needsEscapes else { return writer.writeString(try encode(value)) }
    let isWritten = writer.writePlainText(atMost: pattern.maximumCount) {
      $0.append(value, in: pattern, zone: timeZone)
    }
    guard isWritten else { throw outOfRange }
  }

  public func decode(_ json: String) throws -> Date {
    let pattern = try pattern.get()
    return try JSONKey.withUTF8(json) { pattern.date(from: $0, zone: timeZone) }.orThrow(
      MappingError(expected: "a date in the format \(format)", found: "another string"))
  }

  public func encode(_ object: Date) throws -> String {
    try pattern.get().string(from: object, zone: timeZone).orThrow(outOfRange)
  }

  private var outOfRange: MappingError {
    MappingError(.notEncodable, expected: "the date is out of the range of the format \(format)")
  }

  public var _access: _ValueAccess {
    guard case .failure(let error) = pattern else { return .passing(String.self, for: Self.self) }
    return _ValueAccess(Self.self, .collected { $0.fail(error) })
  }

  public var shape: ValueShape { .string(format: format == "yyyy-MM-dd" ? "date" : nil) }
}

extension ValueCoding where Self == DateFormatTransform {
  /// Dates as strings in a fixed format, such as `yyyy-MM-dd HH:mm`, in UTC or another zone.
  ///
  /// - Parameters:
  ///   - format: The format of the dates; see ``DateFormatTransform``.
  ///   - timeZone: the zone of dates that do not name theirs, and of those that are written.
  public static func date(format: String, timeZone: TimeZone = .gmt) -> DateFormatTransform {
    DateFormatTransform(format, timeZone: timeZone)
  }
}
