/// Making schemas of other schemas.
extension JSONSchemaBuilder {
  /// A schema that takes `null` as well.
  ///
  /// ```swift
  /// JSONSchemaBuilder.nullable(["type": "integer"])    // {"type": ["integer", "null"]}
  /// ```
  public static func nullable(_ schema: JSONValue) -> JSONValue {
    guard case .object(var object) = schema else { return schema == false ? null : schema }
    if object.isEmpty { return schema }
    if object.count == 1, let choices = object["anyOf"]?.array {
      let takesNull = choices.contains(null) || choices.contains(where: isAnything)
      return takesNull ? schema : any(of: choices + [null])
    }
    if object.contains(where: { !ignoringNull.contains($0.key) }) {
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

  private static let null: JSONValue = ["type": "null"]

  /// Keywords that say nothing about `null`, or are adapted.
  private static let ignoringNull: Set<String> = [
    "type", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "pattern",
    "format", "contentEncoding",
    "contentMediaType", "contentSchema", "items", "prefixItems", "minItems", "properties",
    "required", "additionalProperties", "propertyNames", "title", "description", "default",
    "readOnly", "writeOnly",
  ]

  /// A schema that takes anything, and tells what is meant to be there.
  static func tolerant(_ schema: JSONValue) -> JSONValue {
    isAnything(schema) ? schema : any(of: [schema, true])
  }

  /// Whether a schema takes anything.
  static func isAnything(_ schema: JSONValue) -> Bool {
    schema == true || schema.object?.isEmpty == true
  }

  /// What any of several schemas takes.
  static func any(of schemas: [JSONValue]) -> JSONValue {
    combined(schemas, "anyOf")
  }

  /// What all of several schemas take.
  static func all(of schemas: [JSONValue]) -> JSONValue {
    combined(schemas.filter { !isAnything($0) }, "allOf")
  }

  private static func combined(_ schemas: [JSONValue], _ keyword: String) -> JSONValue {
    var distinct: [JSONValue] = []
    for schema in schemas where !distinct.contains(schema) { distinct.append(schema) }
    guard let first = distinct.first else { return true }
    return distinct.count == 1 ? first : .object(JSONObject([(keyword, .array(distinct))]))
  }

  /// A schema with one more keyword that only tells something.
  static func annotated(_ schema: JSONValue, _ keyword: String, _ value: JSONValue) -> JSONValue {
    guard case .object(var object) = schema else {
      return schema == true ? .object(JSONObject([(keyword, value)])) : schema
    }
    object[keyword] = value
    return .object(object)
  }
}
