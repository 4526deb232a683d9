import EssentialFoundation

/// One document being read, from its first byte to its last.
///
///     bytes → session → JSONReader → value → rest of the document
///
/// The models that the value can contain are planned before the first byte is read. Errors get their line, column,
/// and path when they leave.
@usableFromInline
enum DocumentReading {
  /// Decodes a value from a document.
  ///
  /// - Parameters:
  ///   - path: where in the document the value is; nil for the whole document.
  ///   - decode: the type's own code, specialized where the type is known. All else here is not, because it would
  ///     be compiled anew for each model.
  /// - Throws: ``MappingError``.
  // An optional of the value isn't made where it isn't needed: the runtime would look up its type each time.
  @_specialize(exported:false,kind:partial,where Source == Data)
  @_specialize(exported:false,kind:partial,where Source == String)
  @_specialize(exported:false,kind:partial,where Source == [UInt8])
  @usableFromInline
  static func decode<Value: MappableValue, Source: JSONSource>(
    from source: Source, at path: [String]? = nil, _ mapper: Mapper, _ context: MappingContext,
    _ decode: (inout JSONReader) throws -> Value = { try Value.decode(from: &$0) }
  ) throws -> Value {
    try source.withBytes { bytes in
      var session = MappingSession(mapper: mapper, context: context)
      return try read(
        bytes, at: path, &session, root: ObjectIdentifier(Value.self), ifAbsent: Value.noneValue,
        Value.collectModels
      ) { (reader) throws(MappingError) in
        try reader.decode(size: MemoryLayout<Value>.size, decode)
      }
    }
  }

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - path: where in the document the value is; nil for the whole document.
  ///   - session: the state of the call; afterwards, with its issues.
  ///   - root: the type of the value, if that leads to all models that are collected.
  @usableFromInline
  static func read<Value>(
    _ bytes: Bytes, at path: [String]?, _ session: inout MappingSession,
    root: ObjectIdentifier? = nil, ifAbsent: @autoclosure () -> Value?,
    _ collectModels: (inout ReachableModels) -> Void,
    _ body: (inout JSONReader) throws(MappingError) -> Value
  ) throws(MappingError) -> Value {
    do throws(MappingError) {
      return try readPart(bytes, &session, root: root, collectModels) {
        (reader) throws(MappingError) in
        try reader.readDocument(at: path, ifAbsent, body)
      }
    } catch {
      // Consumed, the error is changed in place.
      throw (consume error).located(in: bytes, snippetLength: session.mapper.errorSnippetLength)
    }
  }

  /// Reads documents one after the other, until there are no others, one fails, or one has issues.
  ///
  /// - Parameters:
  ///   - buffer: the bytes around the documents. No token of a document goes on after its end.
  ///   - next: returns the next document, once one has been read.
  ///   - session: the state of the call; afterwards, with the issues of the last document.
  static func readAll(
    _ first: Bytes, in buffer: Bytes, _ next: () -> Bytes?, at path: [String]?,
    _ session: inout MappingSession, root: ObjectIdentifier, ifAbsent: @autoclosure () -> Void?,
    _ collectModels: (inout ReachableModels) -> Void,
    _ body: (inout JSONReader) throws(MappingError) -> Void
  ) throws(MappingError) {
    var bytes = first
    do throws(MappingError) {
      try begin(&session, root: root, collectModels) { (session) throws(MappingError) in
        while true {
          do {
            defer { session.pointee.finish(bytes) }
            try readPart(bytes, session) { (reader) throws(MappingError) in
              reader.extendBlocks(to: buffer.end)
              try reader.readDocument(at: path, ifAbsent, body)
            }
          }
          guard session.pointee.issues.isEmpty, let following = next() else { return }
          session.pointee.forgetDocument()
          bytes = following
        }
      }
    } catch {
      throw (consume error).located(in: bytes, snippetLength: session.mapper.errorSnippetLength)
    }
  }

  /// Reads a part of a document.
  ///
  /// - Throws: ``MappingError`` without line, column, and path.
  @inline(__always)
  static func readPart<Value>(
    _ bytes: Bytes, _ session: inout MappingSession, root: ObjectIdentifier? = nil,
    _ collectModels: (inout ReachableModels) -> Void,
    _ body: (inout JSONReader) throws(MappingError) -> Value
  ) throws(MappingError) -> Value {
    defer { session.finish(bytes) }
    return try begin(&session, root: root, collectModels) { (session) throws(MappingError) in
      try readPart(bytes, session, body)
    }
  }

  /// Plans the models that documents of a session can contain.
  @inline(__always)
  private static func begin<Value>(
    _ session: inout MappingSession, root: ObjectIdentifier?,
    _ collectModels: (inout ReachableModels) -> Void,
    _ body: (UnownedReference<MappingSession>) throws(MappingError) -> Value
  ) throws(MappingError) -> Value {
    try Recorder.suspended { () throws(MappingError) in
      try PlanCache.prepare(session.scope.strategy, for: root, collectModels)
      return try withReference(to: &session, body)
    }
  }

