// Protocols and types of Vapor 4 as far as the article Network uses them, with its signatures.

public struct HTTPMediaType: Hashable, Sendable {
  public let type, subType: String
  public static let json = HTTPMediaType(type: "application", subType: "json")
}

public struct HTTPHeaders: Sendable {
  public init() {}
  public var contentType: HTTPMediaType?
}

public protocol ContentEncoder: Sendable {
  func encode<E: Encodable>(
    _ encodable: E, to body: inout ByteBuffer, headers: inout HTTPHeaders
  ) throws

  func encode<E: Encodable>(
    _ encodable: E, to body: inout ByteBuffer, headers: inout HTTPHeaders,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws
}

public protocol ContentDecoder: Sendable {
  func decode<D: Decodable>(
    _ decodable: D.Type, from body: ByteBuffer, headers: HTTPHeaders
  ) throws -> D

  func decode<D: Decodable>(
    _ decodable: D.Type, from body: ByteBuffer, headers: HTTPHeaders,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> D
}

public struct ContentConfiguration: Sendable {
  public private(set) var encoders: [HTTPMediaType: any ContentEncoder] = [:]
  public private(set) var decoders: [HTTPMediaType: any ContentDecoder] = [:]

  public init() {}

  public mutating func use(encoder: any ContentEncoder, for mediaType: HTTPMediaType) {
    encoders[mediaType] = encoder
  }

  public mutating func use(decoder: any ContentDecoder, for mediaType: HTTPMediaType) {
    decoders[mediaType] = decoder
  }
}

public protocol Content: Codable, Sendable {}
