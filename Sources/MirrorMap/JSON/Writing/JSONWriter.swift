/// Writes JSON values one after the other to a growing buffer of UTF-8 bytes.
///
/// Your own types write themselves to it. Each call writes exactly one value:
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
/// The output so far is always the beginning of valid JSON, so the last byte determines whether a
/// comma is needed: not after `{`, `[`, `:` or at the start.
@safe
public struct JSONWriter: ~Copyable, HandedOut {
  /// The first byte of the buffer.
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  /// Where the next byte goes.
  @usableFromInline var cursor: UnsafeMutablePointer<UInt8>
  /// One past the last byte of the buffer.
  @usableFromInline var limit: UnsafeMutablePointer<UInt8>
  /// The mapper's options for the next value.
  @usableFromInline var scope = WritingScope()
  /// The session of the mapper, if there is one; this folder doesn't use it.
  let session: UnownedReference<MappingSession>?
  /// How many more levels of models, arrays and objects may be entered.
  var remainingDepth: Int
  let stack: StackGuard
  let smallPowers = SmallPowers.shared
  /// Powers of ten, once a `Double` or `Float` has been written.
  private var knownPowers: PowersOfTen?
  /// Distinguishes this writer from all others.
  @usableFromInline let identity: Identity
  /// The container that the innermost ``encodeArray(_:)`` or ``encodeObject(_:)`` of user code is
  /// writing, so that elements and members are accepted only where they belong.
  @usableFromInline var container = Container.none
  /// Whether user code has caught an error in the middle of a value and continued, or has written
  /// `null` where no value belongs. The output is then invalid.
  @usableFromInline var isMalformed = false
  /// Whether members are written in the order of their keys, where that is known in advance.
  @usableFromInline var sortsKeys = false
  /// Whether members have been written that may not be in the order of their keys.
  @usableFromInline var hasUnsortedKeys = false
  /// How many spaces begin the lines of the current container, where lines are broken.
  var indentation = 0
  /// Up to where the output has its line breaks, or -1 if the writer breaks no lines.
  var laidOutCount = -1

  @usableFromInline
  enum Container { case none, array, object }

  /// Powers of ten for a `Double` or `Float`. Most documents don't need this table, so it isn't made before.
  var powers: PowersOfTen {
    @inline(__always) mutating get {
      if let knownPowers { return knownPowers }
      return findPowers()
    }
  }

  @inline(never)
  private mutating func findPowers() -> PowersOfTen {
    let powers = PowersOfTen.shared
    knownPowers = powers
    return powers
  }

  /// Makes a writer with an empty buffer.
  ///
  /// - Precondition: the session outlives the writer.
  init(session: UnownedReference<MappingSession>?, maximumDepth: Int = 512, capacity: Int = 0) {
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

// MARK: - Depth

extension JSONWriter {
  /// Enters an array or object; a cycle of objects is detected here.
  @inline(__always)
  mutating func enter() throws(MappingError) {
    guard remainingDepth > 0, stack.hasRoom() else { throw tooDeep() }
    remainingDepth &-= 1
  }

  @inline(__always)
  mutating func leave() { remainingDepth &+= 1 }

  /// Checks that the stack has room for copies of a value of so many bytes, as a reader does.
  mutating func checkStack(for size: Int) throws(MappingError) {
    guard stack.hasRoom(for: size &* 16) else { throw tooDeep() }
  }

  /// Checks that an array that contains no other one may be written.
  // Mutating: for a borrowed writer, the compiler copies all of it.
  @inline(__always)
  mutating func checkDepth() throws(MappingError) {
    guard remainingDepth > 0 else { throw tooDeep() }
  }

  /// Enters an array or object, and writes its bracket.
  @usableFromInline
  mutating func open(_ bracket: UInt8) throws(MappingError) {
    try enter()
    writeByte(bracket)
  }

  /// Writes the bracket of an array or object, and leaves it.
  @usableFromInline
  mutating func close(_ bracket: UInt8) {
    writeByte(bracket)
    leave()
  }

  @inline(never)
  mutating func tooDeep() -> MappingError {
    MappingError(
      .depthLimit, expected: "less nesting",
      found: remainingDepth > 0
        ? "more than the thread's stack has room for" : "more than the depth limit allows")
  }
}

// MARK: - Errors

extension JSONWriter {
  /// The position in the output where a value begins that user code writes.
  @usableFromInline
  typealias ValueStart = (position: Int, writer: Identity)

  /// Records where a value begins.
  ///
  /// - Throws: ``MappingError`` if a value has just been written and no comma or key followed: user
  ///   code has written two values where one belongs.
  // Mutating: for a borrowed writer, the compiler copies all of it, and the copy waits for the last store to the cursor.
  @inlinable @inline(__always)
  mutating func beginValue() throws(MappingError) -> ValueStart {
    guard unsafe cursor == base || Self.awaitsValue(cursor[-1]) else {
      throw secondValue()
    }
    return (count, identity)
  }

  // A space is the end of an indentation, or of a colon in a line.
  @inlinable @inline(__always)
  static func awaitsValue(_ last: UInt8) -> Bool {
    last == .colon || last == .comma || last == .openBracket || last == .space
  }

  /// Checks that a value has been written.
  @inlinable @inline(__always)
  mutating func endValue(_ start: ValueStart) throws(MappingError) {
    requireIdentity(start.writer)
    if count <= start.position { throw misplaced("nothing") }
  }

  /// Records that a value could not be written, and returns the error with its position.
  @inline(never)
  @usableFromInline
  mutating func abandonValue(_ start: ValueStart, _ error: any Error) -> MappingError {
    requireIdentity(start.writer)
    return wrap(error, since: start.position)
  }

  /// The error for user code that has written something where it doesn't belong.
  @inline(never)
  @usableFromInline
  func misplaced(_ piece: String) -> MappingError {
    MappingError(.notEncodable, expected: "the code for this value wrote \(piece)")
  }

  /// The error for user code that has written a value directly after another one.
  @inline(never)
  @usableFromInline
  mutating func secondValue() -> MappingError {
    switch container {
    case .none: misplaced("more than one")
    case .array: misplaced("an element without encodeElement(_:)")
    case .object: misplaced("a value without a key; use encode(_:forKey:)")
    }
  }

  /// Checks that user code has left nothing unfinished.
  ///
  /// - Parameter maximumDepth: that of the writer, if all arrays and objects are complete.
  func finish(maximumDepth: Int) throws(MappingError) {
    guard isMalformed || remainingDepth != max(maximumDepth, 0) else { return }
    throw MappingError(
      .notEncodable, expected: "the code for a value went on after an error or wrote null twice")
  }

  /// Turns an error that was thrown by a value's own code into one with a position in the output.
  @inline(never)
  @usableFromInline
  func wrap(_ error: any Error) -> MappingError {
    MappingError(wrapping: error, at: count)
  }

  /// Wraps the error of a value that began at `position` and may be incomplete.
  @inline(never)
  mutating func wrap(_ error: any Error, since position: Int) -> MappingError {
    if count > position { isMalformed = true }
    return MappingError(wrapping: error, at: position)
  }
}
