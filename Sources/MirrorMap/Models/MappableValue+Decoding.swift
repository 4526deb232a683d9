import Foundation

extension MappableValue {
  /// Decodes a value from a JSON document.
  ///
  /// ```swift
  /// let user = try User.decode(from: data)
  /// let users = try [User].decode(from: text, at: "response.items")
  /// ```
  ///
  /// - Parameters:
  ///   - source: the document: `Data`, `[UInt8]`, `String` and others, see ``JSONSource``.
  ///   - keyPath: where in the document the value lies, such as `"response.items.0"`; nil for the
  ///     whole document. What lies elsewhere is validated and skipped. Where nothing lies there, an
  ///     optional is nil, and everything else an error.
  ///   - mapper: options.
  ///   - context: handed to all that takes part.
  /// - Throws: ``MappingError`` saying what is wrong where.
  /// - Complexity: O(n) in the document's size; the document is not copied.
  @inlinable
  public static func decode(
    from source: some JSONSource, at keyPath: String? = nil, using mapper: Mapper = .default,
    context: MappingContext = .none
  ) throws -> Self {
    try source.withJSONBytes { bytes in
      try DocumentReading.read(
        bytes, at: keyPath, mapper, context, ifAbsent: noneValue, Self.collectModels
      ) { (reader) throws(MappingError) in
        try reader.decode(Self.self)
      }
    }
  }

  /// Decodes a value from a file.
  ///
  /// - Parameters:
  ///   - url: the file's URL.
  ///   - keyPath, mapper, context: as for ``decode(from:at:using:context:)``.
  /// - Throws: ``MappingError``; one with code `.unreadableSource` if the file cannot be read.
  @inlinable
  public static func decode(
    contentsOf url: URL, at keyPath: String? = nil, using mapper: Mapper = .default,
    context: MappingContext = .none
  ) throws -> Self {
    try decode(
      from: DocumentReading.load(url), at: keyPath, using: mapper, context: context)
  }

  /// Decodes a value from what `JSONSerialization` or another library has parsed already:
  /// dictionaries, arrays, strings, numbers, `NSNull`.
  ///
  /// - Parameters:
  ///   - object: such as a `[String: Any]`.
  ///   - keyPath, mapper, context: as for ``decode(from:at:using:context:)``.
  /// - Throws: ``MappingError``. Byte offsets and lines are those of the object as compact JSON.
  /// - Complexity: O(n); the object is written as JSON first.
  public static func decode(
    fromObject object: Any, at keyPath: String? = nil, using mapper: Mapper = .default,
    context: MappingContext = .none
  ) throws -> Self {
    let bytes = try JSONValue(foundation: object).encodeBytes()
    return try decode(from: bytes, at: keyPath, using: mapper, context: context)
  }
}

/// One document being read, from its first byte to its last.
@usableFromInline
enum DocumentReading {
  @usableFromInline
  static func read<Value>(
    _ bytes: UnsafeRawBufferPointer, at keyPath: String?, _ mapper: Mapper,
    _ context: MappingContext, ifAbsent: Value?,
    _ collectModels: (inout ReachableModels) -> Void,
    _ body: (inout JSONReader) throws(MappingError) -> Value
  ) throws(MappingError) -> Value {
    do throws(MappingError) {
      return try Recorder.suspended { () throws(MappingError) in
        var models = ReachableModels()
        collectModels(&models)
        try models.plan()
        var session = MappingSession(mapper: mapper, context: context)
        return try withUnsafeMutablePointer(to: &session) { (session) throws(MappingError) in
          var reader = JSONReader(
            bytes, maximumDepth: mapper.maximumDepth, session: UnsafeMutableRawPointer(session))
          try reader.openDocument()
          guard let keyPath else {
            let value = try body(&reader)
            try reader.closeDocument()
            return value
          }
          let path = MappedKey(keyPath, [], true, ".").paths(for: keyPath)[0]
          return try reader.readValue(at: path, ifAbsent: ifAbsent, body)
        }
      }
    } catch {
      throw error.located(in: bytes)
    }
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
  ///
  /// Duplicate keys on the way are dealt with as the mapper says.
  mutating func readValue<Value>(
    at path: [String], ifAbsent: Value?,
    _ body: (inout JSONReader) throws(MappingError) -> Value
  ) throws(MappingError) -> Value {
    let root = cursor
    guard let position = try find(path[...]) else {
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

  /// Skips the value at the cursor and finds, in passing, where the value at a path in it begins.
  private mutating func find(
    _ path: ArraySlice<String>
  ) throws(MappingError) -> UnsafePointer<UInt8>? {
    guard let step = path.first else {
      let position = cursor
      try skipValue()
      return position
    }
    switch current {
    case .openBrace?: return try findMember(step, path.dropFirst())
    case .openBracket?:
      // Nothing is filled up to the index here, so it may be any.
      return try findElement(ArrayIndex(step, limit: .max)?.value, path.dropFirst())
    default:
      try skipValue()
      return nil
    }
  }

  private mutating func findMember(
    _ key: String, _ rest: ArraySlice<String>
  ) throws(MappingError) -> UnsafePointer<UInt8>? {
    var found: UnsafePointer<UInt8>?
    var isFound = false
    guard try beginObject() else { return nil }
    repeat {
      let keyStart = cursor
      guard try readKey().utf8.elementsEqual(key.utf8) else {
        try skipValue()
        continue
      }
      if isFound, try !replacesDuplicate(at: keyStart) {
        try skipValue()
        continue
      }
      isFound = true
      found = try find(rest)
    } while try nextMember()
    return found
  }

  private mutating func findElement(
    _ wanted: Int?, _ rest: ArraySlice<String>
  ) throws(MappingError) -> UnsafePointer<UInt8>? {
    var found: UnsafePointer<UInt8>?
    var index = 0
    guard try beginArray() else { return nil }
    repeat {
      if index == wanted { found = try find(rest) } else { try skipValue() }
      index += 1
    } while try nextElement()
    return found
  }
}
