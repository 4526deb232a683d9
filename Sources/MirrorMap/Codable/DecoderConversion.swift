import EssentialFoundation

/// Converts what the decoder of another library has to the JSON of a model.
///
/// `Codable` has no way to ask a decoder what a value is, and each wrong guess takes a microsecond. So the decoder is
/// asked for the types of the model's properties first, and only then for others. Members without a property are left
/// out.
///
/// Objects and arrays inside of others are decoded as a ``Part``, as not all decoders have nested containers.
final class DecoderConversion {
  private var writer: JSONWriter
  /// What the next part is.
  private var next: Expectation
  /// The models that aren't known to be read by their plans; all members of their objects are kept.
  private var unconfirmed: [ModelPlan] = []
  /// Why a member has been left out that such a model may read.
  private var failure: (any Error)?

  private struct Expectation {
    var value: ExpectedValue
    /// The strategy of the keys of the model around the value.
    let strategy: Int32
    /// Whether members without a property are kept.
    let keepsAll: Bool
  }

  /// The conversion whose parts are decoded on this thread.
  private static let current = ThreadLocal<DecoderConversion?> { nil }

  /// Converts the object of a model.
  init(of type: any Mappable.Type, from decoder: any Decoder) throws {
    writer = JSONWriter(session: nil)
    next = Expectation(value: .model(type, keepsAll: false), strategy: 0, keepsAll: false)
    try Self.current.with(self) { _ = try Part(from: decoder) }
  }

  /// Decodes the model from its JSON.
  func decode<Model: Mappable>(_ type: Model.Type) throws -> Model {
    let model = writer.withWritten { json in
      Result { () throws(MappingError) in
        var session = MappingSession(mapper: .default, context: .none)
        return try DocumentReading.read(
          json, at: nil, &session, root: ObjectIdentifier(type), ifAbsent: nil, type.collectModels
        ) { (reader) throws(MappingError) in try reader.decode(type) }
      }
    }
    if let failure, !unconfirmed.allSatisfy(\.decodesByPlan) { throw failure }
    return try model.get()
  }
}

// MARK: - Objects and arrays

extension DecoderConversion {
  /// An object or array, which is written to the JSON instead of being decoded.
  private struct Part: Decodable {
    init(from decoder: any Decoder) throws {
      guard let conversion = DecoderConversion.current.value else { return }
      try conversion.write(conversion.next, from: decoder)
    }
  }

  private func write(_ expected: Expectation, from decoder: any Decoder) throws {
    switch expected.value {
    case .model(let type, let keepsAll):
      if let plan = try? Recorder.suspended({ try PlanCache.plan(type) }),
        case let strategy = plan.strategy(inside: expected.strategy),
        let object = try? plan.expectedObject(strategy),
        let container = try? decoder.container(keyedBy: AnyCodingKey.self)
      {
        return try write(
          object, strategy, keepsAll: expected.keepsAll || keepsAll || object.pointee.keepsAll,
          from: container)
      }
    case .group(let members):
      if let container = try? decoder.container(keyedBy: AnyCodingKey.self) {
        return try writeObject {
          try write(members, expected.strategy, expected.keepsAll, from: container) { throw $0 }
        }
      }
    case .dictionary(let value):
      if let container = try? decoder.container(keyedBy: AnyCodingKey.self) {
        var expected = expected
        expected.value = value
        return try writeObject {
          for key in container.allKeys {
            writer.writeKey(key.stringValue)
            var member = Member(container: container, key: key)
            try write(expected, &member)
          }
        }
      }
    case .array(let value):
      if let container = try? decoder.unkeyedContainer() {
        var (expected, element) = (expected, Element(container: container))
        expected.value = value
        try writer.open(.openBracket)
        while !element.container.isAtEnd {
          writer.separate()
          try write(expected, &element)
        }
        return writer.close(.closeBracket)
      }
    case .anything, .boolean, .integer, .double, .number, .string, .optional: break
    }
    try writer.writeTree(JSONValue(from: decoder))
  }

  private func writeObject(_ body: () throws -> Void) throws {
    try writer.open(.openBrace)
    try body()
    writer.close(.closeBrace)
  }

