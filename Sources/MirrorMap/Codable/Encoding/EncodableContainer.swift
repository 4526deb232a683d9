/// A collection whose values are encoded without a container of the standard library around them.
protocol EncodableContainer: SendableMetatype {
  /// Whether the collection is a dictionary whose keys are strings.
  static var isDictionary: Bool { get }

  /// Encodes a collection as the value of an encoder.
  ///
  /// - Parameters:
  ///   - value: A value of this type.
  ///   - encoder: The encoder of the collection.
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
    let isNew = !encoder.hasMembers
    let encoder = encoder.begin(.object)
    for (key, value) in identical(value, as: Self.self) {
      try encoder.writeMember(value, key, .key(MemberKey(stringValue: key)), isNew: isNew)
    }
  }
}

/// The key of a member of a dictionary. It is small enough for an existential without an allocation.
struct MemberKey: CodingKey {
  let stringValue: String

  init(stringValue: String) { self.stringValue = stringValue }

  init(intValue: Int) { stringValue = "\(intValue)" }

  var intValue: Int? { Int(stringValue) }
}
