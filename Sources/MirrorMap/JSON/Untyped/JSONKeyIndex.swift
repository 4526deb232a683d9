// Maps the hash of a key to the position of its member: a table with linear probing.
//
// Each slot is 8 bytes: 32 bits of the key's hash and the member's position plus one, 0 meaning
// free. The table has a power of two of slots, at most three quarters of them taken. A key's home
// is the low bits of its hash; if that slot is taken, the next free one is used:
//
//   hash & 7    0     1     2     3     4     5     6     7
//   slot        ·     ·   (h2,1) (h2,2) (h3,3) ·     ·     ·
//
// where the keys of members 1 and 2 are both at home in slot 2. A search goes on from the home
// until it meets the key or a free slot. When a key is removed, the others are placed anew.
//
// Keys come from input, so the hash is the standard library's seeded one: nobody outside can choose
// keys that all share a home.

/// A hash table from keys to positions that keeps neither keys nor values.
struct JSONKeyIndex: Sendable {
  private struct Slot {
    var hash: UInt32
    /// 0 when the slot is free.
    var positionPlusOne: UInt32
  }

  private var slots: [Slot] = []
  private var count = 0

  var isEmpty: Bool { count == 0 }

  static func hash(_ key: String) -> UInt32 {
    JSONKey.withUTF8(key) { hash($0) }
  }

  static func hash(_ key: Bytes) -> UInt32 {
    var hasher = Hasher()
    key.hash(into: &hasher)
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  /// The position that was inserted with `hash` and for which `isMatch` holds.
  func position(of hash: UInt32, where isMatch: (Int) -> Bool) -> Int? {
    guard !slots.isEmpty else { return nil }
    var slot = home(of: hash)
    while slots[slot].positionPlusOne != 0 {
      if slots[slot].hash == hash, isMatch(Int(slots[slot].positionPlusOne) - 1) {
        return Int(slots[slot].positionPlusOne) - 1
      }
      slot = next(slot)
    }
    return nil
  }

  /// Inserts a key that is not in the table yet.
  ///
  /// - Precondition: `position` is less than 2^32 - 1. (That many members take 128 GB.)
  mutating func insert(_ hash: UInt32, position: Int) {
    if (count + 1) * 4 > slots.count * 3 { place(slots, capacity: max(32, slots.count * 2)) }
    place(Slot(hash: hash, positionPlusOne: UInt32(position + 1)))
    count += 1
  }

  /// Removes the key at a position; later positions become one less.
  ///
  /// - Complexity: O(*n*).
  mutating func remove(position: Int) {
    var entries = slots
    entries.removeAll { $0.positionPlusOne == UInt32(position + 1) }
    guard entries.count < slots.count else { return }
    for index in entries.indices where entries[index].positionPlusOne > UInt32(position + 1) {
      entries[index].positionPlusOne -= 1
    }
    place(entries, capacity: slots.count)
    count -= 1
  }

  /// Places entries in an empty table.
  private mutating func place(_ entries: [Slot], capacity: Int) {
    slots = Array(repeating: Slot(hash: 0, positionPlusOne: 0), count: capacity)
    for entry in entries where entry.positionPlusOne != 0 { place(entry) }
  }

  /// Puts an entry into the first free slot from its home on; there always is one.
  private mutating func place(_ entry: Slot) {
    var slot = home(of: entry.hash)
    while slots[slot].positionPlusOne != 0 { slot = next(slot) }
    slots[slot] = entry
  }

  private func home(of hash: UInt32) -> Int {
    Int(truncatingIfNeeded: hash) & (slots.count - 1)
  }

  private func next(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }
}
