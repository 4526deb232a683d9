/// Skipping unmapped values, every byte of which is validated.
extension JSONReader {
  /// Skips one value, and validates it like a value that is read.
  ///
  /// Skipping doesn't recurse: one bit per open container records whether it is an object.
  ///
  /// - Complexity: O(n); no allocation for up to 64 levels of nesting.
  public mutating func skipValue() throws(MappingError) {
    let start = try beginValue()
    do { try skip() } catch { throw abandonValue(start, error) }
    try endValue(start)
  }

  /// Skips one value like ``skipValue()``, for code that reads one value where one belongs.
  @usableFromInline
  package mutating func skip() throws(MappingError) {
    // Words and strings are the most frequent values by far. The other values are skipped
    // elsewhere, as they need so much stack that allocating it takes longer than skipping a word.
    if current == .quote { return try validate(scanString()) }
    var place = cursor
    guard end - place > Self.shortCount,
      skipsShort(at: &place) || ShortNumber(at: &place, end, powers) != nil
    else { return try skipOtherValue() }
    cursor = place
  }

  /// Skips a word, `[]`, or a string of ASCII characters without escapes at a position that its caller keeps
  /// in a register.
  ///
  /// - Precondition: ``shortCount`` bytes are readable after it.
  @inline(__always)
  func skipsShort(at place: inout BytePointer) -> Bool {
    if unsafe place.pointee == .quote {
      guard let last = plainStringEnd(place) else { return false }
      place = last + 1
      return true
    }
    return skipsNull(at: &place) || shortBool(at: &place) != nil || skipsEmptyArray(at: &place)
  }

  /// The general path of ``skip()``, for all values but strings.
  @inline(never)
  private mutating func skipOtherValue() throws(MappingError) {
    switch current {
    case .openBrace?, .openBracket?:
      var place = BlockSkipper.Place(position: cursor)
      if !skipsBlocks(&place) { try skipRest(from: place) }
    case .lowerT?: try readLiteral("true")
    case .lowerF?: try readLiteral("false")
    case .lowerN?: try readLiteral("null")
    case let byte? where byte.startsNumber: _ = try scanNumber()
    default: throw unexpected("a value", at: cursor)
    }
  }

  /// Skips the array or object at the cursor if the fast path can.
  ///
  /// - Parameter place: Where it begins; afterwards, where the general path has to go on.
  mutating func skipsBlocks(_ place: inout BlockSkipper.Place) -> Bool {
    // Limited strings are compared one by one, and short documents have no block.
    guard !limitsStrings, end - cursor > BlockSkipper.margin, stack.hasRoom(),
      BlockSkipper.skipContainer(&place, end, document: start, maximumDepth: remainingDepth)
    else { return false }
    cursor = place.position
    return true
  }

  /// Skips an array or object, or the rest of it, token by token: the reference implementation of ``BlockSkipper``.
  ///
  /// - Parameters:
  ///   - place: Where it begins, or where the fast path has given up.
  ///   - key: a key of the object.
  /// - Returns: the last value of the key.
  @discardableResult
  mutating func skipRest(
    from place: BlockSkipper.Place, key: String? = nil
  ) throws(MappingError) -> BytePointer? {
    var ends: ContainerEnds?
    return try skipRest(from: place, key: key, recordingIn: &ends)
  }

  /// Skips the rest of an array or object, and records where it and those inside of it end unless `ends` is nil.
  @discardableResult
  mutating func skipRest(
    from place: BlockSkipper.Place, key: String? = nil, recordingIn ends: inout ContainerEnds?
  ) throws(MappingError) -> BytePointer? {
    cursor = ByteScan.skipWhitespace(place.position, end)
    remainingDepth -= place.depth
    var open = OpenContainers(place.objects, count: place.depth)
    var value = place.value
    var starts: [BytePointer] = []
    var next = place.next
    while true {
      if next == .key {
        let raw = try readRawKey()
        if open.count == 1, let key, isKey(raw, key) { value = cursor }
      }
      if next != .separator {
        // At the first byte of a value.
        let start = cursor
        let isObject = isAtObject
        if !isObject, current != .openBracket {
          try skip()
        } else if let end = ends?.end(of: start) {
          cursor = end
        } else if try isObject ? beginObject() : beginArray() {
          open.push(isObject: isObject)
          if ends != nil { starts.append(start) }
          next = isObject ? .key : .value
          continue
        }
      }
      // After a value.
      while true {
        guard !open.isEmpty else { return value }
        if try open.isInObject ? nextMember() : nextElement() { break }
        if let start = starts.popLast() { ends?.record(start, cursor) }
        open.pop()
      }
      next = open.isInObject ? .key : .value
    }
  }
}

/// For each open container, whether it is an object: a stack of bits, 64 to a word.
///
/// The innermost container is the lowest bit of `word`; every 64 levels a full word goes onto
/// `older`.
///
///     [ { [     →  word = …0 1 0, count = 3
struct OpenContainers {
  private var word: UInt64 = 0
  private(set) var count = 0
  private var older: [UInt64] = []

  init() {}

  /// - Parameter word: the bits of up to 64 containers.
  init(_ word: UInt64, count: Int) { (self.word, self.count) = (word, count) }

  @inline(__always) var isEmpty: Bool { count == 0 }

  /// Whether the innermost container is an object.
  @inline(__always) var isInObject: Bool { word & 1 == 1 }

  @inline(__always)
  mutating func push(isObject: Bool) {
    if count & 63 == 0, count > 0 { older.append(word) }
    word = word &<< 1 | (isObject ? 1 : 0)
    count &+= 1
  }

  @inline(__always)
  mutating func pop() {
    count &-= 1
    word = word &>> 1
    if count & 63 == 0, count > 0, let last = older.popLast() { word = last }
  }
}
