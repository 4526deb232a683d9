extension JSONReader {
  /// Reads any value as a tree.
  ///
  /// - Complexity: O(n); recurses once per level of nesting, up to the depth limit.
  mutating func readTree() throws(MappingError) -> JSONValue {
    switch current {
    case .quote?: return .string(try readString())
    case .openBrace?: return try readTreeObject()
    case .openBracket?: return try readTreeArray()
    case .lowerT?, .lowerF?: return .bool(try readBool())
    case .lowerN?:
      try readLiteral("null")
      return .null
    case let byte? where byte.startsNumber: return .number(try readNumber())
    default: throw unexpected("a value", at: cursor)
    }
  }

  private mutating func readTreeArray() throws(MappingError) -> JSONValue {
    .array(try readElements { (reader) throws(MappingError) in try reader.readTree() })
  }

  private mutating func readTreeObject() throws(MappingError) -> JSONValue {
    var object = JSONObject()
    guard try beginObject() else { return .object(object) }
    repeat {
      try checkCount(object.count)
      let key = try readKey()
      object.updateValue(try readTree(), forKey: key)
    } while try nextMember()
    return .object(object)
  }
}
