/// The parts of a tree that is being read.
private struct TreeParts: ~Copyable {
  /// The values of arrays and objects whose ends have not been read yet. Their number is known only at
  /// the closing bracket, so all open containers share one stack. For `[1, [2, 3], 4]`:
  ///
  ///     1  2  3          ]     the last two become an array of exactly that size, which is pushed
  ///     1  [2, 3]  4     ]     so do these three
  ///     [1, [2, 3], 4]
  var values = MemoryStack<JSONValue>(capacity: 32)
  var sequences = KeySequenceTree()
  /// Whether the first of equal keys counts, rather than the last.
  let keepsFirst: Bool

  init(keepsFirst: Bool) { self.keepsFirst = keepsFirst }
}

extension JSONReader {
  /// Reads any value as a tree.
  ///
  /// - Parameter keepsFirst: Whether the first of equal keys counts, rather than the last.
  /// - Complexity: O(n); recurses once per level of nesting, up to the depth limit.
  mutating func readTree(keepsFirst: Bool = false) throws(MappingError) -> JSONValue {
    // The general path handles lenient decoding, which drops elements that fail. Scalars and the
    // last bytes of a document have no keys to share.
    guard current == .openBrace || current == .openBracket else { return try readScalar() }
    guard isStrict, end - cursor > 256 else {
      return try readTreePlainly(keepsFirst: keepsFirst)
    }
    var parts = TreeParts(keepsFirst: keepsFirst)
    try appendTree(&parts, KeySequenceTree.root)
    return parts.values.removeLast()
  }

  /// Reads any value and pushes it.
  ///
  /// - Parameter place: the node of the key whose value this is, or is in, which predicts the keys
  ///   of objects.
  private mutating func appendTree(
    _ parts: inout TreeParts, _ place: Int
  ) throws(MappingError) {
    switch current {
    case .openBrace?: try appendObject(&parts, place)
    case .openBracket?: try appendArray(&parts, place)
    default: parts.values.push(try readScalar())
    }
  }

  /// Reads a value that isn't an array or object.
  @inline(__always)
  private mutating func readScalar() throws(MappingError) -> JSONValue {
    switch current {
    case .quote?: return .string(try readString())
    case .lowerT?, .lowerF?: return .bool(try readBool())
    case .lowerN?:
      try readLiteral("null")
      return .null
    case let byte? where byte.startsNumber: return .number(try readNumber())
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
    } while try next(&separator, isMember: true)
    let values = parts.values.removeAll(from: first)
    let keys = parts.sequences.keyList(of: sequence)
    parts.values.push(.object(JSONObject(keyList: keys, elements: values)))
  }

  /// Reads a key that is not the expected one.
  ///
  /// - Parameters:
  ///   - sequence: the keys before it.
  ///   - place: the node of the key whose value the object is.
  /// - Returns: the sequence with the key, or the root, with the cursor unchanged, if there is
  ///   none.
  @inline(never)
  private mutating func readOtherKey(
    _ parts: inout TreeParts, _ sequence: Int, _ place: Int
  ) throws(MappingError) -> Int {
    let position = cursor
    let raw = try readRawKey()
    guard !raw.hasEscapes, let node = parts.sequences.node(of: raw, after: sequence, end) else {
      cursor = position
      return KeySequenceTree.root
    }
    if sequence == KeySequenceTree.root { parts.sequences.setStart(node, at: place) }
    return node
  }

  /// Reads the rest of an object whose keys are not among the sequences.
  ///
  /// - Parameters:
  ///   - first: the position of the first of its values that have been pushed.
  ///   - sequence: the keys of these values.
  @inline(never)
  private mutating func appendUnusualObject(
    _ parts: inout TreeParts, from first: Int, _ sequence: Int
  ) throws(MappingError) {
    var object = JSONObject()
    if sequence != KeySequenceTree.root {
      let keys = parts.sequences.keyList(of: sequence)
      object = JSONObject(keyList: keys, elements: parts.values.removeAll(from: first))
    }
    repeat {
      try checkCount(object.count)
      let key = try readKey()
      try appendTree(&parts, sequence)
      let value = parts.values.removeLast()
      if parts.keepsFirst, object.position(forKey: key) != nil { continue }
      object.updateValue(value, forKey: key)
    } while try nextMember()
    parts.values.push(.object(object))
  }
}

// MARK: - General path

extension JSONReader {
  /// Reads any value as a tree, without sharing keys between objects.
  mutating func readTreePlainly(keepsFirst: Bool) throws(MappingError) -> JSONValue {
    switch current {
    case .openBrace?: return try readObjectPlainly(keepsFirst: keepsFirst)
    case .openBracket?:
      return .array(
        try readElements { (reader) throws(MappingError) in
          try reader.readTreePlainly(keepsFirst: keepsFirst)
        })
    default: return try readScalar()
    }
  }

  private mutating func readObjectPlainly(keepsFirst: Bool) throws(MappingError) -> JSONValue {
    var object = JSONObject()
    guard try beginObject() else { return .object(object) }
    repeat {
      try checkCount(object.count)
      let key = try readKey()
      let value = try readTreePlainly(keepsFirst: keepsFirst)
      if keepsFirst, object.position(forKey: key) != nil { continue }
      object.updateValue(value, forKey: key)
    } while try nextMember()
    return .object(object)
  }
}

extension JSONValue {
  /// Reads the output of a writer.
  init(rereading bytes: Bytes) throws(MappingError) {
    var reader = JSONReader(bytes, maximumDepth: .max, session: nil)
    self = try reader.readTree()
  }
}
