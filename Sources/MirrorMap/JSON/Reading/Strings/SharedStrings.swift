/// The long strings that have been read recently in a document, so that equal ones share storage.
///
/// Documents repeat the same user, the same source, the same date in many objects. Strings are compared in
/// their escaped form, as in the input, so they need neither be validated nor unescaped again:
///
///     "Twitter for iPhone" at 1,204   → hash → entry 3: at 310, 18 bytes, String
///
/// An entry is replaced by any other string with the same hash. In a document with few repetitions
/// the search stops: a new string costs one credit, and a known one earns some.
///
/// A thread has one table, of fixed size, for one document at a time; it is empty between
/// documents.
///
/// Precondition of each access to an entry: the strings are those of the document that has the table, for which all
/// entries have been made.
struct SharedStrings: ~Copyable {
  /// The greatest length of a shared string: much longer ones, which are rarely repeated, would be
  /// kept for as long as the document is read. Up to ``ShortString/maximumCount`` bytes they need
  /// no storage.
  static let maximumLength = 1024

  /// The least size of a document for which the table is used.
  static let minimumSize = 128 * 1024

  private static let bits = 9
  private static let count = 1 << bits
  private static let maximumCredit = 512
  private static let gain = 3

  // Not private, as Swift 6.3 crashes on generic types without copies of private ones.
  struct Entry {
    /// The string's position in the document.
    var start = BytePointer.nowhere
    /// Its length there; 0 if there is none.
    var count = 0
    var string = ""
  }

  private var entries = MemoryStack<Entry>(capacity: count)
  private var isInUse = false
  private var credit = 0

  /// Gives the table to a document.
  ///
  /// - Returns: whether the document has it, and has to ``end()`` that. A small document doesn't get it, nor one that
  ///   is read while another one has it.
  @inline(__always)
  mutating func begin(_ size: Int) -> Bool {
    // Most documents are small.
    size >= Self.minimumSize && beginLarge(size)
  }

  @inline(never)
  private mutating func beginLarge(_ size: Int) -> Bool {
    guard !isInUse else { return false }
    while entries.count < Self.count { entries.push(Entry()) }
    isInUse = true
    credit = min(size / 4096, Self.maximumCredit)
    return true
  }

  /// Empties the table, at the end of the document that has it.
  @inline(never)
  mutating func end() {
    for slot in 0..<Self.count where unsafe entries[slot].count > 0 {
      unsafe entries[slot] = Entry()
    }
    isInUse = false
  }

  /// The slot in the table to which a string of the input is hashed.
  ///
  /// - Precondition: it has at least 16 bytes, and at most ``maximumLength``.
  @inline(__always)
  static func slot(of bytes: Bytes) -> Int {
    // The whole string would take longer to hash than to compare.
    let (start, last) = (bytes.start, bytes.end - 16)
    var hash = unsafe ByteScan.mix(ByteScan.load8(start) ^ UInt64(truncatingIfNeeded: bytes.count))
    unsafe hash ^= ByteScan.load8(start + 8) &* 0xC2B2_AE3D_27D4_EB4F
    unsafe hash ^= ByteScan.load8(last) &* 0xBF58_476D_1CE4_E5B9
    unsafe hash ^= ByteScan.load8(last + 8) &* 0x94D0_49BB_1331_11EB
    return Int(truncatingIfNeeded: hash &>> UInt64(64 &- bits))
  }

  /// The string in a slot, if it is spelled like this.
  @inline(__always)
  func string(in slot: Int, for bytes: Bytes) -> String? {
    guard unsafe entries[slot].count == bytes.count,
      unsafe ByteScan.isEqual(entries[slot].start, bytes.start, bytes.count)
    else { return nil }
    return unsafe entries[slot].string
  }

  /// Stores a string in a slot.
  @inline(__always)
  mutating func keep(_ string: String, in slot: Int, for bytes: Bytes) {
    unsafe entries[slot] = Entry(start: bytes.start, count: bytes.count, string: string)
  }

  /// Counts a string that was in the table.
  @inline(__always)
  mutating func hit() { credit = min(credit &+ Self.gain, Self.maximumCredit) }

  /// Counts a string that is new, and returns whether to continue looking for equal strings.
  @inline(__always)
  mutating func miss() -> Bool {
    credit &-= 1
    return credit >= 0
  }
}
