// Protocols and types of Hummingbird 2 as far as the article Network uses them, with its signatures.

public struct RequestBody: Sendable {
  private let buffer: ByteBuffer

  public init(buffer: ByteBuffer) { self.buffer = buffer }

  public func collect(upTo maximum: Int) async throws -> ByteBuffer {
    guard buffer.readableBytes <= maximum else { throw TooManyBytes() }
    return buffer
  }

  public struct TooManyBytes: Error {}
}

public struct Request: Sendable {
  public var body: RequestBody
  public init(body: RequestBody) { self.body = body }
}

public struct HTTPFields: Sendable, ExpressibleByDictionaryLiteral {
  private var fields: [Name: String]

  public init(dictionaryLiteral elements: (Name, String)...) {
    fields = Dictionary(elements) { $1 }
  }

  public subscript(name: Name) -> String? { fields[name] }

  public enum Name: Sendable { case contentType }
}

public struct ResponseBody: Sendable {
  public let buffer: ByteBuffer
  public init(byteBuffer: ByteBuffer) { buffer = byteBuffer }
}

public struct Response: Sendable {
  public enum Status: Sendable { case ok }

  public let status: Status
  public let headers: HTTPFields
  public let body: ResponseBody

  public init(status: Status, headers: HTTPFields, body: ResponseBody) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}

public protocol RequestContext: Sendable {
  associatedtype Decoder: RequestDecoder
  associatedtype Encoder: ResponseEncoder
  var maxUploadSize: Int { get }
  var requestDecoder: Decoder { get }
  var responseEncoder: Encoder { get }
}

public protocol RequestDecoder {
  func decode<T: Decodable>(
    _ type: T.Type, from request: Request, context: some RequestContext
  ) async throws -> T
}

public protocol ResponseEncoder {
  func encode(
    _ value: some Encodable, from request: Request, context: some RequestContext
  ) throws -> Response
}

extension Request {
  public func decode<T: Decodable, Context: RequestContext>(
    as type: T.Type, context: Context
  ) async throws -> T {
    try await context.requestDecoder.decode(type, from: self, context: context)
  }
}
