/// Collects the members of an object that is likely to have the keys of an earlier one, and shares these with it.
///
///     likely keys ["id", "name"]    {"id": 1, "name": "Ann"}   only values are collected
///                                   {"id": 1, "x": 2}          from "x" on, members are
struct MemberCollector: ~Copyable {
  private var likelyKeys: JSONKeyList
  /// The values of the first likely keys, unless there are other members.
  private var values: [JSONValue] = []
  private var members = JSONObject()

  init(likelyKeys: JSONKeyList) { self.likelyKeys = likelyKeys }

  /// How many members there are, if the next one is likely to have this key; otherwise nil.
  func count(before key: Bytes) -> Int? {
    guard members.isEmpty, likelyKeys.isKey(key, at: values.count) else { return nil }
    return values.count
  }

  /// Adds the member with the key that is likely to be the next one.
  mutating func append(_ value: JSONValue) {
    if values.isEmpty { values.reserveCapacity(likelyKeys.count) }
    values.append(value)
  }

  /// The members so far.
  var object: JSONObject {
    mutating get {
      settle()
      return members
    }
    _modify {
      settle()
      yield &members
    }
  }

  private mutating func settle() {
    for (index, value) in values.enumerated() { members[likelyKeys[index]] = value }
    values = []
  }

  /// Returns the members, and keeps none.
  mutating func take() -> JSONObject {
    var taken = JSONObject()
    guard !values.isEmpty, values.count == likelyKeys.count else {
      settle()
      swap(&taken, &members)
      return taken
    }
    // Moved, which counts no references.
    var (keys, elements) = (JSONKeyList(), [JSONValue]())
    swap(&keys, &likelyKeys)
    swap(&elements, &values)
    return JSONObject(keyList: keys, elements: elements)
  }
}
