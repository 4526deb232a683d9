extension JSONReader {
  /// Skips the value at the cursor, and returns the positions of the values at a key path in it.
  ///
  /// A step `*` means all elements or members. The mapper determines how duplicate keys are
  /// handled.
  ///
  /// - Parameters:
  ///   - hasWildcards: if false, a step `*` is a key, and keys are compared as they are,
  ///     regardless of the strategy.
  ///   - skipsNull: whether `null` isn't a value, except in arrays.
  @usableFromInline
  mutating func positions(
    along path: ArraySlice<String>, hasWildcards: Bool = true, skipsNull: Bool = false
  ) throws(MappingError) -> [BytePointer] {
    var positions: [BytePointer] = []
    let ignoresCase = hasWildcards && KeyStrategies.strategy(scope.strategy).ignoresCase
    let folded = ignoresCase ? path.map { $0.lowercased() }[...] : path
    try find(folded, hasWildcards, skipsNull, ignoringCase: ignoresCase, &positions) {
      (reader) throws(MappingError) in try reader.skip()
    }
    return positions
  }

  /// Reads the value at a key path in the value at the cursor, and skips everything else.
  ///
  /// - Returns: nil if there is none.
  /// - Precondition: duplicate keys are errors, so that the first value is the only one.
  mutating func readValue<Value>(
    along path: [String], _ read: (inout JSONReader) throws(MappingError) -> Value
  ) throws(MappingError) -> Value? {
    var positions: [BytePointer] = []
    var value: Value?
    try find(path[...], false, false, ignoringCase: false, &positions) {
      (reader) throws(MappingError) in
      value = try read(&reader)
    }
    return value
  }

  private mutating func find(
    _ path: ArraySlice<String>, _ hasWildcards: Bool, _ skipsNull: Bool, ignoringCase: Bool,
    _ positions: inout [BytePointer], _ read: (inout JSONReader) throws(MappingError) -> Void
  ) throws(MappingError) {
    guard let step = path.first else {
      if skipsNull, nextIsNull { return try skip() }
      positions.append(cursor)
      return try read(&self)
    }
    let rest = path.dropFirst()
    let isWildcard = hasWildcards && step == MappedKey.wildcard
    switch current {
    case .openBrace? where isWildcard:
      try findInMembers(rest, skipsNull, ignoringCase, &positions, read)
    case .openBrace?:
      var isFound = false
      let count = positions.count
      guard try beginObject() else { return }
      repeat {
        let keyStart = cursor
        let name = try readKey()
        guard JSONKey.isEqual(JSONKey.folded(name, ignoringCase: ignoringCase), step),
          isFound ? try replacesDuplicate(at: keyStart) : true
        else {
          try skip()
          continue
        }
        isFound = true
        positions.removeSubrange(count...)
        try find(rest, hasWildcards, skipsNull, ignoringCase: ignoringCase, &positions, read)
      } while try nextMember()
    case .openBracket?:
      // The array isn't filled up to the index, so any index is allowed.
      let wanted = ArrayIndex(step, limit: .max)?.value
      var index = 0
      guard try beginArray() else { return }
      repeat {
        if isWildcard || index == wanted {
          try find(rest, hasWildcards, false, ignoringCase: ignoringCase, &positions, read)
        } else {
          try skip()
        }
        index += 1
      } while try nextElement()
    default:
      try skip()
    }
  }

  /// Finds the values at a path in all members of the object at the cursor.
  private mutating func findInMembers(
    _ path: ArraySlice<String>, _ skipsNull: Bool, _ ignoringCase: Bool,
    _ positions: inout [BytePointer], _ read: (inout JSONReader) throws(MappingError) -> Void
  ) throws(MappingError) {
    let first = positions.count
    var numbers: [KeyBytes: Int] = [:]
    // Where the positions in each member begin, and which members another one with the same key replaces.
    var starts: [Int] = []
    var replaced: Set<Int> = []
    guard try beginObject() else { return }
    repeat {
      let keyStart = cursor
      let key = KeyBytes(try readKey())
      if let earlier = numbers.updateValue(starts.count, forKey: key) {
        guard try replacesDuplicate(at: keyStart) else {
          try skip()
          continue
        }
        replaced.insert(earlier)
      }
      starts.append(positions.count)
      try find(path, true, skipsNull, ignoringCase: ignoringCase, &positions, read)
    } while try nextMember()
    guard !replaced.isEmpty else { return }
    let found = positions
    positions.removeSubrange(first...)
    starts.append(found.count)
    for number in 0..<starts.count - 1 where !replaced.contains(number) {
      positions += found[starts[number]..<starts[number + 1]]
    }
  }
}
