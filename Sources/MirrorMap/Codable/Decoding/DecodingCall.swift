/// One call of a decoder, from the first byte of a document to its last.
///
///     bytes → DocumentIndex → NodeDecoder → value
///
/// Errors get their line, column, and path when they leave.
enum DecodingCall {
  /// Decodes a value from a document.
  ///
  /// - Parameters:
  ///   - path: Where the value is.
  ///   - log: Is called with the issues of models, if there are any.
  ///   - body: Decodes the value at a place.
  /// - Throws: `DecodingError`, and whatever the types throw.
  static func run<T>(
    _ bytes: Bytes, at path: [String], _ setup: DecodingSetup,
    log: ([MappingError]) -> Void, _ body: (NodeDecoder.Place) throws -> T
  ) throws -> T {
    let text: DecodingText
    do throws(MappingError) {
      // Before the document is converted, which takes time and changes its size.
      if bytes.count > setup.options.mapper.maximumDocumentSize {
        try JSONReader(bytes, maximumDepth: 0, session: nil).checkSize(setup.options.mapper.limits)
      }
      text = try DecodingText(bytes, setup.options)
    } catch {
      throw DecodingError.malformed(
        error.with { ($0.byteOffset, $0.line, $0.column, $0.isLocated) = (0, 1, 1, true) })
    }
    return try text.withBytes(bytes) { bytes in
      let snippetLength = setup.options.mapper.errorSnippetLength
      let locate = { text.located($0 as MappingError, in: bytes, snippetLength) }
      var root = try begin(bytes, setup, locate)
      var failure: (any Error)?
      defer {
        let issues = root.document.takeIssues(after: failure)
        if !issues.isEmpty { log(text.located(issues, in: bytes, snippetLength)) }
        NodeDecoder.end(&root, setup)
      }
      do {
        return try body(root.follow(path))
      } catch {
        failure = error
        guard let error = error as? DecodingError else { throw error }
        throw error.located { (path, cause) in
          // Types create errors that have only a path.
          var cause = cause ?? MappingError(expected: "a value that its type accepts")
          let offset = cause.byteOffset ?? root.document.offset(at: path)
          cause.details.byteOffset = root.document.origin + offset
          return locate(cause)
        }
      }
    }
  }

  /// Reads a whole document.
  ///
  /// - Throws: `DecodingError` without a coding path if it's malformed or exceeds a limit.
  private static func begin(
    _ bytes: Bytes, _ setup: DecodingSetup, _ locate: (MappingError) -> MappingError
  ) throws -> NodeDecoder {
    do throws(MappingError) {
      let limits = setup.options.mapper.limits
      var reader = JSONReader(
        bytes, maximumDepth: setup.options.mapper.maximumDepth, session: nil)
      reader.limit(limits)
      try reader.openDocument()
      let root = try NodeDecoder.begin(&reader, setup, isPart: false)
      try reader.closeDocument()
      return root
    } catch {
      throw DecodingError.malformed(locate(error))
    }
  }
}

extension NodeDecoder {
  /// Where a value is.
  typealias Place = (decoder: NodeDecoder, index: Int, step: CodingStep)

  /// The place of the value at a key path, whose steps become its coding path.
  ///
  /// - Throws: `DecodingError` if there is none.
  fileprivate func follow(_ path: [String]) throws -> Place {
    var place: Place = (self, 0, .none)
    for key in path {
      let container = try place.decoder.nested(place.index, place.step)
      place = try container.place(of: key)
    }
    return place
  }

  /// The place of a member or an element.
  private func place(of key: String) throws -> Place {
    let index = index ?? 0
    let isArray = document.firstByte(index) == .openBracket
    guard isArray || document.firstByte(index) == .openBrace else {
      throw mismatch([String: Any].self, "an object", at: index, codingPath)
    }
    let position = isArray ? ArrayIndex(key, limit: .max)?.value : nil
    let codingKey = position.map { AnyCodingKey(index: $0) } ?? AnyCodingKey(stringValue: key)
    guard let child = document.child(of: index, key, position) else {
      throw keyNotFound(codingKey, codingPath)
    }
    return (self, child, .key(codingKey))
  }
}
