// The members of a JSON object in the order in which they were written, found by key.
//
// Most objects are small, and comparing a few keys costs less than hashing one: up to 16 members
// are searched one after the other. Beyond that a `JSONKeyIndex` beside the members maps a key to
// its position. It grows with the members, so appending stays O(1) amortised.
//
// Keys are compared as UTF-8 bytes, which is how JSON texts compare. Swift's own == on strings is
// canonical equivalence: it holds "é" (U+00E9) and "é" (U+0065 U+0301) to be equal. As keys of an
// object these are two members, and a tree that merged them would lose one.
//
// Worked example, {"id": 1, "name": "Ann", "id": 2} read with "last value wins":
//
//   members   [("id", 2), ("name", "Ann")]      first position, last value
//   index     empty, since 2 ≤ 16

/// The members of a JSON object, in order, with lookup by key.
///
/// ```swift
/// var object: JSONObject = ["id": 7, "name": "Ann"]
/// object["name"]              // "Ann"
/// object["email"] = "a@b.c"   // appended
/// object["id"] = nil          // removed
/// object.map(\.key)           // ["name", "email"]
/// ```
///
/// Keys are distinct when their UTF-8 bytes differ; Unicode normalisation plays no part. Two
/// objects are equal when they have the same keys with equal values, **in whatever order**: order
/// is kept for the reader's sake and has no meaning in JSON (RFC 8259, section 4).
///
/// Lookup is O(1) on average, appending O(1) amortised, removal O(*n*).
public struct JSONObject: Sendable {
  private(set) var members: [Element]
  /// Empty up to `linearSearchLimit` members.
  private var index: JSONKeyIndex

  /// Up to this many members are searched without an index.
  static let linearSearchLimit = 16

  /// Makes an object without members.
  public init() {
    members = []
    index = JSONKeyIndex()
  }

  /// Makes an object from keys and values in order; of equal keys the last value wins, at the
  /// position of the first.
  ///
  /// ```swift
  /// JSONObject([("a", 1), ("b", 2), ("a", 3)])   // a: 3, b: 2
  /// ```
  public init(_ members: some Sequence<(String, JSONValue)>) {
    self.init()
    reserveCapacity(members.underestimatedCount)
    for (key, value) in members { updateValue(value, forKey: key) }
  }

  /// Makes an object from members in order, such as those of another object that were filtered; of
  /// equal keys the last value wins, at the position of the first.
  public init(_ members: some Sequence<Element>) {
    self.init(members.lazy.map { ($0.key, $0.value) })
  }

  /// Makes room for a number of members, so that adding them does not reallocate.
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    members.reserveCapacity(minimumCapacity)
  }

  // MARK: Lookup

  /// The value of a key; nil when there is no such member.
  ///
  /// Setting a value replaces the member's value in place or appends a member; setting nil removes
  /// the member. A member with the value `null` is set by `.some(.null)` or `JSONValue.null`.
  public subscript(key: String) -> JSONValue? {
    get { position(forKey: key).map { members[$0].value } }
    _modify {
      let position = position(forKey: key)
      var value: JSONValue?
      if let position {
        // The member gives its value up while the caller changes it: no copy of the tree below.
        value = members[position].value
        members[position].value = .null
      }
      defer {
        switch (position, value) {
        case (let position?, let value?): members[position].value = value
        case (let position?, nil): remove(at: position)
        case (nil, let value?): append(value, forKey: key)
        case (nil, nil): break
        }
      }
      yield &value
    }
  }

  /// The position of a key's member; nil when there is none.
  ///
  /// - Complexity: O(1) on average.
  public func position(forKey key: String) -> Int? {
    JSONKey.withUTF8(key) { position(of: $0) }
  }

  private func position(of key: Bytes) -> Int? {
    if index.isEmpty {
      return members.firstIndex { JSONKey.isEqual($0.key, key) }
    }
    return index.position(of: JSONKeyIndex.hash(key)) { JSONKey.isEqual(members[$0].key, key) }
  }

  // MARK: Changes

  /// Sets the value of a key and returns the one that it had.
  ///
  /// A present member keeps its position, a new one is appended.
  ///
  /// - Complexity: O(1) amortised, on average.
  @discardableResult
  public mutating func updateValue(_ value: JSONValue, forKey key: String) -> JSONValue? {
    guard let position = position(forKey: key) else {
      append(value, forKey: key)
      return nil
    }
    let old = members[position].value
    members[position].value = value
    return old
  }

  /// Removes the member with a key and returns its value; nil when there is none.
  ///
  /// - Complexity: O(*n*): the members behind it move up.
  @discardableResult
  public mutating func removeValue(forKey key: String) -> JSONValue? {
    guard let position = position(forKey: key) else { return nil }
    return remove(at: position)
  }

  /// Takes over the members of another object; where both have a key, the other's value wins.
  ///
  /// ```swift
  /// var settings: JSONObject = ["size": 10, "bold": true]
  /// settings.merge(["size": 12])   // size: 12, bold: true
  /// ```
  public mutating func merge(_ other: JSONObject) {
    merge(other) { _, new in new }
  }

  /// Takes over the members of another object; where both have a key, a closure chooses the value.
  ///
  /// - Throws: What the closure throws; the members up to there have been taken over.
  public mutating func merge(
    _ other: JSONObject,
    uniquingKeysWith combine: (_ current: JSONValue, _ new: JSONValue) throws -> JSONValue
  ) rethrows {
    for (key, value) in other {
      if let position = position(forKey: key) {
        members[position].value = try combine(members[position].value, value)
      } else {
        append(value, forKey: key)
      }
    }
  }

  /// Appends a member whose key is known to be new.
  private mutating func append(_ value: JSONValue, forKey key: String) {
    var key = key
    key.makeContiguousUTF8()  // a bridged NSString would be converted at every comparison
    members.append((key, value))
    if !index.isEmpty {
      index.insert(JSONKeyIndex.hash(key), position: members.count - 1)
    } else if members.count > JSONObject.linearSearchLimit {
      rebuildIndex()
    }
  }

  @discardableResult
  private mutating func remove(at position: Int) -> JSONValue {
    let removed = members.remove(at: position)
    if members.count <= JSONObject.linearSearchLimit {
      index = JSONKeyIndex()
    } else {
      index.remove(JSONKeyIndex.hash(removed.key), position: position)
    }
    return removed.value
  }

  private mutating func rebuildIndex() {
    for (position, member) in members.enumerated() {
      index.insert(JSONKeyIndex.hash(member.key), position: position)
    }
  }
}
