/// What a merge patch has done to the JSON of a value, which is read again.
///
///     {"note": "n", "at": {"x": 1}}     patched by {"text": null, "at": {"x": 2}}
///
///     {"note": "n", "at": {"x": 2}}     values    2
///                                       objects   {"note": …   removes text, changes at
///                                                 {"x": 2}
final class AppliedPatch {
  /// An object that the patch has changed or made.
  struct Object {
    /// The keys that the patch removes. The object may have the value of a property under another key.
    var removedKeys: [String] = []
    /// The members with objects that the patch has changed or made.
    var objects: [(key: String, start: BytePointer)] = []
  }

  /// The values that the patch has set, in the order of the document.
  private let values: [Range<BytePointer>]
  /// The arrays among them, or inside of them, without their brackets.
  private let arrays: [Range<BytePointer>]
  /// The objects, by where they begin.
  private let objects: [BytePointer: Object]
  /// The objects that have been read by models for which the case of keys doesn't matter.
  var readInAnyCase: Set<BytePointer> = []

  init(
    values: [Range<BytePointer>], arrays: [Range<BytePointer>], objects: [BytePointer: Object]
  ) {
    (self.values, self.arrays, self.objects) = (values, arrays, objects)
  }

  /// Whether the patch has set a value, or changed something in it.
  func changes(_ value: BytePointer) -> Bool {
    objects[value] != nil || Self.contains(value, in: values)
  }

  /// Whether a position is inside of an array that the patch has set.
  func isInArray(_ position: BytePointer) -> Bool { Self.contains(position, in: arrays) }

  private static func contains(
    _ position: BytePointer, in ranges: [Range<BytePointer>]
  ) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= position { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(position)
  }

  /// Whether the patch removes the value at a key path.
  ///
  /// - Parameter object: where the object begins from which the path leads.
  func removes(_ path: [String], from object: BytePointer, ignoringCase: Bool) -> Bool {
    func isEqual(_ key: String, _ other: String) -> Bool {
      JSONKey.isEqual(key, other, ignoringCase: ignoringCase)
    }
    var object = objects[object]
    for step in path.dropLast() {
      object = object?.objects.last { isEqual($0.key, step) }.flatMap { objects[$0.start] }
    }
    guard let object, let key = path.last else { return false }
    return object.removedKeys.contains { isEqual($0, key) }
  }
}

extension JSONReader {
  /// What a merge patch has done to the document, which is its result.
  var appliedPatch: AppliedPatch? { session?.pointee.records?.patch }

  /// Records that the object at the cursor is read by a model for which the case of keys doesn't matter.
  func willReadInAnyCase() {
    guard let records = session?.pointee.records else { return }
    records.patch?.readInAnyCase.insert(cursor)
  }
}
