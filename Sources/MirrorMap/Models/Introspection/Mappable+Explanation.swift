extension Mappable {
  /// A description of what each property decodes from a document, and of what is wrong.
  ///
  /// Each line has a property's name, its keys, its type, and what was found at the keys. Then come the unknown
  /// keys of all models in the document, and all issues of ``MappableValue/decodeReporting(from:at:delimiter:using:context:)``.
  /// The text contains values of the document: show it to yourself, not in a log.
  ///
  /// ```swift
  /// print(User.explanation(of: #"{"id": "7", "mail": null, "nick": "a"}"#))
  /// // User
  /// //   id     id    Int      string "7"
  /// //   name   name  String?  missing
  /// //   email  mail  String?  null
  /// // Unknown keys: $.nick
  /// // Issues:
  /// //   $.id: expected Int, found a string (line 1, column 8, User.id)
  /// ```
  ///
  /// - Parameters:
  ///   - source: The document: `Data`, `[UInt8]`, `String`, or another ``JSONSource``.
  ///   - keyPath: Where in the document the model is; nil for the whole document.
  ///   - delimiter: The separator of the key path's steps.
  ///   - mapper: Options.
  ///   - context: Values for transforms.
  /// - Complexity: O(n) in the document's size.
  public static func explanation(
    of source: some JSONSource, at keyPath: String? = nil, delimiter: String = ".",
    using mapper: Mapper = .default, context: MappingContext = .none
  ) -> String {
    var mapper = mapper
    // An unknown key is what one looks for here; the error for a rejected one would end the reading.
    mapper.unknownKeys = .report
    mapper.logger = nil
    let issues = decodeReporting(
      from: source, at: keyPath, delimiter: delimiter, using: mapper, context: context
    ).issues
    // This limit isn't one for the members of models.
    mapper.maximumCollectionCount = .max
    var lines = [typeName(of: Self.self)]
    if let document = try? JSONValue.decode(
      from: source, at: keyPath, delimiter: delimiter, using: mapper)
    {
      lines += ModelMapping.table(
        Explanation(document: document).rows(mapping(using: mapper)))
    }
    let unknown = issues.filter { $0.code == .unknownKey }.map { "\($0.path)" }
    if !unknown.isEmpty { lines.append("Unknown keys: " + unknown.joined(separator: ", ")) }
    let others = issues.filter { $0.code != .unknownKey }
    if !others.isEmpty { lines.append("Issues:") }
    return (lines + others.map { "  \($0)" }).joined(separator: "\n")
  }
}

/// Finds what is at the keys of properties.
private struct Explanation {
  let document: JSONValue

  /// The properties of a model, and of those that share its keys.
  func rows(_ mapping: ModelMapping, in owner: String = "") -> [[String]] {
    mapping.properties.flatMap { property -> [[String]] in
      let name = owner + property.name
      if let model = property.property.flattenedModel {
        let flattened = Recorder.suspended { ModelMapping(model, inside: mapping.strategy) }
        return rows(flattened, in: name + ".")
      }
      let found =
        if property.role == .extras {
          "the other members"
        } else {
          property.property.isRead ? text(property, mapping) : "not decoded"
        }
      return [[name, property.paths, typeName(of: property.type), found]]
    }
  }

  /// What is at the first of several paths where there is something.
  private func text(_ property: ModelMapping.Property, _ mapping: ModelMapping) -> String {
    let groups = mapping.properties.map(\.property).groups(of: property.property)
    let ignoresCase = KeyStrategies.strategy(mapping.strategy).ignoresCase
    func values(at path: some Sequence<String>) -> [JSONValue] {
      path.reduce([document]) { values, step in
        values.flatMap {
          property.hasWildcard && step == MappedKey.wildcard
            ? Self.values(in: $0) : Self.value(at: step, in: $0, ignoringCase: ignoresCase)
        }
      }
    }
    for (rank, path) in property.keyPaths.enumerated() {
      let beginning = property.hasWildcard ? path.prefix { $0 != MappedKey.wildcard } : path[...]
      guard let first = values(at: beginning).first else { continue }
      if first.object != nil, groups.contains(rank) { continue }
      let isList = property.hasWildcard && (first.array != nil || first.object != nil)
      return isList ? "\(values(at: path).count) values" : Self.text(first)
    }
    return "missing"
  }

  /// All elements or members.
  private static func values(in value: JSONValue) -> [JSONValue] {
    value.array ?? value.object?.map(\.value) ?? []
  }

  /// The element or member at a step, if there is one.
  private static func value(
    at step: String, in value: JSONValue, ignoringCase: Bool
  ) -> [JSONValue] {
    switch value {
    case .object(let object):
      object.spelling(of: step, ignoringCase: ignoringCase).flatMap { object[$0] }.map { [$0] }
        ?? []
    case .array(let array):
      ArrayIndex(step, limit: array.count).map { [array[$0.value]] } ?? []
    default: []
    }
  }

  private static func text(_ value: JSONValue) -> String {
    func counted(_ count: Int, _ noun: String) -> String {
      "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    switch value {
    case .null: return "null"
    case .bool: return "bool \(value)"
    case .number: return "number \(shortened(value))"
    case .string: return "string \(shortened(value))"
    case .array(let array): return "array of \(counted(array.count, "element"))"
    case .object(let object): return "object of \(counted(object.count, "member"))"
    }
  }

  private static func shortened(_ value: JSONValue) -> String {
    let text = value.description
    return text.count <= 60 ? text : text.prefix(59) + "…"
  }
}
