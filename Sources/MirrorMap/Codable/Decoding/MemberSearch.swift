/// Looks for the members of an object by their keys.
///
/// Most types ask for their keys about in the order of the document. So the search begins after the last member that
/// it has passed. Of equal keys the first one counts, and so a key that may be among the passed ones is looked for
/// there first; a set of hashes tells for most keys that they aren't.
///
///     {"id": 1, "name": "Ada", "id": 2, "age": 36}
///      passed   passed ↑
///               "age"?  Not among the passed: two steps. "id"? Perhaps: the first one is found.
///
/// If that takes too many steps, a dictionary is made; likewise where keys can't be compared byte by byte.
struct MemberSearch {
  /// The entry of the object; -1 if there is none.
  private(set) var object = -1
  /// The first key that hasn't been passed; 0 if all have been.
  private var next = 0
  /// The bits of the fingerprints of the keys that have been passed.
  private var passed = SIMD4<UInt64>()
  /// The last key that was found.
  private var found = 0
  /// How many more keys are compared before a dictionary is made.
  private var steps = 0
  /// The entries of the values.
  var table: [String: Int]?

  /// Makes a search that finds nothing.
  init() {}

  /// Makes a search for members of an object.
  init(_ object: Int, _ document: DecodingDocument) {
    self.object = object
    let entry = document.entry(object)
    next = entry.count > 0 ? object + 1 : 0
    let usesBytes = !entry.hasUnusualKeys && document.hasDefaultKeys
    steps = usesBytes ? 32 + 8 * entry.count : -1
  }

  /// Whether a dictionary has to be made before the next search.
  @inline(__always)
  var needsTable: Bool { steps < 0 && table == nil && object >= 0 }

  /// The entry of the value of a key; nil if there is no such member.
  @inline(__always)
  mutating func find(_ key: String, _ document: DecodingDocument) -> Int? {
    if let table { return table[key] }
    return JSONKey.withUTF8(key) { find($0, document) }
  }

  @inline(__always)
  private mutating func find(_ key: Bytes, _ document: DecodingDocument) -> Int? {
    let fingerprint = DocumentIndex.fingerprint(of: key)
    if found > 0, document.isKey(found, key, fingerprint) { return found + 1 }
    let (word, bit) = Self.place(fingerprint)
    if passed[word] & bit != 0, let value = findAgain(key, fingerprint, document) { return value }
    while next > 0 {
      let current = next
      let entry = document.entry(current)
      let (word, bit) = Self.place(entry.detail)
      passed[word] |= bit
      next = Int(entry.next)
      steps &-= 1
      if document.isKey(current, key, fingerprint) {
        found = current
        return current + 1
      }
    }
    return nil
  }

  /// Looks among the members that have been passed.
  private mutating func findAgain(
    _ key: Bytes, _ fingerprint: UInt32, _ document: DecodingDocument
  ) -> Int? {
    var current = object + 1
    while current != next, current > 0 {
      steps &-= 1
      if document.isKey(current, key, fingerprint) {
        found = current
        return current + 1
      }
      current = Int(document.entry(current).next)
    }
    return nil
  }

  /// The bit of a fingerprint in the set of hashes.
  @inline(__always)
  static func place(_ fingerprint: UInt32) -> (word: Int, bit: UInt64) {
    let hash = fingerprint &* 0x9E37_79B1
    return (Int(hash &>> 30), 1 &<< UInt64(hash &>> 24 & 63))
  }
}

extension DecodingDocument {
  /// The keys of an object as the document has them, each with the entry of its value.
  func keys(of object: Int) -> [(key: String, value: Int)] {
    var keys: [(key: String, value: Int)] = []
    keys.reserveCapacity(entry(object).count)
    var current = entry(object).count > 0 ? object + 1 : 0
    while current > 0 {
      keys.append((key(current), current + 1))
      current = Int(entry(current).next)
    }
    return keys
  }

  /// The element of an array; nil if there are less.
  func element(_ position: Int, of array: Int) -> Int? {
    guard position >= 0, position < entry(array).count else { return nil }
    var element = array + 1
    for _ in 0..<position { element = Int(entry(element).next) }
    return element
  }
}
