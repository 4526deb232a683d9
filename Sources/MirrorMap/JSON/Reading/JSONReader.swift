/// Reads JSON values one after the other from UTF-8 bytes, without copying them.
///
/// Your own types read themselves from it. Each call reads exactly one value:
///
/// ```swift
/// struct Point: MappableValue {
///   var x, y: Double
///   static func decode(from reader: inout JSONReader) throws -> Point {
///     let pair = try reader.decode([Double].self)
///     guard pair.count == 2 else { throw MappingError(expected: "two numbers") }
///     return Point(x: pair[0], y: pair[1])
///   }
///   func encode(to writer: inout JSONWriter) throws { try writer.encode([x, y]) }
/// }
/// ```
///
/// The reader is at the first byte of the next value, white space already skipped, and advances as
/// values are read. It never reads past the end of the input and never traps on invalid input:
/// `cursor <= end` always holds, and every access is preceded by a comparison with `end`.
public struct JSONReader: ~Copyable, HandedOut {
  /// The next byte to be read.
  @usableFromInline var cursor: BytePointer
  /// One past the last byte.
  @usableFromInline let end: BytePointer
  @usableFromInline let start: BytePointer
  /// How many more arrays and objects may be entered.
  @usableFromInline var remainingDepth: Int
  /// The end of the last value that was read.
  @usableFromInline var lastValueEnd: BytePointer?
  /// Where the reader was before it last went back after a failure, if that was further than ever before in the
  /// attempt to read a value in one way; see ``attempt(_:)``.
  var furthest: BytePointer
  let stack: StackGuard
  /// The position up to which blocks of bytes may be read: the end, or beyond it.
  var blockEnd: BytePointer
  /// The position up to which strings may be read by the fast path: ``blockEnd``, or the start if their lengths are
  /// limited; see ``ReadingLimits``.
  var quickEnd: BytePointer
  /// The maximum number of bytes of a string.
  var maximumLength = UInt32.max
  /// The maximum number of elements or members of a collection.
  @usableFromInline var maximumCount = UInt32.max
  /// How many members the last dictionary had, as the next one is likely to have.
  @usableFromInline var lastMemberCount = 0
  /// How many more bytes may be read again, for keys that several properties use.
  var rereadableCount: Int
  /// Powers of ten for numbers, fetched once per document.
  let powers: SmallPowers
  /// Where the elements of arrays are collected.
  @usableFromInline let elements: ElementStack
  /// The memory that the thread keeps from one document to the next.
  let memory: UnownedReference<ReadingMemory>
  /// Distinguishes this reader from all others.
  @usableFromInline let identity: Identity
  /// The mapper's options for the next value.
  @usableFromInline var scope = ReadingScope()
  /// The session of the mapper, if there is one; this folder doesn't use it.
  let session: UnownedReference<MappingSession>?
  /// Whether equal strings share their storage, which is given up if there are few.
  var sharesStrings = false
  /// How values of another type than the requested one are converted.
  public internal(set) var coercion = Coercion.none

  /// - Precondition: the bytes and the session outlive the reader.
  init(_ bytes: Bytes, maximumDepth: Int, session: UnownedReference<MappingSession>?) {
    start = bytes.start
    cursor = bytes.start
    furthest = bytes.start
    end = bytes.end
    blockEnd = bytes.end
    quickEnd = bytes.end
    remainingDepth = max(maximumDepth, 0)
    rereadableCount = Self.rereadableCount(of: bytes)
    powers = SmallPowers.shared
    let thread = ThreadState.current
    stack = thread.stack
    elements = thread.elements
    memory = ReadingMemory.ofThread.value(in: thread)
    identity = thread.makeIdentity()
    self.session = session
  }
}

// MARK: - Position

extension JSONReader {
  /// The byte at the cursor, or nil at the end of the input.
  @inline(__always)
  var current: UInt8? { unsafe cursor < end ? cursor.pointee : nil }

  /// Whether an object is next.
  @inlinable @inline(__always)
  var isAtObject: Bool { unsafe cursor < end && cursor.pointee == 0x7B }

  /// Whether the lengths of strings are limited.
  @inline(__always)
  var limitsStrings: Bool { quickEnd < end }

