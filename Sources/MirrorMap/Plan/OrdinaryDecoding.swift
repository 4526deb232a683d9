/// Which code reads a model: ``Mappable/decode(from:)`` as it is declared here, or the model's own.
///
/// Swift does not tell. So the model is asked, once, to decode an empty document; a reader that expects
/// this notices where it ends up.
struct OrdinaryDecoding: Error {
  private let model: ObjectIdentifier

  /// What a probing reader throws where the code from here begins to read a model.
  static func found(_ plan: ModelPlan) -> MappingError {
    var error = MappingError(.custom)
    error.details.underlying = OrdinaryDecoding(model: plan.tables.pointee.id)
    return error
  }

  /// Whether a model is read by the code from here.
  @inline(never)
  static func isUsed(by plan: ModelPlan) -> Bool {
    var session = MappingSession(mapper: .default, context: .none)
    let empty: [UInt8] = []
    let noModels: (inout ReachableModels) -> Void = { _ in }
    do {
      try empty.withBytes { bytes in
        try DocumentReading.readPart(bytes, &session, noModels) { (reader) throws(MappingError) in
          reader.scope.isProbing = true
          reader.scope.needsCare = true
          do {
            _ = try plan.details.type.decode(from: &reader)
          } catch {
            throw reader.wrap(error, at: reader.cursor)
          }
        }
      }
    } catch {
      let found = (error as? MappingError)?.details.underlying as? OrdinaryDecoding
      return found?.model == plan.tables.pointee.id
    }
    return false
  }
}
