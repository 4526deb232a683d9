import EssentialFoundation

/// A position in a model's object that key paths lead to or through, while its schema is being
/// made.
///
///     "user.name": String, "user.tags.0": Int?
///
///     user (required)
///     ├ name (required)   {"type": "string"}
///     └ tags
///       └ 0               {"type": ["integer", "null"]}
///
/// A path that runs through a value that isn't an object (or, for an index, an array) counts as
/// absent, which is an error only for required properties. So only nodes with required nodes below
/// have a type.
final class SchemaNode {
  /// The schemas that the value has to match, all of them.
  var schemas: [JSONValue] = []
  private(set) var children: [(key: String, node: SchemaNode)] = []
  private(set) var isRequired = false
  /// Whether a property is read from the whole value, so that no key in it is unknown.
  var isMappedWhole = false
  /// Whether the object can have keys that aren't among the children, whatever the options.
  var isOpen = false
  /// Whether keys are found in upper and lower case.
  private let ignoresCase: Bool

  init(ignoresCase: Bool = false) { self.ignoresCase = ignoresCase }

  /// The node at the end of a path.
  ///
  /// - Parameter isRequired: Whether all nodes of the path are required.
  func node(at path: some Collection<String>, isRequired: Bool = false) -> SchemaNode {
    var node = self
    for key in path {
      if let known = node.children.first(where: { JSONKey.isEqual($0.key, key) }) {
        node = known.node
      } else {
        let child = SchemaNode(ignoresCase: ignoresCase)
        node.children.append((key, child))
        node = child
      }
      if isRequired { node.isRequired = true }
    }
    return node
  }

  /// The paths that end below the node.
  var paths: [[String]] {
    children.flatMap { key, node -> [[String]] in
      let isEnd = node.children.isEmpty || !node.schemas.isEmpty
      return isEnd ? [[key]] : node.paths.map { [key] + $0 }
    }
  }

  // MARK: Schemas

  /// What a schema restricts.
  enum Emission {
    /// The values of the children's keys; other keys are accepted as well.
    case open
    /// The same, and only the keys of the children are accepted.
    case closed
    /// Only which keys are required matters, not their values.
    case requirements
  }

  /// The schema of the node's value.
  func schema(_ emission: Emission) -> JSONValue {
    let own = emission == .requirements ? [] : schemas
    guard !children.isEmpty else { return JSONSchemaBuilder.all(of: own) }
    let acceptsOthers = isMappedWhole && emission == .closed
    return JSONSchemaBuilder.all(of: own + [inner(acceptsOthers ? .open : emission)])
  }

  /// The schema of the children, in an object or an array.
  private func inner(_ emission: Emission) -> JSONValue {
    let required = children.filter(\.node.isRequired)
    let members = self.members(emission)
    let elements = self.elements(emission)
    if required.isEmpty { return .object(members + elements) }
    let indexes = required.compactMap { ArrayIndex($0.key, limit: .max)?.value }
    guard indexes.count == required.count, let last = indexes.max() else {
      return .object(["type": "object"] + members + requirement)
    }
    let count = JSONNumber(UInt64(last) + 1)
    let array: JSONObject = ["type": "array", "minItems": .number(count)]
    let object = members + ["type": "object"] + requirement
    return JSONSchemaBuilder.any(of: [.object(array + elements), .object(object)])
  }

  /// The keywords for an object's members.
  func members(_ emission: Emission) -> JSONObject {
    var properties = JSONObject()
    for (key, node) in children {
      let schema = node.schema(emission)
      if emission != .requirements || schema != true { properties[key] = schema }
    }
    var members = JSONObject()
    if !properties.isEmpty { members["properties"] = .object(properties) }
    if emission == .closed, !isOpen { members["additionalProperties"] = false }
    return members
  }

  /// The keywords for an array's elements.
  private func elements(_ emission: Emission) -> JSONObject {
    let indexed = children.compactMap { child in
      ArrayIndex(child.key).map { ($0.value, child.node.schema(emission)) }
    }
    let count = indexed.reduce(0) { max($0, $1.0 + 1) }
    var items = [JSONValue](repeating: true, count: count)
    for (index, schema) in indexed { items[index] = schema }
    return items.contains { $0 != true } ? ["prefixItems": .array(items)] : JSONObject()
  }

  /// The required keys, as a schema of an object.
  var requirement: JSONObject {
    let required = children.filter(\.node.isRequired).map(\.key)
    guard !ignoresCase else { return Self.requirement(ofAnyCase: required.map { [$0] }) }
    return required.isEmpty ? JSONObject() : ["required": .array(required.map { .string($0) })]
  }

  /// The requirement that an object has at least one key of each list, in any case.
  ///
  /// `required` names keys in one case. Instead, it must not be true that all names differ:
  ///
  ///     {"not": {"anyOf": [{"propertyNames": {"not": {"pattern": "^[iI][dD]$"}}}]}}
  static func requirement(ofAnyCase keys: [[String]]) -> JSONObject {
    let absences = keys.compactMap { keys -> JSONValue? in
      // Outside of ASCII, patterns can't tell which letters are equal.
      guard keys.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) else { return nil }
      let pattern = "^(\(keys.map(pattern).joined(separator: "|")))$"
      return ["propertyNames": ["not": ["pattern": .string(pattern)]]]
    }
    return absences.isEmpty ? JSONObject() : ["not": JSONSchemaBuilder.any(of: absences)]
  }

  /// A pattern of a key in any case.
  private static func pattern(of key: String) -> String {
    key.map { character in
      switch character {
      // The Kelvin sign is an uppercase k as well.
      case "k", "K": "[kK\u{212A}]"
      case _ where character.isLetter: "[\(character.lowercased())\(character.uppercased())]"
      case _ where character.isNumber || character == "_": "\(character)"
      default:
        "\\u00" + (character.asciiValue ?? 0 < 16 ? "0" : "")
          + String(character.asciiValue ?? 0, radix: 16)
      }
    }.joined()
  }
}
