import Foundation

/// Dates as the number of seconds, or milliseconds, since 1970.
///
/// Fractions are kept, and written to the microsecond at most; a date without one is written as an
/// integer. Milliseconds that were read are written again as the same milliseconds.
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
    case seconds, milliseconds

    /// How many make a second.
    fileprivate var perSecond: Double { self == .seconds ? 1 : 1000 }
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
    let value = try json.double.orThrow(
      MappingError(.numberOutOfRange, expected: "a date", found: "a number out of its range"))
    return Date(timeIntervalSince1970: value / unit.perSecond)
  }

  public func encode(_ object: Date) throws -> JSONNumber {
    let seconds = object.timeIntervalSince1970
    // A Date counts from 2001 in a Double; what lies below a microsecond is noise of that, and more
    // than that the further away it is.
    let steps: Double =
      switch seconds.magnitude {
      case ..<0x1p31: 1_000_000
      case ..<0x1p34: 100_000
      default: 10_000
      }
    let rounded = (seconds * steps).rounded() / (steps / unit.perSecond)
    let result = seconds.magnitude < 0x1p38 ? rounded : seconds * unit.perSecond
    if let integer = Int64(exactly: result) { return JSONNumber(integer) }
    return try JSONNumber(result).orThrow(
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
