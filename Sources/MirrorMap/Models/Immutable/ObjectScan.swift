/// Reads through an object once, and stops at each key that is requested.
///
///     {"size": 3, "user": {"name": "Ann", "age": 4}, "id": 7, "tags": []}
///
///     requested      passed                     the scan is at
///     "user.name"    "size", which is unmapped  "Ann"
///     "tags"         "age", "id" → its place    []
///     "id"                                      []
///
/// Most requests are for the next member, which takes a comparison of its key. Members before a requested one are
/// skipped, and if their keys have numbers (``RequestedKeys``), their places are kept. Everything unusual is left to
/// ``ObjectIndex``, which starts over: keys without a number, escapes in keys, equal keys, values that are read
/// twice, malformed JSON.
struct ObjectScan {
  private enum Position {
    /// At the key of an object's first member.
    case firstKey
    /// At the value of a member.
    case value
    /// Behind a value.
    case end
  }

  private let keys: RequestedKeys
  private var place: BytePointer
  private var position = Position.firstKey
  private var block = RequestedKeys.Block()
  /// How many more arrays and objects may be entered at the place, and in the model's own object.
  private var depth: Int
  private let ownDepth: Int
  /// The object that the place is in; -1 behind the model's own.
  private var object = 0
  /// The key that was requested last, and the one whose member was passed last, or whose object has been entered.
  private var last: UInt32 = 0
  private var passed: UInt32 = 0
  /// What is known of the keys of the block at hand.
  private var states = RequestedKeys.States()
  /// The keys from this one on count as found, without a place, because they have got their numbers after a member
  /// had been passed that may have one of them.
  private var firstNew: UInt32 = .max
  private let firstPlace: Int32
  /// The objects whose members have all been read or skipped, by their bits.
  private var closed: UInt64 = 0

  /// Begins to scan the object at the cursor.
  ///
  /// - Returns: nil if the object is empty or malformed, or if it isn't worth it.
  @inline(__always)
  init?(_ model: Any.Type, of thread: ThreadState, _ reader: inout JSONReader) {
    guard let keys = RequestedKeys.find(model, in: RequestedKeys.ofReaders, of: thread),
      (try? reader.beginObject()) == true
    else { return nil }
    self.keys = keys
    firstPlace = Int32(truncatingIfNeeded: keys.places.count)
    (place, depth, ownDepth) = (reader.cursor, reader.remainingDepth, reader.remainingDepth)
  }

  /// Moves the reader behind the object if its end comes next, as it mostly does when all has been read.
  @inline(__always)
  mutating func closes(_ reader: inout JSONReader) -> Bool {
    guard object == 0, position == .end else { return false }
    reader.cursor = ByteScan.skipWhitespace(place, reader.end)
    guard reader.current == .closeBrace else { return false }
    reader.cursor += 1
    return true
  }

  /// Ends the scan.
  @inline(__always)
  func end() {
    if keys.places.count > firstPlace { keys.places.truncate(to: Int(firstPlace)) }
    if block.isOnStack { keys.end(block) }
  }
}

// MARK: - Requests

extension ObjectScan {
  /// Moves the reader to the value of a key if it is that of the next member, as it mostly is, or of one that has
  /// been passed.
  @inline(__always)
  mutating func findNext(
    _ key: String, _ delimiter: String, _ reader: inout JSONReader
  ) -> Bool {
    let number = keys.next(after: Int(last), key, delimiter)
    guard number > 0, block.contains(number), comesNext(number) else {
      return findOther(number, key, &reader)
    }
    return skipKey(number, key, &reader)
  }

  @inline(never)
  private mutating func findOther(
    _ number: Int, _ key: String, _ reader: inout JSONReader
  ) -> Bool {
    guard number > 0 else { return false }
    if !block.contains(number) {
      exchange(for: number)
      if comesNext(number) { return skipKey(number, key, &reader) }
    }
    return findKept(number, &reader)
  }

