import MirrorMap

@testable import TestSupport

/// The places at which a string can be read from a document: as a value and as a key.
struct PlaceOfText: Sendable {
  let name: String
  /// The document, with `?` where the string goes, quotes and all.
  let frame: String
  let read: @Sendable (UnsafeRawBufferPointer) throws -> String

  init(
    _ name: String, _ frame: String,
    _ read: @escaping @Sendable (UnsafeRawBufferPointer) throws -> String
  ) {
    self.name = name
    self.frame = frame
    self.read = read
  }

  /// Reads a string of a document's bytes, at the end of readable memory; its bytes, as Swift takes
  /// different bytes for equal.
  func read(_ string: [UInt8]) throws -> [UInt8] {
    let parts = frame.utf8.split(separator: UInt8(ascii: "?"), omittingEmptySubsequences: false)
    let document = Array(parts[0]) + string + Array(parts[1])
    return Array(try GuardedBytes.withBytes(document, read).utf8)
  }

  static let all = values + keys

  static let values = [
    PlaceOfText("document", "?") { try String.decode(from: $0) },
    PlaceOfText("element", "[?]") { try one([String].decode(from: $0)) },
    PlaceOfText("property", #"{"held":?}"#) {
      try WayOfReading.Requiring<String>.decode(from: $0).held
    },
    PlaceOfText("optional property", #"{"held": ?}"#) {
      try one(WayOfReading.Tolerating<String>.decode(from: $0).held)
    },
    PlaceOfText("careful model", #"{"held":?}"#) {
      try one(WayOfReading.Tolerating<String>.decode(from: $0, using: .lenient).held)
    },
    PlaceOfText("value of a dictionary", #"{"a":?}"#) {
      try one([String: String].decode(from: $0)["a"])
    },
    PlaceOfText("immutable model", #"{"held":?}"#) {
      try PlaceOfNumber<String>.Immutable.decode(from: $0).held
    },
    PlaceOfText("last duplicate", #"{"held":"","held":?}"#) {
      try WayOfReading.Requiring<String>.decode(from: $0, using: .lastCounts).held
    },
    PlaceOfText("tree", "[0,?]") { try one(JSONValue.decode(from: $0).array?.last?.string) },
    PlaceOfText("view", "[?]") { try one(JSONView(BorrowedSource(bytes: $0))[0]?.string) },
    PlaceOfText("token", "?") {
      try JSONTokenizer.tokenize($0) { tokenizer in
        let token = try tokenizer.next()
        _ = try tokenizer.next()
        return try one(token.map { tokenizer.string(of: $0) })
      }
    },
  ]

  static let keys = [
    PlaceOfText("key of a dictionary", "{?:1}") { try one([String: Int].decode(from: $0).keys) },
    PlaceOfText("key of a lossy dictionary", "{?:1}") {
      try one([String: Int].decode(from: $0, using: .lossy).keys)
    },
    PlaceOfText("key of a tree", "{?:[]}") {
      try one(JSONValue.decode(from: $0).object?.first?.key)
    },
    PlaceOfText("key of a view", "{?:0}") { try one(JSONView(BorrowedSource(bytes: $0)).keys) },
    PlaceOfText("key of a token", "{?:0}") {
      try JSONTokenizer.tokenize($0) { tokenizer in
        _ = try tokenizer.next()
        let token = try tokenizer.next()
        while try tokenizer.next() != nil {}
        return try one(token.map { tokenizer.string(of: $0) })
      }
    },
    PlaceOfText("extra", "{?:1}") { try one(WayOfReading.Keeping.decode(from: $0).rest.keys) },
    PlaceOfText("extra in order", "{?:1}") {
      try one(WayOfReading.KeepingInOrder.decode(from: $0).rest.map(\.key))
    },
    PlaceOfText("unmapped", #"{"last":0,?:1}"#) {
      try one(WayOfReading.AskingBackwards.decode(from: $0).rest.keys)
    },
    PlaceOfText("key by hand", "{?:1}") { try KeyReader.decode(from: $0).key },
  ]

  private static func one(_ strings: some Collection<String>) throws -> String {
    guard strings.count == 1, let string = strings.first else { throw WayOfReading.Difference() }
    return string
  }

  private static func one(_ string: String?) throws -> String {
    guard let string else { throw WayOfReading.Difference() }
    return string
  }

  private struct KeyReader: MappableValue {
    var key = ""

    static func decode(from reader: inout JSONReader) throws -> KeyReader {
      var result = KeyReader()
      try reader.decodeObject { key, reader in
        result.key = key
        try reader.skipValue()
      }
      return result
    }

    func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
  }
}
