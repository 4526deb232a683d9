import Foundation
import MirrorMap

/// Tells whether documents are valid against a schema, by draft 2020-12 as far as this library uses it.
///
/// `format` and the keywords about contents are annotations, as they are by default in that draft. A
/// keyword or type that isn't known here is an error, so that nothing is accepted by mistake.
struct JSONSchemaValidator {
  struct BadSchema: Error { let reason: String }

  private let root: JSONValue

  init(_ schema: JSONValue) { root = schema }

  /// Whether a document is valid.
  func accepts(_ document: JSONValue) throws -> Bool { try accepts(document, root, depth: 0) }

  private static let annotations: Set<String> = [
    "$schema", "$defs", "title", "description", "default", "format", "readOnly", "writeOnly",
    "contentEncoding", "contentMediaType", "contentSchema",
  ]

  private func accepts(_ value: JSONValue, _ schema: JSONValue, depth: Int) throws -> Bool {
    guard depth < 400 else { throw BadSchema(reason: "it leads nowhere") }
    switch schema {
    case .bool(let bool): return bool
    case .object(let object):
      for (keyword, argument) in object where !Self.annotations.contains(keyword) {
        let isValid = try check(value, keyword, argument, object, depth + 1)
        if !isValid { return false }
      }
      return true
    default: throw BadSchema(reason: "\(schema) is no schema")
    }
  }

  private func check(
    _ value: JSONValue, _ keyword: String, _ argument: JSONValue, _ schema: JSONObject,
    _ depth: Int
  ) throws -> Bool {
    switch keyword {
    case "$ref": return try accepts(value, resolve(argument), depth: depth)
    case "type": return try isOfType(value, argument)
    case "enum": return try list(argument).contains(value)
    case "const": return value == argument
    case "anyOf":
      return try list(argument).contains { try accepts(value, $0, depth: depth) }
    case "allOf":
      return try list(argument).allSatisfy { try accepts(value, $0, depth: depth) }
    case "oneOf":
      return try list(argument).filter { try accepts(value, $0, depth: depth) }.count == 1
    case "not": return try !accepts(value, argument, depth: depth)
    default: break
    }
    switch value {
    case .number(let number): return try check(number, keyword, argument)
    case .string(let string): return try check(string, keyword, argument)
    case .array(let items): return try check(items, keyword, argument, schema, depth)
    case .object(let object): return try check(object, keyword, argument, schema, depth)
    case .null, .bool: return try isKnown(keyword)
    }
  }

  private static let known: Set<String> = [
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "pattern", "minItems",
    "prefixItems", "items", "properties", "required",
    "additionalProperties", "propertyNames", "maxProperties",
  ]

  private func isKnown(_ keyword: String) throws -> Bool {
    guard Self.known.contains(keyword) else { throw BadSchema(reason: "unknown: \(keyword)") }
    return true
  }

  private func list(_ argument: JSONValue) throws -> [JSONValue] {
    guard let array = argument.array, !array.isEmpty else {
      throw BadSchema(reason: "\(argument) is no list")
    }
    return array
  }

  private func resolve(_ reference: JSONValue) throws -> JSONValue {
    guard let text = reference.string else { throw BadSchema(reason: "no reference") }
    if text == "#" { return root }
    let prefix = "#/$defs/"
    guard text.hasPrefix(prefix),
      let definition = root["$defs"]?[String(text.dropFirst(prefix.count))]
    else { throw BadSchema(reason: "\(text) leads nowhere") }
    return definition
  }

  private func isOfType(_ value: JSONValue, _ argument: JSONValue) throws -> Bool {
    if let types = argument.array { return try types.contains { try isOfType(value, $0) } }
    return switch argument.string {
    case "null": value.isNull
    case "boolean": value.bool != nil
    case "number": value.number != nil
    case "integer": value.number?.isInteger == true
    case "string": value.string != nil
    case "array": value.array != nil
    case "object": value.object != nil
    default: throw BadSchema(reason: "\(argument) is no type")
    }
  }

  // MARK: Scalars

  private func check(
    _ number: JSONNumber, _ keyword: String, _ argument: JSONValue
  ) throws -> Bool {
    guard keyword.hasSuffix("inimum") || keyword.hasSuffix("aximum") else {
      return try isKnown(keyword)
    }
    guard let bound = argument.number else { throw BadSchema(reason: "\(argument) isn't a number") }
    let isLess: Bool
    if let left = number.decimal, let right = bound.decimal {
      isLess = left < right
    } else {
      isLess = (number.double ?? .infinity) < (bound.double ?? .infinity)
    }
    if number == bound { return !keyword.hasPrefix("exclusive") }
    return isLess == keyword.hasSuffix("aximum")
  }

  private func check(_ string: String, _ keyword: String, _ argument: JSONValue) throws -> Bool {
    guard keyword == "pattern" else { return try isKnown(keyword) }
    let expression = try NSRegularExpression(pattern: argument.string ?? "")
    let range = NSRange(string.startIndex..., in: string)
    return expression.firstMatch(in: string, range: range) != nil
  }

  // MARK: Containers

  private func check(
    _ items: [JSONValue], _ keyword: String, _ argument: JSONValue, _ schema: JSONObject,
    _ depth: Int
  ) throws -> Bool {
    switch keyword {
    case "minItems": return items.count >= argument.int ?? .max
    case "prefixItems":
      return try zip(items, list(argument)).allSatisfy { try accepts($0, $1, depth: depth) }
    case "items":
      let first = schema["prefixItems"]?.array?.count ?? 0
      return try items.dropFirst(first).allSatisfy { try accepts($0, argument, depth: depth) }
    default: return try isKnown(keyword)
    }
  }

  private func check(
    _ object: JSONObject, _ keyword: String, _ argument: JSONValue, _ schema: JSONObject,
    _ depth: Int
  ) throws -> Bool {
    switch keyword {
    case "properties":
      guard let properties = argument.object else { throw BadSchema(reason: "no properties") }
      return try properties.allSatisfy { key, schema in
        try object[key].map { try accepts($0, schema, depth: depth) } ?? true
      }
    case "required": return try list(argument).allSatisfy { object[$0.string ?? ""] != nil }
    case "additionalProperties":
      let known = schema["properties"]?.object ?? [:]
      return try object.allSatisfy { key, value in
        try known[key] != nil || accepts(value, argument, depth: depth)
      }
    case "propertyNames":
      return try object.allSatisfy { try accepts(.string($0.key), argument, depth: depth) }
    case "maxProperties": return object.count <= argument.int ?? 0
    default: return try isKnown(keyword)
    }
  }
}
