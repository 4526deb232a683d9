// The schema of a document is made from the shapes of its values and the plans of its models. A
// model isn't described where it's used, but once, under a name. So models can contain each other:
//
//   Page<User>.jsonSchema   {"properties": {"items": {"items": {"$ref": "#/$defs/User"}}},
//                            "$defs": {"User": {"properties": {"boss": {"$ref": "#/$defs/User"}}}}}
//
// One model can need several definitions, because key strategies change its keys.

/// Makes the JSON Schema of one type, and collects the definitions that it refers to.
struct JSONSchemaBuilder {
  /// The options of decoding for which the schema holds.
  let mapper: Mapper

  /// The options for the value that is being described.
  var scope: Scope

  struct Scope: Hashable {
    var coercion: Coercion
    var policy: FailurePolicy
    /// The number of the strategy that makes the keys; see ``KeyStrategies``.
    var strategy: Int32
  }

  /// What is already known of the object that the value is read from, if it is an object.
  var place = Place()

  struct Place {
    /// The keys that it can have in addition to the value's own, such as the tags of outer types.
    var knownKeys: [String] = []
    /// The type whose definition describes it.
    var type: ObjectIdentifier?
  }

  /// The definitions so far, by name, in the order in which they were first used.
  private(set) var definitions = JSONObject()
  private var references: [DefinitionID: String] = [:]
  /// The type whose definition is the document itself.
  private var root: ObjectIdentifier?
  private var rootDefinition: JSONValue?

  private struct DefinitionID: Hashable {
    let type: ObjectIdentifier
    let scope: Scope
    let knownKeys: [String]
  }

  init(_ mapper: Mapper) {
    self.mapper = mapper
    scope = Scope(
      coercion: mapper.coercion, policy: mapper.failurePolicy,
      strategy: KeyStrategies.number(of: mapper.keyStrategy))
  }
}

// MARK: - Documents

extension JSONSchemaBuilder {
  /// The schema of a type, complete with all definitions.
  static func document(_ type: any MappableValue.Type, _ mapper: Mapper) -> JSONValue {
    var builder = JSONSchemaBuilder(mapper)
    // The schema of these types is nothing but a reference to their definition.
    let isDefined =
      if case .model(let model) = type.shape { model == type } else { needsDefinition(type) }
    if isDefined { builder.root = ObjectIdentifier(type) }
    let reference = builder.schema(of: .value(type))
    var document: JSONObject = ["$schema": "https://json-schema.org/draft/2020-12/schema"]
    document.merge((builder.rootDefinition ?? reference).object ?? JSONObject())
    if !builder.definitions.isEmpty { document["$defs"] = .object(builder.definitions) }
    return .object(document)
  }
}

// MARK: - Definitions

extension JSONSchemaBuilder {
  /// Whether a type other than a model has a definition, as it can contain itself.
  static func needsDefinition(_ type: any MappableValue.Type) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    func reachesType(_ shape: ValueShape) -> Bool {
      guard case .value(let other) = shape else {
        return shape.parts.contains(where: reachesType)
      }
      if other == type { return true }
      // Other definitions end the search: there, what contains itself is defined already.
      return !(other is any Polymorphic.Type) && seen.insert(ObjectIdentifier(other)).inserted
        && reachesType(other.shape)
    }
    return type is any Polymorphic.Type || reachesType(type.shape)
  }

  /// Defines the schema of a type under a name.
  ///
  /// - Parameters:
  ///   - type: The type; the name of the definition is made from its name.
  ///   - keys: The keys that an object may have in addition to its own.
  ///   - body: Makes the schema. It's called at most once for each scope and set of keys.
  /// - Returns: A reference to the definition.
  mutating func definition(
    of type: Any.Type, knowing keys: [String],
    _ body: (inout JSONSchemaBuilder) -> JSONValue
  ) -> JSONValue {
    let outer = place
    defer { place = outer }
    place = Place(knownKeys: keys, type: ObjectIdentifier(type))
    let id = DefinitionID(type: ObjectIdentifier(type), scope: scope, knownKeys: keys)
    if let known = references[id] { return ["$ref": .string(known)] }
    if root == id.type {
      root = nil
      references[id] = "#"
      rootDefinition = body(&self)
      return ["$ref": "#"]
    }
    let name = unusedName(type)
    let reference = "#/$defs/\(name)"
    references[id] = reference
    // It takes its position before the definitions that it uses.
    definitions[name] = true
    definitions[name] = body(&self)
    return ["$ref": .string(reference)]
  }

  /// The schema of values inside of the one that is being described.
  mutating func schema(inside shape: ValueShape) -> JSONValue {
    let outer = place
    defer { place = outer }
    place = Place()
    return schema(of: shape)
  }

  /// A name that is not in use and needs no escapes in a reference: `Page_User` for `Page<User>`.
  private func unusedName(_ type: Any.Type) -> String {
    let words = "\(type)".split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let name = words.isEmpty ? "Model" : words.joined(separator: "_")
    guard definitions[name] != nil else { return name }
    return (2...).lazy.map { "\(name)_\($0)" }.first { definitions[$0] == nil } ?? name
  }
}
