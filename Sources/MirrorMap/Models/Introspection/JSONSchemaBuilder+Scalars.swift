/// What scalars are read from, under the coercion that is in force.
extension JSONSchemaBuilder {
  /// Text that is one number of JSON.
  static let numberPattern: JSONValue =
    #"^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$"#

  /// The same with white space around it.
  private static let loosePattern: JSONValue =
    #"^\s*-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?\s*$"#

  /// Words for true and false, in whatever case.
  private static let booleanPattern: JSONValue = .string(
    #"^\s*([01]|[yYtTnNfF]|[yY][eE][sS]|[nN][oO]|[oO][nN]|[oO][fF][fF]|[tT][rR][uU][eE]"#
      + #"|[fF][aA][lL][sS][eE])\s*$"#)

  func boolean() -> JSONValue {
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

  /// The bounds are those of numbers; text that is a number has the same, which cannot be said.
  func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> JSONValue {
    let least = JSONValue.number(JSONNumber(Integer.min))
    let greatest = JSONValue.number(JSONNumber(Integer.max))
    switch scope.coercion {
    case .none: return ["type": "integer", "minimum": least, "maximum": greatest]
    case .lossless:
      return [
        "type": ["integer", "string"], "minimum": least, "maximum": greatest,
        "pattern": Self.numberPattern,
      ]
    case .lenient:
      var schema: JSONObject = [
        "type": ["number", "string", "boolean"], "pattern": Self.loosePattern,
      ]
      // The fraction of a number is dropped, so that 127.9 is an Int8.
      if let least = Int128(exactly: Integer.min), let greatest = Int128(exactly: Integer.max),
        Integer.bitWidth < 128
      {
        schema["exclusiveMinimum"] = .number(JSONNumber(least - 1))
        schema["exclusiveMaximum"] = .number(JSONNumber(greatest + 1))
      }
      return .object(schema)
    }
  }

  func number() -> JSONValue {
    switch scope.coercion {
    case .none: ["type": "number"]
    case .lossless: ["type": ["number", "string"], "pattern": Self.numberPattern]
    case .lenient: ["type": ["number", "string", "boolean"], "pattern": Self.loosePattern]
    }
  }

  /// - Parameter keywords: what more is to be said about strings.
  func string(_ keywords: JSONObject = [:]) -> JSONValue {
    let type: JSONValue = scope.coercion == .none ? "string" : ["string", "number", "boolean"]
    return .object(["type": type] + keywords)
  }

  /// A number, or text that is one, whatever the coercion.
  var numberOrText: JSONValue { ["type": ["number", "string"], "pattern": Self.numberPattern] }
}

// MARK: - Enums

extension JSONSchemaBuilder {
  /// The raw values of a type: all of them, if they are known and nothing else is read.
  ///
  /// - Parameter takesOthers: whether a raw value that belongs to no case, as JSON, is read all the
  ///   same.
  mutating func rawValues<Value: RawRepresentable>(
    of type: Value.Type, takesOthers: (JSONValue) -> Bool
  ) -> JSONValue where Value.RawValue: MappableValue {
    let raw = schema(of: Value.RawValue.self)
    guard scope.coercion == .none, let cases = Self.cases(of: type) else { return raw }
    var values: [JSONValue] = []
    for value in cases {
      guard let data = try? value.rawValue.encode(), let json = try? JSONValue.decode(from: data)
      else { return raw }
      if !values.contains(json) { values.append(json) }
    }
    guard !values.isEmpty, !takesOthers(Self.stranger(to: values)) else { return raw }
    var schema: JSONObject = ["enum": .array(values)]
    if case .string(let type)? = raw["type"] { schema = ["type": .string(type)] + schema }
    return .object(schema)
  }

  private static func cases<Value>(of type: Value.Type) -> [Value]? {
    func all<Cases: CaseIterable>(_ type: Cases.Type) -> [Value] {
      type.allCases.compactMap { $0 as? Value }
    }
    return (type as? any CaseIterable.Type).map { all($0) }
  }

  /// A value like others that is none of them.
  private static func stranger(to values: [JSONValue]) -> JSONValue {
    guard values.allSatisfy({ $0.string == nil }) else { return "\u{1}no case" }
    return (0...values.count).lazy.map { .number(JSONNumber($0)) }.first { !values.contains($0) }
      ?? 0
  }

  /// The schema of the keys that a dictionary takes.
  static func keys<Key: MappableKey>(of type: Key.Type) -> JSONValue {
    if let integer = type as? any FixedWidthInteger.Type {
      let isSigned = integer.isSigned
      return ["pattern": isSigned ? "^(0|-?[1-9][0-9]*)$" : "^(0|[1-9][0-9]*)$"]
    }
    guard let cases = cases(of: type), !cases.isEmpty, Key(jsonKey: "\u{1}no case") == nil else {
      return true
    }
    return ["enum": .array(cases.map { .string($0.jsonKey) })]
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

// MARK: - Failures

extension JSONSchemaBuilder {
  /// Whether what cannot be read is replaced by nil.
  var replacesFailures: Bool { scope.policy != .strict }

  /// Whether elements and members that cannot be read are dropped.
  var dropsFailures: Bool { scope.policy == .lossy }
}
