/// Gives the value of a decoder as a whole.
struct ValueContainer: SingleValueDecodingContainer {
  let decoder: NodeDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.index.map { decoder.document.isNull($0) } ?? true }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type) }

  @inline(__always)
  private func value<T: Decodable>(_ type: T.Type) throws -> T {
    guard let index = decoder.index else { throw decoder.mismatch(type, at: nil, codingPath) }
    return try decoder.decode(type, at: index, .none)
  }

  // The standard library has implementations of its own for these, which find no value.

  func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }

  func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }
}
