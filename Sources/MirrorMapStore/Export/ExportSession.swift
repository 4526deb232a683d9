final class ExportSession {
  static func current(in context: MappingContext) -> ExportSession? { nil }
  func write<Model: StoredModel>(_ r: Reference<Model>, to writer: inout JSONWriter) throws {}
  func write<Value: RelationValue>(_ r: Value, of relation: Relation<Value>, to writer: inout JSONWriter) throws {}
}
