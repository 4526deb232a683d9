/// The keys of an object that have been written, to notice when one comes again.
///
///     bits      Most keys' bits aren't set, and so the keys are new.
///     hashes    Compared if the key's bit is set; on a stack for all objects that are being written.
///     set       Instead of these where an object has many keys.
///
/// Two keys with one hash are treated as equal ones; whether they are is found out when all has been written.
struct WrittenKeys {
  private static let maximumCount = 32

  /// The position of the object's first hash.
  let start: Int
  private var bits: UInt64 = 0
  private var set: Set<UInt64>?

  init(from start: Int) { self.start = start }

  /// Notes a key, and returns whether it may have been noted before.
  @inline(__always)
  mutating func insert(_ hash: UInt64, _ hashes: HeapStack<UInt64>) -> Bool {
    let bit = 1 &<< (hash &>> 58)
    let isKnown = bits & bit != 0 && contains(hash, hashes)
    bits |= bit
    if hashes.count &- start < Self.maximumCount { hashes.push(hash) } else { add(hash, hashes) }
    return isKnown
  }

  @inline(never)
  private func contains(_ hash: UInt64, _ hashes: HeapStack<UInt64>) -> Bool {
    if let set { return set.contains(hash) }
    return (start..<hashes.count).contains { hashes[$0] == hash }
  }

  @inline(never)
  private mutating func add(_ hash: UInt64, _ hashes: HeapStack<UInt64>) {
    if set == nil { set = Set((start..<hashes.count).map { hashes[$0] }) }
    set?.insert(hash)
  }
}
