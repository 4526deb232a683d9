/// Describing what a registry reads.
extension ModelRegistry {
  /// What any of the types reads: exactly one of them where there are tags.
  public func jsonSchema(in schema: inout JSONSchemaBuilder) -> JSONValue {
    schema.tagged(
      table.entries.map(\.schema), place, fallback: table.fallbacks.first.map(\.schema))
  }

  private var place: TaggedSchema.Place {
    switch tagging {
    case .internal(let tag): .inside(key: tag)
    case .adjacent(let tag, let content): .beside(key: tag, value: content)
    case .external: .key
    case .untagged: .nowhere
    }
  }
}

extension RegistryEntry {
  fileprivate var schema: TaggedSchema {
    guard let payload else { return TaggedSchema(tag: tag?.json, value: nil) }
    return Self.schema(tag?.json, payload)
  }

  private static func schema<Value: MappableValue>(
    _ tag: JSONValue?, _ type: Value.Type
  ) -> TaggedSchema {
    TaggedSchema(tag: tag, type)
  }
}

extension ModelTag {
  fileprivate var json: JSONValue {
    switch form {
    case .string(let string): .string(string)
    case .integer(let integer): .number(JSONNumber(integer))
    }
  }
}
