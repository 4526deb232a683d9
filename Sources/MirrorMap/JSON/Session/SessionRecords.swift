/// What a session records about single values and objects of the document.
///
/// It is apart from the session because most documents need none of it.
final class SessionRecords {
  /// What went wrong without ending the decoding.
  var issues: [MappingError] = []
  /// The storage of the views of the document, once there are any.
  var viewStorage: JSONViewStorage?
  /// The members that are unmapped in flattened models, if the model around them keeps such members.
  var flattenedExtras: JSONObject?
  /// The members that an immutable model flattened into another one has requested, if the outer model
  /// needs to know them.
  var flattenedMembers: FlattenedMembers?
  /// The values that a merge patch has set, in the order of the document, which is the result of the patch.
  var patchedValues: [Range<BytePointer>] = []
  /// What the indexes of objects share.
  let indexes = ObjectIndexes()

  /// Changes the issues from a position on.
  func nameIssues(from position: Int, _ name: (MappingError) -> MappingError) {
    for index in position..<issues.count where issues[index].code != .sizeLimit {
      issues[index] = name(issues[index])
    }
  }

  /// Copies the document for views that are still in use.
  func finishViews() {
    if viewStorage != nil, !isKnownUniquelyReferenced(&viewStorage) { viewStorage?.detach() }
  }
}

/// The members of an object that models on its level have requested.
struct FlattenedMembers {
  /// Those that were requested themselves.
  var whole: Set<BytePointer> = []
  /// Those that key paths lead into.
  var groups: Set<BytePointer> = []
  /// The key paths that lead into groups.
  var paths: [[String]] = []

  mutating func add(_ other: FlattenedMembers) {
    whole.formUnion(other.whole)
    groups.formUnion(other.groups)
    paths += other.paths
  }
}
