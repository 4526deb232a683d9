/// The keys that the models of one type request from their objects, or set in them.
///
/// An initializer mostly requests the same keys each time, in the same order. Each key has a number, and so has
/// each step on the way to keys:
///
///     init(from:)   "id"   "user.name"   "user.zip"   "tags"
///     numbers       id 1   user 2        zip 4        tags 5
///                          name 3
///     next          1 → 3 → 4 → 5
///
/// Documents, too, mostly have the same keys each time, maybe in another order. So the key after each one is noted down,
/// and compared first while members are passed:
///
///     {"tags": [], "user": {"zip": "…", "name": "…"}, "id": 7}
///     first         5 in the model's own object, 4 in user
///     follower      5 → 2 → 1, 4 → 3
///
/// A key that is requested after the same one as before, as the very same string, is known without looking at its
/// bytes: it has no index or wildcard as a step, needs no escapes, and nothing else leads into its value. Keys of
/// which that can't be said have no number. Numbers are only ever added, for objects may be read inside of each
/// other.
final class RequestedKeys {
  static let ofReaders = ThreadLocal { [RequestedKeys?](repeating: nil, count: slotCount) }
  static let ofWriters = ThreadLocal { [RequestedKeys?](repeating: nil, count: slotCount) }
  private static let slotCount = 64
  /// Numbers are bytes in the hash table.
  private static let maximumCount = 256

  /// A requested key, or a step on the way to some.
  struct Key {
    /// The key as it is requested; empty for a step that only leads to others.
    fileprivate(set) var path = ""
    /// Its last step.
    let step: String
    let quoted: QuotedKey
    fileprivate let fingerprint: UInt64
    /// The object that it is in, and the bits of that and of those around it.
    let object: Int
    let objects: UInt64
    /// Its bit, if it is an object that other keys are in.
    fileprivate(set) var objectBit: UInt64 = 0
    /// How many objects are around its object.
    let depth: Int
    /// The key that was requested after this one.
    fileprivate(set) var next = 0
    /// The key whose member came after this one's in a document, and the one that came first in this object.
    fileprivate var follower = 0
    fileprivate var first = 0

    var isObject: Bool { objectBit != 0 }
  }

  private let model: ObjectIdentifier
  /// The first one is the model's own object.
  private let keys = HeapStack<Key>(capacity: 16)
  private var objectCount = 1
  /// A hash table of numbers, 0 for free slots.
  private let slots = HeapStack<UInt8>(capacity: 128)
  /// What is known of keys beyond the first 64 in the objects being read or written.
  private let states = HeapStack<States>(capacity: 1)
  /// Where the values are that the objects being read have passed. Each object has places for all keys, by their
  /// numbers, from its first one on.
  let places = HeapStack<BytePointer>(capacity: 64)
  /// How many objects were read or written, and how many of them differed from the beginning.
  private var visitCount = 0
  private var missCount = 0

  private init(_ model: ObjectIdentifier) {
    self.model = model
    keys.push(
      Key(
        step: "", quoted: QuotedKey(""), fingerprint: 0, object: -1, objects: 1, objectBit: 1,
        depth: -1))
    _ = slots.pushWithoutGrowing(0, count: slots.capacity)
  }

  /// What the thread knows of a type's keys; nil if its objects differ too often.
  static func find(
    _ model: Any.Type, in local: ThreadLocal<[RequestedKeys?]>, of thread: ThreadState
  ) -> RequestedKeys? {
    let model = ObjectIdentifier(model)
    let bits = UInt(bitPattern: model)
    let slot = Int(truncatingIfNeeded: bits &>> 4 ^ bits &>> 10) & (slotCount - 1)
    let slots = local.value(in: thread)
    if let known = slots.pointee[slot], known.model == model {
      known.visitCount &+= 1
      return known.missCount <= 16 || known.missCount < known.visitCount / 2 ? known : nil
    }
    let new = RequestedKeys(model)
    slots.pointee[slot] = new
    return new
  }

  /// Records that a key without a number was requested. After the first few others it was worth it all the same.
  ///
  /// - Parameter count: How many keys were requested before.
  func miss(after count: Int) { if count < 3 { missCount &+= 1 } }

  var count: Int { keys.count }

