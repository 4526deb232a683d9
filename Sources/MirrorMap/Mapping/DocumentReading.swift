import Foundation

/// One document being read, from its first byte to its last.
@usableFromInline
enum DocumentReading {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - path: where in the document the value lies; nil for the whole document.
  ///   - session: what is handed through; afterwards, its issues.
  ///   - ifAbsent: what to return when nothing lies there.
  ///   - collectModels: names the models that are going to be read.
  ///   - body: reads the value.
  @usableFromInline
  static func read<Value>(
    _ bytes: Bytes, at path: [String]?, _ session: inout MappingSession,
    ifAbsent: Value?, _ collectModels: (inout ReachableModels) -> Void,
    _ body: (inout JSONReader) throws(MappingError) -> Value
  ) throws(MappingError) -> Value {
    defer { session.finish(bytes) }
    do throws(MappingError) {
      return try Recorder.suspended { () throws(MappingError) in
        var models = ReachableModels.prepared(for: session.scope.strategy)
        collectModels(&models)
        if !models.isSettled { try PlanCache.prepare(models, session.scope.strategy) }
        return try withLoan(of: &session) { (session) throws(MappingError) in
          var reader = JSONReader(
            bytes, maximumDepth: session.pointee.maximumDepth,
            session: session)
          reader.adopt(session)
          let strings = reader.memory.strings.begin(bytes.count)
          reader.sharesStrings = strings != nil
          defer { strings?.end() }
          if session.pointee.hasLimits { try reader.checkSize(session.pointee.mapper.limits) }
          try reader.openDocument()
          guard let path else {
            let (root, depth) = (reader.cursor, reader.remainingDepth)
            do throws(MappingError) {
              let value = try body(&reader)
              try reader.closeDocument()
              return value
            } catch {
              guard reader.scope.isReporting, error.code.isRecoverable else { throw error }
              (reader.cursor, reader.remainingDepth) = (root, depth)
              do throws(MappingError) {
                try reader.skipFailedValue(error)
                try reader.closeDocument()
              } catch let malformed {
                // That the text is no JSON is told as well.
                reader.report(error)
                throw malformed
              }
              throw error
            }
          }
          return try reader.readValue(at: path, ifAbsent, body)
        }
      }
    } catch {
      throw error.located(in: bytes, snippetLength: session.mapper.errorSnippetLength)
    }
  }

  /// Reads a part of a document, whose failures are not told to anybody.
  static func readPart<Value>(
    _ bytes: Bytes, _ session: inout MappingSession,
    _ collectModels: (inout ReachableModels) -> Void,
    _ body: (inout JSONReader) throws(MappingError) -> Value
  ) throws(MappingError) -> Value {
    defer { session.finish(bytes) }
    return try Recorder.suspended { () throws(MappingError) in
      var models = ReachableModels.prepared(for: session.scope.strategy)
      collectModels(&models)
      if !models.isSettled { try PlanCache.prepare(models, session.scope.strategy) }
      return try withLoan(of: &session) { (session) throws(MappingError) in
        var reader = JSONReader(
          bytes, maximumDepth: session.pointee.maximumDepth, session: session)
        reader.adopt(session)
        let strings = reader.memory.strings.begin(bytes.count)
        reader.sharesStrings = strings != nil
        defer { strings?.end() }
        if session.pointee.hasLimits { try reader.checkSize(session.pointee.mapper.limits) }
        return try body(&reader)
      }
    }
  }

  /// Finds an array in a document.
  ///
  /// - Parameter path: where it lies; then the rest of the document is validated as well.
  /// - Returns: nil if there is none there, or anything is wrong.
  @usableFromInline
  static func placeOfArray(
    _ bytes: Bytes, at path: [String]?, _ mapper: Mapper
  ) -> ArrayPlace? {
    var session = MappingSession(mapper: mapper, context: .none)
    let noModels: (inout ReachableModels) -> Void = { _ in }
    let place = try? readPart(bytes, &session, noModels) {
      (reader) throws(MappingError) -> ArrayPlace? in
      try reader.openDocument()
      guard let path else { return ArrayPlace(start: reader.cursor, depth: 0) }
      let place = try reader.places(along: path[...], hasWildcards: false).last
      try reader.closeDocument()
      return place.map { ArrayPlace(start: $0, depth: path.count) }
    }
    return place ?? nil
  }

  @usableFromInline
  static func load(_ url: URL) throws(MappingError) -> Data {
    do {
      return try Data(contentsOf: url)
    } catch {
      var failure = MappingError(.unreadableSource, expected: "the file cannot be read")
      failure.details.underlying = error
      throw failure
    }
  }
}

extension JSONReader {
  /// Reads the value at a key path, and validates the rest of the document.
  fileprivate mutating func readValue<Value>(
    at path: [String], _ ifAbsent: Value?,
    _ body: (inout JSONReader) throws(MappingError) -> Value
  ) throws(MappingError) -> Value {
    let root = cursor
    guard let position = try places(along: path[...], hasWildcards: false).last else {
      if let ifAbsent {
        try closeDocument()
        return ifAbsent
      }
      var error = failure(.missingKey, at: root)
      error.details.missing = JSONPath(keyPath: path).components
      throw error
    }
    try closeDocument()
    cursor = position
    let depth = remainingDepth
    remainingDepth -= path.count
    defer { remainingDepth = depth }
    return try body(&self)
  }
}
