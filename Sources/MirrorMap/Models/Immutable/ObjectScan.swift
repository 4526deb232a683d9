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
  /// How many more arrays and objects may be entered at the place, and in the model's own object.
  private var depth: Int
  private let ownDepth: Int
  /// The object that the place is in; -1 behind the model's own.
  private var object = 0
  /// The key that was requested last, and the one whose member was passed last, or whose object has been entered.
  // They share a word, so that the scan isn't larger than what is moved without a call.
  private var last: UInt32 = 0
  private var passed: UInt32 = 0
  /// The keys that were requested, those whose members were found, and of these those whose places are kept.
  ///
  /// Keys also count as found, without a place, if they have got their numbers after a member had been passed
  /// that may have one of them.
  private(set) var requested: UInt64 = 0
  private var found: UInt64 = 0
  private var kept: UInt64 = 0
  /// The objects whose members have all been read or skipped.
  private var closed: UInt64 = 0
  private let firstPlace: Int

  /// Begins to scan the object at the cursor.
  ///
  /// - Returns: nil if the object is empty or malformed, or if it isn't worth it.
  @inline(__always)
  init?(_ model: Any.Type, of thread: ThreadState, _ reader: inout JSONReader) {
    guard let keys = RequestedKeys.find(model, in: RequestedKeys.ofReaders, of: thread),
      (try? reader.beginObject()) == true
    else { return nil }
    self.keys = keys
    firstPlace = keys.places.count
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
    if keys.places.count > firstPlace { keys.places.truncate(to: firstPlace) }
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
    guard number > 0, keys[number].object == object, position != .value,
      found & RequestedKeys.bit(number) == 0
    else { return findKept(number, &reader) }
    (reader.cursor, reader.remainingDepth) = (place, depth)
    guard reader.skipKey(keys[number].quoted, of: key, isFirst: position == .firstKey) else {
      return false
    }
    found |= RequestedKeys.bit(number)
    requested |= RequestedKeys.bit(number)
    last = UInt32(truncatingIfNeeded: number)
    (passed, place, position) = (last, reader.cursor, .value)
    return true
  }

  /// Moves the reader to the value of a key, if its place is kept.
  @inline(never)
  private mutating func findKept(_ number: Int, _ reader: inout JSONReader) -> Bool {
    let bit = RequestedKeys.bit(number)
    guard kept & bit != 0 else { return false }
    last = UInt32(truncatingIfNeeded: number)
    requested |= bit
    kept &= ~bit
    reader.cursor = keys.places[firstPlace &+ number]
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
    guard number > 0, found & ~kept & bit == 0, kept & bit != 0 || pass(to: number, &reader)
    else { return nil }
    guard kept & bit != 0 else {
      last = UInt32(truncatingIfNeeded: number)
      requested |= bit
      return .absent
    }
    guard findKept(number, &reader) else { return nil }
    if !isRead { kept |= bit }
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
    guard number > 0, found & ~kept & bit == 0 else { return false }
    requested |= bit
    return true
  }

  /// Records that the value of the key found last couldn't be read.
  mutating func fail() { requested &= ~RequestedKeys.bit(Int(last)) }

  /// Gives up, because something is requested that is left to the index.
  ///
  /// - Parameter body: is called for each key that was requested.
  func giveUp(_ body: (_ key: String, _ isRead: Bool) -> Void) {
    keys.places.reserve(RequestedKeys.maximumCount)
    end()
    keys.miss(after: requested)
    for number in 1..<keys.count where requested & RequestedKeys.bit(number) != 0 {
      body(keys[number].path, found & ~kept & RequestedKeys.bit(number) != 0)
    }
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
          closed |= RequestedKeys.bit(object)
          (passed, object) = (UInt32(truncatingIfNeeded: object), keys[object].object)
          continue
        }
        position = .end
        let bit = RequestedKeys.bit(key)
        guard key >= 0, found & bit == 0 else { return false }
        if key > 0 { passed = UInt32(truncatingIfNeeded: key) }
        if key == 0 {
          found |= UInt64.max << keys.count
        } else if keys[key].isObject {
          found |= bit
          guard reader.current != .openBrace else {
            if try reader.beginObject() {
              (object, position) = (key, .firstKey)
            } else {
              closed |= bit
            }
            continue
          }
          closed |= bit
        } else {
          found |= bit
          kept |= bit
          guard keep(reader.cursor, of: key) else { return false }
          guard key != number else {
            position = .value
            break
          }
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
