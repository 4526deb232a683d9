/// The keys of an object that have been written, to notice when one comes again.
///
///     set of hashes   Most keys aren't in it, and so are new.
///     fingerprints    Compared if the set has the key's hash.
///
/// Of many keys no list is kept: whether some are equal is found out when all has been written.
struct WrittenKeys {
  private static let maximumCount = 128

  private var hashes = SIMD4<UInt64>()
  private var fingerprints: [UInt32] = []

  /// Notes a key.
  ///
  /// - Returns: whether it may have been noted before.
  @inline(__always)
  mutating func insert(_ key: Bytes) -> Bool {
    let fingerprint = DocumentIndex.fingerprint(of: key)
    let (word, bit) = MemberSearch.place(fingerprint)
    let isKnown = hashes[word] & bit != 0 && fingerprints.contains(fingerprint)
    hashes[word] |= bit
    guard fingerprints.count < Self.maximumCount else { return true }
    fingerprints.append(fingerprint)
    return isKnown
  }

  mutating func removeAll() {
    hashes = SIMD4()
    fingerprints.removeAll(keepingCapacity: true)
  }
}

extension NodeEncoder {
  /// Notes a key of this object.
  @inline(__always)
  func note(_ key: String) {
    let isKnown = JSONKey.withUTF8(key) { keys.reference.pointee.insert($0) }
    if isKnown { document.mayHaveDuplicates = true }
  }

  func forgetKeys() { keys.reference.pointee.removeAll() }
}
