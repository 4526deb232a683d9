/// What a session records about single values and objects of the document.
///
/// It is apart from the session because most documents need none of it.
final class SessionRecords {
  /// What went wrong without ending the decoding.
  var issues: [MappingError] = []
  /// How many of them are kept, if that isn't what the mapper says.
  var maximumIssueCount: Int?
  /// The storage of the views of the document, once there are any.
  var viewStorage: JSONViewStorage?
  /// Where the object begins that a flattened model shares with the model around it.
  var flattenedObject: BytePointer?
  /// The members that are unmapped in flattened models, if the model around them keeps such members.
  var flattenedExtras: JSONObject?
  /// What a model that is read on the level of an immutable one knows of the members; nil where there is no such model.
  var flattenedMembers: FlattenedMembers?
  /// What a merge patch has done to the document, which is its result; nil for other documents.
  var patch: AppliedPatch?
  /// The keys of the models around those that are being read; only if unknown keys aren't ignored.
  var outerKeys: [any OuterKeys] = []
  /// What the indexes of objects share.
  let skipped = SkippedValues()

  /// Changes the issues from a position on.
  func nameIssues(from position: Int, _ name: (MappingError) -> MappingError) {
    for index in position..<issues.count where issues[index].code != .sizeLimit {
      issues[index] = name(issues[index])
    }
  }

  /// Whether a key path in an object is one of a model around the object's own.
  func isOuterKey(_ path: [String], in object: BytePointer) -> Bool {
    outerKeys.contains { $0.object == object && $0.contains(path) }
  }

  /// Copies the document for views that are still in use.
  func finishViews() {
    if viewStorage != nil, !isKnownUniquelyReferenced(&viewStorage) { viewStorage?.detach() }
  }
}

/// The keys of a model around the one that is being read, in an object of the latter.
///
///     @Mapped("reply") reply, @Mapped("reply.author.name") name     {"reply": {"id": 1, "author": {"name": "n"}}}
protocol OuterKeys {
  /// Where the object begins.
  var object: BytePointer { get }
  /// Whether a key path in the object is one of these, begins with one, or leads to one.
  func contains(_ path: [String]) -> Bool
  /// Records the same keys for the value at the cursor, and for the objects in it.
  func record(at reader: inout JSONReader)
}

/// The members of an object that models on its level have requested.
struct FlattenedMembers {
  /// A member inside of a group that a model doesn't know. Other models with the same group may know it.
  struct Unknown {
    let start: BytePointer
    /// The keys that lead to the object that it is in.
    let group: [String]
    let key: String
    let model: Any.Type
  }

  /// Where the object begins.
  let object: BytePointer
  /// Those that were requested themselves.
  var whole: Set<BytePointer> = []
  /// Those that key paths lead into.
  var groups: Set<BytePointer> = []
  /// The key paths, with the positions of elements as keys.
  var paths: [KnownPath] = []
  var unknown: [Unknown] = []

  init(of object: BytePointer) { self.object = object }

  mutating func add(_ other: FlattenedMembers) {
    whole.formUnion(other.whole)
    groups.formUnion(other.groups)
    paths += other.paths
    unknown += other.unknown
  }

  /// Whether a member that one model doesn't know has been requested by another one, or is inside of a value that has
  /// been, or leads to one.
  func contains(_ member: Unknown) -> Bool {
    if whole.contains(member.start) || groups.contains(member.start) { return true }
    let path = member.group + [member.key]
    return paths.contains { known in
      zip(known.path, path).allSatisfy { JSONKey.isEqual($0, $1, ignoringCase: known.ignoresCase) }
    }
  }
}
