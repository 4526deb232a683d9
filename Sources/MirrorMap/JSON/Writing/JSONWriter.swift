/// Writes JSON values one after the other into one growing buffer of UTF-8 bytes.
///
/// Types of your own write themselves to it; each call writes exactly one value:
///
/// ```swift
/// func encode(to writer: inout JSONWriter) throws {
///   try writer.encodeObject { object in
///     try object.encode(x, forKey: "x")
///     try object.encode(y, forKey: "y")
///   }
/// }
/// ```
///
/// What has been written so far is always a beginning of valid JSON, so whether a comma is due can
/// be told from the last byte: none after `{`, `[`, `:` or at the start.
@safe
public struct JSONWriter: ~Copyable {
  /// The first byte of the buffer.
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  /// Where the next byte goes.
  @usableFromInline var cursor: UnsafeMutablePointer<UInt8>
  /// One past the last byte of the buffer.
  @usableFromInline var limit: UnsafeMutablePointer<UInt8>
  /// How the mapper wants the next value to be written.
  @usableFromInline var scope = WritingScope()
  /// What the mapper hands through, if there is one; this folder does not look into it.
  let session: Lent<MappingSession>?
  /// How many more models, arrays and objects may be entered.
  var remainingDepth: Int
  let stack: StackGuard
  let powers = PowersOfTen.shared
  /// What tells this writer from all others.
  @usableFromInline let identity: Identity
  /// What the innermost ``encodeArray(_:)`` or ``encodeObject(_:)`` of user code is writing, so
  /// that elements and members are taken only where they belong.
  @usableFromInline var container = Container.none
  /// Whether user code has caught an error half way through a value and gone on, or has written
  /// `null` where no value belongs. What has been written is then no JSON.
  @usableFromInline var isMalformed = false

  @usableFromInline
  enum Container { case none, array, object }

  /// Makes a writer with an empty buffer.
  ///
  /// - Precondition: what `session` points to outlives the writer.
  init(session: Lent<MappingSession>?, maximumDepth: Int = 512, capacity: Int = 0) {
    let thread = ThreadState.current
    stack = thread.stack
    let buffer = unsafe thread.takeBuffer(capacity)
    unsafe base = unsafe buffer.start
    unsafe cursor = unsafe base
    unsafe limit = unsafe base + buffer.capacity
    self.session = session
    identity = thread.makeIdentity()
    remainingDepth = max(maximumDepth, 0)
  }

  deinit { unsafe ThreadState.current.leaveBuffer((base, limit - base)) }
}

extension JSONWriter: HandedOut {
  @usableFromInline static var name: StaticString { "JSONWriter" }
}

// MARK: - Depth

extension JSONWriter {
  /// Enters a model, array or object; objects that hold each other in a circle end here.
  @inline(__always)
  mutating func enter() throws(MappingError) {
    remainingDepth &-= 1
    guard remainingDepth >= 0, stack.hasRoom() else { throw tooDeep() }
  }

  @inline(__always)
  mutating func leave() { remainingDepth &+= 1 }

  @inline(never)
  private func tooDeep() -> MappingError {
    MappingError(
      .depthLimit, expected: "less nesting",
      found: remainingDepth < 0
        ? "more than the depth limit allows" : "more than the thread's stack has room for")
  }
}

// MARK: - Errors

extension JSONWriter {
  /// Where in the output a value begins that user code writes.
  @frozen
  @usableFromInline
  struct ValueStart {
    @usableFromInline let position: Int
    @usableFromInline let writer: Identity

    @inlinable @inline(__always)
    init(_ position: Int, _ writer: Identity) {
      (self.position, self.writer) = (position, writer)
    }
  }

  /// Notes where a value begins.
  ///
  /// - Throws: ``MappingError`` if a value has just been written and no comma or key followed: user
  ///   code has written two values where one belongs.
  @inlinable @inline(__always)
  func beginValue() throws(MappingError) -> ValueStart {
    guard unsafe cursor == base || Self.awaitsValue(cursor[-1]) else { throw wroteTwice() }
    return ValueStart(count, identity)
  }

  @inlinable @inline(__always)
  static func awaitsValue(_ last: UInt8) -> Bool {
    last == .colon || last == .comma || last == .openBracket
  }

  /// Checks that a value has been written.
  @inlinable @inline(__always)
  func endValue(_ start: ValueStart) throws(MappingError) {
    requireIdentity(start.writer)
    if count <= start.position { throw wroteNothing() }
  }

  /// Notes that a value could not be written.
  ///
  /// - Returns: the error with its place.
  @inline(never)
  @usableFromInline
  mutating func abandonValue(_ start: ValueStart, _ error: any Error) -> MappingError {
    requireIdentity(start.writer)
    return wrap(error, since: start.position)
  }

  @inline(never)
  @usableFromInline
  func wroteTwice() -> MappingError {
    MappingError(.notEncodable, expected: "the code for this value wrote more than one")
  }

  @inline(never)
  @usableFromInline
  func wroteNothing() -> MappingError {
    MappingError(.notEncodable, expected: "the code for this value wrote nothing")
  }

  /// Checks that user code has left nothing unfinished behind.
  func finish() throws(MappingError) {
    guard isMalformed else { return }
    throw MappingError(
      .notEncodable, expected: "the code for a value went on after an error or wrote null twice")
  }

  /// Turns whatever a value's own code threw into an error with a place in the output.
  @inline(never)
  @usableFromInline
  func wrap(_ error: any Error) -> MappingError {
    var result: MappingError
    if let error = error as? MappingError, !error.details.isLocated {
      result = error
    } else {
      result = MappingError(.custom)
      result.details.underlying = error
    }
    if result.details.byteOffset == nil, result.code != .declaration {
      result.details.byteOffset = count
    }
    return result
  }

  /// The same, for a value that began at `position` and may be half written.
  @inline(never)
  mutating func wrap(_ error: any Error, since position: Int) -> MappingError {
    if count > position { isMalformed = true }
    return wrap(error)
  }
}
