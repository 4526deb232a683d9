import EssentialFoundation

/// One document being written, from its first byte to its last.
@usableFromInline
enum DocumentWriting {
  /// Writes the document of a value into memory of its own.
  ///
  /// - Parameter encode: the type's own code, specialized where the type is known; nothing else here is.
  @usableFromInline
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  static func write<Value: MappableValue>(
    _ value: Value, _ options: EncodingOptions, _ mapper: Mapper, _ context: MappingContext,
    _ encode: (Value, inout JSONWriter) throws -> Void = { try $0.encode(to: &$1) }
  ) throws(MappingError) -> Data {
    try run(
      options, mapper, context, root: ObjectIdentifier(Value.self), Value.collectModels,
      { (writer) throws(MappingError) in try writer.encode { try encode(value, &$0) } },
      { $0.takeData() })
  }

  /// Writes the document of a value and passes it to `deliver`, which is not called if anything fails.
  ///
  /// - Parameter encode: the type's own code, specialized where the type is known.
  @usableFromInline
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  static func pass<Value: MappableValue>(
    _ value: Value, _ options: EncodingOptions, _ mapper: Mapper, _ context: MappingContext,
    _ encode: (Value, inout JSONWriter) throws -> Void = { try $0.encode(to: &$1) },
    to deliver: (Bytes) -> Void
  ) throws(MappingError) {
    try run(
      options, mapper, context, root: ObjectIdentifier(Value.self), Value.collectModels,
      { (writer) throws(MappingError) in try writer.encode { try encode(value, &$0) } },
      { $0.withWritten(deliver) })
  }

  /// Writes the document of a value as a string.
  @usableFromInline
  static func string<Value: MappableValue>(
    of value: Value, _ options: EncodingOptions, _ mapper: Mapper, _ context: MappingContext,
    _ encode: (Value, inout JSONWriter) throws -> Void = { try $0.encode(to: &$1) }
  ) throws(MappingError) -> String {
    var text = ""
    try pass(value, options, mapper, context, encode) { text = String(decoding: $0, as: UTF8.self) }
    return text
  }

  /// Writes a document, and passes it to `finish`, which is not called if anything fails.
  @inline(__always)
  static func run<R>(
    _ options: EncodingOptions, _ mapper: Mapper, _ context: MappingContext,
    root: ObjectIdentifier? = nil, _ collectModels: (inout ReachableModels) -> Void,
    _ body: (inout JSONWriter) throws(MappingError) -> Void,
    _ finish: (consuming JSONWriter) -> R
  ) throws(MappingError) -> R {
    try Recorder.suspended { () throws(MappingError) in
      var session = MappingSession(mapper: mapper, context: context, options: options)
      try PlanCache.prepare(session.scope.strategy, for: root, collectModels)
      let scope = WritingScope(
        strategy: session.scope.strategy, changesOnly: options.contains(.changesOnly))
      return try withReference(to: &session) { (session) throws(MappingError) in
        var writer = JSONWriter(
          session: session, maximumDepth: session.pointee.maximumDepth)
        writer.scope = scope
        writer.sortsKeys = options.contains(.sortedKeys)
        if options.intersection([.prettyPrinted, .escapedSlashes]) == .prettyPrinted {
          writer.laidOutCount = 0
        }
        do throws(MappingError) {
          try body(&writer)
          try writer.finish(maximumDepth: session.pointee.maximumDepth)
        } catch {
          throw error.located(in: writer.written, isOutput: true)
        }
        var layout = options.intersection(.layoutOptions)
        if !writer.hasUnsortedKeys { layout.remove(.sortedKeys) }
        // Without sorting, lines are broken in the whole document or nowhere.
        if layout == .prettyPrinted, writer.isLaidOut { layout = [] }
        guard !layout.isEmpty else { return finish(writer) }
        return finish(try JSONLayout(options: layout).write(writer.written))
      }
    }
  }
}
