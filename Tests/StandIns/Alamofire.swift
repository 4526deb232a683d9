// Protocols and types of Alamofire 5 as far as the article Network uses them, with its signatures.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

public protocol DataDecoder: Sendable {
  func decode<D: Decodable>(_ type: D.Type, from data: Data) throws -> D
}

public protocol DataPreprocessor: Sendable {
  func preprocess(_ data: Data) throws -> Data
}

public struct PassthroughPreprocessor: DataPreprocessor {
  public init() {}
  public func preprocess(_ data: Data) throws -> Data { data }
}

public struct HTTPMethod: Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let head = HTTPMethod(rawValue: "HEAD")
}

public protocol DataResponseSerializerProtocol<SerializedObject>: Sendable {
  associatedtype SerializedObject: Sendable

  func serialize(
    request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
  ) throws -> SerializedObject
}

public protocol DownloadResponseSerializerProtocol<SerializedObject>: Sendable {
  associatedtype SerializedObject: Sendable

  func serializeDownload(
    request: URLRequest?, response: HTTPURLResponse?, fileURL: URL?, error: (any Error)?
  ) throws -> SerializedObject
}

public protocol ResponseSerializer<SerializedObject>:
  DataResponseSerializerProtocol & DownloadResponseSerializerProtocol
{
  var dataPreprocessor: any DataPreprocessor { get }
  var emptyRequestMethods: Set<HTTPMethod> { get }
  var emptyResponseCodes: Set<Int> { get }
}

extension ResponseSerializer {
  public var dataPreprocessor: any DataPreprocessor { PassthroughPreprocessor() }
  public var emptyRequestMethods: Set<HTTPMethod> { [.head] }
  public var emptyResponseCodes: Set<Int> { [204, 205] }
}

extension DownloadResponseSerializerProtocol where Self: DataResponseSerializerProtocol {
  public func serializeDownload(
    request: URLRequest?, response: HTTPURLResponse?, fileURL: URL?, error: (any Error)?
  ) throws -> SerializedObject {
    if let error { throw error }
    let data = try fileURL.map { try Data(contentsOf: $0) }
    return try serialize(request: request, response: response, data: data, error: nil)
  }
}

/// A request whose response is already there.
public struct DataRequest: Sendable {
  private let data: Data

  public init(response data: Data) { self.data = data }

  public func serializingDecodable<Value: Decodable & Sendable>(
    _ type: Value.Type = Value.self, decoder: any DataDecoder
  ) -> DataTask<Value> {
    DataTask { [data] in try decoder.decode(type, from: data) }
  }

  public func serializingResponse<Serializer: ResponseSerializer>(
    using serializer: Serializer
  ) -> DataTask<Serializer.SerializedObject> {
    DataTask { [data] in
      try serializer.serialize(request: nil, response: nil, data: data, error: nil)
    }
  }
}

public struct DataTask<Value>: Sendable {
  private let result: @Sendable () throws -> Value

  init(_ result: @escaping @Sendable () throws -> Value) { self.result = result }

  public var value: Value {
    get async throws { try result() }
  }
}
