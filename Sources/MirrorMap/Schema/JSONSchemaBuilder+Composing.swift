/// Schemas made of other schemas.
extension JSONSchemaBuilder {
  /// A schema that accepts `null` as well: `{"type": ["integer", "null"]}`.
  static func nullable(_ schema: JSONValue) -> JSONValue {
    guard var object = schema.object, !object.isEmpty else { return schema }
    if object.count == 1, let choices = object["anyOf"]?.array {
      let acceptsNull = choices.contains(null) || choices.contains(where: isAnything)
      return acceptsNull ? schema : any(of: choices + [null])
    }
    if object.contains(where: { restrictingNull.contains($0.key) }) {
      return any(of: [schema, null])
    }
    switch object["type"] {
    case .string(let type)? where type != "null": object["type"] = [.string(type), "null"]
    case .array(let types)? where !types.contains("null"): object["type"] = .array(types + ["null"])
    default: break
    }
    if let values = object["enum"]?.array, !values.contains(.null) {
      object["enum"] = .array(values + [.null])
    }
    return .object(object)
  }

  static let null: JSONValue = ["type": "null"]

  /// Keywords of the builder that can reject `null`, other than `type` and `enum`.
  private static let restrictingNull: Set = ["$ref", "allOf", "anyOf", "const", "not", "oneOf"]

  /// A schema that accepts anything, and still shows what is expected.
  static func tolerant(_ schema: JSONValue) -> JSONValue {
    isAnything(schema) ? schema : any(of: [schema, true])
  }

  /// Whether a schema accepts anything.
  static func isAnything(_ schema: JSONValue) -> Bool {
    schema == true || schema.object?.isEmpty == true
  }

  /// A schema that accepts what any of several schemas accepts.
  static func any(of schemas: [JSONValue]) -> JSONValue {
    combined(schemas, "anyOf")
  }

  /// A schema that accepts what all of several schemas accept.
  static func all(of schemas: [JSONValue]) -> JSONValue {
    combined(schemas.filter { !isAnything($0) }, "allOf")
  }

  private static func combined(_ schemas: [JSONValue], _ keyword: String) -> JSONValue {
    var distinct: [JSONValue] = []
    for schema in schemas where !distinct.contains(schema) { distinct.append(schema) }
    guard let first = distinct.first else { return true }
    return distinct.count == 1 ? first : .object(JSONObject([(keyword, .array(distinct))]))
  }

  /// A schema with more keywords that accepts the same values.
  static func annotated(_ schema: JSONValue, _ keywords: JSONObject) -> JSONValue {
    keywords.isEmpty ? schema : .object((schema.object ?? JSONObject()) + keywords)
  }
}

extension JSONObject {
  /// The members of two objects, in this order.
  static func + (left: JSONObject, right: JSONObject) -> JSONObject {
    var sum = left
    sum.merge(right)
    return sum
  }
}
