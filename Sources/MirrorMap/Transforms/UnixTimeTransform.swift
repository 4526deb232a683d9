import EssentialFoundation

/// Dates as the number of seconds, or milliseconds, since 1970.
///
/// Fractions are kept: what is written is the shortest decimal that reads back as the same `Date`. A
/// date without a fraction is written as an integer.
///
/// Numbers in strings, such as `"1700000000"`, are errors unless they are asked for.
///
/// ```swift
/// @Mapped("created", transform: .unixSeconds) var created: Date
/// @Mapped("updated", transform: .unixMilliseconds) var updated: Date?
/// @Mapped("seen", transform: .unixSeconds(text: .accepted)) var seen: Date?
/// ```
public struct UnixTimeTransform: Transform {
  /// What one unit of the number is.
  public enum Unit: Sendable {
    /// Seconds since 1970.
    case seconds
    /// Milliseconds since 1970.
    case milliseconds

    /// How many make a second: 10^`scale`.
    fileprivate var perSecond: Double { self == .seconds ? 1 : 1000 }
    fileprivate var scale: Int { self == .seconds ? 0 : 3 }

    /// The time from which a `Date` counts, since 1970.
    fileprivate var reference: Int64 { self == .seconds ? 978_307_200 : 978_307_200_000 }
  }

  /// Whether the number may stand in a string.
  public enum Text: Sendable {
    /// Numbers only.
    case refused
    /// Numbers and strings that hold one are read, numbers written.
    case accepted
    /// Numbers and strings that hold one are read, strings written.
    case written
  }

  private let unit: Unit
  private let text: Text

  /// Makes a transform.
  ///
  /// - Parameters:
  ///   - unit: what one unit of the number is.
  ///   - text: whether the number may be in a string; refused by default.
  public init(_ unit: Unit, text: Text = .refused) {
    self.unit = unit
    self.text = text
  }

  public func decode(from reader: inout JSONReader) throws -> Date {
    let position = reader.cursor
    if text == .refused, let raw = reader.scanShortNumber(),
      let significand = Int64(exactly: raw.significand),
      let interval = interval(of: raw.isNegative ? -significand : significand, raw.exponent)
    {
      return Date(timeIntervalSinceReferenceDate: interval)
    }
    reader.cursor = position
    return try decode(text == .refused ? reader.decode(JSONNumber.self) : reader.readNumberOrText())
  }

  public func encode(_ value: Date, to writer: inout JSONWriter) throws {
    if text != .written, let microseconds = microseconds(of: value.timeIntervalSinceReferenceDate) {
      return writer.writeInt(microseconds, perUnit: unit == .seconds ? 1_000_000 : 1000)
    }
    writer.writeNumber(try encode(value), asText: text == .written)
  }

  public func decode(_ json: JSONNumber) throws -> Date {
    if let (digits, exponent) = json.parts, let significand = Int64(exactly: digits),
      let interval = interval(of: significand, exponent)
    {
      return Date(timeIntervalSinceReferenceDate: interval)
    }
    // Only the time since 2001 is rounded, and not the number before.
    let sum = json.scaled(by: -unit.scale, adding: -Unit.seconds.reference)
    if let interval = sum?.double { return Date(timeIntervalSinceReferenceDate: interval) }
    let value = try json.double.orThrow(
      MappingError(.numberOutOfRange, expected: "a date", found: "a number out of its range"))
    return Date(timeIntervalSince1970: value / unit.perSecond)
  }

  /// The time since 2001, from which a `Date` counts, for a number of few digits.
  @inline(__always)
  private func interval(of significand: Int64, _ exponent: Int) -> TimeInterval? {
    // Both operands of the quotient are exact, so only the quotient is rounded.
    guard -9...0 ~= exponent,
      case let scale = Int64(SmallPowers.shared.integer(-exponent)),
      case (let reference, false) = unit.reference.multipliedReportingOverflow(by: scale),
      case (let difference, false) = significand.subtractingReportingOverflow(reference),
      difference.magnitude <= 1 << 53
    else { return nil }
    return Double(difference) / (Double(scale) * unit.perSecond)
  }

  /// The microseconds since 1970 of a time since 2001, if it is a whole number of them.
  @inline(__always)
  private func microseconds(of interval: TimeInterval) -> Int64? {
    // The shortest decimal is still the shortest after an integer has been added to it. No two decimals of up to
    // 15 digits are the same `Double`, so one of these is the shortest.
    let microseconds = (interval * 1e6).rounded()
    guard microseconds.magnitude < 1e15, microseconds / 1e6 == interval else { return nil }
    return Int64(microseconds) + Unit.seconds.reference * 1_000_000
  }

  public func encode(_ object: Date) throws -> JSONNumber {
    let interval = object.timeIntervalSinceReferenceDate
    if let seconds = Int64(exactly: interval), seconds.magnitude <= 1 << 53 {
      return JSONNumber((seconds + Unit.seconds.reference) * Int64(unit.perSecond))
    }
    if let sum = microseconds(of: interval) {
      return JSONNumber(magnitude: sum.magnitude, places: 6 - unit.scale, isNegative: sum < 0)
    }
    let (digits, exponent) = BinaryToDecimal.shortest(
      interval.magnitude.bitPattern, .double, powers: .shared)
    let shortest =
      exponent <= 0 && interval.isFinite
      ? JSONNumber(magnitude: digits, places: -exponent, isNegative: interval < 0)
      : JSONNumber(interval)
    let sum = shortest?.scaled(by: unit.scale, adding: unit.reference)
    return try (sum ?? JSONNumber(object.timeIntervalSince1970 * unit.perSecond)).orThrow(
      MappingError(.notEncodable, expected: "the date is not finite"))
  }

  public var shape: ValueShape { text == .refused ? .number() : .numberOrText }
}

extension ValueCoding where Self == UnixTimeTransform {
  /// Dates as seconds since 1970.
  public static var unixSeconds: UnixTimeTransform { UnixTimeTransform(.seconds) }

  /// Dates as milliseconds since 1970.
  public static var unixMilliseconds: UnixTimeTransform { UnixTimeTransform(.milliseconds) }

  /// Dates as seconds since 1970, with or without numbers in strings.
  public static func unixSeconds(text: UnixTimeTransform.Text) -> UnixTimeTransform {
    UnixTimeTransform(.seconds, text: text)
  }

  /// Dates as milliseconds since 1970, with or without numbers in strings.
  public static func unixMilliseconds(text: UnixTimeTransform.Text) -> UnixTimeTransform {
    UnixTimeTransform(.milliseconds, text: text)
  }
}
