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
/// If that takes too many steps, a hash table is made. Where keys can't be compared byte by byte, it's a dictionary of
/// their texts, made at once.
struct MemberSearch {
  /// The entry of the object; -1 if there is none.
  private(set) var object = -1
  /// The first key that hasn't been passed; 0 if all have been.
  private var next = 0
  /// The fingerprints of the keys that have been passed.
  private var passed = FingerprintSet()
  /// Whether the bytes of a key are its text.
  private var comparesBytes = false
  /// The last key that was found.
  private var found = 0
  /// How many more keys are compared before a table is made.
  private var steps = 0
  /// The entries of the keys.
  private var table: JSONKeyIndex?
  /// The entries of the values.
  var texts: [String: Int]?

  /// Makes a search that finds nothing.
  init() {}

  /// Makes a search for members of an object.
  init(_ object: Int, _ document: DecodingDocument) {
    self.object = object
    let entry = document.entry(object)
    next = entry.count > 0 ? object + 1 : 0
    comparesBytes = !entry.hasUnusualKeys && document.hasDefaultKeys
    steps = 32 + 8 * entry.count
  }

  /// Whether the texts of the keys are needed for the next search.
  @inline(__always)
  var needsTexts: Bool { !comparesBytes && texts == nil && object >= 0 }

  /// The entry of the value of a key; nil if there is no such member.
  @inline(__always)
  mutating func find(_ key: String, _ document: DecodingDocument) -> Int? {
    guard comparesBytes else { return texts?[key] }
    return JSONKey.withUTF8(key) { steps > 0 ? find($0, document) : look(up: $0, document) }
  }

  @inline(__always)
  private mutating func find(_ key: Bytes, _ document: DecodingDocument) -> Int? {
    let fingerprint = DocumentIndex.fingerprint(of: key)
    if found > 0, document.isKey(found, key, fingerprint) { return found + 1 }
    if passed.mayContain(fingerprint), let value = findAgain(key, fingerprint, document) {
      return value
    }
    while next > 0 {
      let current = next
      let entry = document.entry(current)
      passed.insert(entry.detail)
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

  /// Looks in a table of all keys.
  @inline(never)
  private mutating func look(up key: Bytes, _ document: DecodingDocument) -> Int? {
    if table == nil { table = document.keyTable(of: object) }
    return table.flatMap { document.find(key, in: $0) }.map { $0 + 1 }
  }
}

/// Which fingerprints have been seen, with a false "perhaps" now and then.
private struct FingerprintSet {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  @inline(__always)
  mutating func insert(_ fingerprint: UInt32) {
    let (bit, isHigh) = Self.place(fingerprint)
    low |= bit & ~isHigh
    high |= bit & isHigh
  }

  @inline(__always)
  func mayContain(_ fingerprint: UInt32) -> Bool {
    let (bit, isHigh) = Self.place(fingerprint)
    return (low & ~isHigh | high & isHigh) & bit != 0
  }

  /// The bit of a fingerprint, and a mask of ones if it's in the second word.
  @inline(__always)
  private static func place(_ fingerprint: UInt32) -> (bit: UInt64, isHigh: UInt64) {
    let hash = fingerprint &* 0x9E37_79B1
    return (1 &<< UInt64(hash &>> 24 & 63), 0 &- UInt64(hash &>> 31))
  }
}

extension DecodingDocument {
  /// The keys of an object that can be compared byte by byte, each once.
  fileprivate func keyTable(of object: Int) -> JSONKeyIndex {
    var table = JSONKeyIndex(minimumCapacity: entry(object).count)
    var current = object + 1
    while current > object {
      let key = plainKey(current)
      if find(key, in: table) == nil { table.insert(JSONKeyIndex.hash(key), position: current) }
      current = Int(entry(current).next)
    }
    return table
  }

  /// The first key with the given text.
  fileprivate func find(_ key: Bytes, in table: JSONKeyIndex) -> Int? {
    let fingerprint = DocumentIndex.fingerprint(of: key)
    return table.position(of: JSONKeyIndex.hash(key)) { isKey($0, key, fingerprint) }
  }

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

  /// The member with a key, or the element at a position; nil if there is none.
  func child(of value: Int, _ key: String, _ position: Int?) -> Int? {
    switch firstByte(value) {
    case .openBrace: keys(of: value).first { JSONKey.isEqual($0.key, key) }?.value
    case .openBracket: position.flatMap { element($0, of: value) }
    default: nil
    }
  }

  /// The member whose key the key strategy converts to the given one.
  func member(
    of value: Int, at path: ArraySlice<any CodingKey>, converted key: String
  ) -> Int? {
    guard firstByte(value) == .openBrace, let convert = keyConversion(at: Array(path)) else {
      return nil
    }
    return keys(of: value).first { convert($0.key) == key }?.value
  }
}
