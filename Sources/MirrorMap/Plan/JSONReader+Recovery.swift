/// Going on after a failure: what becomes of it, and where the reader goes on.
///
/// Nothing here runs as long as all goes well.
extension JSONReader {
  /// Keeps an issue for the report and the logger; one that is kept already is not kept again.
  @inline(never)
  mutating func report(_ error: MappingError) {
    guard !error.details.isReported, MappingSession.behind(session).pointee.keepsIssues, let notes
    else { return }
    let issue =
      notes.property.map { named(error, $0.plan, $0.index) }
      ?? notes.keyedProperty.map { error.named($0.model, $0.key) }
    notes.issues.append(issue ?? error)
  }

  /// Passes over the value at the cursor, which could not be read and is replaced by nil.
  ///
  /// - Throws: the error, if it is none to go on after.
  @inline(never)
  @usableFromInline
  mutating func passOver(_ error: MappingError) throws(MappingError) {
    guard scope.policy != .strict, error.code.isRecoverable else { throw error }
    report(error)
    notes?.passedOver = cursor
    try skipFailed()
  }

  /// Drops the element or member at the cursor if the policy says so. Otherwise notes the failure of
  /// its collection, or throws it at once if nobody wants to know about the others.
  @inline(never)
  @usableFromInline
  mutating func setAside(
    _ error: MappingError, _ failure: inout MappingError?
  ) throws(MappingError) {
    guard error.code.isRecoverable, scope.policy == .lossy || scope.isReporting else { throw error }
    report(error)
    if scope.policy != .lossy, failure == nil { failure = error.reported }
    try skipFailed()
  }

  /// Skips a value that could not be read; at once, if it was read to its end in spite of that.
  mutating func skipFailed() throws(MappingError) {
    if let failed = notes?.failed, failed.start == cursor {
      cursor = failed.end
    } else {
      try skipValue()
    }
  }

  /// Reads a value in a way that may turn out to be the wrong one: failures are thrown rather than
  /// stopped on their way, and if it throws, the issues that it has reported are forgotten.
  @usableFromInline
  mutating func trying<T, E: Error>(
    _ body: (inout JSONReader) throws(E) -> T
  ) throws(E) -> T {
    // Without a session there are no issues, and the scope is strict already.
    let pointer = session.map { MappingSession.behind($0) }
    let (outer, outerScope) = (scope, pointer?.pointee.scope)
    let issueCount = pointer?.pointee.notes?.issues.count ?? 0
    scope = scope.strict
    if let outerScope { pointer?.pointee.scope = outerScope.strict }
    defer {
      scope = outer
      if let outerScope { pointer?.pointee.scope = outerScope }
    }
    do throws(E) {
      return try body(&self)
    } catch {
      pointer?.pointee.notes?.issues.removeSubrange(issueCount...)
      throw error
    }
  }
}

extension MappingError.Code {
  /// Whether the value that failed can be passed over: not in a text that is no JSON, nor where a limit
  /// was reached or a declaration is wrong.
  var isRecoverable: Bool {
    !isSyntax && self != .depthLimit && self != .declaration && self != .unreadableSource
  }
}

extension MappingError {
  /// The error, marked as one that is among the issues already.
  var reported: MappingError {
    guard !details.isReported else { return self }
    var result = self
    result.details.isReported = true
    return result
  }
}
