import EssentialFoundation

/// One document being written, from its first byte to its last.
@usableFromInline
enum DocumentWriting {
  /// Writes a document into memory of its own.
  @usableFromInline
  static func write(
    _ options: EncodingOptions, _ mapper: Mapper, _ context: MappingContext,
    _ collectModels: (inout ReachableModels) -> Void,
    _ body: (inout JSONWriter) throws(MappingError) -> Void
  ) throws(MappingError) -> Data {
    try run(options, mapper, context, collectModels, body) { $0.takeData() }
  }

  /// Writes a document and passes it to `deliver`, which is not called if anything fails.
  @usableFromInline
  static func pass(
    _ options: EncodingOptions, _ mapper: Mapper, _ context: MappingContext,
    _ collectModels: (inout ReachableModels) -> Void,
    _ body: (inout JSONWriter) throws(MappingError) -> Void,
    to deliver: (Bytes) -> Void
  ) throws(MappingError) {
    try run(options, mapper, context, collectModels, body) { $0.withWritten(deliver) }
  }

  /// Writes the document of a value as a string.
  @inlinable
  static func string<Value: MappableValue>(
    of value: Value, _ options: EncodingOptions, _ mapper: Mapper,
    _ context: MappingContext
  ) throws(MappingError) -> String {
    var text = ""
    try pass(
      options, mapper, context, Value.collectModels,
      { (writer) throws(MappingError) in try writer.encode(value) },
      to: { text = String(decoding: $0, as: UTF8.self) })
    return text
  }

  @inline(__always)
  private static func run<R>(
    _ options: EncodingOptions, _ mapper: Mapper, _ context: MappingContext,
    _ collectModels: (inout ReachableModels) -> Void,
    _ body: (inout JSONWriter) throws(MappingError) -> Void,
    _ finish: (consuming JSONWriter) -> R
  ) throws(MappingError) -> R {
    try Recorder.suspended { () throws(MappingError) in
      var session = MappingSession(mapper: mapper, context: context, options: options)
      try PlanCache.prepare(session.scope.strategy, collectModels)
      let scope = WritingScope(
        strategy: session.scope.strategy, changesOnly: options.contains(.changesOnly))
      return try withReference(to: &session) { (session) throws(MappingError) in
        var writer = JSONWriter(
          session: session, maximumDepth: session.pointee.maximumDepth)
        writer.scope = scope
        do throws(MappingError) {
          try body(&writer)
          try writer.finish()
        } catch {
          throw error.located(in: writer.written, isOutput: true)
        }
        guard options.isDisjoint(with: .layoutOptions) else {
          return finish(try JSONLayout(options: options).write(writer.written))
        }
        return finish(writer)
      }
    }
  }
}
