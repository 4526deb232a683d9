extension JSONView {
  /// The value at a key path; nil if there is none.
  ///
  /// Dots separate the steps of the path. A step such as `0` is an index into an array, or a key of
  /// an object, as in `@Mapped("addresses.0.zip")`. A path through a scalar leads to nothing, and
  /// the empty path to the value itself. A backslash before a dot makes it part of a key, as in
  /// `#"files.read\.me"#`; ``subscript(path:)-([String])`` accepts such keys as they are.
  ///
  /// ```swift
  /// json[path: "users.0.name"]?.string
  /// ```
  public subscript(path path: String) -> JSONView? {
    self[path: MappedKey.steps(to: path, ".") ?? []]
  }

  /// The value at the end of several steps; nil if there is none.
  ///
  /// - Complexity: O(n) in the value's size for each step.
  public subscript(path path: [String]) -> JSONView? {
    path.reduce(self) { (view: JSONView?, step) in
      switch view?.kind {
      case .object?: view?[step]
      case .array?: ArrayIndex(step, limit: .max).flatMap { view?[$0.value] }
      default: nil
      }
    }
  }

  /// Decodes the value.
  ///
  /// ```swift
  /// let tags = try json["tags"]?.decode([String].self)
  /// ```
  ///
  /// The arrays and objects around the value count toward the depth limit. A hook that receives a
  /// view of its model's object should decode parts of it. Decoding the model itself would call the
  /// hook again, which ends in an error with code `.depthLimit`.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - mapper: Options. The default is the mapper of the decode that is under way, if the view is
  ///     used in a hook on that decode's thread, and otherwise the default mapper.
  ///   - context: Values for transforms. The default is the context of the decode that is under
  ///     way, as for `mapper`.
  /// - Throws: ``MappingError`` with a position in the whole document. If a decode of the document
  ///   is under way, the line, column, and path are added when the error leaves it.
  /// - Complexity: O(n) in the value's size.
  public func decode<Value: MappableValue>(
    _ type: Value.Type = Value.self, using mapper: Mapper? = nil, context: MappingContext? = nil
  ) throws -> Value {
    try storage.withDocument { document in
      do throws(MappingError) {
        return try Recorder.suspended { () throws(MappingError) in
          if mapper == nil, context == nil, let session = document.session {
            return try decode(type, document, storage.maximumDepth, session)
          }
          let outer = document.session ?? MappingSession.none
          var session = MappingSession(
            mapper: mapper ?? outer.pointee.mapper, context: context ?? outer.pointee.context)
          if mapper == nil { session.duplicateKeys = outer.pointee.duplicateKeys }
          // Views that hooks have kept refer to memory that is about to be freed.
          defer { session.finish(document.bytes) }
          let depth = mapper?.maximumDepth ?? storage.maximumDepth
          return try withReference(to: &session) { (session) throws(MappingError) in
            try decode(type, document, depth, session)
          }
        }
      } catch {
        throw document.isBorrowed
          ? error
          : error.located(in: document.bytes, snippetLength: mapper?.errorSnippetLength ?? 0)
      }
    }
  }

  private func decode<Value: MappableValue>(
    _ type: Value.Type, _ document: JSONViewStorage.Document, _ maximumDepth: Int,
    _ session: UnownedReference<MappingSession>
  ) throws(MappingError) -> Value {
    try PlanCache.prepare(session.pointee.scope.strategy, Value.collectModels)
    var reader = document.reader(
      at: position, level: level, maximumDepth: maximumDepth, session: session)
    reader.adopt(session)
    let start = reader.cursor
    do throws(MappingError) {
      reader.rereadableCount = try storage.beginDecode(document)
    } catch {
      throw reader.wrap(error, at: start)
    }
    let rereadable = reader.rereadableCount
    do throws(MappingError) {
      let value = try reader.decode(type)
      storage.endDecode(readAgain: reader.cursor - start + rereadable - reader.rereadableCount)
      return value
    } catch {
      let reached = max((error.details.byteOffset ?? position) - position, 0)
      storage.endDecode(readAgain: reached + rereadable - reader.rereadableCount)
      throw error
    }
  }
}
