import EssentialFoundation

/// Bytes as Base64 strings (RFC 4648), with the standard or the URL-safe alphabet.
///
/// `Data` without a transform is standard Base64 as well; this is for the other forms.
///
/// ```swift
/// @Mapped("token", transform: .base64URL) var token: Data
/// ```
public struct Base64Transform: Transform {
  /// The characters for 62 and 63, and whether the string is padded.
  public enum Alphabet: Sendable {
    /// `+` and `/`, padded with `=` (RFC 4648, section 4).
    case standard
    /// `-` and `_`, without padding when written (RFC 4648, section 5).
    case urlSafe
  }

  private let alphabet: Alphabet

  /// Makes a transform.
  public init(_ alphabet: Alphabet = .standard) { self.alphabet = alphabet }

  public func decode(from reader: inout JSONReader) throws -> Data {
    if alphabet == .standard, let data = reader.readPlainText({ Base64.bytes(of: $0) }) {
      return data
    }
    return try decode(reader.decode(String.self))
  }

  public func encode(_ value: Data, to writer: inout JSONWriter) throws {
    if alphabet == .standard { return writer.writeBase64(value) }
    try writer.encode(encode(value))
  }

  public func decode(_ json: String) throws -> Data {
    let text = alphabet == .standard ? json : Self.standardForm(json)
    return try JSONKey.withUTF8(text) { Base64.bytes(of: $0) }.orThrow(
      MappingError(expected: "Base64 text", found: "another string"))
  }

  /// URL-safe text in the standard alphabet and with its padding, as Foundation reads it. What is
  /// not URL-safe is made unreadable rather than taken silently.
  private static func standardForm(_ text: String) -> String {
    var result = replace("-_+/", in: text, by: "+/??")
    // Text that is padded already is taken as it is.
    while !text.hasSuffix("="), result.utf8.count % 4 != 0 { result += "=" }
    return result
  }

  public func encode(_ object: Data) -> String {
    let text = object.base64EncodedString()
    guard alphabet == .urlSafe else { return text }
    return Self.replace("+/", in: text.prefix { $0 != "=" }, by: "-_")
  }

  /// Replaces each of some ASCII characters by the one at the same position among others.
  private static func replace(
    _ characters: String, in text: some StringProtocol, by others: String
  ) -> String {
    let (characters, others) = (Array(characters.utf8), Array(others.utf8))
    let bytes = text.utf8.map { byte in characters.firstIndex(of: byte).map { others[$0] } ?? byte }
    return String(decoding: bytes, as: UTF8.self)
  }

  public var shape: ValueShape {
    .string(contentEncoding: alphabet == .standard ? "base64" : "base64url")
  }
}

extension ValueCoding where Self == Base64Transform {
  /// Bytes as standard Base64 text.
  public static var base64: Base64Transform { Base64Transform() }

  /// Bytes as URL-safe Base64 strings, written without padding.
  public static var base64URL: Base64Transform { Base64Transform(.urlSafe) }
}
