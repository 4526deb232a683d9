/// Members at key paths, as a model's extras keep them.
extension JSONObject {
  /// The value at a path of keys.
  func value(at path: ArraySlice<String>) -> JSONValue? {
    path.reduce(.object(self)) { $0?[$1] }
  }

  /// Sets the value at a path of keys, and creates the objects on the path.
  mutating func set(_ value: JSONValue, at path: ArraySlice<String>) {
    guard let key = path.first else { return }
    guard path.count > 1 else {
      self[key] = value
      return
    }
    var inner = self[key]?.object ?? JSONObject()
    // The inner object is copied unless it is referenced from one place only.
    self[key] = .null
    inner.set(value, at: path.dropFirst())
    self[key] = .object(inner)
  }

  /// The object with the keys of key paths as they are declared, where another key isn't that already.
  func spelled(as paths: [KnownPath]) -> JSONObject {
    guard !paths.isEmpty else { return self }
    let members = map { (key, value) in
      let rests = paths.following(key)
      let spelling = rests.spelling.flatMap { position(forKey: $0) == nil ? $0 : nil }
      return (spelling ?? key, value.object.map { .object($0.spelled(as: rests)) } ?? value)
    }
    return JSONObject(members)
  }

  // MARK: Updates

  /// Removes the value at a path of keys, and the objects on the path that are empty without it.
  mutating func removeValue(at path: ArraySlice<String>) {
    guard let key = path.first else { return }
    guard path.count > 1 else {
      self[key] = nil
      return
    }
    guard var inner = self[key]?.object else { return }
    inner.removeValue(at: path.dropFirst())
    self[key] = inner.isEmpty ? nil : .object(inner)
  }

  /// Removes the empty objects that a patch has created in the groups of key paths by removing members that
  /// did not exist.
  mutating func removeGroups(of node: Permanent<KeyNode>, missingIn earlier: JSONObject) {
    for index in 0..<node.pointee.count {
      guard let child = node.pointee.detail(index)?.child,
        let key = child.pointee.path.pointee.last, var group = self[key]?.object
      else { continue }
      group.removeGroups(of: child, missingIn: earlier[key]?.object ?? JSONObject())
      self[key] = group.isEmpty && earlier[key] == nil ? nil : .object(group)
    }
  }
}
