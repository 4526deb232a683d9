/// A collection whose values are encoded without a container of the standard library around them.
protocol EncodableContainer: SendableMetatype {
  /// Whether the collection is a dictionary whose keys are strings.
  static var isDictionary: Bool { get }

  /// Encodes a collection of this type as the value of an encoder.
  static func encode<T>(_ value: T, _ encoder: NodeEncoder) throws
}

extension Array: EncodableContainer where Element: Encodable {
  static var isDictionary: Bool { false }

  static func encode<T>(_ value: T, _ encoder: NodeEncoder) throws {
    let encoder = encoder.begin(.array)
    for element in identical(value, as: Self.self) { try encoder.writeElement(element) }
  }
}

/// No key strategy applies to the keys of dictionaries, and no two are equal.
extension Dictionary: EncodableContainer where Key == String, Value: Encodable {
  static var isDictionary: Bool { true }

  static func encode<T>(_ value: T, _ encoder: NodeEncoder) throws {
    let isNew = encoder.count == 0
    let encoder = encoder.begin(.object)
    let usesPlainKeys = encoder.document.hasDefaultKeys
    if !usesPlainKeys, encoder.document.active == encoder.id {
      encoder.part.levels[encoder.index].isDictionary = true
    }
    for (key, value) in identical(value, as: Self.self) {
      // The keys that `JSONEncoder` has in coding paths.
      try encoder.writeMember(
        value, key,
        .key(usesPlainKeys ? AnyCodingKey(member: key) : AnyCodingKey(stringValue: key)),
        isNew: isNew)
    }
    if isNew { encoder.noteUnnotedKeys() }
  }
}
