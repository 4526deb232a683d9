/// One call of an encoder.
///
///     value → NodeEncoder → JSONWriter → parts in their places → layout
enum EncodingCall {
  /// Encodes a value at the end of what has been written.
  ///
  /// - Throws: `EncodingError`, and whatever the types throw; something may have been written then.
  static func run<T>(
    _ value: T, _ writer: UnownedReference<JSONWriter>, _ setup: EncodingSetup,
    _ body: (NodeEncoder) throws -> Void
  ) throws {
    var root = setup.spare.take() ?? EncodingPart(EncodingDocument(writer, setup.options))
    try run(value, writer, root, body)
    // A type may have kept an encoder.
    if isKnownUniquelyReferenced(&root), root.document.isReusable { setup.spare.leave(root) }
  }

  private static func run<T>(
    _ value: T, _ writer: UnownedReference<JSONWriter>, _ root: EncodingPart,
    _ body: (NodeEncoder) throws -> Void
  ) throws {
    let document = root.document
    defer { document.endCall() }
    document.begin(root, writer)
    try body(root.encoder)
    guard root.encoder.endDocument() || document.failure != nil else {
      let cause = MappingError(
        .notEncodable, expected: "Top-level \(T.self) did not encode any values.")
      throw EncodingError.invalidValue(value, .init([], cause))
    }
    try document.finish()
  }
}
