// What is read for a shape depends on the options in force: the same `Int8` reads more under a
// lenient coercion, and an array under a lossy policy reads elements that are wrong.

/// The schemas of values, from their shapes.
extension JSONSchemaBuilder {
  /// The schema of what is read for a shape: a reference, if it's that of a model.
  mutating func schema(of shape: ValueShape) -> JSONValue {
    switch shape {
    case .anything: return true
    case .boolean: return boolean
    case .integer(let minimum, let maximum): return integer(minimum, maximum)
    case .number(let minimum, let maximum): return number(minimum, maximum)
    case .numberOrText: return ["type": ["number", "string"], "pattern": Self.numberPattern]
    case .string(let format, let pattern, let contentEncoding, let isExact):
      let isCoerced = !isExact && scope.coercion != .none
      var schema: JSONObject = ["type": isCoerced ? ["string", "number", "boolean"] : "string"]
      schema["format"] = format.map { .string($0) }
      schema["pattern"] = pattern.map { .string($0) }
      schema["contentEncoding"] = contentEncoding.map { .string($0) }
      return .object(schema)
    case .document(let content):
      return [
        "type": "string", "contentMediaType": "application/json",
        "contentSchema": schema(inside: content),
      ]
    case .enumeration(let values, let raw): return enumeration(values, schema(of: raw))
    case .rawValue(let coding, let raw):
      return enumeration(Self.rawValues(coding), schema(of: raw))
    case .array(let element):
      let item = schema(inside: element)
      let items = tolerantIfDropped(item)
      let array: JSONValue =
        Self.isAnything(items) ? ["type": "array"] : ["type": "array", "items": items]
      guard scope.coercion == .lenient else { return array }
      return Self.any(of: [array] + sole(element, item))
    case .dictionary(let value, let key):
      let values = tolerantIfDropped(schema(inside: value))
      let keys = scope.policy == .lossy ? true : Self.keys(of: key)
      var object: JSONObject = ["type": "object"]
      if !Self.isAnything(keys) { object["propertyNames"] = keys }
      if !Self.isAnything(values) { object["additionalProperties"] = values }
      return .object(object)
    case .optional(let wrapped):
      let schema = Self.nullable(schema(of: wrapped))
      // What cannot be read is replaced by nil.
      return scope.policy == .strict ? schema : Self.tolerant(schema)
    case .anyOf(let shapes): return Self.any(of: shapes.map { schema(of: $0) })
    case .tagged(let tagging, let types, let fallback): return tagged(tagging, types, fallback)
    case .described(let shape, let text):
      return Self.annotated(schema(of: shape), ["description": .string(text)])
    case .model(let type): return reference(to: type, knowing: place.knownKeys)
    case .value(let type):
      guard Self.needsDefinition(type) else { return schema(of: type.shape) }
      let keys = mapper.unknownKeys == .reject ? place.knownKeys : []
      return definition(of: type, knowing: keys) { $0.schema(of: type.shape) }
    }
  }

  /// The schema of an object that lenient coercion accepts in place of an array; none if the elements
  /// aren't objects.
  private mutating func sole(_ element: ValueShape, _ item: JSONValue) -> [JSONValue] {
    guard element.mayBeObject, !isHere(element) else { return [] }
    let item = place.knownKeys.isEmpty ? item : schema(of: element)
    let isObject: JSONValue = ["type": "object"]
    let object = Self.isAnything(item) ? isObject : ["allOf": [isObject, item]]
    return [scope.policy == .lossy ? isObject : object]
  }

  /// Whether a shape is that of the type that is being described; then no object is an array of itself alone.
  private func isHere(_ shape: ValueShape) -> Bool {
    switch shape {
    case .optional(let part), .described(let part, _): isHere(part)
    case .value(let type): place.type == ObjectIdentifier(type)
    default: false
    }
  }

  // MARK: Scalars

  /// A string that is one number of JSON.
  static let numberPattern: JSONValue =
    #"^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$"#

  /// A string that is one number of JSON with white space around it.
  private static let loosePattern: JSONValue =
    #"^\s*-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?\s*$"#

