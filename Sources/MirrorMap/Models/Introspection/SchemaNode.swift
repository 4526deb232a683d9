/// A place in a model's object that key paths lead to or through, while its schema is being made.
///
///     "user.name": String, "user.tags.0": Int?
///
///     user (required)
///     ├ name (required)   {"type": "string"}
///     └ tags
///       └ 0               {"type": ["integer", "null"]}
///
/// A path through anything that is not an object (or, for an index, an array) leads nowhere, which is
/// no error unless something has to be there. So only nodes with required ones below have a type.
final class SchemaNode {
  /// What the value has to be, all at once.
  var schemas: [JSONValue] = []
  private(set) var children: [(key: String, node: SchemaNode)] = []
  private(set) var isRequired = false
  /// Whether keys that are not among the children may be there in any case.
  var isOpen = false

  /// The keys of the children.
  var keys: [String] { children.map(\.key) }

  /// The node at the end of a path.
  ///
  /// - Parameter isRequired: whether all nodes on the way have to be there.
  func node(at path: some Collection<String>, isRequired: Bool = false) -> SchemaNode {
    var node = self
    for key in path {
      node = node.child(key)
      if isRequired { node.isRequired = true }
    }
    return node
  }

  private func child(_ key: String) -> SchemaNode {
    if let known = children.first(where: { JSONKey.isEqual($0.key, key) }) { return known.node }
    let node = SchemaNode()
    children.append((key, node))
    return node
  }

  // MARK: Schemas

  /// What a schema tells.
  struct Emission: OptionSet {
    let rawValue: Int
    /// No other keys than those of the children are accepted.
    static let closed = Emission(rawValue: 1)
    /// Only what has to be there matters, not what it is.
    static let requirements = Emission(rawValue: 2)
  }

  /// The schema of the node's value.
  func schema(_ emission: Emission) -> JSONValue {
    let own = emission.contains(.requirements) ? [] : schemas
    guard !children.isEmpty else { return JSONSchemaBuilder.all(of: own) }
    return JSONSchemaBuilder.all(of: own + [inner(emission)])
  }

  /// The schema of what lies below, in an object or an array.
  private func inner(_ emission: Emission) -> JSONValue {
    let required = children.filter(\.node.isRequired).map(\.key)
    var members = self.members(emission)
    let elements = self.elements(emission)
    if required.isEmpty { return .object(members + elements) }
    let object: JSONObject = ["type": "object", "required": .array(required.map { .string($0) })]
    let indexes = required.compactMap { ArrayIndex($0, limit: .max)?.value }
    guard indexes.count == required.count, let last = indexes.max() else {
      members = ["type": "object"] + members + object
      return .object(members)
    }
    let count = JSONNumber(UInt64(last) + 1)
    let array: JSONObject = ["type": "array", "minItems": .number(count)]
    return JSONSchemaBuilder.any(of: [.object(array + elements), .object(members + object)])
  }

  /// What is said about an object's members.
  func members(_ emission: Emission) -> JSONObject {
    var properties = JSONObject()
    for (key, node) in children {
      let schema = node.schema(emission)
      if !emission.contains(.requirements) || schema != true { properties[key] = schema }
    }
    var members = JSONObject()
    if !properties.isEmpty { members["properties"] = .object(properties) }
    // Where a property takes the object as a whole, all its members are that one's.
    if emission.contains(.closed), !isOpen, schemas.isEmpty {
      members["additionalProperties"] = false
    }
    return members
  }

  /// What is said about an array's elements.
  private func elements(_ emission: Emission) -> JSONObject {
    let indexed = children.compactMap { child in
      ArrayIndex(child.key).map { ($0.value, child.node.schema(emission)) }
    }
    guard let last = indexed.map(\.0).max() else { return JSONObject() }
    var items = [JSONValue](repeating: true, count: last + 1)
    for (index, schema) in indexed { items[index] = schema }
    guard items != Array(repeating: true, count: items.count) else { return JSONObject() }
    return ["prefixItems": .array(items)]
  }

  /// The keys that have to be there, as a schema of the model's own object.
  var requirement: JSONObject {
    let required = children.filter(\.node.isRequired).map { JSONValue.string($0.key) }
    return required.isEmpty ? JSONObject() : ["required": .array(required)]
  }
}
