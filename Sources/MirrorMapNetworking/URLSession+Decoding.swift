import Foundation
import MirrorMap

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLSession {
  /// Requests a document and decodes it.
  ///
  /// ```swift
  /// let user = try await session.decode(User.self, from: request, at: "data.user")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value. If it's optional, an empty body is decoded as nil.
  ///   - request: The request, which is canceled if the current task is canceled.
  ///   - keyPath: Where in the document the value is; nil for the whole document.
  ///   - delimiter: The separator of the key path's steps.
  ///   - mapper: Options.
  ///   - context: Values for transforms.
  /// - Throws: ``HTTPStatusError`` for a status outside 200…299, `MappingError` for a body that doesn't fit,
  ///   and what the session throws, which is `URLError` for a canceled task.
  public func decode<Value: MappableValue>(
    _ type: Value.Type = Value.self, from request: URLRequest, at keyPath: String? = nil,
    delimiter: String = ".", using mapper: Mapper = .default, context: MappingContext = .none
  ) async throws -> Value {
    let body = try await body(for: request)
    if body.isEmpty, let absent = Value.noneValue { return absent }
    return try Value.decode(
      from: body, at: keyPath, delimiter: delimiter, using: mapper, context: context)
  }

  /// Requests a document at a URL and decodes it.
  ///
  /// - Parameters:
  ///   - type: The type of the value. If it's optional, an empty body is decoded as nil.
  ///   - url: The document's URL. The request is canceled if the current task is canceled.
  ///   - keyPath: Where in the document the value is; nil for the whole document.
  ///   - delimiter: The separator of the key path's steps.
  ///   - mapper: Options.
  ///   - context: Values for transforms.
  /// - Throws: ``HTTPStatusError`` for a status outside 200…299, `MappingError` for a body that doesn't fit,
  ///   and what the session throws.
  public func decode<Value: MappableValue>(
    _ type: Value.Type = Value.self, from url: URL, at keyPath: String? = nil,
    delimiter: String = ".", using mapper: Mapper = .default, context: MappingContext = .none
  ) async throws -> Value {
    try await decode(
      type, from: URLRequest(url: url), at: keyPath, delimiter: delimiter, using: mapper,
      context: context)
  }

  /// Requests a document and decodes it as a type that is `Decodable`.
  ///
  /// ```swift
  /// let page = try await session.decode(Page.self, from: request, using: MappingDecoder())
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value. If it's optional, an empty body is decoded as nil.
  ///   - request: The request, which is canceled if the current task is canceled.
  ///   - keyPath: Where in the document the value is; nil for the whole document.
  ///   - delimiter: The separator of the key path's steps.
  ///   - decoder: The decoder.
  /// - Throws: ``HTTPStatusError`` for a status outside 200…299, `DecodingError` for a body that doesn't fit,
  ///   and what the session throws.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from request: URLRequest, at keyPath: String? = nil,
    delimiter: String = ".", using decoder: MappingDecoder
  ) async throws -> Value {
    let body = try await body(for: request)
    let optional = Value.self as? any _NoneRepresentable.Type
    if body.isEmpty, let absent = optional?.noneValue as? Value { return absent }
    return try decoder.decode(type, from: body, at: keyPath ?? "", delimiter: delimiter)
  }

  /// Requests a document at a URL and decodes it as a type that is `Decodable`.
  ///
  /// - Parameters:
  ///   - type: The type of the value. If it's optional, an empty body is decoded as nil.
  ///   - url: The document's URL. The request is canceled if the current task is canceled.
  ///   - keyPath: Where in the document the value is; nil for the whole document.
  ///   - delimiter: The separator of the key path's steps.
  ///   - decoder: The decoder.
  /// - Throws: ``HTTPStatusError`` for a status outside 200…299, `DecodingError` for a body that doesn't fit,
  ///   and what the session throws.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from url: URL, at keyPath: String? = nil,
    delimiter: String = ".", using decoder: MappingDecoder
  ) async throws -> Value {
    try await decode(
      type, from: URLRequest(url: url), at: keyPath, delimiter: delimiter, using: decoder)
  }

  private func body(for request: URLRequest) async throws -> Data {
    let (body, response) = try await data(for: request)
    if let error = HTTPStatusError(response, body: body) { throw error }
    return body
  }
}