  /// Whether the next member may be that of a key, whose block is at hand.
  @inline(__always)
  private func comesNext(_ number: Int) -> Bool {
    keys[number].object == object && position != .value
      && states.found & RequestedKeys.bit(number) == 0
  }

  /// Moves the reader to the value of the next member if its key is the requested one.
  @inline(__always)
  private mutating func skipKey(
    _ number: Int, _ key: String, _ reader: inout JSONReader
  ) -> Bool {
    (reader.cursor, reader.remainingDepth) = (place, depth)
    guard reader.skipKey(keys[number].quoted, of: key, isFirst: position == .firstKey) else {
      return false
    }
    states.found |= RequestedKeys.bit(number)
    states.requested |= RequestedKeys.bit(number)
    last = UInt32(truncatingIfNeeded: number)
    (passed, place, position) = (last, reader.cursor, .value)
    return true
  }

  /// Takes the block of a key.
  @inline(__always)
  private mutating func select(_ number: Int) {
    if !block.contains(number) { exchange(for: number) }
  }

  @inline(never)
  private mutating func exchange(for number: Int) {
    keys.exchange(&states, &block, for: number)
    findNewKeys()
  }

  /// Counts those keys of the block as found that have got, or will get, their numbers too late.
  private mutating func findNewKeys() {
    let newCount = block.end - Int(firstNew)
    if newCount > 0 { states.found |= UInt64.max << max(0, 64 - newCount) }
  }

  /// Moves the reader to the value of a key, whose block is at hand, if its place is kept.
  private mutating func findKept(_ number: Int, _ reader: inout JSONReader) -> Bool {
    let bit = RequestedKeys.bit(number)
    guard states.kept & bit != 0 else { return false }
    last = UInt32(truncatingIfNeeded: number)
    states.requested |= bit
    states.kept &= ~bit
    reader.cursor = keys.places[Int(firstPlace) &+ number]
    reader.remainingDepth = ownDepth - keys[number].depth
    return true
  }

  /// Moves the reader to the value of a key, wherever it is.
  ///
  /// - Parameter isRead: Whether the value is going to be read.
  /// - Returns: nil if the key is left to the index, which has to find all others from then on.
  @inline(never)
  mutating func search(
    _ key: String, _ delimiter: String, isRead: Bool, _ reader: inout JSONReader
  ) -> PropertyState.Presence? {
    let next = keys.next(after: Int(last), key, delimiter)
    let number = next > 0 ? next : keys.number(of: key, delimiter, after: Int(last))
    let bit = RequestedKeys.bit(number)
    select(number)
    guard number > 0, states.found & ~states.kept & bit == 0,
      states.kept & bit != 0 || pass(to: number, &reader)
    else { return nil }
    select(number)
    guard states.kept & bit != 0 else {
      last = UInt32(truncatingIfNeeded: number)
      states.requested |= bit
      return .absent
    }
    guard findKept(number, &reader) else { return nil }
    if !isRead { states.kept |= bit }
    return reader.nextIsNull ? .null : .value
  }

  /// Records that the value of the key found last has been read.
  @inline(__always)
  mutating func endValue(_ reader: borrowing JSONReader) {
    // Values whose places were kept end before this one.
    if reader.cursor > place { (place, position) = (reader.cursor, .end) }
  }

  /// Records that an alternative of a key that was found has been requested.
  ///
  /// - Returns: false if it is left to the index.
  mutating func request(_ key: String, _ delimiter: String) -> Bool {
    let number = keys.number(of: key, delimiter)
    let bit = RequestedKeys.bit(number)
    select(number)
    guard number > 0, states.found & ~states.kept & bit == 0 else { return false }
    states.requested |= bit
    return true
  }

  /// Records that the value of the key found last couldn't be read.
  mutating func fail() {
    select(Int(last))
    states.requested &= ~RequestedKeys.bit(Int(last))
  }

