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
    let before = furthest
    furthest = cursor
    defer { furthest = max(furthest, before) }
    switch tryStrictly({ try $0.handOut(to: body) }) {
    case .success(let value): return value
    case .failure:
      countFailedAttempt(upTo: furthest)
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
    let result = tryStrictly(body)
    if case .failure(let error) = result, !error.code.isRecoverable { throw error }
    return result
  }

  /// Tries to read a value strictly, and goes back to where the reader was if that fails.
  private mutating func tryStrictly<T, E: Error>(
    _ body: (inout JSONReader) throws(E) -> T
  ) -> Result<T, E> {
    let (position, depth, ownScope) = (cursor, remainingDepth, scope)
    let shared = sharedSession
    let sharedScope = shared.pointee.scope
    let issueCount = shared.pointee.issues.count
    let end = shared.pointee.context[AttemptObserver.self]?.begin()
    scope = ownScope.strict
    // The one that readers without a session share is strict, and never written to.
    if !sharedScope.isStrict { shared.pointee.scope = sharedScope.strict }
    defer {
      scope = ownScope
      if !sharedScope.isStrict { shared.pointee.scope = sharedScope }
    }
    do throws(E) {
      let value = try body(&self)
      end?(false)
      return .success(value)
    } catch {
      end?(true)
      furthest = max(furthest, cursor)
      (cursor, remainingDepth) = (position, depth)
      if shared.pointee.issues.count > issueCount {
        shared.pointee.records?.issues.removeSubrange(issueCount...)
      }
      return .failure(error)
    }
  }
}

/// Undoes what reading a value does elsewhere, such as in a store, if the attempt fails. It's found in the context.
///
/// A context is `Sendable`. This is only used by the call that puts it there, on one thread.
package struct AttemptObserver: @unchecked Sendable {
  /// Is called before an attempt, and returns what is called after it with whether it has failed.
  let begin: () -> (_ hasFailed: Bool) -> Void

  package init(begin: @escaping () -> (_ hasFailed: Bool) -> Void) { self.begin = begin }
}