  /// Writes the object of a model.
  private func write(
    _ object: Permanent<ExpectedObject>, _ strategy: Int32, keepsAll: Bool,
    from container: KeyedDecodingContainer<AnyCodingKey>
  ) throws {
    let isConfirmed = object.pointee.plans.allSatisfy(\.decodesByPlan)
    if !isConfirmed { unconfirmed += object.pointee.plans }
    try writeObject {
      try write(object.pointee.members, strategy, keepsAll || !isConfirmed, from: container) {
        if keepsAll { throw $0 }
        failure = $0
      }
    }
  }

  /// Writes the members of an object.
  ///
  /// - Parameter fail: Handles the error of a member without a property.
  private func write(
    _ members: ExpectedMembers, _ strategy: Int32, _ keepsAll: Bool,
    from container: KeyedDecodingContainer<AnyCodingKey>, _ fail: (any Error) throws -> Void
  ) throws {
    for (key, value) in members.all {
      var member = Member(container: container, key: AnyCodingKey(stringValue: key))
      guard container.contains(member.key) else { continue }
      writer.writeKey(key)
      try write(Expectation(value: value, strategy: strategy, keepsAll: keepsAll), &member)
    }
    guard keepsAll else { return }
    for key in container.allKeys where members.indexes[key.stringValue] == nil {
      let tree: JSONValue
      do {
        tree = try container.decode(JSONValue.self, forKey: key)
      } catch {
        try fail(error)
        continue
      }
      writer.writeKey(key.stringValue)
      try writer.writeTree(tree)
    }
  }
}

// MARK: - Values

extension DecoderConversion {
  /// The place of a value in a container.
  ///
  /// Containers decode scalars faster by methods of their own than by the generic one.
  private protocol Place {
    mutating func decodeNil() throws -> Bool
    mutating func decodeBool() throws -> Bool
    mutating func decodeInteger() throws -> Int64
    mutating func decodeDouble() throws -> Double
    mutating func decodeString() throws -> String
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value
    /// The index of the element; nil for a member.
    var index: Int? { get }
  }

  private struct Member: Place {
    let container: KeyedDecodingContainer<AnyCodingKey>
    let key: AnyCodingKey

    func decodeNil() throws -> Bool { try container.decodeNil(forKey: key) }
    func decodeBool() throws -> Bool { try container.decode(Bool.self, forKey: key) }
    func decodeInteger() throws -> Int64 { try container.decode(Int64.self, forKey: key) }
    func decodeDouble() throws -> Double { try container.decode(Double.self, forKey: key) }
    func decodeString() throws -> String { try container.decode(String.self, forKey: key) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try container.decode(type, forKey: key)
    }
    var index: Int? { nil }
  }

  private struct Element: Place {
    var container: any UnkeyedDecodingContainer

    mutating func decodeNil() throws -> Bool { try container.decodeNil() }
    mutating func decodeBool() throws -> Bool { try container.decode(Bool.self) }
    mutating func decodeInteger() throws -> Int64 { try container.decode(Int64.self) }
    mutating func decodeDouble() throws -> Double {
      let double = try container.decode(Double.self)
      guard double.isFinite else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "JSON has neither NaN nor infinities")
      }
      return double
    }
    mutating func decodeString() throws -> String { try container.decode(String.self) }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try container.decode(type)
    }
    var index: Int? { container.currentIndex }
  }

  /// Writes the value at a place in a container.
  private func write(_ expected: Expectation, _ place: inout some Place) throws {
    var value = expected.value
    if case .optional(let wrapped) = value {
      if try place.decodeNil() { return writer.encodeNull() }
      value = wrapped
    }
    let index = place.index
    do {
      switch value {
      case .boolean: return writer.writeBool(try place.decodeBool())
      case .integer: return writer.writeInt(try place.decodeInteger())
      case .double: return try writer.writeDouble(place.decodeDouble())
      case .number: return writer.writeNumber(try place.decode(JSONNumber.self))
      case .string: return writer.writeString(try place.decodeString())
      case .anything, .optional, .array, .dictionary, .group, .model: break
      }
    } catch {
      // Another attempt would get the next element.
      guard place.index == index else { throw error }
    }
    switch value {
    case .optional, .array, .dictionary, .group, .model:
      next = expected
      next.value = value
      _ = try place.decode(Part.self)
    case .anything, .boolean, .integer, .double, .number, .string:
      try writer.writeTree(place.decode(JSONValue.self))
    }
  }
}