  /// The bit of a number in the states of its block.
  @inline(__always)
  static func bit(_ number: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: number) }

  subscript(number: Int) -> Key {
    @inline(__always) _read { yield keys[number] }
  }

  /// The key whose member probably comes next in an object, as it did in another document; 0 if that isn't known.
  ///
  /// - Parameter key: The key before it; the object's own before the first one.
  @inline(__always)
  func follower(of key: Int, in object: Int) -> Int {
    key == object ? keys[key].first : keys[key].follower
  }

  /// Records which key comes next.
  func setFollower(of key: Int, in object: Int, to next: Int) {
    if key == object { keys[key].first = next } else { keys[key].follower = next }
  }

  // MARK: Numbers

  /// The number of a key if it is the one expected after another one, or 0.
  // Nothing is called in here, so that no references are counted.
  @inline(__always)
  func next(after last: Int, _ path: String, _ delimiter: String) -> Int {
    let next = keys[last].next
    return JSONKey.isIdentical(keys[next].path, path) && JSONKey.isIdentical(delimiter, ".")
      ? next : 0
  }

  /// The number of a key, which gets one if it's new, or 0.
  @inline(never)
  func number(of path: String, _ delimiter: String, after last: Int? = nil) -> Int {
    guard JSONKey.isIdentical(delimiter, "."), !path.isEmpty else { return 0 }
    if let last, JSONKey.isIdentical(keys[keys[last].next].path, path) { return keys[last].next }
    let known = (1..<keys.count).first { JSONKey.isIdentical(keys[$0].path, path) }
    let number = known ?? makeNumber(of: path)
    if let last, number > 0 { keys[last].next = number }
    return number
  }

  private func makeNumber(of path: String) -> Int {
    let steps = MappedKey.steps(of: path, ".")
    guard keys.count + steps.count <= Self.maximumCount,
      objectCount + steps.count <= UInt64.bitWidth, path.utf8.count < 256,
      path.utf8.allSatisfy({
        $0 >= .space && $0 != .quote && $0 != .backslash && $0 != UInt8(ascii: "*")
      }),
      steps.count == 1 || steps.allSatisfy({ $0 != "" && ArrayIndex($0, limit: .max) == nil })
    else { return 0 }
    var number = 0
    for step in steps {
      let known = JSONKey.withUTF8(step) { key(in: number, $0) }
      if known == 0, !keys[number].path.isEmpty { return 0 }
      number = known == 0 ? add(step, to: number) : known
    }
    guard !keys[number].isObject else { return 0 }
    keys[number].path = path
    return number
  }

  private func add(_ step: String, to object: Int) -> Int {
    let number = keys.count
    if !keys[object].isObject {
      keys[object].objectBit = 1 << UInt64(objectCount)
      objectCount += 1
    }
    keys.push(
      Key(
        step: step, quoted: QuotedKey(step),
        fingerprint: JSONKey.withUTF8(step) { $0.fingerprint }, object: object,
        objects: keys[object].objects | keys[object].objectBit, depth: keys[object].depth + 1))
    if 2 * keys.count > slots.count {
      let capacity = 2 * slots.count
      slots.truncate(to: 0)
      slots.reserve(capacity)
      _ = slots.pushWithoutGrowing(0, count: capacity)
      for number in 1..<number { insert(number) }
    }
    insert(number)
    return number
  }

  /// Adds a number to the hash table.
  private func insert(_ number: Int) {
    var slot = JSONKey.withUTF8(keys[number].step) { step in
      self.slot(of: step, in: keys[number].object)
    }
    while slots[slot] != 0 { slot = (slot &+ 1) & (slots.count &- 1) }
    slots[slot] = UInt8(number)
  }

  /// The number of a key or step in an object, or 0.
  @inline(__always)
  func key(in object: Int, _ step: Bytes) -> Int {
    let fingerprint = step.fingerprint
    var slot = slot(of: step, in: object)
    while slots[slot] != 0 {
      let number = Int(slots[slot])
      if keys[number].fingerprint == fingerprint, keys[number].object == object,
        step.count <= 7 || JSONKey.isEqual(keys[number].step, step)
      {
        return number
      }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    return 0
  }

  @inline(__always)
  private func slot(of step: Bytes, in object: Int) -> Int {
    (Int(truncatingIfNeeded: step.slot) &+ object) & (slots.count &- 1)
  }
}

// MARK: - States

extension RequestedKeys {
  /// What is known of 64 keys of consecutive numbers, a block, in an object: one bit for each.
  struct States {
    /// Those that were requested, those whose members were found or written, and of these those whose places are kept.
    var requested: UInt64 = 0
    var found: UInt64 = 0
    var kept: UInt64 = 0
  }

  /// Which block's states an object has at hand. Those of the others are on a stack, if the model has more keys.
  // A small number, so that what has it isn't larger than what is moved without a call.
  struct Block {
    static let count = maximumCount / 64

    /// The number of the block, 0...3, and the number of blocks on the stack up to those of the object; none at first.
    fileprivate var position: UInt32 = 0

    var isOnStack: Bool { position >= Self.count }
    /// The number after the block's last one.
    var end: Int { (index + 1) * 64 }

    @inline(__always)
    fileprivate var index: Int { Int(position) & (Self.count - 1) }

    @inline(__always)
    func contains(_ number: Int) -> Bool { number &>> 6 == index }
  }

  /// Takes the states of a number's block from the stack, and puts those at hand there.
  @inline(never)
  func exchange(_ states: inout States, _ block: inout Block, for number: Int) {
    if !block.isOnStack {
      for _ in 0..<Block.count { self.states.push(States()) }
      block.position = UInt32(truncatingIfNeeded: self.states.count)
    }
    let first = Int(block.position) - block.index - Block.count
    self.states[first + block.index] = states
    block.position = UInt32(truncatingIfNeeded: first + Block.count + number &>> 6)
    states = self.states[first + block.index]
  }

  /// Removes the states of an object from the stack.
  func end(_ block: Block) {
    let first = Int(block.position) - block.index - Block.count
    if states.count > first { states.truncate(to: first) }
  }
}