  /// Reads a part of a document by a reader with the options of a session.
  @inline(__always)
  private static func readPart<Value>(
    _ bytes: Bytes, _ session: UnownedReference<MappingSession>,
    _ body: (inout JSONReader) throws(MappingError) -> Value
  ) throws(MappingError) -> Value {
    var reader = JSONReader(bytes, maximumDepth: session.pointee.maximumDepth, session: session)
    reader.adopt(session)
    let memory = reader.memory
    let sharesStrings = memory.pointee.strings.begin(bytes.count)
    reader.sharesStrings = sharesStrings
    defer { if sharesStrings { memory.pointee.strings.end() } }
    if session.pointee.hasLimits { try reader.checkSize(session.pointee.mapper.limits) }
    return try body(&reader)
  }

  /// Finds an array in a document.
  ///
  /// - Parameter path: where it is; then the rest of the document is validated as well.
  /// - Returns: nil if there is none, or anything is wrong.
  @usableFromInline
  static func locateArray(
    _ bytes: Bytes, at path: [String]?, _ mapper: Mapper
  ) -> ArrayPlace? {
    var session = MappingSession(mapper: mapper, context: .none)
    let noModels: (inout ReachableModels) -> Void = { _ in }
    return try? readPart(bytes, &session, noModels) {
      (reader) throws(MappingError) -> ArrayPlace? in
      try reader.openDocument()
      guard let path else { return ArrayPlace(start: reader.cursor, depth: 0) }
      let place = try reader.positions(along: path[...], hasWildcards: false).last
      try reader.closeDocument()
      return place.map { ArrayPlace(start: $0, depth: path.count) }
    }
  }

  /// The contents of a file.
  @usableFromInline
  static func load(
    _ url: URL, _ options: Data.ReadingOptions = []
  ) throws(MappingError) -> Data {
    do {
      // Foundation makes requests for other URLs.
      guard url.isFileURL else { throw CocoaError(.fileReadUnsupportedScheme) }
      return try Data(contentsOf: url, options: options)
    } catch {
      throw .unreadable(url, error)
    }
  }
}

extension MappingError {
  /// The error of a file that can't be read.
  static func unreadable(_ url: URL, _ cause: any Error) -> MappingError {
    MappingError(
      Details(
        code: .unreadableSource,
        expected: "the file \(url.isFileURL ? url.path : url.absoluteString) cannot be read",
        underlying: cause))
  }
}

extension JSONReader {
  /// Reads a document from its first byte to its last.
  ///
  /// - Parameter path: where the value is; nil for the whole document.
  @inline(__always)
  fileprivate mutating func readDocument<Value>(
    at path: [String]?, _ ifAbsent: () -> Value?,
    _ body: (inout JSONReader) throws(MappingError) -> Value
  ) throws(MappingError) -> Value {
    try openDocument()
    guard let path else { return try readRoot(body) }
    return try readValue(at: path, ifAbsent, body)
  }

  /// Reads the value of the whole document.
  @inline(__always)
  fileprivate mutating func readRoot<Value>(
    _ body: (inout JSONReader) throws(MappingError) -> Value
  ) throws(MappingError) -> Value {
    let (root, depth) = (cursor, remainingDepth)
    do throws(MappingError) {
      let value = try body(&self)
      try closeDocument()
      return value
    } catch {
      guard scope.isReporting, error.code.isRecoverable else { throw error }
      (cursor, remainingDepth) = (root, depth)
      // If the rest of the document is malformed, this error is an issue.
      do throws(MappingError) {
        try skipFailedValue(error)
        try closeDocument()
      } catch let malformed {
        report(error)
        throw malformed
      }
      throw error
    }
  }

  /// Reads the value at a key path, and validates the rest of the document. Compiled once for all types.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  fileprivate mutating func readValue<Value>(
    at path: [String], _ ifAbsent: () -> Value?,
    _ body: (inout JSONReader) throws(MappingError) -> Value
  ) throws(MappingError) -> Value {
    let root = cursor
    if isStrict, duplicateKeys == .reject, !sharedSession.pointee.isUpdate {
      if let value = try readValue(along: path, body) {
        try closeDocument()
        return value
      }
    } else if let position = try place(at: path) {
      try closeDocument()
      cursor = position
      let depth = remainingDepth
      remainingDepth -= path.count
      defer { remainingDepth = depth }
      return try body(&self)
    }
    guard let absent = ifAbsent() else {
      throw failure(.missingKey, at: root, subpath: .init(keyPath: path))
    }
    try closeDocument()
    return absent
  }

  /// Where the value at a key path begins. Reads over the value at the cursor.
  private mutating func place(at path: [String]) throws(MappingError) -> BytePointer? {
    guard path.isEmpty else { return try positions(along: path[...], hasWildcards: false).last }
    let position = cursor
    try skip()
    return position
  }
}
