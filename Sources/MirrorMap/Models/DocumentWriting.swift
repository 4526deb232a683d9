import Foundation

/// One document being written, from its first byte to its last.
@usableFromInline
enum DocumentWriting {
  @usableFromInline
  static func write(
    _ options: EncodingOptions, _ mapper: Mapper, _ context: MappingContext,
    _ collectModels: (inout ReachableModels) -> Void,
    _ body: (inout JSONWriter) throws(MappingError) -> Void
  ) throws(MappingError) -> Data {
    try Recorder.suspended { () throws(MappingError) in
      var session = MappingSession(mapper: mapper, context: context, options: options)
      var models = ReachableModels(includingPlanned: session.scope.strategy != 0)
      collectModels(&models)
      if !models.isSettled { try PlanCache.prepare(models, session.scope.strategy) }
      let scope = WritingScope(
        strategy: session.scope.strategy, isSelective: options.contains(.changesOnly))
      return try withLoan(of: &session) { (session) throws(MappingError) in
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
          return try options.layout.lay(out: writer.written)
        }
        return writer.takeData()
      }
    }
  }
}
