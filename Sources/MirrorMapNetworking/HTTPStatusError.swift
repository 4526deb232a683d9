import Foundation
@_exported import MirrorMap

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A response with a status outside 200…299.
///
/// Its description contains the status and the URL without its query, but neither the headers nor the body, because
/// these can be confidential.
///
/// ```swift
/// do {
///   return try await session.decode(User.self, from: url)
/// } catch let error as HTTPStatusError where error.status == 422 {
///   show(try error.decodeBody([Problem].self, at: "errors"))
/// }
/// ```
public struct HTTPStatusError: Error, Sendable {
  /// The URL of the response; after a redirection, the URL of the last request.
  public let url: URL?
  /// The status code.
  public let status: Int
  /// The header fields, with the names that the server sent.
  public let headers: [String: String]
  /// The body; in an error of `chunks(for:)`, at most its first megabyte.
  public let body: Data

  /// The value of a header field.
  ///
  /// - Parameter name: The name of the field, regardless of case.
  public func header(_ name: String) -> String? {
    headers.first { $0.key.caseInsensitiveCompare(name) == .orderedSame }?.value
  }

  /// Decodes the body.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - keyPath: Where in the body the value is; nil for the whole body.
  ///   - delimiter: The separator of the key path's steps.
  ///   - mapper: Options.
  ///   - context: Values for transforms.
  /// - Throws: `MappingError`, if the body doesn't fit.
  public func decodeBody<Value: MappableValue>(
    _ type: Value.Type = Value.self, at keyPath: String? = nil, delimiter: String = ".",
    using mapper: Mapper = .default, context: MappingContext = .none
  ) throws -> Value {
    try Value.decode(
      from: body, at: keyPath, delimiter: delimiter, using: mapper, context: context)
  }

  /// Decodes the body as a type that is `Decodable`.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - keyPath: Where in the body the value is; nil for the whole body.
  ///   - delimiter: The separator of the key path's steps.
  ///   - decoder: The decoder.
  /// - Throws: `DecodingError`, if the body doesn't fit.
  public func decodeBody<Value: Decodable>(
    _ type: Value.Type = Value.self, at keyPath: String? = nil, delimiter: String = ".",
    using decoder: MappingDecoder
  ) throws -> Value {
    try decoder.decode(type, from: body, at: keyPath ?? "", delimiter: delimiter)
  }

  /// The error for a response; nil if it's none of HTTP, or if it's a success.
  init?(_ response: URLResponse?, body: Data) {
    guard let response = response as? HTTPURLResponse, !(200...299).contains(response.statusCode)
    else { return nil }
    url = response.url
    status = response.statusCode
    headers = Dictionary(
      response.allHeaderFields.map { ("\($0.key)", "\($0.value)") }, uniquingKeysWith: { $1 })
    self.body = body
  }
}

extension HTTPStatusError: CustomStringConvertible, LocalizedError {
  /// The status, and the URL without its query.
  public var description: String {
    var components = url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
    components?.query = nil
    components?.fragment = nil
    components?.user = nil
    components?.password = nil
    return "HTTP status \(status)" + (components?.string.map { " from \($0)" } ?? "")
  }

  /// The text of ``description``.
  public var errorDescription: String? { description }
}
