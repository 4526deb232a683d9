import EssentialFoundation

/// Dates as strings in the format of ISO 8601 and RFC 3339.
///
/// Decodes a date and time with any time zone (`Z`, `+02:00`, `+0200`, `+02`) and an optional fraction
/// of any length, or a date without a time, which is midnight UTC. By default, dates are written in
/// UTC, with as many fraction digits as they need.
///
/// ```swift
/// @Mapped("created_at", transform: .iso8601) var createdAt: Date
/// @Mapped("seen_at", transform: .iso8601(fractionDigits: 3)) var seenAt: Date
/// ```
public struct ISO8601Transform: Transform {
  private let fractionDigits: Int?
  private let secondsFromUTC: Int

  /// Makes a transform.
  ///
  /// - Parameters:
  ///   - fractionDigits: how many fraction digits are written, 0 to 9; nil for as many as needed.
  ///   - secondsFromUTC: the zone in which dates are written: whole minutes, less than 24 hours. With any other
  ///     value, encoding a date throws an error.
  public init(fractionDigits: Int? = nil, secondsFromUTC: Int = 0) {
    self.fractionDigits = fractionDigits
    self.secondsFromUTC = secondsFromUTC
  }

  public func decode(from reader: inout JSONReader) throws -> Date {
    try reader.readPlainText { ISO8601.date(from: $0, offset: secondsFromUTC) }
      ?? decode(reader.decode(String.self))
  }

  public func encode(_ value: Date, to writer: inout JSONWriter) throws {
    let isWritten = writer.writePlainText(atMost: ISO8601.maximumCount) {
      $0.append(value, fractionDigits: fractionDigits, offset: secondsFromUTC)
    }
    guard isWritten else { throw outOfRange }
  }

  public func decode(_ json: String) throws -> Date {
    try ISO8601.date(from: json, offset: secondsFromUTC).orThrow(
      MappingError(expected: "a date in the format of ISO 8601", found: "another string"))
  }

  public func encode(_ object: Date) throws -> String {
    try ISO8601.string(from: object, fractionDigits: fractionDigits, offset: secondsFromUTC)
      .orThrow(outOfRange)
  }

  private var outOfRange: MappingError {
    MappingError(.notEncodable, expected: "the date is out of the range of ISO 8601")
  }

  public var shape: ValueShape { .string(format: "date-time") }
}

extension ValueCoding where Self == ISO8601Transform {
  /// Dates as strings in the format of ISO 8601.
  public static var iso8601: ISO8601Transform { ISO8601Transform() }

  /// Dates as strings in the format of ISO 8601, with a fixed number of fraction digits or in a zone.
  public static func iso8601(
    fractionDigits: Int? = nil, secondsFromUTC: Int = 0
  ) -> ISO8601Transform {
    ISO8601Transform(fractionDigits: fractionDigits, secondsFromUTC: secondsFromUTC)
  }
}
