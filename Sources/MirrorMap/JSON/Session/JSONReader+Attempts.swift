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
  @inlinable
  public mutating func attempt<T>(_ body: (inout JSONReader) throws -> T) -> T? {
    let attempt = beginAttempt(countsBytes: true)
    do {
      let value = try handOut(to: body)
      end(attempt)
      return value
    } catch {
      undo(attempt)
      return nil
    }
  }

  /// Reads a value in the first of several ways that fits. All but the first count as reading the value again.
  ///
  /// - Parameters:
  ///   - values: What such values are called in an error.
  ///   - read: Is called for each way, one after the other, and reads a value in it.
  ///   - fail: Is called if no way fits, with the failures of all, and the reader where it was.
  /// - Throws: What `fail` throws, or what is wrong whichever way the value is read, as malformed JSON is.
  // An optional result would be of a generic type, which the runtime would look up each time.
  mutating func readInFirstWay<T>(
    of count: Int, _ values: String,
    _ read: (inout JSONReader) throws(MappingError) -> T,
    orElse fail: ([MappingError], inout JSONReader) throws(MappingError) -> T
  ) throws(MappingError) -> T {
    var failures: [MappingError] = []
    var cost = 0
    for way in 0..<count {
      if way == 1 { cost = try costOfRereading(inWays: count) }
      if way > 0 { try countReread(of: cost, values) }
      let attempt = beginAttempt()
      do throws(MappingError) {
        let value = try read(&self)
        end(attempt)
        return value
      } catch {
        undo(attempt)
        guard error.code.isRecoverable else { throw error }
        failures.append(error)
      }
    }
    return try fail(failures, &self)
  }
}

/// What the reader and its session were before a value was read in one way.
@usableFromInline
struct ReadingAttempt {
  fileprivate let position: BytePointer
  fileprivate let depth: Int
  fileprivate let scope: ReadingScope
  fileprivate let sharedScope: ReadingScope
  fileprivate let issueCount: Int
  /// Where the reader had been furthest, if the bytes that are read count.
  fileprivate let furthest: BytePointer?
  fileprivate let observer: ((_ hasFailed: Bool) -> Void)?
}

extension JSONReader {
  /// Begins to read a value strictly.
  ///
  /// - Parameter countsBytes: Whether the bytes that are read count as read again if that fails.
  @inline(never) @usableFromInline
  mutating func beginAttempt(countsBytes: Bool = false) -> ReadingAttempt {
    let session = sharedSession
    let attempt = ReadingAttempt(
      position: cursor, depth: remainingDepth, scope: scope, sharedScope: session.pointee.scope,
      issueCount: session.pointee.issues.count, furthest: countsBytes ? furthest : nil,
      observer: session.pointee.context[AttemptObserver.self]?.begin())
    if countsBytes { furthest = cursor }
    scope = scope.strict
    // The one that readers without a session share is strict, and never written to.
    if !attempt.sharedScope.isStrict { session.pointee.scope = attempt.sharedScope.strict }
    return attempt
  }

  /// Ends an attempt whose value has been read.
  @inline(never) @usableFromInline
  mutating func end(_ attempt: ReadingAttempt) { end(attempt, hasFailed: false) }

  /// Ends an attempt that has failed, and goes back to where the reader was.
  @inline(never) @usableFromInline
  mutating func undo(_ attempt: ReadingAttempt) {
    furthest = max(furthest, cursor)
    (cursor, remainingDepth) = (attempt.position, attempt.depth)
    let session = sharedSession
    if session.pointee.issues.count > attempt.issueCount {
      session.pointee.records?.issues.removeSubrange(attempt.issueCount...)
    }
    if attempt.furthest != nil { countFailedAttempt(upTo: furthest) }
    end(attempt, hasFailed: true)
  }

  @inline(__always)
  private mutating func end(_ attempt: ReadingAttempt, hasFailed: Bool) {
    attempt.observer?(hasFailed)
    if let outer = attempt.furthest { furthest = max(furthest, outer) }
    scope = attempt.scope
    let session = sharedSession
    if !attempt.sharedScope.isStrict { session.pointee.scope = attempt.sharedScope }
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
