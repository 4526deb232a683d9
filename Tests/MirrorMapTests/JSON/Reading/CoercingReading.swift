@testable import MirrorMap

/// Reads one document with a coercion in force.
func readCoercing<Value: MappableValue>(
  _ json: String, as type: Value.Type = Value.self, _ coercion: Coercion
) throws -> Value {
  try json.withJSONBytes { bytes in
    do throws(MappingError) {
      var reader = JSONReader(Bytes(bytes), maximumDepth: 512, session: nil)
      reader.coercion = coercion
      try reader.openDocument()
      let value = try reader.decode(Value.self)
      try reader.closeDocument()
      return value
    } catch {
      throw error.located(in: Bytes(bytes))
    }
  }
}
