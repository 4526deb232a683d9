import EssentialFoundation

/// Converts what the decoder of another library has to the JSON of a model.
///
/// `Codable` has no way to ask a decoder what a value is, and each wrong guess takes a microsecond. So the types of the
/// model's properties are tried first, and others only if they fail. Members without a property are left out.
///
/// Objects and arrays inside of others are decoded as a ``Part``, as not all decoders have nested containers.
final class DecoderConversion {
  private var writer: JSONWriter
  /// What the next part is.
  private var next: Expectation
  /// The models that aren't known to be read by their plans, so that their own code may read any member.
  private var unconfirmed: [ModelPlan] = []
  /// Why a member has been left out that such a model may read.
  private var failure: (any Error)?

  /// What becomes of members without a property.
  private enum UnmappedMembers {
    case leftOut
    /// They are kept, unless they can't be decoded.
    case kept
    /// They are kept, and it's an error if they can't be decoded.
    case required
  }

  private struct Expectation {
    var value: ExpectedValue
    /// The strategy of the keys of the model around the value.
    let strategy: Int32
    let unmapped: UnmappedMembers
  }

  /// The conversion whose parts are decoded on this thread.
  private static let current = ThreadLocal<DecoderConversion?> { nil }

  /// Converts the object of a model.
  ///
  /// - Throws: ``MappingError`` with code `.declaration`, or if the object is nested too deep; otherwise what the decoder
  ///   throws.
  init(of type: any Mappable.Type, from decoder: any Decoder) throws {
    writer = JSONWriter(session: nil)
    next = Expectation(value: .model(type, keepsAll: false), strategy: 0, unmapped: .leftOut)
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
      let plan = try Recorder.suspended { () throws(MappingError) in try PlanCache.plan(type) }
      let strategy = plan.strategy(inside: expected.strategy)
      let object = try plan.expectedObject(strategy)
      if let container = try keyedContainer(of: decoder) {
        let isRequired = keepsAll || object.pointee.keepsAll
        return try write(
          object, strategy, isRequired ? .required : expected.unmapped, from: container)
      }
    case .group(let members):
      if let container = try keyedContainer(of: decoder) {
        return try writeObject {
          try write(members, expected.strategy, expected.unmapped, from: container)
        }
      }
    case .dictionary(let value):
      if let container = try keyedContainer(of: decoder) {
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
      if let container = try Self.attempt({ try decoder.unkeyedContainer() }) {
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

  private func keyedContainer(
    of decoder: any Decoder
  ) throws -> KeyedDecodingContainer<AnyCodingKey>? {
    try Self.attempt { try decoder.container(keyedBy: AnyCodingKey.self) }
  }

  /// Requests a container; nil if the decoder says that the value is something else. Any other error is for the code
  /// that called the decoder: one of database rows has its own for a column of text, which it then decodes as JSON.
  private static func attempt<Container>(_ request: () throws -> Container) throws -> Container? {
    do {
      return try request()
    } catch is DecodingError {
      return nil
    }
  }

  private func writeObject(_ body: () throws -> Void) throws {
    try writer.open(.openBrace)
    try body()
    writer.close(.closeBrace)
  }

  /// Writes the object of a model.
  private func write(
    _ object: Permanent<ExpectedObject>, _ strategy: Int32, _ unmapped: UnmappedMembers,
    from container: KeyedDecodingContainer<AnyCodingKey>
  ) throws {
    var unmapped = unmapped
    for plan in object.pointee.plans where !plan.decodesByPlan {
      if unmapped == .leftOut { unmapped = .kept }
      if !unconfirmed.contains(where: { $0.tables == plan.tables }) { unconfirmed.append(plan) }
    }
    try writeObject {
      try write(object.pointee.members, strategy, unmapped, from: container)
    }
  }

  /// Writes the members of an object.
  private func write(
    _ members: ExpectedMembers, _ strategy: Int32, _ unmapped: UnmappedMembers,
    from container: KeyedDecodingContainer<AnyCodingKey>
  ) throws {
    func write(_ value: ExpectedValue, at key: AnyCodingKey) throws {
      writer.writeKey(key.stringValue)
      var member = Member(container: container, key: key)
      try self.write(Expectation(value: value, strategy: strategy, unmapped: unmapped), &member)
    }
    var absent: [Int] = []
    for index in members.all.indices {
      let key = AnyCodingKey(stringValue: members.all[index].key)
      if container.contains(key) {
        try write(members.all[index].value, at: key)
      } else {
        absent.append(index)
      }
    }
    if absent.isEmpty, unmapped == .leftOut { return }
    for key in container.allKeys {
      if let index = members.indexes[key.stringValue] {
        // Some containers list keys that they don't contain, such as the rows that belong to a row. Their values aren't
        // nil, whatever `decodeNil` says.
        if absent.contains(index) { try write(members.all[index].value.wrapped, at: key) }
        continue
      }
      guard unmapped != .leftOut else { continue }
      let tree: JSONValue
      do {
        tree = try container.decode(JSONValue.self, forKey: key)
      } catch {
        guard unmapped == .kept else { throw error }
        failure = error
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
    if case .optional = value {
      if try place.decodeNil() { return writer.encodeNull() }
      value = value.wrapped
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
