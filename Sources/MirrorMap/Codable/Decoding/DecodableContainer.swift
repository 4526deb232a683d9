/// A collection whose values are decoded without a container of the standard library around them.
protocol DecodableContainer: SendableMetatype {
  /// Decodes a collection.
  ///
  /// - Parameters:
  ///   - type: The type of the collection, which is this one.
  ///   - decoder: The decoder of the collection.
  ///   - index: Its entry.
  static func decode<T>(as type: T.Type, _ decoder: NodeDecoder, _ index: Int) throws -> T
}

extension Array: DecodableContainer where Element: Decodable {
  static func decode<T>(as type: T.Type, _ decoder: NodeDecoder, _ index: Int) throws -> T {
    let document = decoder.document
    try decoder.require(.openBracket)
    var elements: [Element] = []
    let count = document.entry(index).count
    elements.reserveCapacity(count)
    var element = index + 1
    for position in 0..<count {
      elements.append(try decoder.decode(Element.self, at: element, .element(position)))
      element = Int(document.entry(element).next)
    }
    return identical(elements, as: type)
  }
}

/// No key strategy applies to the keys of dictionaries.
extension Dictionary: DecodableContainer where Key == String, Value: Decodable {
  static func decode<T>(as type: T.Type, _ decoder: NodeDecoder, _ index: Int) throws -> T {
    let document = decoder.document
    try decoder.require(.openBrace)
    var members: [String: Value] = [:]
    let count = document.entry(index).count
    members.reserveCapacity(count)
    var key = index + 1
    for _ in 0..<count {
      let name = document.key(key)
      // Of equal keys the first one counts. Key strategies make Foundation decode the others as well.
      let isFirst = members[name] == nil
      if isFirst || !document.hasDefaultKeys {
        // The keys that `JSONDecoder` has in coding paths.
        let step = CodingStep.key(
          document.hasDefaultKeys ? AnyCodingKey(member: name) : AnyCodingKey(stringValue: name))
        let value = try decoder.decode(Value.self, at: key + 1, step)
        if isFirst { members[name] = value }
      }
      key = Int(document.entry(key).next)
    }
    return identical(members, as: type)
  }
}
