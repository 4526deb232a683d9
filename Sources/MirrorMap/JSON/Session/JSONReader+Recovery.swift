/// Continuing after a failure. None of this runs as long as all goes well.
extension JSONReader {
  /// Keeps an issue for the report and the logger, unless it has been kept already.
  @inline(never)
  mutating func report(_ error: MappingError) {
    guard let session, session.pointee.scope.keepsIssues, !error.details.isReported else { return }
    let records = session.pointee.makeRecords()
    records.issues.append(
      error, ifAtMost: records.maximumIssueCount ?? session.pointee.mapper.maximumIssueCount)
  }

  /// Whether the second of two equal keys is used; where failures do not end the decoding, the first one is.
  mutating func replacesDuplicate(
    at key: BytePointer, in model: @autoclosure () -> String
  ) throws(MappingError) -> Bool {
    do throws(MappingError) {
      return try replacesDuplicate(at: key)
    } catch {
      guard !isStrict else { throw error.named(model()) }
      report(error.named(model()))
      return false
    }
  }

  /// Throws or reports the error of an unknown key, as the mapper says.
  mutating func reportUnknownKey(_ error: MappingError) throws(MappingError) {
    if scope.unknownKeys == .reject, isStrict { throw error }
    report(error)
  }

  /// Whether the optional at the cursor is the whole value of a property, which deals with its failure.
  @inline(never) @usableFromInline
  func isOptionalProperty() -> Bool {
    guard let session, session.pointee.optionalProperty == cursor else { return false }
    session.pointee.optionalProperty = nil
    return true
  }

  /// Skips the value at the cursor, which could not be read and is replaced by nil.
  ///
  /// - Throws: the error, if decoding cannot continue after it.
  @inline(never) @usableFromInline
  mutating func replaceByNil(after error: MappingError) throws(MappingError) {
    guard scope.policy != .strict, error.code.isRecoverable else { throw error }
    report(error)
    try skipFailedValue(error)
  }

  /// Drops the element or member at the cursor if the policy is lossy. Otherwise keeps its error as the one
  /// of its collection, to be thrown when the other elements have been read.
  ///
  /// - Throws: the error, if no further issues are to be reported.
  @inline(never) @usableFromInline
  mutating func dropElement(
    after error: MappingError, _ failure: inout MappingError?
  ) throws(MappingError) {
    guard error.code.isRecoverable, scope.policy == .lossy || scope.isReporting else { throw error }
    report(error)
    if scope.policy != .lossy, failure == nil { failure = error.reported }
    try skipFailedValue(error)
  }

  /// The error of a collection that has been read from its first element or member to its end, which need not be
  /// skipped again.
  @inline(never) @usableFromInline
  func failedCollection(_ error: MappingError, since first: BytePointer) -> MappingError {
    let before = bytes(from: start, to: first)
    guard let bracket = before.lastIndex(where: { $0 == .openBracket || $0 == .openBrace }) else {
      return error
    }
    return error.readToEnd(bracket..<(cursor - start))
  }

  /// Skips a value that could not be read; at once if it has been read to its end.
  mutating func skipFailedValue(_ error: MappingError) throws(MappingError) {
    if let range = error.details.readRange, start + range.lowerBound == cursor {
      cursor = start + range.upperBound
    } else {
      try skip()
    }
  }
}

extension [MappingError] {
  /// Appends an issue; if there would be more than the maximum, only one that says so.
  mutating func append(_ issue: MappingError, ifAtMost maximum: Int) {
    let maximum = Swift.max(maximum, 0)
    guard count >= maximum else { return append(issue) }
    if count > maximum { return }
    append(
      MappingError(
        MappingError.Details(
          code: .sizeLimit, byteOffset: issue.byteOffset, expected: "at most \(maximum) issues",
          found: "more")))
  }
}

extension MappingError.Code {
  /// Whether decoding can continue after the value that failed: not in malformed JSON, nor after a limit
  /// has been reached or where a declaration is wrong.
  var isRecoverable: Bool {
    isFrequent
      || !isSyntax && self != .depthLimit && self != .sizeLimit && self != .declaration
        && self != .unreadableSource
  }
}

extension MappingError {
  /// The error, marked as being among the issues already.
  var reported: MappingError { details.isReported ? self : with { $0.isReported = true } }

  /// The error of a value that may also be something else than it says.
  package func expecting(or other: String) -> MappingError {
    with { details in details.expected = details.expected.map { "\($0) or \(other)" } }
  }

  /// The error of a value that has nevertheless been read to its end.
  consuming func readToEnd(_ range: Range<Int>) -> MappingError { with { $0.readRange = range } }

  /// The error with model and property, unless an inner model has set them.
  @inline(never)
  consuming func named(_ model: String, _ property: String? = nil) -> MappingError {
    guard self.model == nil, !code.isSyntax else { return self }
    return with { ($0.model, $0.property) = (model, property) }
  }
}
