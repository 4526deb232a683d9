extension JSONReader {
  /// Skips the value at the cursor, and returns the positions of the values at a key path in it.
  ///
  /// A step `*` means all elements or members. The mapper determines how duplicate keys are
  /// handled.
  ///
  /// - Parameters:
  ///   - hasWildcards: if false, a step `*` is a key, and keys are compared as they are,
  ///     regardless of the strategy.
  @usableFromInline
  mutating func positions(
    along path: ArraySlice<String>, hasWildcards: Bool = true
  ) throws(MappingError) -> [BytePointer] {
    try places(along: path, hasWildcards: hasWildcards).map { $0.position }
  }

  /// Skips the value at the cursor, and returns the places of the values at a key path in it, as
  /// ``positions(along:hasWildcards:)`` does.
  ///
  /// - Parameter isPatch: whether objects are those of a merge patch, in which `null` isn't a value. In arrays, it is.
  mutating func places(
    along path: ArraySlice<String>, hasWildcards: Bool = true, isPatch: Bool = false
  ) throws(MappingError) -> [FoundPlace] {
    var places: [FoundPlace] = []
    let ignoresCase = hasWildcards && KeyStrategies.strategy(scope.strategy).ignoresCase
    let folded = ignoresCase ? path.map { $0.lowercased() }[...] : path
    try find(folded, hasWildcards, isPatch, ignoringCase: ignoresCase, &places) {
      (reader) throws(MappingError) in try reader.skip()
    }
    return places
  }

  /// The place of a value, and whether it's in an object of a merge patch.
  typealias FoundPlace = (position: BytePointer, isInPatch: Bool)

  /// Reads the value at a key path in the value at the cursor, and skips everything else.
  ///
  /// - Returns: nil if there is none.
  /// - Precondition: duplicate keys are errors, so that the first value is the only one.
  mutating func readValue<Value>(
    along path: [String], _ read: (inout JSONReader) throws(MappingError) -> Value
  ) throws(MappingError) -> Value? {
    var places: [FoundPlace] = []
    var value: Value?
    try find(path[...], false, false, ignoringCase: false, &places) {
      (reader) throws(MappingError) in
      value = try read(&reader)
    }
    return value
  }

  private mutating func find(
    _ path: ArraySlice<String>, _ hasWildcards: Bool, _ isPatch: Bool, ignoringCase: Bool,
    _ places: inout [FoundPlace], _ read: (inout JSONReader) throws(MappingError) -> Void
  ) throws(MappingError) {
    guard let step = path.first else {
      if isPatch, nextIsNull { return try skip() }
      places.append((cursor, isPatch))
      return try read(&self)
    }
    let rest = path.dropFirst()
    let isWildcard = hasWildcards && step == MappedKey.wildcard
    switch current {
    case .openBrace? where isWildcard:
      try findInMembers(rest, isPatch, ignoringCase, &places, read)
    case .openBrace?:
      var isFound = false
      let count = places.count
      guard try beginObject() else { return }
      repeat {
        let keyStart = cursor
        guard try readKey(step, ignoringCase: ignoringCase),
          isFound ? try replacesDuplicate(at: keyStart) : true
        else {
          try skip()
          continue
        }
        isFound = true
        if places.count > count { places.removeSubrange(count...) }
        try find(rest, hasWildcards, isPatch, ignoringCase: ignoringCase, &places, read)
      } while try nextMember()
    case .openBracket?:
      // The array isn't filled up to the index, so any index is allowed.
      let wanted = ArrayIndex(step, limit: .max)?.value
      var index = 0
      guard try beginArray() else { return }
      repeat {
        if isWildcard || index == wanted {
          try find(rest, hasWildcards, false, ignoringCase: ignoringCase, &places, read)
        } else {
          try skip()
        }
        index += 1
      } while try nextElement()
    default:
      try skip()
    }
  }

  /// Reads a member's key, and advances to its value.
  ///
  /// - Parameter step: a step of a path, in lower case if case is ignored.
  /// - Returns: whether the key is the step.
  private mutating func readKey(
    _ step: String, ignoringCase: Bool
  ) throws(MappingError) -> Bool {
    let key = try readRawKey()
    if !ignoringCase, !key.hasEscapes { return JSONKey.isEqual(step, key.bytes) }
    return try JSONKey.isEqual(JSONKey.folded(makeString(key), ignoringCase: ignoringCase), step)
  }

  /// Finds the values at a path in all members of the object at the cursor.
  private mutating func findInMembers(
    _ path: ArraySlice<String>, _ isPatch: Bool, _ ignoringCase: Bool,
    _ places: inout [FoundPlace], _ read: (inout JSONReader) throws(MappingError) -> Void
  ) throws(MappingError) {
    let first = places.count
    var numbers: [KeyBytes: Int] = [:]
    // Where the places in each member begin, and which members another one with the same key replaces.
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
      starts.append(places.count)
      try find(path, true, isPatch, ignoringCase: ignoringCase, &places, read)
    } while try nextMember()
    guard !replaced.isEmpty else { return }
    let found = places
    places.removeSubrange(first...)
    starts.append(found.count)
    for number in 0..<starts.count - 1 where !replaced.contains(number) {
      places += found[starts[number]..<starts[number + 1]]
    }
  }
}
