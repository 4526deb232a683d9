import EssentialFoundation

/// A value that any encoder or decoder of `Codable` can represent.
///
/// A ``MappingDecoder`` and a ``MappingEncoder`` keep everything. Other coders get numbers as `Int64`, `UInt64`,
/// `Double`, or `Decimal`, whichever holds them first. So numbers lose their scale (`1.50` is decoded as `1.5`), and
/// Foundation rounds those of more than 38 digits. The members of objects have the order of the decoder.
extension JSONValue: Codable {
  public init(from decoder: any Decoder) throws {
    if let value = try JSONValue.exactly(from: decoder) {
      self = value
      return
    }
    let scalar = try? decoder.singleValueContainer()
    if scalar?.decodeNil() == true {
      self = .null
      return
    }
    // A failed attempt takes other coders a microsecond, so the most frequent types come first.
    let text = try? scalar?.decode(String.self)
    if let text, !text.mayBeAnotherScalar {
      self = .string(text)
      return
    }
    let double = try? scalar?.decode(Double.self)
    // Some coders read Booleans as numbers, too.
    if double == nil || double == 0 || double == 1, let bool = try? scalar?.decode(Bool.self) {
      self = .bool(bool)
    } else if let scalar, double != nil, let number = JSONNumber(in: scalar, roundedTo: double) {
      self = .number(number)
    } else if text != nil, let integer = try? scalar?.decode(Int64.self) {
      // Not in decimal notation.
      self = .number(JSONNumber(integer))
    } else if let text {
      self = .string(text)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
      self = .array(elements)
    } else if let decimal = try? scalar?.decode(Decimal.self), let number = JSONNumber(decimal) {
      // Some coders write decimals as objects.
      self = .number(number)
    } else if (try? decoder.container(keyedBy: AnyCodingKey.self)) != nil {
      self = .object(try JSONObject(from: decoder))
    } else {
      // Other coders have errors of their own for numbers that they can't represent.
      self = .number(try JSONNumber(from: decoder))
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
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(tree: element) }
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
    let double = try? container.decode(Double.self)
    if let number = JSONNumber(in: container, roundedTo: double) {
      self = number
    } else {
      _ = try container.decode(Double.self)
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "JSON has neither NaN nor infinities")
    }
  }

  /// The number in a container; nil if there is none that JSON has.
  ///
  /// - Parameter double: What the container decodes as a `Double`. If that has a fraction, integers aren't tried.
  fileprivate init?(in container: any SingleValueDecodingContainer, roundedTo double: Double?) {
    let mayBeInteger = double.map { $0 == $0.rounded() } ?? true
    if mayBeInteger, let integer = try? container.decode(Int64.self) {
      // The zero that an integer doesn't have.
      let zero = integer == 0 && double?.sign == .minus ? double.flatMap(JSONNumber.init) : nil
      self = zero ?? JSONNumber(integer)
    } else if mayBeInteger, let integer = try? container.decode(UInt64.self) {
      self.init(integer)
    } else if let decimal = try? container.decode(Decimal.self), let number = JSONNumber(decimal) {
      self = number
    } else if let double, let number = JSONNumber(double) {
      self = number
    } else {
      return nil
    }
  }

  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? NodeEncoder {
      return try encoder.write(mapped: JSONValue.number(self))
    }
    var container = encoder.singleValueContainer()
    switch try form(at: encoder.codingPath) {
    case .int(let integer): try container.encode(integer)
    case .uint(let integer): try container.encode(integer)
    case .double(let double): try container.encode(double)
    case .decimal(let decimal): try container.encode(decimal)
    }
  }

  /// The first type of `Codable` that holds the number.
  fileprivate enum Form {
    case int(Int64)
    case uint(UInt64)
    case double(Double)
    case decimal(Decimal)
  }

  fileprivate func form(at codingPath: @autoclosure () -> [any CodingKey]) throws -> Form {
    if let integer = exactly(Int64.self) {
      // The zero that an integer doesn't have; not a number that is too small for a `Double`.
      if integer == 0, let double, double.sign == .minus { return .double(double) }
      return .int(integer)
    }
    if let integer = exactly(UInt64.self) { return .uint(integer) }
    if let double, JSONNumber(double) == self { return .double(double) }
    if let decimal { return .decimal(decimal) }
    throw EncodingError.invalidValue(
      self,
      EncodingError.Context(
        codingPath: codingPath(),
        debugDescription: "the number has more digits than Codable can carry"))
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
      try container.encode(tree: value, forKey: AnyCodingKey(stringValue: key))
    }
  }
}

// Containers encode scalars faster by methods of their own than by the generic one.

extension KeyedEncodingContainer {
  fileprivate mutating func encode(tree: JSONValue, forKey key: Key) throws {
    switch tree {
    case .null: try encodeNil(forKey: key)
    case .bool(let bool): try encode(bool, forKey: key)
    case .string(let string): try encode(string, forKey: key)
    case .number(let number):
      switch try number.form(at: codingPath + [key]) {
      case .int(let integer): try encode(integer, forKey: key)
      case .uint(let integer): try encode(integer, forKey: key)
      case .double(let double): try encode(double, forKey: key)
      case .decimal(let decimal): try encode(decimal, forKey: key)
      }
    case .array, .object: try encode(tree, forKey: key)
    }
  }
}

extension UnkeyedEncodingContainer {
  fileprivate mutating func encode(tree: JSONValue) throws {
    switch tree {
    case .null: try encodeNil()
    case .bool(let bool): try encode(bool)
    case .string(let string): try encode(string)
    case .number(let number):
      switch try number.form(at: codingPath + [AnyCodingKey(index: count)]) {
      case .int(let integer): try encode(integer)
      case .uint(let integer): try encode(integer)
      case .double(let double): try encode(double)
      case .decimal(let decimal): try encode(decimal)
      }
    case .array, .object: try encode(tree)
    }
  }
}

extension String {
  /// Whether a coder whose scalars are all text, such as one for YAML or for forms, may read this as a number, in any
  /// notation, or as a Boolean.
  fileprivate var mayBeAnotherScalar: Bool {
    guard let first = utf8.first else { return true }
    let isWord = utf8.count <= 5 && "tfynoTFYNO".utf8.contains(first)
    let beginsNumber = first.isDigit || first.isWhitespace || "+-.".utf8.contains(first)
    return isWord || beginsNumber && utf8.allSatisfy(\.isPartOfNumber)
  }
}

extension UInt8 {
  /// Whether a number can contain this byte in some notation, such as `0xFF`, `0o17`, `1_000`, `1,000`, and `12:30`.
  fileprivate var isPartOfNumber: Bool {
    isDigit || isWhitespace || "abcdefxoABCDEFXO_+-.,:".utf8.contains(self)
  }
}

extension Decodable {
  /// The value, if a ``MappingDecoder`` decodes it, whose containers know the types of this file and keep all of them.
  fileprivate static func exactly(from decoder: any Decoder) throws -> Self? {
    guard let decoder = decoder as? NodeDecoder, decoder.index != nil else { return nil }
    return try ValueContainer(decoder: decoder).decode(Self.self)
  }
}
