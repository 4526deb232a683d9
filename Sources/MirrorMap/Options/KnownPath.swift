/// A key path of a model, or of one that is flattened into it.
struct KnownPath {
  var path: ArraySlice<String>
  /// The whole path as it's declared.
  let spelling: [String]
  /// The model that has it.
  let model: Any.Type
  /// Whether the case of its keys doesn't matter; they are in lower case then.
  let ignoresCase: Bool
}
