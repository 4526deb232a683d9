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
/// Precondition of the pointers: the memory is freed when the thread ends, and only the thread
/// itself uses it.
@safe
struct SharedStrings {
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

  fileprivate struct Entry {
    /// The string's position in the document.
    var start = BytePointer.nowhere
    /// Its length there; 0 if there is none.
    var count = 0
    var string = ""
  }

  @safe
  private struct Table {
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: SharedStrings.count)
    var isInitialized = false
    var isInUse = false
    var credit = 0
  }

  private let table: UnsafeMutablePointer<Table>

  init() {
    unsafe table = .allocate(capacity: 1)
    unsafe table.initialize(to: Table())
  }

  /// Frees everything when the thread ends.
  func free() {
    if unsafe table.pointee.isInitialized {
      unsafe table.pointee.entries.deinitialize(count: Self.count)
    }
    unsafe table.pointee.entries.deallocate()
    unsafe table.deallocate()
  }

  /// Gives the table to a document.
  ///
  /// - Returns: the table, which the caller has to ``end()``; nil for a small document, or if
  ///   another document has the table.
  @inline(__always)
  func begin(_ size: Int) -> SharedStrings? {
    // Most documents are small.
    size >= Self.minimumSize ? beginLarge(size) : nil
  }

  @inline(never)
  private func beginLarge(_ size: Int) -> SharedStrings? {
    guard unsafe !table.pointee.isInUse else { return nil }
    if unsafe !table.pointee.isInitialized {
      unsafe table.pointee.entries.initialize(repeating: Entry(), count: Self.count)
      unsafe table.pointee.isInitialized = true
    }
    unsafe table.pointee.isInUse = true
    unsafe table.pointee.credit = min(size / 4096, Self.maximumCredit)
    return self
  }

  /// Empties the table, at the end of the document that has it.
  @inline(never)
  func end() {
    for index in 0..<Self.count where unsafe table.pointee.entries[index].count > 0 {
      unsafe table.pointee.entries[index] = Entry()
    }
    unsafe table.pointee.isInUse = false
  }

  /// The slot in the table to which a string of the input is hashed.
  ///
  /// - Precondition: it has at least 16 bytes, and at most ``maximumLength``.
  @inline(__always)
  func slot(of bytes: Bytes) -> Slot {
    // The whole string would take longer to hash than to compare.
    let (start, last) = (bytes.start, bytes.end - 16)
    var hash = unsafe ByteScan.mix(ByteScan.load8(start) ^ UInt64(truncatingIfNeeded: bytes.count))
    unsafe hash ^= ByteScan.load8(start + 8) &* 0xC2B2_AE3D_27D4_EB4F
    unsafe hash ^= ByteScan.load8(last) &* 0xBF58_476D_1CE4_E5B9
    unsafe hash ^= ByteScan.load8(last + 8) &* 0x94D0_49BB_1331_11EB
    let index = Int(truncatingIfNeeded: hash &>> UInt64(64 &- Self.bits))
    return unsafe Slot(entry: table.pointee.entries + index)
  }

  /// Counts a string that was in the table.
  @inline(__always)
  func hit() {
    unsafe table.pointee.credit = unsafe min(
      table.pointee.credit &+ Self.gain, Self.maximumCredit)
  }

  /// Counts a string that is new, and returns whether to continue looking for equal strings.
  @inline(__always)
  func miss() -> Bool {
    unsafe table.pointee.credit &-= 1
    return unsafe table.pointee.credit >= 0
  }

  /// A slot in the table.
  @safe
  struct Slot {
    fileprivate let entry: UnsafeMutablePointer<Entry>

    /// The string in this slot, if it is spelled like this.
    @inline(__always)
    func string(for bytes: Bytes) -> String? {
      guard unsafe entry.pointee.count == bytes.count,
        unsafe ByteScan.isEqual(entry.pointee.start, bytes.start, bytes.count)
      else { return nil }
      return unsafe entry.pointee.string
    }

    /// Stores a string in this slot.
    @inline(__always)
    func keep(_ string: String, for bytes: Bytes) {
      unsafe entry.pointee = Entry(start: bytes.start, count: bytes.count, string: string)
    }
  }
}
