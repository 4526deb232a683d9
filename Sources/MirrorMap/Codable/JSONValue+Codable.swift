import EssentialFoundation

/// A value that any encoder or decoder of `Codable` can represent.
///
/// A ``MappingDecoder`` and a ``MappingEncoder`` keep everything. Other coders get numbers as `Int64`, `UInt64`,
/// `Decimal`, or `Double`, whichever holds them first. So numbers lose their scale (`1.50` is decoded as `1.5`), and
/// Foundation rounds those of more than 38 digits. The members of objects have the order of the decoder.
extension JSONValue: Codable {
  public init(from decoder: any Decoder) throws {
    if let value = try JSONValue.exactly(from: decoder) {
      self = value
      return
    }
    let scalar = try? decoder.singleValueContainer()
    // Other coders have errors of their own for numbers that they can't represent, so whether the value is a number only
    // shows where it's nothing else.
    lazy var number = Result { try scalar?.decode(JSONNumber.self) }
    if scalar?.decodeNil() == true {
      self = .null
    } else if let bool = try? scalar?.decode(Bool.self) {
      self = .bool(bool)
    } else if case .success(let number?) = number {
      self = .number(number)
    } else if let string = try? scalar?.decode(String.self) {
      self = .string(string)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
      self = .array(elements)
    } else if case .failure(let failure) = number,
      (try? decoder.container(keyedBy: AnyCodingKey.self)) == nil
    {
      throw failure
    } else {
      self = .object(try JSONObject(from: decoder))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? NodeEncoder { return try encoder.write(mapped: self) }
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let bool): try bool.encode(to: encoder)
    case .number(let number): try number.encode(to: encoder)
    case .string(let string): try string.encode(to: encoder)
    case .array(let elements): try elements.encode(to: encoder)
    case .object(let object): try object.encode(to: encoder)
    }
  }
}

extension JSONNumber: Codable {
  public init(from decoder: any Decoder) throws {
    if let number = try JSONNumber.exactly(from: decoder) {
      self = number
      return
    }
    let container = try decoder.singleValueContainer()
    if let integer = try? container.decode(Int64.self) {
      // The zero that an integer doesn't have.
      let double = integer == 0 ? try? container.decode(Double.self) : nil
      self = double.flatMap { $0.sign == .minus ? JSONNumber($0) : nil } ?? JSONNumber(integer)
    } else if let integer = try? container.decode(UInt64.self) {
      self.init(integer)
    } else if let decimal = try? container.decode(Decimal.self), let number = JSONNumber(decimal) {
      self = number
    } else if let number = JSONNumber(try container.decode(Double.self)) {
      self = number
    } else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "JSON has neither NaN nor infinities")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? NodeEncoder {
      return try encoder.write(mapped: JSONValue.number(self))
    }
    var container = encoder.singleValueContainer()
    // The zero that an integer doesn't have; not a number that is too small for a `Double`.
    if exactly(Int64.self) == 0, let double, double.sign == .minus {
      try container.encode(double)
    } else if let integer = exactly(Int64.self) {
      try container.encode(integer)
    } else if let integer = exactly(UInt64.self) {
      try container.encode(integer)
    } else if let decimal {
      try container.encode(decimal)
    } else if let double, JSONNumber(double) == self {
      try container.encode(double)
    } else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "the number has more digits than Codable can carry"))
    }
  }
}

extension JSONObject: Codable {
  public init(from decoder: any Decoder) throws {
    if let object = try JSONObject.exactly(from: decoder) {
      self = object
      return
    }
    let container = try decoder.container(keyedBy: AnyCodingKey.self)
    self.init()
    for key in container.allKeys {
      updateValue(try container.decode(JSONValue.self, forKey: key), forKey: key.stringValue)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? NodeEncoder {
      return try encoder.write(mapped: JSONValue.object(self))
    }
    var container = encoder.container(keyedBy: AnyCodingKey.self)
    for (key, value) in self {
      try container.encode(value, forKey: AnyCodingKey(stringValue: key))
    }
  }
}

extension Decodable {
  /// The value, if a ``MappingDecoder`` decodes it, whose containers know the types of this file and keep all of them.
  fileprivate static func exactly(from decoder: any Decoder) throws -> Self? {
    guard let decoder = decoder as? NodeDecoder, decoder.index != nil else { return nil }
    return try ValueContainer(decoder: decoder).decode(Self.self)
  }
}
