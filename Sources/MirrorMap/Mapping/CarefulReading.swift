/// What is noted down while a model is being read that is no ordinary one: with hooks, flattened models,
/// extras or key strategies, in an update, or by a mapper that stops failures on their way.
struct CarefulReading {
  /// Where the model's object begins.
  let start: BytePointer
  /// Whether the model has values already, which the document changes.
  let isUpdating: Bool
  /// How many arrays deep in its key paths the reader is.
  var arrayDepth = 0
  /// Whether keys that no property asks for matter.
  var minds: Unknown = .nothing
  /// The members that no property asks for.
  var extras = JSONObject()
  /// The flattened models of which a key has been seen.
  var seenModels: Set<Int> = []
  /// The keys on the model's own level of which a patch says `null`, and that no property asks for.
  var removedKeys: Set<KeyBytes> = []
  /// The flattened models of which a key has a value.
  var valuedModels: Set<Int> = []
  /// Why the model has failed, if that has been told already and reading goes on for more.
  var failure: MappingError?
  /// The fields that an update has changed.
  var updated: [Int] = []

  init(_ start: BytePointer, isUpdating: Bool) {
    self.start = start
    self.isUpdating = isUpdating
  }

  /// What to do about keys that no property asks for.
  struct Unknown: OptionSet {
    let rawValue: UInt8
    static let nothing: Unknown = []
    /// They are issues or errors.
    static let judges = Unknown(rawValue: 1)
    /// They are kept.
    static let keeps = Unknown(rawValue: 2)
    /// They may belong to a flattened model.
    static let flattens = Unknown(rawValue: 4)
    /// Those on the model's own level are another model's, into which this one is flattened.
    static let visits = Unknown(rawValue: 8)
  }
}
