/// Gives the elements of an array, one after the other.
struct ArrayContainer: UnkeyedDecodingContainer {
  private let decoder: NodeDecoder
  /// The entry of the current element; 0 at the end.
  private var element: Int
  private(set) var currentIndex = 0

  /// - Precondition: The value of the decoder is an array.
  init(_ decoder: NodeDecoder) {
    self.decoder = decoder
    let array = decoder.index ?? 0
    element = decoder.document.entry(array).count > 0 ? array + 1 : 0
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { decoder.index.map { decoder.document.entry($0).count } }
  var isAtEnd: Bool { element == 0 }

  mutating func decodeNil() throws -> Bool {
    guard decoder.document.isNull(try require(Never.self)) else { return false }
    advance()
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type) }

  mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? { try ifPresent() }

  @inline(__always)
  mutating func value<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try decoder.decode(type, at: require(type), .element(currentIndex))
    advance()
    return value
  }

  @inline(__always)
  mutating func ifPresent<T: Decodable>() throws -> T? {
    guard element > 0 else {
      // As for Foundation.
      currentIndex += 1
      return nil
    }
    if decoder.document.isNull(element) {
      advance()
      return nil
    }
    return try value(T.self)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try nested { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try nested { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    try nested { $0 as any Decoder }
  }

  private mutating func nested<Part>(_ body: (NodeDecoder) throws -> Part) throws -> Part {
    let part = try body(decoder.nested(require(Part.self), .element(currentIndex)))
    advance()
    return part
  }

  private mutating func advance() {
    element = Int(decoder.document.entry(element).next)
    currentIndex += 1
  }

  /// The entry of the current element.
  private func require(_ type: Any.Type) throws -> Int {
    guard element > 0 else { throw decoder.endOfArray(type, currentIndex) }
    return element
  }
}
