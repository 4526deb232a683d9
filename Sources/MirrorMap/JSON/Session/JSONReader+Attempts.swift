/// Reading a value in one way among several.
///
/// A way that is tried is read strictly, whatever the policy: were what does not fit dropped from
/// it, the first way would fit nearly always. If it fails, it leaves no issues behind.
extension JSONReader {
  /// Tries to read the next value in one way, and stays where it was if that fails.
  ///
  /// Whatever the mapper's ``Mapper/failurePolicy`` is, the way fails with the first of its
  /// failures, none of which is reported. Read the last of several ways without an attempt: then
  /// the policy counts, and if no way fits, there is an error to report.
  ///
  /// ```swift
  /// if let number = reader.attempt({ try $0.decode(Int.self) }) { return .number(number) }
  /// return .text(try reader.decode(String.self))
  /// ```
  ///
  /// - Parameter body: reads one value.
  /// - Returns: what `body` returned, or nil when it threw.
  public mutating func attempt<T>(_ body: (inout JSONReader) throws -> T) -> T? {
    let start = beginAttempt()
    do {
      let value = try handOut(to: body)
      endAttempt(start, isOver: true)
      return value
    } catch {
      endAttempt(start, isOver: false)
      return nil
    }
  }

  /// Tries to read a value in one way among several.
  ///
  /// - Returns: the value or the failure, after which the reader is where it was.
  /// - Throws: what is wrong whichever way the value is read, as malformed JSON is.
  mutating func tryWay<T>(
    _ body: (inout JSONReader) throws(MappingError) -> T
  ) throws(MappingError) -> Result<T, MappingError> {
    let start = beginAttempt()
    do throws(MappingError) {
      let value = try body(&self)
      endAttempt(start, isOver: true)
      return .success(value)
    } catch {
      endAttempt(start, isOver: false)
      guard error.code.isRecoverable else { throw error }
      return .failure(error)
    }
  }

  /// What an attempt goes back to.
  private struct Attempt {
    let position: BytePointer
    let depth: Int
    let scopes: (own: ReadingScope, session: ReadingScope)
    let issueCount: Int
  }

  private mutating func beginAttempt() -> Attempt {
    let pointer = sharedSession
    let start = Attempt(
      position: cursor, depth: remainingDepth, scopes: (scope, pointer.pointee.scope),
      issueCount: pointer.pointee.issues.count)
    guard !isStrict || !start.scopes.session.isStrict else { return start }
    scope = scope.strict
    pointer.pointee.scope = start.scopes.session.strict
    return start
  }

  private mutating func endAttempt(_ start: Attempt, isOver: Bool) {
    let pointer = sharedSession
    scope = start.scopes.own
    // The one that readers without a session share is strict, and never written to.
    if !start.scopes.session.isStrict { pointer.pointee.scope = start.scopes.session }
    guard !isOver else { return }
    (cursor, remainingDepth) = (start.position, start.depth)
    if pointer.pointee.issues.count > start.issueCount {
      pointer.pointee.issues.removeSubrange(start.issueCount...)
    }
  }
}
