/// Gives the value of a decoder as a whole.
struct ValueContainer: SingleValueDecodingContainer {
  let decoder: NodeDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.index.map { decoder.document.isNull($0) } ?? true }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type) }

  @inline(__always)
  func value<T: Decodable>(_ type: T.Type) throws -> T {
    guard let index = decoder.index else { return try decoder.decodeMissing(type) }
    return try decoder.decode(type, at: index, .none)
  }
}
