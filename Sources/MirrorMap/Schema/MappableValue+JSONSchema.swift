extension MappableValue {
  /// A JSON Schema (draft 2020-12) of the documents that
  /// ``decode(from:at:delimiter:using:context:)`` accepts.
  ///
  /// ```swift
  /// let schema = try User.jsonSchema.encodeString(options: .prettyPrinted)
  /// ```
  ///
  /// The keys of required properties are required; defaults appear as `default`. Optionals and
  /// properties with a default accept `null`. A key path is described by nested objects, an index
  /// in a path as the element of an array or the member of an object. `readOnly` marks what is only
  /// decoded, because it comes from the server, and `writeOnly` what is only encoded.
  ///
  /// Every document that can be decoded is valid. The reverse isn't always true: JSON Schema can't
  /// express types without a ``MappableValue/shape``, hooks and transforms that reject values,
  /// numbers beyond `Double`, the range of integer keys, and duplicate keys. With coercion or a lenient
  /// policy, some values that can't be decoded are valid as well. A ``ModelProviding`` model
  /// requires nothing and accepts all keys, because it can have another model's values already, or be a
  /// subclass. Formats are approximate: a `Date` is also decoded from the other forms of ISO 8601.
  ///
  /// An enum of raw values is described by the raw values of its cases. If its `init(rawValue:)` is your own and takes
  /// others as well, declare its ``MappableValue/shape``. Values that are equal to a raw value but written differently
  /// are decoded, but aren't valid: 0.10000000149011612 for the `Float` 0.1, or "e" with a combining accent for "é".
  ///
  /// If a type can't be mapped, nothing is valid, and the description gives the reason.
  ///
  /// - Complexity: O(n) in the number of reachable models; each is initialized twice, for its
  ///   defaults.
  public static var jsonSchema: JSONValue { jsonSchema(using: .default) }

  /// A JSON Schema of the documents that a mapper accepts.
  ///
  /// The schema ignores transforms that the mapper applies to all values of a type
  /// (``Mapper/setTransform(_:)-(ValueCoding<Date>)``): it describes the usual form of these values.
  ///
  /// - Parameter mapper: Its key strategy, coercion, failure policy, and unknown keys policy count.
  public static func jsonSchema(using mapper: Mapper) -> JSONValue {
    Recorder.suspended { JSONSchemaBuilder.document(Self.self, mapper) }
  }
}
