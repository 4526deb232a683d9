/// The schemas of values of several types.
extension JSONSchemaBuilder {
  /// The schema of what any of several types reads.
  ///
  /// With tags, exactly one of the types can be valid, so the schema is a `oneOf`. A fallback can
  /// read what other types read as well.
  mutating func tagged(
    _ tagging: Tagging, _ types: [(tag: ModelTag?, value: ValueShape?)], _ fallback: ValueShape?
  ) -> JSONValue {
    let schemas = types.map { tagged($0.tag, $0.value, tagging) }
    let isTagged = tagging != .untagged && schemas.count > 1
    let known: JSONValue = isTagged ? ["oneOf": .array(schemas)] : Self.any(of: schemas)
    guard let fallback else { return known }
    let other = schema(of: fallback)
    return schemas.isEmpty ? other : Self.any(of: [known, other])
  }

  private mutating func tagged(
    _ tag: ModelTag?, _ value: ValueShape?, _ tagging: Tagging
  ) -> JSONValue {
    guard let tag, tagging != .untagged else { return value.map { schema(of: $0) } ?? true }
    let constant: JSONValue = ["const": tag.json]
    switch tagging {
    case .internal(let key):
      let tagged = Self.object([(key, constant)], required: [key])
      guard let value else { return .object(tagged) }
      let outer = place
      place.knownKeys.append(key)
      let schema = schema(of: value)
      place = outer
      if let object = schema.object, object.count == 1, object["$ref"] != nil {
        return .object(object + tagged)
      }
      return Self.all(of: [schema, .object(tagged)])
    case .adjacent(let key, let content):
      guard let value else {
        return .object(Self.object([(key, constant), (content, Self.null)], required: [key]))
      }
      var required = [key, content]
      if case .optional = value.resolved { required = [key] }
      let properties = [(key, constant), (content, schema(inside: value))]
      return .object(Self.object(properties, required: required))
    case .external:
      let alone: JSONValue = ["const": .string(tag.key)]
      let payload = value.map { schema(inside: $0) } ?? Self.noPayload
      let object = Self.object([(tag.key, payload)], required: [tag.key]) + ["maxProperties": 1]
      switch value?.resolved {
      // An optional value needn't be there.
      case nil, .optional: return Self.any(of: [alone, .object(object)])
      default: return .object(object)
      }
    case .untagged: return true
    }
  }

  /// The schema of what stands for the payload of a tag that has none.
  private static let noPayload: JSONValue = ["type": ["object", "null"], "maxProperties": 0]

  private static func object(
    _ properties: [(String, JSONValue)], required: [String]
  ) -> JSONObject {
    [
      "type": "object", "properties": .object(JSONObject(properties)),
      "required": .array(required.map { .string($0) }),
    ]
  }
}
