import MirrorMap

/// The ways in which the library can be made to look at every byte of a document. All of them have
/// to come to the same verdict.
enum WayOfReading: CaseIterable {
  /// ``JSONTokenizer``, all tokens pulled.
  case tokens
  /// `JSONValue.decode`.
  case tree
  /// `JSONReader.skipValue` on the whole document.
  case skipping
  /// As an element of `[JSONValue]`.
  case element
  /// As the value of a mapped key.
  case mapped
  /// As the value of a key that no property asks for.
  case ignored
  /// As what surrounds a value that is looked for by key path.
  case besideKeyPath

  /// The document to be read for a text.
  func document(_ text: [UInt8]) -> [UInt8] {
    switch self {
    case .tokens, .tree, .skipping: text
    case .element: Array("[".utf8) + text + Array("]".utf8)
    case .mapped, .ignored: Array(#"{"held": "#.utf8) + text + Array("}".utf8)
    case .besideKeyPath: Array(#"{"deep":{"a":1},"held":"#.utf8) + text + Array("}".utf8)
    }
  }

  /// Reads a document that lies at the end of readable memory.
  func read(_ document: [UInt8]) throws {
    try GuardedBytes.lend(document) { bytes in
      switch self {
      case .tokens:
        try JSONTokenizer.tokenize(bytes) { while try $0.next() != nil {} }
      case .tree: _ = try JSONValue.decode(from: bytes)
      case .skipping: _ = try PassedOver.decode(from: bytes)
      case .element: _ = try [JSONValue].decode(from: bytes)
      case .mapped: _ = try ValueHolder.decode(from: bytes)
      case .ignored: _ = try ValueIgnorer.decode(from: bytes)
      case .besideKeyPath: _ = try Int.decode(from: bytes, at: "deep.a")
      }
    }
  }

  func accepts(_ document: [UInt8]) -> Bool {
    do {
      try read(document)
      return true
    } catch {
      return false
    }
  }

  /// The ways that judge `text` differently from the oracle, each with the document it was given.
  static func dissenters(_ text: [UInt8], _ ways: [WayOfReading] = allCases) -> [WayOfReading] {
    ways.filter { way in
      let document = way.document(text)
      return way.accepts(document) != JSONOracle.accepts(document)
    }
  }
}

/// A value that is skipped.
struct PassedOver: MappableValue {
  static func decode(from reader: inout JSONReader) throws -> PassedOver {
    try reader.skipValue()
    return PassedOver()
  }

  func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
}

struct ValueHolder: Mappable {
  @Mapped("held") var held: JSONValue
}

struct ValueIgnorer: Mappable {
  @Mapped("other") var other: Int?
}
