/// What the session keeps for a reader.
extension JSONReader {
  /// Sets the property that issues are attributed to.
  ///
  /// - Returns: the previous one.
  func setProperty(_ property: MappingSession.Property?) -> MappingSession.Property? {
    guard let session, session.pointee.keepsIssues else { return nil }
    let previous = session.pointee.property
    session.pointee.property = property
    return previous
  }

  /// Calls a closure with a view of the value at the cursor.
  func withView<R>(_ body: (JSONView) throws -> R) rethrows -> R {
    let depth = sharedSession.pointee.maximumDepth
    let storage =
      session?.pointee.viewStorage
      ?? JSONViewStorage(borrowing: bytes, maximumDepth: depth, session: session)
    session?.pointee.viewStorage = storage
    defer { if session == nil { storage.detach() } }
    return try body(JSONView(storage: storage, at: self))
  }

  /// Calls a closure that reads the object at the cursor, in which a key is known beside those of its model.
  mutating func withKnownKey<R>(
    _ key: String, _ body: (inout JSONReader) throws(MappingError) -> R
  ) throws(MappingError) -> R {
    guard let session else { return try body(&self) }
    session.pointee.knownKeys.append((cursor, key))
    defer { session.pointee.knownKeys.removeLast() }
    return try body(&self)
  }
}
