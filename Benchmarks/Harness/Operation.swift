/// What is timed.
enum Operation: String, CaseIterable {
  /// Bytes to models (for `JSONSerialization`: to its tree).
  case decode
  /// Bytes to tokens, nothing kept.
  case tokenize
  /// Bytes to an untyped tree.
  case untyped
  /// Models (for `JSONSerialization`: its tree) to bytes.
  case encode
}
