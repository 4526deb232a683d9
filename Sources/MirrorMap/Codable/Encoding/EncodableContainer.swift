/// A collection whose values are encoded without a container of the standard library around them.
protocol EncodableContainer: SendableMetatype {
  /// Encodes a collection.
  ///
  /// - Parameters:
  ///   - value: A value of this type.
  ///   - encoder: The encoder of the collection.
  static func encode<T>(_ value: T, _ encoder: NodeEncoder) throws
}

extension Array: EncodableContainer where Element: Encodable {
  static func encode<T>(_ value: T, _ encoder: NodeEncoder) throws {
    encoder.beginArray()
    for element in identical(value, as: Self.self) { try encoder.writeElement(element) }
  }
}

/// No key strategy applies to the keys of dictionaries, and no two are equal.
extension Dictionary: EncodableContainer where Key == String, Value: Encodable {
  static func encode<T>(_ value: T, _ encoder: NodeEncoder) throws {
    encoder.beginObject()
    for (key, value) in identical(value, as: Self.self) {
      try encoder.writeMember(value, key, .key(AnyCodingKey(member: key)), isNew: true)
    }
  }
}
