extension JSONReader {
  /// Skips the value at the cursor and finds, in passing, where the values that a key path leads to begin.
  ///
  /// A step `*` stands for all elements or members. Duplicate keys on the way are dealt with as the
  /// mapper says.
  ///
  /// - Parameter hasWildcards: without, a step `*` is a key, and keys are compared as they are,
  ///   whatever the strategy.
  @usableFromInline
  mutating func positions(
    along path: ArraySlice<String>, hasWildcards: Bool = true
  ) throws(MappingError) -> [BytePointer] {
    var places: [BytePointer] = []
    if hasWildcards, KeyStrategies.strategy(scope.strategy).ignoresCase {
      try find(path.map { $0.lowercased() }[...], hasWildcards, ignoringCase: true, &places)
    } else {
      try find(path, hasWildcards, ignoringCase: false, &places)
    }
    return places
  }

  private mutating func find(
    _ path: ArraySlice<String>, _ hasWildcards: Bool, ignoringCase: Bool,
    _ places: inout [BytePointer]
  ) throws(MappingError) {
    guard let step = path.first else {
      places.append(cursor)
      return try skipValue()
    }
    let isWildcard = hasWildcards && step == MappedKey.wildcard
    switch current {
    case .openBrace?:
      try findMembers(
        isWildcard ? nil : step, path.dropFirst(), hasWildcards, ignoringCase: ignoringCase, &places
      )
    case .openBracket?:
      try findElements(
        isWildcard ? nil : step, path.dropFirst(), hasWildcards, ignoringCase: ignoringCase, &places
      )
    default:
      try skipValue()
    }
  }

  /// - Parameter key: nil for all members.
  private mutating func findMembers(
    _ key: String?, _ rest: ArraySlice<String>, _ hasWildcards: Bool, ignoringCase: Bool,
    _ places: inout [BytePointer]
  ) throws(MappingError) {
    var isFound = false
    let count = places.count
    guard try beginObject() else { return }
    repeat {
      let keyStart = cursor
      var name = try readKey()
      if ignoringCase { name = name.lowercased() }
      guard let key else {
        try find(rest, hasWildcards, ignoringCase: ignoringCase, &places)
        continue
      }
      guard name.utf8.elementsEqual(key.utf8) else {
        try skipValue()
        continue
      }
      if isFound, try !replacesDuplicate(at: keyStart) {
        try skipValue()
        continue
      }
      isFound = true
      places.removeSubrange(count...)
      try find(rest, hasWildcards, ignoringCase: ignoringCase, &places)
    } while try nextMember()
  }

  /// - Parameter step: nil for all elements; else an index, or a key that no element has.
  private mutating func findElements(
    _ step: String?, _ rest: ArraySlice<String>, _ hasWildcards: Bool, ignoringCase: Bool,
    _ places: inout [BytePointer]
  ) throws(MappingError) {
    // Nothing is filled up to the index here, so it may be any.
    let wanted = step.flatMap { ArrayIndex($0, limit: .max)?.value }
    var index = 0
    guard try beginArray() else { return }
    repeat {
      if step == nil || index == wanted {
        try find(rest, hasWildcards, ignoringCase: ignoringCase, &places)
      } else {
        try skipValue()
      }
      index += 1
    } while try nextElement()
  }
}
