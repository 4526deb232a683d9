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
// until it meets the key or a free slot. Removing a key therefore closes the gap behind it: a later
// entry moves back unless the gap lies before its own home. Positions above the removed one sink
// by one, as the members do.
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
    if (count + 1) * 4 > slots.count * 3 { grow() }
    place(Slot(hash: hash, positionPlusOne: UInt32(position + 1)))
    count += 1
  }

  /// Removes the key at a position; later positions become one less.
  ///
  /// - Complexity: O(*n*).
  mutating func remove(_ hash: UInt32, position: Int) {
    guard !slots.isEmpty else { return }
    var gap = home(of: hash)
    while slots[gap].positionPlusOne != UInt32(position + 1) {
      guard slots[gap].positionPlusOne != 0 else { return }
      gap = next(gap)
    }

    var candidate = next(gap)
    while slots[candidate].positionPlusOne != 0 {
      // How far the entry is from its home, and how far it is from the gap, going forward.
      let mask = slots.count - 1
      let fromHome = (candidate - home(of: slots[candidate].hash)) & mask
      let fromGap = (candidate - gap) & mask
      if fromHome >= fromGap {
        slots[gap] = slots[candidate]
        gap = candidate
      }
      candidate = next(candidate)
    }
    slots[gap] = Slot(hash: 0, positionPlusOne: 0)
    count -= 1

    for slot in slots.indices where slots[slot].positionPlusOne > UInt32(position + 1) {
      slots[slot].positionPlusOne -= 1
    }
  }

  private mutating func grow() {
    let old = slots
    let capacity = max(32, old.count * 2)
    slots = Array(repeating: Slot(hash: 0, positionPlusOne: 0), count: capacity)
    for slot in old where slot.positionPlusOne != 0 { place(slot) }
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
