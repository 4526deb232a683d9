import Foundation

/// URLs as text, absolute or relative to a base.
///
/// Percent escapes and fragments are left as they are. A `URL` without a transform is
/// not resolved against anything; this is for texts such as `"/images/7.png"`.
///
/// ```swift
/// @Mapped("image", transform: .url(relativeTo: imageHost)) var image: URL
/// ```
public struct URLTransform: Transform {
  private let base: URL?

  /// Makes a transform.
  ///
  /// - Parameter base: what relative URLs are relative to. They are written as they were read.
  public init(relativeTo base: URL? = nil) { self.base = base }

  public func decode(_ json: String) throws -> URL {
    // The string alone is checked: URL(string:relativeTo:) would escape what is no URL.
    guard URL(string: json, encodingInvalidCharacters: false) != nil,
      let url = URL(string: json, relativeTo: base)
    else {
      throw MappingError(expected: "a URL", found: "another string")
    }
    return url
  }

  public func encode(_ object: URL) -> String {
    base == nil || object.baseURL != base ? object.absoluteString : object.relativeString
  }
}

extension ValueCoding where Self == URLTransform {
  /// URLs as text.
  public static var url: URLTransform { URLTransform() }

  /// URLs as text, relative to a base.
  public static func url(relativeTo base: URL) -> URLTransform { URLTransform(relativeTo: base) }
}
