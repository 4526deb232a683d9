// Maps the hash of a key to the position of its member: a table with linear probing.
//
// Each slot is 8 bytes: 32 bits of the key's hash and the member's position plus one, 0 meaning
// free. The number of slots is a power of two, at most three quarters of them occupied. A key's
// home is the low bits of its hash; if that slot is occupied, the next free one is used:
//
//   hash & 7    0     1     2     3     4     5     6     7
//   slot        ·     ·   (h2,1) (h2,2) (h3,3) ·     ·     ·
//
// where the keys of members 1 and 2 are both at home in slot 2. Keys come from input, so the hash is the standard
// library's seeded one: an attacker can't choose keys that all share a home.

/// A hash table from keys to positions that keeps neither keys nor values.
struct JSONKeyIndex: Sendable {
  private struct Slot {
    var hash: UInt32 = 0
    /// 0 when the slot is free.
    var positionPlusOne: UInt32 = 0
  }

  private var slots: [Slot] = []
  private var count = 0

  /// Makes an empty table, with room for so many keys.
  init(minimumCapacity: Int = 0) {
    guard minimumCapacity > 0 else { return }
    var slots = 32
    while slots * 3 < minimumCapacity * 4 { slots *= 2 }
    self.slots = Array(repeating: Slot(), count: slots)
  }

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
    if (count + 1) * 4 > slots.count * 3 {
      let old = slots
      slots = Array(repeating: Slot(), count: max(32, slots.count * 2))
      for entry in old where entry.positionPlusOne != 0 { place(entry) }
    }
    place(Slot(hash: hash, positionPlusOne: UInt32(position + 1)))
    count += 1
  }

  /// Removes the key that was inserted with `hash` and `position`, and decrements the positions after it.
  ///
  /// - Complexity: O(1) on average for the last position, else O(n), without hashing any key.
  mutating func remove(_ hash: UInt32, position: Int) {
    let removed = UInt32(position + 1)
    var free = home(of: hash)
    while slots[free].positionPlusOne != removed { free = next(free) }
    var slot = next(free)
    while slots[slot].positionPlusOne != 0 {
      // Unless its home is after the free slot, the entry wouldn't be found any more.
      if distance(from: home(of: slots[slot].hash), to: slot) >= distance(from: free, to: slot) {
        slots[free] = slots[slot]
        free = slot
      }
      slot = next(slot)
    }
    slots[free] = Slot()
    count -= 1
    guard position < count else { return }
    for slot in slots.indices {
      slots[slot].positionPlusOne &-= slots[slot].positionPlusOne > removed ? 1 : 0
    }
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

  /// How many steps lead from one slot to another.
  private func distance(from first: Int, to last: Int) -> Int { (last - first) & (slots.count - 1) }
}
