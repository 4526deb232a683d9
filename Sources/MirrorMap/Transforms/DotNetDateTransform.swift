import EssentialFoundation

/// Dates as older services on .NET write them: `/Date(1700000000000)/`, with or without a zone.
///
/// The number counts milliseconds since 1970 in UTC; a zone, as in `/Date(1700000000000+0100)/`, says
/// only where it was written, and is not written again. Such services may want
/// ``EncodingOptions/escapedSlashes`` as well.
///
/// ```swift
/// @Mapped("Created", transform: .dotNetDate) var created: Date
/// ```
public struct DotNetDateTransform: Transform {
  private let milliseconds = UnixTimeTransform(.milliseconds)

  /// Makes a transform.
  public init() {}

  public func decode(_ json: String) throws -> Date {
    let prefix = "/Date("
    let suffix = ")/"
    guard json.hasPrefix(prefix), json.hasSuffix(suffix) else { throw Self.failure }
    var number = json.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
    // A sign that is not the first character is that of a zone.
    if let sign = number.dropFirst().lastIndex(where: { $0 == .plus || $0 == .minus }) {
      let zone = number[number.index(after: sign)...]
      guard zone.count == 4, zone.allSatisfy(\.isDigit) else { throw Self.failure }
      number = number[..<sign]
    }
    guard let text = String(number), let value = Int64(text), !text.hasPrefix("+") else {
      throw Self.failure
    }
    return try milliseconds.decode(JSONNumber(value))
  }

  public func encode(_ object: Date) throws -> String {
    let interval = object.timeIntervalSinceReferenceDate
    // As far as .NET counts, and a little further.
    guard interval.magnitude < 3e11 else {
      throw MappingError(.notEncodable, expected: "the date is out of the range of .NET")
    }
    let (seconds, fraction, _) = ISO8601.split(interval, 3)
    return "/Date(\((seconds + 978_307_200) * 1000 + fraction))/"
  }

  private static var failure: MappingError {
    MappingError(expected: "a date such as /Date(1700000000000)/", found: "another string")
  }
}

extension ValueCoding where Self == DotNetDateTransform {
  /// Dates as older services on .NET write them: `/Date(1700000000000)/`.
  public static var dotNetDate: DotNetDateTransform { DotNetDateTransform() }
}
