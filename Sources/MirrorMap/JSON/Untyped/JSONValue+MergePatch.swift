// JSON Merge Patch, RFC 7396. A patch looks like the document that it changes: the members of its
// objects are set, or removed if they are null, and any other value replaces the previous one.
//
//   document   {"title": "Hi", "author": {"name": "Ann", "mail": "a@b.c"}, "tags": ["x"]}
//   patch      {"title": "Ho", "author": {"mail": null}, "tags": []}
//   result     {"title": "Ho", "author": {"name": "Ann"}, "tags": []}
//
// Both directions convert a tree of pairs: of a value and its patch, and of the old and the new
// value.

extension JSONValue {
  /// Returns this value, changed by a patch of RFC 7396 (JSON Merge Patch).
  ///
  /// Members of the patch that are `null` are removed, objects are merged with objects, and every
  /// other value, arrays included, replaces the previous one. A patch that isn't an object is the
  /// result. Members keep their order; new ones follow in the order of the patch. Keys are compared
  /// by their bytes.
  ///
  /// ```swift
  /// let user: JSONValue = ["name": "Ann", "mail": "a@b.c", "address": ["zip": "1", "city": "B"]]
  /// user.applying(mergePatch: ["mail": nil, "address": ["zip": "2"]])
  /// // {"name":"Ann","address":{"zip":"2","city":"B"}}
  /// ```
  ///
  /// - Parameter patch: the patch.
  /// - Returns: the changed value.
  /// - Complexity: O(members of the objects that change + members of the patch). No recursion.
  public func applying(mergePatch patch: JSONValue) -> JSONValue {
    merging(patch, removingNulls: true)
  }

  /// Returns this value, changed by a patch whose members that are `null` are removed, or set to it.
  func merging(_ patch: JSONValue, removingNulls: Bool) -> JSONValue {
    var conversion = TreeConversion<(target: JSONValue?, patch: JSONValue), JSONValue>()
    return conversion.convert((self, patch)) { pair, _ in
      guard case .object(let members) = pair.patch else { return .leaf(pair.patch) }
      return .container(
        keys: members.map(\.key), members.map { (pair.target?[$0.key], $0.value) })
    } finish: { pair, keys, values in
      var object = pair.target?.object ?? JSONObject()
      // Members are removed together, as removing one moves all after it.
      var removed: Set<Int> = []
      for (key, value) in zip(keys ?? [], values) {
        if !value.isNull || !removingNulls {
          object.updateValue(value, forKey: key)
        } else if let position = object.position(forKey: key) {
          removed.insert(position)
        }
      }
      guard !removed.isEmpty else { return .object(object) }
      let kept = object.indices.lazy.filter { !removed.contains($0) }
      return .object(JSONObject(kept.map { object[$0] }))
    }
  }

  /// Returns the smallest patch of RFC 7396 (JSON Merge Patch) that changes this value into another
  /// one.
  ///
  /// For all `a` and `b` without `null` as members of objects, `a.applying(mergePatch:
  /// a.mergePatch(to: b)) == b`. Members that are the same in both are omitted, so two equal
  /// objects give an empty patch. Changed and removed members come in the order of this value, then
  /// new ones in the order of the target. Numbers are the same if their values are (`1.0` and `1`),
  /// strings if their bytes are.
  ///
  /// A patch can't set an object's member to `null`, as that means its removal: such a member of
  /// `target` will be missing, unless it is `null` in this value too. This doesn't concern a `null`
  /// in an array, or as the whole target.
  ///
  /// ```swift
  /// let old: JSONValue = ["name": "Ann", "mail": "a@b.c", "tags": ["x"]]
  /// old.mergePatch(to: ["name": "Ann", "tags": ["x", "y"]])
  /// // {"mail":null,"tags":["x","y"]}
  /// ```
  ///
  /// - Parameter target: the value after the patch.
  /// - Returns: the patch. It is `target` itself unless both are objects, except for members that
  ///   are `null`.
  /// - Complexity: O(size of both values). No recursion.
  public func mergePatch(to target: JSONValue) -> JSONValue {
    guard case .object = target else { return target }
    // Nil means no change.
    var conversion = TreeConversion<(old: JSONValue?, new: JSONValue?), JSONValue?>()
    let patch = conversion.convert((self, target)) { pair, _ in
      switch pair {
      case (let old, .object(let members)?):
        let object = old?.object ?? JSONObject()
        let added = members.filter { object.position(forKey: $0.key) == nil }
        return .container(
          keys: object.map(\.key) + added.map(\.key),
          object.map { ($0.value, members[$0.key]) } + added.map { (nil, $0.value) })
      case (nil, .null?): return .leaf(nil)
      case (_, nil): return .leaf(JSONValue.null)
      case (let old?, let new?) where old.isEqual(to: new, strings: JSONKey.isEqual):
        return .leaf(nil)
      case (_, let new?): return .leaf(new)
      }
    } finish: { pair, keys, patches in
      var patch = JSONObject()
      for case (let key, let value?) in zip(keys ?? [], patches) {
        patch.updateValue(value, forKey: key)
      }
      // An empty patch doesn't change an object, but replaces any other value by an object.
      return patch.isEmpty && pair.old?.object != nil ? nil : .object(patch)
    }
    return patch ?? .object(JSONObject())
  }
}
