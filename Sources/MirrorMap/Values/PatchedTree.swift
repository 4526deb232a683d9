/// The JSON of a value as a merge patch changes it, which is written to be read again.
///
/// Where the case of keys doesn't matter, a member of the patch that has no effect under another key, because it
/// removes a member or changes what is inside of one, has the key that the tree has.
///
/// In the patch, an array consists of two numbers: where its text begins and ends in the document of the patch. It
/// replaces what is there as it is, and whatever reads it has rules of its own, as for duplicate keys.
struct PatchedTree {
  private let tree: JSONValue
  private let patch: JSONValue
  /// The document of the patch.
  private let document: Bytes
  /// The paths of objects in which case matters; nil if it does in all.
  private let exactObjects: Set<[String]>?
  /// The objects in which members of the patch have keys of the tree.
  private(set) var respelled: [(start: Int, path: [String])] = []
  /// The values that the patch sets, and the objects that it changes or makes, by their positions in the output.
  private var values: [Range<Int>] = []
  private var arrays: [Range<Int>] = []
  private var objects: [Int: (removedKeys: [String], objects: [(key: String, start: Int)])] = [:]

  init(
    _ tree: JSONValue, _ patch: JSONValue, in document: Bytes, exactObjects: Set<[String]>?
  ) {
    (self.tree, self.patch, self.exactObjects) = (tree, patch, exactObjects)
    self.document = document
  }

  /// Writes the tree as the patch changes it.
  mutating func write(to writer: inout JSONWriter) throws(MappingError) {
    try write(tree, patch, [], isNew: false, &writer)
  }

  /// What the patch has done, in the bytes that have been written.
  func applied(in bytes: Bytes) -> AppliedPatch {
    var applied = [BytePointer: AppliedPatch.Object](minimumCapacity: objects.count)
    for (start, object) in objects {
      applied[bytes.start + start] = AppliedPatch.Object(
        removedKeys: object.removedKeys,
        objects: object.objects.map { ($0.key, bytes.start + $0.start) })
    }
    func pointers(_ ranges: [Range<Int>]) -> [Range<BytePointer>] {
      ranges.map { bytes.start + $0.lowerBound..<bytes.start + $0.upperBound }
    }
    return AppliedPatch(
      values: pointers(values), arrays: pointers(arrays), objects: applied)
  }

  /// - Parameter isNew: whether the value is inside of one that the patch sets.
  private mutating func write(
    _ tree: JSONValue?, _ patch: JSONValue, _ path: [String], isNew: Bool,
    _ writer: inout JSONWriter
  ) throws(MappingError) {
    let start = writer.count
    let setsValue = !isNew && (tree?.object == nil || patch.object == nil)
    if let changes = patch.object {
      try write(
        tree?.object ?? JSONObject(), changes, path, isNew: isNew || setsValue, &writer)
    } else if let place = patch.array?.compactMap(\.int), place.count == 2 {
      writer.writeVerbatim(document[place[0]..<place[1]])
      arrays.append(start + 1..<writer.count - 1)
    } else {
      try writer.writeTree(patch)
    }
    if setsValue { values.append(start..<writer.count) }
  }

  private mutating func write(
    _ object: JSONObject, _ changes: JSONObject, _ path: [String], isNew: Bool,
    _ writer: inout JSONWriter
  ) throws(MappingError) {
    let start = writer.count
    var changes = changes
    if let exactObjects, let other = changes.spelled(as: object), !exactObjects.contains(path) {
      respelled.append((start, path))
      changes = other
    }
    var inner: [(key: String, start: Int)] = []
    try writer.enter()
    writer.writeByte(.openBrace)
    for (key, value) in object {
      let change = changes[key]
      if change?.isNull == true { continue }
      writer.writeKey(key)
      if let change {
        if change.object != nil { inner.append((key, writer.count)) }
        try write(value, change, path + [key], isNew: isNew, &writer)
      } else {
        try writer.writeTree(value)
      }
    }
    for (key, change) in changes where object.position(forKey: key) == nil && !change.isNull {
      writer.writeKey(key)
      if change.object != nil { inner.append((key, writer.count)) }
      try write(nil, change, path + [key], isNew: isNew, &writer)
    }
    writer.writeByte(.closeBrace)
    writer.leave()
    objects[start] = (changes.filter(\.value.isNull).map(\.key), inner)
  }
}

extension JSONObject {
  /// The members of a patch with the keys of the object that it changes where case doesn't matter; nil if they are the
  /// same.
  ///
  /// Other members stay as they are: the last of equal keys counts.
  fileprivate func spelled(as object: JSONObject) -> JSONObject? {
    guard !object.isEmpty, contains(where: { object.position(forKey: $0.key) == nil }) else {
      return nil
    }
    let spellings = object.spellings
    var (spelled, isOther) = (JSONObject(), false)
    for (key, change) in self {
      if object.position(forKey: key) == nil, let other = spellings[KeyBytes(key.lowercased())],
        position(forKey: other) == nil,
        change.isNull || change.object != nil && object[other]?.object != nil
      {
        spelled.updateValue(change, forKey: other)
        isOther = true
      } else {
        spelled.updateValue(change, forKey: key)
      }
    }
    return isOther ? spelled : nil
  }
}
