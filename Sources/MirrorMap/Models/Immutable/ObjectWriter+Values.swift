/// Members whose values write themselves.
extension ObjectWriter {
  /// Writes a member.
  ///
  /// ```swift
  /// try object.set(id, "id")
  /// try object.set(zip, "addresses.0.zip")
  /// ```
  ///
  /// - Parameters:
  ///   - value: the member's value; nil is omitted unless the options say otherwise.
  ///   - key: a key or key path.
  ///   - nested: whether the key is a path. With false, `"a.b"` is one key with a dot in it.
  ///   - delimiter: what separates the steps of a path.
  /// - Throws: ``MappingError`` if the value cannot be written, or the key was set before.
  /// - Complexity: O(n) in the size of the value's JSON. The object is copied once more if key paths
  ///   with a common beginning are not set one after the other.
  @inlinable
  public mutating func set<Value: MappableValue>(
    _ value: Value, _ key: String, nested: Bool = true, delimiter: String = "."
  ) throws(MappingError) {
    try write(value, key, nested, delimiter, ValueItself<Value>(), isNone: value.isNone)
  }
}
