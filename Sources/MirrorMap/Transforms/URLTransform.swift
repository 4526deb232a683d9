import EssentialFoundation

/// URLs as strings, absolute or relative to a base.
///
/// Percent escapes and fragments are left as they are. A `URL` without a transform is
/// not resolved against anything; this is for strings such as `"/images/7.png"`, and for those that
/// aren't URLs until their spaces and accented letters are escaped.
///
/// ```swift
/// @Mapped("image", transform: .url(relativeTo: imageHost)) var image: URL
/// @Mapped("page", transform: .url(escapesInvalidCharacters: true)) var page: URL
/// ```
public struct URLTransform: Transform {
  private let base: URL?
  private let escapesInvalidCharacters: Bool

  /// Makes a transform.
  ///
  /// - Parameters:
  ///   - base: what relative URLs are relative to. A relative URL is written as it was read, without the base.
  ///   - escapesInvalidCharacters: whether characters after the host that aren't allowed in a URL are escaped, as
  ///     in `/a b` and `?q=é`. Escapes that are there already stay as they are. The URL is written with its
  ///     escapes.
  public init(relativeTo base: URL? = nil, escapesInvalidCharacters: Bool = false) {
    // As Foundation keeps it in the URLs that are relative to it.
    self.base = base?.absoluteURL
    self.escapesInvalidCharacters = escapesInvalidCharacters
  }

  public func decode(_ json: String) throws -> URL {
    let text = escapesInvalidCharacters ? Self.escaped(json) : json
    // The string alone is checked: URL(string:relativeTo:) would escape what is no URL.
    guard URL(string: text, encodingInvalidCharacters: false) != nil,
      let url = URL(string: text, relativeTo: base)
    else {
      throw MappingError(expected: "a URL", found: "another string")
    }
    return url
  }

  public func encode(_ object: URL) -> String {
    base == nil || object.baseURL != base ? object.absoluteString : object.relativeString
  }

  public var shape: ValueShape {
    escapesInvalidCharacters ? .string() : .string(format: base == nil ? "uri" : "uri-reference")
  }

  /// The text with escapes for what no URL has, from the path on.
  ///
  /// Foundation would escape the percent signs of `a%20b c` as well, which makes another URL of it.
  private static func escaped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let start = endOfAuthority(bytes)
    var result = Array(bytes[..<start])
    var isInFragment = false
    for index in start..<bytes.count {
      let byte = bytes[index]
      let isPlain =
        switch byte {
        case UInt8(ascii: "%"):
          bytes[(index + 1)...].prefix(2).filter { $0.hexValue < 16 }.count == 2
        case UInt8(ascii: "#"): !isInFragment
        default: byte > .space && byte < 0x7F && !"\"<>[\\]^`{|}".utf8.contains(byte)
        }
      if byte == UInt8(ascii: "#") { isInFragment = true }
      if isPlain {
        result.append(byte)
      } else {
        result += (byte < 16 ? "%0" : "%").utf8
        result += String(byte, radix: 16, uppercase: true).utf8
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Where the host and port end, if there are any.
  private static func endOfAuthority(_ bytes: [UInt8]) -> Int {
    let delimiters = "/?#".utf8
    let first = bytes.firstIndex { delimiters.contains($0) } ?? bytes.count
    let hasAuthority =
      bytes[first...].starts(with: [.slash, .slash]) && (first == 0 || bytes[first - 1] == .colon)
    guard hasAuthority else { return 0 }
    return bytes[(first + 2)...].firstIndex { delimiters.contains($0) } ?? bytes.count
  }
}

extension ValueCoding where Self == URLTransform {
  /// URLs as text.
  public static var url: URLTransform { URLTransform() }

  /// URLs as strings, relative to a base, or with escapes for characters that aren't allowed in URLs.
  ///
  /// The parameters are those of ``URLTransform/init(relativeTo:escapesInvalidCharacters:)``.
  public static func url(
    relativeTo base: URL? = nil, escapesInvalidCharacters: Bool = false
  ) -> URLTransform {
    URLTransform(relativeTo: base, escapesInvalidCharacters: escapesInvalidCharacters)
  }
}
