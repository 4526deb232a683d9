/// One of several types that JSON tells apart by a tag, as a registry describes it to a
/// ``JSONSchemaBuilder``.
struct TaggedSchema {
  /// What stands for the type; nil for one that takes what no tag stands for.
  let tag: JSONValue?
  /// The schema of its value; nil if there is no value beside the tag.
  ///
  /// The keys are those that the value's object may have beside its own.
  let value: ((inout JSONSchemaBuilder, _ knownKeys: [String]) -> JSONValue)?
  /// Whether the value may be missing, as that of an optional.
  let mayBeMissing: Bool

  init(
    tag: JSONValue?, mayBeMissing: Bool = false,
    value: ((inout JSONSchemaBuilder, [String]) -> JSONValue)?
  ) {
    self.tag = tag
    self.value = value
    self.mayBeMissing = mayBeMissing
  }

  /// A type whose values are described by themselves.
  init<Value: MappableValue>(tag: JSONValue?, _ type: Value.Type) {
    self.init(tag: tag, mayBeMissing: Value.noneValue != nil) { builder, knownKeys in
      guard let model = type as? any Mappable.Type else { return builder.schema(of: type) }
      let schema = builder.schema(of: type)
      // Unless it describes itself in its own way.
      let isReference = schema == builder.reference(to: model)
      return isReference ? builder.reference(to: model, knowing: knownKeys) : schema
    }
  }

  /// Where the tag stands.
  enum Place {
    /// It is a member of the value's own object.
    case inside(key: String)
    /// Tag and value are two members of an object.
    case beside(key: String, value: String)
    /// It is the only key of an object.
    case key
    /// Nowhere: the first type that can be read is the right one.
    case nowhere
  }
}

extension JSONSchemaBuilder {
  /// The schema of what any of several types reads.
  ///
  /// With tags exactly one of them can be valid, so that it is a `oneOf`; except for a fallback, which
  /// may well read what others read.
  ///
  /// - Parameters:
  ///   - types: the types in the order of trying.
  ///   - place: where the tag stands.
  ///   - fallback: reads values with unknown tags.
  mutating func tagged(
    _ types: [TaggedSchema], _ place: TaggedSchema.Place, fallback: TaggedSchema? = nil
  ) -> JSONValue {
    var schemas: [JSONValue] = []
    for type in types { schemas.append(tagged(type, place)) }
    var isTagged = true
    if case .nowhere = place { isTagged = false }
    let known: JSONValue =
      isTagged && schemas.count > 1 ? ["oneOf": .array(schemas)] : Self.any(of: schemas)
    guard let other = fallback?.value?(&self, []) else { return known }
    return types.isEmpty ? other : Self.any(of: [known, other])
  }

  private mutating func tagged(_ type: TaggedSchema, _ place: TaggedSchema.Place) -> JSONValue {
    guard let tag = type.tag else { return type.value?(&self, []) ?? true }
    let constant: JSONValue = ["const": tag]
    switch place {
    case .inside(let key):
      let tagging: JSONObject = [
        "type": "object", "properties": .object(JSONObject([(key, constant)])),
        "required": [.string(key)],
      ]
      guard let value = type.value?(&self, [key]), !Self.isAnything(value) else {
        return .object(tagging)
      }
      if let object = value.object, object.count == 1, object["$ref"] != nil {
        return .object(object + tagging)
      }
      return Self.all(of: [value, .object(tagging)])
    case .beside(let key, let content):
      var properties = JSONObject([(key, constant)])
      var required: [JSONValue] = [.string(key)]
      if let value = type.value?(&self, []) {
        properties[content] = value
        if !type.mayBeMissing { required.append(.string(content)) }
      }
      return [
        "type": "object", "properties": .object(properties), "required": .array(required),
      ]
    case .key:
      let name = tag.string ?? tag.description
      guard let value = type.value?(&self, []) else { return ["const": .string(name)] }
      return [
        "type": "object", "properties": .object(JSONObject([(name, value)])),
        "required": [.string(name)], "maxProperties": 1,
      ]
    case .nowhere:
      return type.value?(&self, []) ?? true
    }
  }
}
