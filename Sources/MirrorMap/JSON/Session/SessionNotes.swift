/// What is noted down while a document with models that need care is being read. Made when there is
/// something to note.
@usableFromInline
final class SessionNotes {
  /// What has gone wrong without ending the decoding.
  var issues: [MappingError] = []
  /// The property that is being read, for issues that its value does not name.
  var property: (plan: ModelPlan, index: Int)?
  /// The same in a model that reads itself from an ``ObjectReader``: the model and the key it asks for.
  var keyedProperty: (model: Any.Type, key: String)?
  /// A value that could not be read, and was passed over.
  var passedOver: BytePointer?
  /// The value of the property that is being read, until an optional begins there: the property's own.
  var optional: BytePointer?
  /// A value that could not be read either, but was read to its end.
  var failed: (start: BytePointer, end: BytePointer)?
  /// What views of the document look at, once there are any.
  var viewStorage: JSONViewStorage?
  /// What flattened models have overlooked, if the model that they are flattened into keeps it.
  var overlooked: JSONObject?
  /// Keys that are known in the object at a place, as the tag of a registry is.
  var knownKeys: [(start: BytePointer, key: String)] = []
  /// The members that an immutable model on the level of another one has asked for, if that one wants
  /// to know.
  var flattenedMembers: [BytePointer]?
}

extension JSONReader {
  /// The notes of the document that is being read; nil for a reader on its own.
  var notes: SessionNotes? {
    guard let session else { return nil }
    let pointer = MappingSession.behind(session)
    if let notes = pointer.pointee.notes { return notes }
    let notes = SessionNotes()
    pointer.pointee.notes = notes
    return notes
  }
}
