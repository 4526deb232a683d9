// Keys and values are stored separately: most objects of a document have the same keys as another
// one, and share a `JSONKeyList` with it. {"id": 1, "name": "Ann", "id": 2}, where the last value wins:
//
//   keys      ["id", "name"]                  first position,
//   values    [2, "Ann"]                      last value
//
// Keys are compared as UTF-8 bytes. For Swift's own ==, "é" (U+00E9) and "é" (U+0065 U+0301) are equal;
// as keys these are two members, and a tree that merged them would lose one.

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
/// Keys are distinct when their UTF-8 bytes differ; Unicode normalization plays no part. Two
/// objects are equal when they have the same keys with equal values, **in any order**: the
/// order is kept for human readers, and has no meaning in JSON (RFC 8259, section 4).
///
/// Lookup is O(1) on average, appending O(1) amortized, removal O(*n*).
public struct JSONObject: Sendable {
  /// The keys, one per value.
  private(set) var keyList: JSONKeyList
  /// As many values as keys.
  private(set) var elements: [JSONValue]
}

extension JSONObject {
  /// Makes an object without members.
  public init() { self.init(keyList: JSONKeyList(), elements: []) }

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

  /// Makes an object with the given members, whose keys are distinct, in the order of their keys.
  init(sorting members: [Element]) {
    var keys = members.map(\.key)
    for position in keys.indices { keys[position].makeContiguousUTF8() }
    let order = JSONKey.order(of: keys)
    self.init(
      keyList: JSONKeyList(order.map { keys[$0] }), elements: order.map { members[$0].value })
  }

  /// Makes room for a number of members, so that adding them does not reallocate.
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    elements.reserveCapacity(minimumCapacity)
    keyList.reserveCapacity(minimumCapacity)
  }

  // MARK: Lookup

  /// The value of a key; nil when there is no such member.
  ///
  /// Setting a value replaces the member's value in place or appends a member; setting nil removes
  /// the member. A member with the value `null` is set by `.some(.null)` or `JSONValue.null`.
  public subscript(key: String) -> JSONValue? {
    get { position(forKey: key).map { elements[$0] } }
    @inline(never) _modify {
      let position = position(forKey: key)
      var value: JSONValue?
      if let position {
        // The value is moved out while the caller changes it, so that its tree isn't copied.
        value = elements[position]
        elements[position] = .null
      }
      defer {
        switch (position, value) {
        case (let position?, let value?): elements[position] = value
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
    JSONKey.withUTF8(key) { keyList.position(of: $0) }
  }

  // MARK: Changes

  /// Sets the value of a key and returns the one that it had.
  ///
  /// A present member keeps its position, a new one is appended.
  ///
  /// - Complexity: O(1) amortized, on average.
  @discardableResult
  public mutating func updateValue(_ value: JSONValue, forKey key: String) -> JSONValue? {
    guard let position = position(forKey: key) else {
      append(value, forKey: key)
      return nil
    }
    let old = elements[position]
    elements[position] = value
    return old
  }

  /// Removes the member with a key and returns its value; nil when there is none.
  ///
  /// - Complexity: O(*n*): the members after it move up.
  @discardableResult
  public mutating func removeValue(forKey key: String) -> JSONValue? {
    guard let position = position(forKey: key) else { return nil }
    return remove(at: position)
  }

  /// Adds the members of another object; if both have a key, the other's value wins.
  ///
  /// ```swift
  /// var settings: JSONObject = ["size": 10, "bold": true]
  /// settings.merge(["size": 12])   // size: 12, bold: true
  /// ```
  @inline(never)
  public mutating func merge(_ other: JSONObject) {
    merge(other) { _, new in new }
  }

  /// Adds the members of another object; if both have a key, a closure chooses the value.
  ///
  /// - Throws: Any error that the closure throws; the members before that have been added.
  public mutating func merge(
    _ other: JSONObject,
    uniquingKeysWith combine: (_ current: JSONValue, _ new: JSONValue) throws -> JSONValue
  ) rethrows {
    for (key, value) in other {
      if let position = position(forKey: key) {
        elements[position] = try combine(elements[position], value)
      } else {
        append(value, forKey: key)
      }
    }
  }

  /// Appends a member whose key is known to be new.
  @inline(never)
  private mutating func append(_ value: JSONValue, forKey key: String) {
    keyList.append(key)
    if elements.isEmpty { elements.reserveCapacity(4) }
    elements.append(value)
  }

  @discardableResult
  private mutating func remove(at position: Int) -> JSONValue {
    keyList.remove(at: position)
    return elements.remove(at: position)
  }
}