  /// Words for true and false, in upper or lower case.
  private static let booleanPattern: JSONValue = .string(
    #"^\s*([01]|[yYtTnNfF]|[yY][eE][sS]|[nN][oO]|[oO][nN]|[oO][fF][fF]|[tT][rR][uU][eE]"#
      + #"|[fF][aA][lL][sS][eE])\s*$"#)

  private var boolean: JSONValue {
    switch scope.coercion {
    case .none: ["type": "boolean"]
    case .lossless: ["enum": [true, false, "true", "false"]]
    case .lenient:
      [
        "anyOf": [
          ["enum": [true, false, 1, 0]], ["type": "string", "pattern": Self.booleanPattern],
        ]
      ]
    }
  }

  /// The bounds are those of numbers; JSON Schema can't express those of numbers in strings.
  private func integer(_ minimum: JSONNumber?, _ maximum: JSONNumber?) -> JSONValue {
    guard scope.coercion == .lenient else {
      return number(minimum, maximum, type: "integer")
    }
    // The fraction of a number is dropped, so 127.9 is an Int8.
    var schema: JSONObject = [
      "type": ["number", "string", "boolean"], "pattern": Self.loosePattern,
    ]
    if let minimum = minimum?.exactly(Int128.self), minimum > .min {
      schema["exclusiveMinimum"] = .number(JSONNumber(minimum - 1))
    }
    if let maximum = maximum?.exactly(Int128.self), maximum < .max {
      schema["exclusiveMaximum"] = .number(JSONNumber(maximum + 1))
    }
    return .object(schema)
  }

  private func number(
    _ minimum: JSONNumber?, _ maximum: JSONNumber?, type: JSONValue = "number"
  ) -> JSONValue {
    var schema: JSONObject
    switch scope.coercion {
    case .none: schema = ["type": type]
    case .lossless: schema = ["type": [type, "string"], "pattern": Self.numberPattern]
    case .lenient: schema = ["type": [type, "string", "boolean"], "pattern": Self.loosePattern]
    }
    if let minimum { schema["minimum"] = .number(minimum) }
    if let maximum { schema["maximum"] = .number(maximum) }
    return .object(schema)
  }

  // MARK: Enums

  /// - Parameter raw: The schema that all values have in common.
  private func enumeration(_ values: [JSONValue]?, _ raw: JSONValue) -> JSONValue {
    guard scope.coercion == .none, let values else { return raw }
    var schema = JSONObject()
    if let type = raw["type"], type.string != nil { schema["type"] = type }
    schema["enum"] = .array(values)
    return .object(schema)
  }

  /// The raw values of all cases; nil if they aren't known, or if the coding reads other values as
  /// well.
  private static func rawValues<Coding: ValueCoding>(_ coding: Coding) -> [JSONValue]? {
    guard let cases = cases(of: Coding.Value.self), !cases.isEmpty else { return nil }
    var values: [JSONValue] = []
    for value in cases {
      var writer = JSONWriter(session: nil)
      guard let value = value as? Coding.Value, (try? coding.encode(value, to: &writer)) != nil,
        let json = try? JSONValue(rereading: writer.written)
      else { return nil }
      if !values.contains(json) { values.append(json) }
    }
    return Array(other(than: values).description.utf8).withBytes { bytes in
      var reader = JSONReader(bytes, maximumDepth: .max, session: nil)
      return (try? coding.decode(from: &reader)) == nil ? values : nil
    }
  }

  private static func cases(of type: Any.Type) -> [Any]? {
    (type as? any CaseIterable.Type)?.allCases.map { $0 as Any }
  }

  /// A value of the same kind as some values, but none of them.
  private static func other(than values: [JSONValue]) -> JSONValue {
    guard values.allSatisfy({ $0.string == nil }) else { return "\u{1}no case" }
    return (0...values.count).lazy.map { .number(JSONNumber($0)) }.first { !values.contains($0) }
      ?? 0
  }

  // MARK: Containers

  /// The schema of elements and members; they're dropped if they can't be read under a lossy
  /// policy.
  func tolerantIfDropped(_ schema: JSONValue) -> JSONValue {
    scope.policy == .lossy ? Self.tolerant(schema) : schema
  }

  private static func keys<Key: MappableKey>(of type: Key.Type) -> JSONValue {
    if let integer = type as? any FixedWidthInteger.Type {
      return ["pattern": integer.isSigned ? "^(0|-?[1-9][0-9]*)$" : "^(0|[1-9][0-9]*)$"]
    }
    guard let cases = cases(of: type) as? [Key], !cases.isEmpty,
      Key(jsonKey: "\u{1}no case") == nil
    else { return true }
    return ["enum": .array(cases.map { .string($0.jsonKey) })]
  }
}