  /// Lets the fast paths read blocks of bytes that reach beyond the end of the input.
  ///
  /// - Precondition: the bytes up to the position outlive the reader, and no token of the input goes on after its end.
  @inline(__always)
  mutating func extendBlocks(to readableEnd: BytePointer) {
    precondition(end <= readableEnd)
    blockEnd = readableEnd
    if quickEnd == end { quickEnd = readableEnd }
  }

  /// The input between two positions.
  func bytes(from first: BytePointer, to last: BytePointer) -> Bytes {
    precondition(start <= first && first <= last && last <= end)
    return unsafe Bytes(first, last)
  }

  /// The whole input.
  var bytes: Bytes { unsafe Bytes(start, end) }

  /// Moves the cursor over white space.
  @inline(__always)
  mutating func skipWhitespace() { cursor = ByteScan.skipWhitespace(cursor, end) }

  /// Prepares for the document's value: skips a byte order mark and white space.
  @inline(__always)
  mutating func openDocument() throws(MappingError) {
    // An object or an array whose second byte isn't zero, as almost always.
    if end - cursor >= 2, unsafe cursor[0] | 0x20 == .openBrace && cursor[1] != 0 { return }
    try openOtherDocument()
  }

  @inline(never)
  private mutating func openOtherDocument() throws(MappingError) {
    try rejectOtherEncodings()
    if end - cursor >= 3, unsafe cursor[0] == 0xEF, unsafe cursor[1] == 0xBB,
      unsafe cursor[2] == 0xBF
    {
      cursor += 3
    }
    skipWhitespace()
  }

  /// Checks that nothing but white space follows the document's value.
  @inline(__always)
  mutating func closeDocument() throws(MappingError) {
    skipWhitespace()
    guard cursor == end else { throw failure(.trailingContent) }
  }

  /// Recognizes UTF-16 and UTF-32 by their byte order marks, and without these by the zeros that
  /// they have around an ASCII character, which every document begins with (RFC 4627, section 3).
  private func rejectOtherEncodings() throws(MappingError) {
    guard end - cursor >= 2 else { return }
    // Two ASCII characters, as almost always.
    if unsafe cursor[0] &- 1 < 0x7F && cursor[1] != 0 { return }
    let isLong = end - cursor >= 4
    let (third, fourth) = unsafe isLong ? (cursor[2], cursor[3]) : (0x20, 0x20)
    let encoding: String? =
      switch unsafe (cursor[0], cursor[1], third, fourth) {
      case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF), (0, 0, 0, 1...), (1..., 0, 0, 0): "UTF-32"
      case (0xFF, 0xFE, _, _), (0xFE, 0xFF, _, _), (0, 1..., _, _), (1..., 0, _, _): "UTF-16"
      default: nil
      }
    if let encoding {
      throw failure(.unsupportedEncoding, expected: "UTF-8", found: encoding)
    }
  }
}

// MARK: - One value at a time

extension JSONReader {
  /// The position where a value begins that user code reads, which a failure restores.
  @usableFromInline
  typealias ValueStart = (position: BytePointer, depth: Int, reader: Identity)

  /// Records where a value begins.
  ///
  /// - Returns: the position and the depth that a failure restores.
  /// - Throws: ``MappingError`` if a value has just been read and nothing followed: user code reads
  ///   two values where one belongs.
  @inlinable @inline(__always)
  mutating func beginValue() throws(MappingError) -> ValueStart {
    if cursor == lastValueEnd { throw misread("read more than one") }
    return (cursor, remainingDepth, identity)
  }

  /// Records where a value ends.
  ///
  /// - Throws: ``MappingError`` if user code has read nothing.
  @inlinable @inline(__always)
  mutating func endValue(_ start: ValueStart) throws(MappingError) {
    requireIdentity(start.reader)
    if cursor == start.position { throw misread("neither read nor skipped it") }
    lastValueEnd = cursor
  }

  /// Goes back to the beginning of a value that could not be read, so that code that continues after the failure can
  /// read it in another way. Returns the error with its position.
  @inline(never) @usableFromInline
  mutating func abandonValue(_ start: ValueStart, _ error: any Error) -> MappingError {
    requireIdentity(start.reader)
    goBack(to: start)
    return wrap(error, at: start.position)
  }