  /// Gives up, because something is requested that is left to the index.
  ///
  /// - Parameter body: is called for each key that was requested.
  mutating func giveUp(_ body: (_ key: String, _ isRead: Bool) -> Void) {
    keys.places.reserve(max(64, keys.count))
    var requestedCount = 0
    for number in 1..<keys.count {
      select(number)
      let bit = RequestedKeys.bit(number)
      guard states.requested & bit != 0 else { continue }
      requestedCount += 1
      body(keys[number].path, states.found & ~states.kept & bit != 0)
    }
    keys.miss(after: requestedCount)
    end()
  }

  // MARK: Members

  /// Passes members until that of a key is found, or nothing follows that could be.
  ///
  /// - Parameter number: the key's number; 0 for all members.
  /// - Returns: false if something is left to the index.
  @inline(never)
  mutating func pass(to number: Int, _ reader: inout JSONReader) -> Bool {
    (reader.cursor, reader.remainingDepth) = (place, depth)
    do throws(MappingError) {
      if position == .value {
        position = .end
        try reader.skipOnce()
      }
      let objects = keys[number].objects
      while closed & objects == 0 {
        var next = expectedKey(&reader)
        if next == nil { next = try nextKey(&reader) }
        guard let key = next else {
          closed |= keys[object].objectBit
          (passed, object) = (UInt32(truncatingIfNeeded: object), keys[object].object)
          continue
        }
        position = .end
        if key > 0 {
          select(key)
          let bit = RequestedKeys.bit(key)
          guard states.found & bit == 0 else { return false }
          states.found |= bit
          passed = UInt32(truncatingIfNeeded: key)
          if keys[key].isObject {
            guard reader.current != .openBrace else {
              if try reader.beginObject() {
                (object, position) = (key, .firstKey)
              } else {
                closed |= keys[key].objectBit
              }
              continue
            }
            closed |= keys[key].objectBit
          } else {
            states.kept |= bit
            guard keep(reader.cursor, of: key) else { return false }
            guard key != number else {
              position = .value
              break
            }
          }
        } else {
          guard key == 0 else { return false }
          firstNew = min(firstNew, UInt32(truncatingIfNeeded: keys.count))
          findNewKeys()
        }
        var end = reader.cursor
        if reader.end - end > JSONReader.shortCount, reader.skipsShort(at: &end) {
          reader.cursor = end
        } else {
          try reader.skipOnce()
        }
      }
    } catch {
      return false
    }
    (place, depth) = (reader.cursor, reader.remainingDepth)
    return true
  }

  /// Keeps the place of a key's value. With its first one, the object gets places for all keys.
  ///
  /// - Returns: false if there is no room for them, or if the key has got its number since then.
  @inline(__always)
  private func keep(_ place: BytePointer, of key: Int) -> Bool {
    let firstPlace = Int(firstPlace)
    if keys.places.count == firstPlace,
      !keys.places.pushWithoutGrowing(place, count: keys.count)
    {
      return false
    }
    guard firstPlace &+ key < keys.places.count else { return false }
    keys.places[firstPlace &+ key] = place
    return true
  }

  /// Moves the reader to the value of the next member if its key is the one that followed in an earlier document.
  ///
  /// - Returns: the number of its key.
  @inline(__always)
  private func expectedKey(_ reader: inout JSONReader) -> Int? {
    let expected = keys.follower(of: Int(passed), in: object)
    let isFirst = position == .firstKey
    guard expected > 0,
      reader.skipKey(keys[expected].quoted, of: keys[expected].step, isFirst: isFirst)
    else { return nil }
    return expected
  }

  /// Moves the reader to the value of the next member.
  ///
  /// - Returns: the number of its key, 0 if it has none, -1 if it has escapes; nil at the end of the object.
  @inline(never)
  private mutating func nextKey(_ reader: inout JSONReader) throws(MappingError) -> Int? {
    if position != .firstKey, try !reader.nextMember() { return nil }
    let raw = try reader.readRawKey()
    guard !raw.hasEscapes else { return -1 }
    let key = keys.key(in: object, raw.bytes)
    if key > 0 { keys.setFollower(of: Int(passed), in: object, to: key) }
    return key
  }
}
