// A JSON Schema is made by asking each type for its own. Models are not described where they are used
// but once, under a name, which is what lets them hold each other:
//
//   Page<User>.jsonSchema   {"properties": {"items": {"items": {"$ref": "#/$defs/User"}}},
//                            "$defs": {"User": {"properties": {"boss": {"$ref": "#/$defs/User"}}}}}
//
// One type may need several definitions: key strategies change its keys.

/// Collects the definitions of a JSON Schema while types describe themselves.
///
/// Types of your own, and transforms and other codings, say what JSON they read:
///
/// ```swift
/// extension Celsius: MappableValue {
///   static func jsonSchema(in schema: inout JSONSchemaBuilder) -> JSONValue {
///     ["type": "number", "minimum": -273.15]
///   }
/// }
/// ```
///
/// Schemas are those of draft 2020-12.
public struct JSONSchemaBuilder {
  /// The options of decoding for which the schema holds.
  public let mapper: Mapper

  /// What is in force for the value that is being described.
  var scope: Scope

  struct Scope: Hashable {
    var coercion: Coercion
    var policy: FailurePolicy
    /// The strategy that makes the keys; see ``KeyStrategies``.
    var strategy: Int32
  }

  /// The definitions so far, by name.
  private(set) var definitions = JSONObject()
  private var references: [DefinitionID: String] = [:]
  private var root: ObjectIdentifier?
  private var rootDefinition: JSONValue?

  private struct DefinitionID: Hashable {
    let type: ObjectIdentifier
    let scope: Scope
    let knownKeys: [String]
  }

  init(_ mapper: Mapper, root: ObjectIdentifier?) {
    self.mapper = mapper
    self.root = root
    scope = Scope(
      coercion: mapper.coercion, policy: mapper.failurePolicy,
      strategy: KeyStrategies.number(of: mapper.keyStrategy))
  }
}

extension JSONSchemaBuilder {
  /// The schema of a type: a reference, if it is a model.
  public mutating func schema<Value: MappableValue>(of type: Value.Type) -> JSONValue {
    Value.jsonSchema(in: &self)
  }

  /// The schema of what a transform or another coding reads.
  public mutating func schema(of coding: some ValueCoding) -> JSONValue {
    coding.jsonSchema(in: &self)
  }

  /// Defines the schema of a type under a name, for types that can hold values of their own type.
  ///
  /// ```swift
  /// indirect enum Expression: MappableValue {
  ///   case number(Double), sum([Expression])
  ///   static func jsonSchema(in schema: inout JSONSchemaBuilder) -> JSONValue {
  ///     schema.definition(of: Expression.self) { schema in
  ///       let terms = schema.schema(of: [Expression].self)
  ///       return ["anyOf": [["type": "number"], terms]]
  ///     }
  ///   }
  ///   …
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type; its name is that of the definition, or the beginning of it.
  ///   - body: makes the schema. Called at most once for each key strategy, coercion and failure
  ///     policy that the type is used with.
  /// - Returns: a reference to it.
  public mutating func definition(
    of type: Any.Type, _ body: (inout JSONSchemaBuilder) -> JSONValue
  ) -> JSONValue {
    definition(of: type, knowing: [], body)
  }

  mutating func definition(
    of type: Any.Type, knowing keys: [String], _ body: (inout JSONSchemaBuilder) -> JSONValue
  ) -> JSONValue {
    let id = DefinitionID(type: ObjectIdentifier(type), scope: scope, knownKeys: keys)
    if let known = references[id] { return .object(["$ref": .string(known)]) }
    if root == id.type {
      root = nil
      references[id] = "#"
      rootDefinition = body(&self)
      return ["$ref": "#"]
    }
    let name = unusedName(type)
    let reference = "#/$defs/\(name)"
    references[id] = reference
    // Definitions stand in the order in which they are met.
    definitions[name] = true
    definitions[name] = body(&self)
    return .object(["$ref": .string(reference)])
  }