  /// Reads one value for user code, which may continue after a failure.
  ///
  /// The error stays as it is; that of a value that is read as a whole gets its position from ``abandonValue(_:_:)``.
  @inlinable @inline(__always)
  mutating func readOne(_ body: (inout JSONReader) throws -> Void) throws {
    let start = try beginValue()
    do {
      try body(&self)
    } catch {
      goBack(to: start)
      throw error
    }
    try endValue(start)
  }

  /// Goes back to the beginning of a value that could not be read.
  @inline(never) @usableFromInline
  mutating func goBack(to start: ValueStart) {
    requireIdentity(start.reader)
    furthest = max(furthest, cursor)
    (cursor, remainingDepth) = (start.position, start.depth)
  }

  /// The error for user code that hasn't read exactly one value.
  @inline(never) @usableFromInline
  func misread(_ what: String) -> MappingError {
    if rereadableCount < 0 { return rereadTooOften("values that may have several forms") }
    return failure(.custom, expected: "the code for this value \(what)")
  }
}

// MARK: - Literals

extension JSONReader {
  /// Reads `null`.
  ///
  /// - Throws: ``MappingError`` if the next value isn't `null`.
  public mutating func decodeNull() throws(MappingError) {
    let start = try beginValue()
    do { try readNull() } catch { throw abandonValue(start, error) }
    try endValue(start)
  }

  /// Reads `null` like ``decodeNull()``, for code that reads one value where one belongs.
  @usableFromInline
  mutating func readNull() throws(MappingError) {
    guard current == .lowerN else { throw mismatch("null") }
    try readLiteral("null")
  }

  /// Reads one of the three words of JSON.
  @inline(__always)
  mutating func readLiteral(_ word: StaticString) throws(MappingError) {
    let length = word.utf8CodeUnitCount
    let text = unsafe word.utf8Start
    guard end - cursor >= length, unsafe cursor[1] == text[1], unsafe cursor[2] == text[2],
      unsafe cursor[3] == text[3], unsafe length == 4 || cursor[4] == text[4]
    else { throw brokenLiteral(word) }
    cursor += length
  }

  @inline(never)
  func brokenLiteral(_ word: StaticString) -> MappingError {
    var position = cursor
    for index in 0..<word.utf8CodeUnitCount {
      guard position < end else { return failure(.unexpectedEnd, at: end, found: Self.theEnd) }
      guard unsafe position.pointee == word.utf8Start[index] else { break }
      position += 1
    }
    return unexpected("\(word)", at: position)
  }

  /// As many bytes are readable after the position of a short value.
  static var shortCount: Int { 32 }

  /// Skips `null` at a position that its caller keeps in a register, if it is there.
  ///
  /// - Precondition: ``shortCount`` bytes are readable after it.
  @inline(__always)
  func skipsNull(at place: inout BytePointer) -> Bool {
    guard unsafe ByteScan.load4(place) == 0x6C6C_756E else { return false }
    place += 4
    return true
  }

  /// Skips `[]` at a position that its caller keeps in a register, if it is there.
  ///
  /// - Precondition: ``shortCount`` bytes are readable after it.
  @inline(__always)
  func skipsEmptyArray(at place: inout BytePointer) -> Bool {
    guard unsafe place.pointee == .openBracket && place[1] == .closeBracket, remainingDepth > 0
    else { return false }
    place += 2
    return true
  }

  /// Reads `true` or `false` at a position that its caller keeps in a register; nil for everything else.
  ///
  /// - Precondition: ``shortCount`` bytes are readable after it.
  @inline(__always)
  func shortBool(at place: inout BytePointer) -> Bool? {
    if unsafe ByteScan.load4(place) == 0x6575_7274 {
      place += 4
      return true
    }
    guard unsafe ByteScan.load4(place + 1) == 0x6573_6C61, unsafe place.pointee == .lowerF else {
      return nil
    }
    place += 5
    return false
  }

  /// Reads `true` or `false`.
  @usableFromInline
  mutating func readBool() throws(MappingError) -> Bool {
    switch current {
    case .lowerT?:
      try readLiteral("true")
      return true
    case .lowerF?:
      try readLiteral("false")
      return false
    default:
      return try coerceToBool()
    }
  }
}
