// JSON Merge Patch, RFC 7396. A patch looks like the document that it changes: an object's members
// are set, or removed where they are null, and anything but an object replaces what was there.
//
//   document   {"title": "Hi", "author": {"name": "Ann", "mail": "a@b.c"}, "tags": ["x"]}
//   patch      {"title": "Ho", "author": {"mail": null}, "tags": []}
//   result     {"title": "Ho", "author": {"name": "Ann"}, "tags": []}
//
// Both directions walk down objects in objects. The walk keeps its own stack: a tree that was built
// in code may be nested more deeply than the thread's stack has room for, and there is no error to
// be thrown here.

extension JSONValue {
  /// This value, changed as a patch of RFC 7396 (JSON Merge Patch) says.
  ///
  /// Members of the patch that are `null` are removed, objects are merged with objects, and every
  /// other value, arrays included, replaces what was there. A patch that isn't an object is the
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
    guard case .object(let members) = patch else { return patch }
    var walk = [Patching(self, members)]
    while var level = walk.popLast() {
      if let (target, patch) = level.advance() {
        walk.append(level)
        walk.append(Patching(target, patch))
      } else if var parent = walk.popLast() {
        parent.finish(level.result)
        walk.append(parent)
      } else {
        return .object(level.result)
      }
    }
    return self
  }

  /// The smallest patch of RFC 7396 (JSON Merge Patch) that makes this value into another one.
  ///
  /// For all `a` and `b` without `null` as members of objects,
  /// `a.applying(mergePatch: a.mergePatch(to: b)) == b`. What is the same in both is left out, so
  /// two equal objects give an empty patch. Changed and removed members come in the order of this
  /// value, then new ones in the order of the target. Numbers are the same if their values are
  /// (`1.0` and `1`), strings if their bytes are.
  ///
  /// A patch cannot set an object's member to `null`, as that stands for its removal: such a member
  /// of `target` will be missing, unless it is `null` in this value too, and stays. A `null` in an
  /// array, or as the whole target, is no such case.
  ///
  /// ```swift
  /// let old: JSONValue = ["name": "Ann", "mail": "a@b.c", "tags": ["x"]]
  /// old.mergePatch(to: ["name": "Ann", "tags": ["x", "y"]])
  /// // {"mail":null,"tags":["x","y"]}
  /// ```
  ///
  /// - Parameter target: what this value is to become.
  /// - Returns: the patch. It is `target` itself unless both are objects, but for members that are
  ///   `null`.
  /// - Complexity: O(size of both values). No recursion.
  public func mergePatch(to target: JSONValue) -> JSONValue {
    guard case .object(let members) = target else { return target }
    var walk = [Comparing(object, members)]
    while var level = walk.popLast() {
      if let (source, target) = level.advance() {
        walk.append(level)
        walk.append(Comparing(source, target))
      } else if var parent = walk.popLast() {
        parent.finish(level)
        walk.append(parent)
      } else {
        return .object(level.patch)
      }
    }
    return target
  }
}

// MARK: - One object on the way

/// An object to which a patch is being applied.
private struct Patching {
  private var object: JSONObject
  private let patch: JSONObject
  private var position = 0
  /// The positions of the members to be removed. They are removed together, as removing one moves
  /// all that follow.
  private var removed: Set<Int> = []

  init(_ target: JSONValue?, _ patch: JSONObject) {
    object = target?.object ?? JSONObject()
    self.patch = patch
  }

  /// Applies the patch up to its next member that is an object.
  ///
  /// - Returns: that member, and what it is to be applied to; nil when there is none left.
  mutating func advance() -> (target: JSONValue?, patch: JSONObject)? {
    while position < patch.count {
      let (key, value) = patch[position]
      switch value {
      case .object(let members): return (object[key], members)
      case .null: if let place = object.position(forKey: key) { removed.insert(place) }
      default: object.updateValue(value, forKey: key)
      }
      position += 1
    }
    return nil
  }

  /// Sets the member at which the patch stands, and goes on to the next one.
  mutating func finish(_ merged: JSONObject) {
    object.updateValue(.object(merged), forKey: patch[position].key)
    position += 1
  }

  /// The object when all of the patch has been applied.
  var result: JSONObject {
    guard !removed.isEmpty else { return object }
    return JSONObject(object.indices.lazy.filter { !removed.contains($0) }.map { object[$0] })
  }
}

/// Two objects of which one is to be made into the other.
private struct Comparing {
  private let source: JSONObject
  private let target: JSONObject
  /// First a position in `source`, then, from its end on, one in `target`.
  private var position = 0
  private(set) var patch = JSONObject()
  /// Whether the object is there already: then an empty patch changes nothing.
  private let isPresent: Bool

  init(_ source: JSONObject?, _ target: JSONObject) {
    isPresent = source != nil
    self.source = source ?? JSONObject()
    self.target = target
  }

  /// Compares up to the next member that has to become an object.
  ///
  /// - Returns: the object that the member is in the source, if any, and the one it is to become;
  ///   nil when there is none left.
  mutating func advance() -> (source: JSONObject?, target: JSONObject)? {
    while position < source.count {
      let (key, old) = source[position]
      switch target[key] {
      case nil: patch.updateValue(.null, forKey: key)
      case .object(let members)?: return (old.object, members)
      case let new?:
        if !old.isEqual(to: new, strings: JSONKey.isEqual) { patch.updateValue(new, forKey: key) }
      }
      position += 1
    }
    while position - source.count < target.count {
      let (key, new) = target[position - source.count]
      if source.position(forKey: key) == nil {
        switch new {
        case .object(let members): return (nil, members)
        case .null: break
        default: patch.updateValue(new, forKey: key)
        }
      }
      position += 1
    }
    return nil
  }

  /// Takes over the patch of the member at which the comparison stands, and goes on to the next.
  mutating func finish(_ member: Comparing) {
    if !member.patch.isEmpty || !member.isPresent {
      let isOld = position < source.count
      let key = isOld ? source[position].key : target[position - source.count].key
      patch.updateValue(.object(member.patch), forKey: key)
    }
    position += 1
  }
}