  /// A name that is not in use and needs no escapes in a reference: `Page_User` for `Page<User>`.
  private func unusedName(_ type: Any.Type) -> String {
    let isPlain = { (character: Character) in
      character.isASCII && (character.isLetter || character.isNumber)
    }
    let words = typeName(of: type).split { !isPlain($0) }
    let name = words.isEmpty ? "Model" : words.joined(separator: "_")
    guard definitions[name] != nil else { return name }
    var number = 2
    while definitions["\(name)_\(number)"] != nil { number += 1 }
    return "\(name)_\(number)"
  }

  /// Runs a body in a scope.
  mutating func with(_ scope: Scope, _ body: (inout JSONSchemaBuilder) -> JSONValue) -> JSONValue {
    let outer = self.scope
    self.scope = scope
    defer { self.scope = outer }
    return body(&self)
  }
}

// MARK: - Whole documents

extension JSONSchemaBuilder {
  /// The schema of a type, complete with all definitions.
  static func document<Value: MappableValue>(_ type: Value.Type, _ mapper: Mapper) -> JSONValue {
    Recorder.suspended {
      var builder = JSONSchemaBuilder(mapper, root: ObjectIdentifier(type))
      var schema = builder.schema(of: type)
      if schema == ["$ref": "#"], let root = builder.rootDefinition {
        schema = root
      } else if builder.rootDefinition != nil {
        // A description of its own goes around the definition, which so is not the root.
        builder = JSONSchemaBuilder(mapper, root: nil)
        schema = builder.schema(of: type)
      }
      var document: JSONObject = ["$schema": "https://json-schema.org/draft/2020-12/schema"]
      switch schema {
      case .object(let members): document.merge(members)
      case .bool(false): document["not"] = .object(JSONObject())
      default: break
      }
      if !builder.definitions.isEmpty {
        // A definition that the type wrote itself stays.
        var definitions = document["$defs"]?.object ?? JSONObject()
        definitions.merge(builder.definitions)
        document["$defs"] = .object(definitions)
      }
      return .object(document)
    }
  }
}

extension MappableValue {
  /// A JSON Schema (draft 2020-12) of the documents that ``decode(from:at:delimiter:using:context:)``
  /// accepts.
  ///
  /// ```swift
  /// let schema = try User.jsonSchema.encodeString(options: .prettyPrinted)
  /// ```
  ///
  /// Required are the keys of properties that are required; defaults stand in `default`. Optionals and
  /// properties with a default take `null`. A key path is described as nested objects, a step that is
  /// an index as the element of an array or the member of an object. `readOnly` is what is only
  /// decoded, as it comes from the server; `writeOnly` what is only encoded.
  ///
  /// The schema says no less than what JSON Schema can say: whatever decodes is valid. It may say too
  /// much for types that do not describe themselves (``jsonSchema(in:)``), for hooks and transforms that
  /// refuse values, numbers beyond `Double`, and duplicate keys. A model that is
  /// ``ModelProviding`` requires nothing, as others may be read in its place. A format is as close as
  /// there is one: a `Date` is also read from the other forms of ISO 8601.
  ///
  /// Of a type that cannot be mapped nothing is valid; the description tells why.
  ///
  /// - Complexity: O(n) in the number of models that can be reached; each is initialised twice, for its
  ///   defaults.
  public static var jsonSchema: JSONValue { jsonSchema(using: .default) }

  /// A JSON Schema of the documents that a mapper accepts.
  ///
  /// A mapper's transforms for all values of a type (``Mapper/setTransform(_:)``) are not described: the
  /// schema is that of the type's usual form.
  ///
  /// - Parameter mapper: its key strategy, coercion, failure policy and policy for unknown keys count.
  public static func jsonSchema(using mapper: Mapper) -> JSONValue {
    JSONSchemaBuilder.document(Self.self, mapper)
  }
}
