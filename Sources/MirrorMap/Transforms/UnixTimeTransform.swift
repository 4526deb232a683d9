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
    try decode(text == .refused ? reader.decode(JSONNumber.self) : reader.readNumberOrText())
  }

  public func encode(_ value: Date, to writer: inout JSONWriter) throws {
    writer.writeNumber(try encode(value), asText: text == .written)
  }

  public func decode(_ json: JSONNumber) throws -> Date {
    Date(timeIntervalSinceReferenceDate: try interval(of: json))
  }

  /// The time since 2001, from which a `Date` counts. Only that is rounded, and not the number before.
  private func interval(of json: JSONNumber) throws -> TimeInterval {
    // Both operands of the quotient are exact, so only the quotient is rounded.
    if let (significand, exponent) = json.shortParts, -9...0 ~= exponent,
      case let scale = (exponent..<0).reduce(1 as Int64, { scale, _ in scale * 10 }),
      case (let reference, false) = unit.reference.multipliedReportingOverflow(by: scale),
      case (let difference, false) = significand.subtractingReportingOverflow(reference),
      difference.magnitude <= 1 << 53
    {
      return Double(difference) / (Double(scale) * unit.perSecond)
    }
    let sum = json.scaled(by: -unit.scale, adding: -Unit.seconds.reference)
    if let interval = sum?.double { return interval }
    let value = try json.double.orThrow(
      MappingError(.numberOutOfRange, expected: "a date", found: "a number out of its range"))
    return Date(timeIntervalSince1970: value / unit.perSecond).timeIntervalSinceReferenceDate
  }

  public func encode(_ object: Date) throws -> JSONNumber {
    let interval = object.timeIntervalSinceReferenceDate
    if let seconds = Int64(exactly: interval), seconds.magnitude <= 1 << 53 {
      return JSONNumber((seconds + Unit.seconds.reference) * Int64(unit.perSecond))
    }
    // The shortest decimal is still the shortest after an integer has been added to it.
    let sum = Self.shortest(interval)?.scaled(by: unit.scale, adding: unit.reference)
    return try (sum ?? JSONNumber(object.timeIntervalSince1970 * unit.perSecond)).orThrow(
      MappingError(.notEncodable, expected: "the date is not finite"))
  }

  /// The shortest decimal that reads back as an interval.
  private static func shortest(_ interval: TimeInterval) -> JSONNumber? {
    let microseconds = (interval * 1e6).rounded()
    // No two decimals of up to 15 digits are the same `Double`, so this one is the shortest.
    guard microseconds.magnitude < 1e15, microseconds / 1e6 == interval else {
      return JSONNumber(interval)
    }
    return JSONNumber(
      significand: UInt64(microseconds.magnitude), exponent: -6, isNegative: microseconds < 0)
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
