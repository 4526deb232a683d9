/// The parts of a tree that is being read, before they are in their place.
private struct TreeParts: ~Copyable {
  var values = ValueStack()
  var sequences = KeySequenceTree()
}

extension JSONReader {
  /// Reads any value as a tree.
  ///
  /// - Complexity: O(n); recurses once per level of nesting, up to the depth limit.
  mutating func readTree() throws(MappingError) -> JSONValue {
    // Elements that fail may be dropped by a lenient reading, which the plain way knows about. Scalars
    // and the last bytes of a document have nothing to share.
    guard isStrict, end - cursor > 256, current == .openBrace || current == .openBracket else {
      return try readTreePlainly()
    }
    var parts = TreeParts()
    try appendTree(&parts, KeySequenceTree.root)
    return parts.values.removeLast()
  }

  /// Reads any value and pushes it.
  ///
  /// - Parameter place: the node of the key whose value this is, or is in, which tells what objects
  ///   to expect.
  private mutating func appendTree(
    _ parts: inout TreeParts, _ place: Int
  ) throws(MappingError) {
    switch current {
    case .quote?: parts.values.push(.string(try readString()))
    case .openBrace?: try appendObject(&parts, place)
    case .openBracket?: try appendArray(&parts, place)
    case .lowerT?, .lowerF?: parts.values.push(.bool(try readBool()))
    case .lowerN?:
      try readLiteral("null")
      parts.values.push(.null)
    case let byte? where byte.startsNumber: parts.values.push(.number(try readNumber()))
    default: throw unexpected("a value", at: cursor)
    }
  }

  private mutating func appendArray(
    _ parts: inout TreeParts, _ place: Int
  ) throws(MappingError) {
    guard try beginArray() else {
      parts.values.push(.array([]))
      return
    }
    let first = parts.values.count
    var separator = Separator()
    repeat {
      try checkCount(parts.values.count &- first)
      try appendTree(&parts, place)
    } while try nextElement(&separator)
    parts.values.push(.array(parts.values.removeAll(from: first)))
  }

  private mutating func appendObject(
    _ parts: inout TreeParts, _ place: Int
  ) throws(MappingError) {
    guard try beginObject() else {
      parts.values.push(.object(JSONObject()))
      return
    }
    let first = parts.values.count
    var separator = Separator()
    var sequence = KeySequenceTree.root
    var expected = parts.sequences.start(at: place)
    repeat {
      try checkCount(parts.values.count &- first)
      let length = parts.sequences.length(ofKeyOf: expected, at: cursor, end)
      if length > 0 {
        cursor += length
        try readColon()
        sequence = expected
      } else {
        let other = try readOtherKey(&parts, sequence, place)
        guard other != KeySequenceTree.root else {
          return try appendUnusualObject(&parts, from: first, sequence)
        }
        sequence = other
      }
      try appendTree(&parts, sequence)
      expected = parts.sequences.child(of: sequence)
    } while try nextMember(&separator)
    let values = parts.values.removeAll(from: first)
    let keys = parts.sequences.keyList(of: sequence)
    parts.values.push(.object(JSONObject(keyList: keys, elements: values)))
  }

  /// Reads a key that is not the expected one.
  ///
  /// - Parameters:
  ///   - sequence: the keys before it.
  ///   - place: where the object is.
  /// - Returns: the sequence with the key, or the root, with the cursor where it was, if there is none.
  @inline(never)
  private mutating func readOtherKey(
    _ parts: inout TreeParts, _ sequence: Int, _ place: Int
  ) throws(MappingError) -> Int {
    let position = cursor
    let raw = try readRawKey()
    guard !raw.hasEscapes, let node = parts.sequences.node(of: raw, behind: sequence, end) else {
      cursor = position
      return KeySequenceTree.root
    }
    if sequence == KeySequenceTree.root { parts.sequences.setStart(node, at: place) }
    return node
  }

  /// Reads the rest of an object whose keys are not among the sequences.
  ///
  /// - Parameters:
  ///   - first: where its values begin that have been pushed.
  ///   - sequence: the keys of these.
  @inline(never)
  private mutating func appendUnusualObject(
    _ parts: inout TreeParts, from first: Int, _ sequence: Int
  ) throws(MappingError) {
    var keys =
      sequence == KeySequenceTree.root
      ? JSONKeyList(minimumCapacity: 4) : parts.sequences.keyList(of: sequence)
    while true {
      let raw = try readRawKey()
      let known = withUnescaped(raw) { keys.position(of: $0) }
      if known == nil { keys.append(try makeString(raw)) }
      try appendTree(&parts, sequence)
      // Of equal keys the last value counts, at the first one's position.
      if let known { parts.values.replace(at: first &+ known) }
      guard try nextMember() else { break }
      try checkCount(parts.values.count &- first)
    }
    let values = parts.values.removeAll(from: first)
    parts.values.push(.object(JSONObject(keyList: keys, elements: values)))
  }
}

// MARK: - The plain way

extension JSONReader {
  /// Reads any value as a tree, each array and object for itself.
  mutating func readTreePlainly() throws(MappingError) -> JSONValue {
    switch current {
    case .quote?: return .string(try readString())
    case .openBrace?: return try readObjectPlainly()
    case .openBracket?:
      return .array(
        try readElements { (reader) throws(MappingError) in
          try reader.readTreePlainly()
        })
    case .lowerT?, .lowerF?: return .bool(try readBool())
    case .lowerN?:
      try readLiteral("null")
      return .null
    case let byte? where byte.startsNumber: return .number(try readNumber())
    default: throw unexpected("a value", at: cursor)
    }
  }

  private mutating func readObjectPlainly() throws(MappingError) -> JSONValue {
    var object = JSONObject()
    guard try beginObject() else { return .object(object) }
    repeat {
      try checkCount(object.count)
      let key = try readKey()
      object.updateValue(try readTreePlainly(), forKey: key)
    } while try nextMember()
    return .object(object)
  }
}
