import Foundation

/// Any value that an encoder or decoder of `Codable` can tell: of JSON, all of them.
///
/// Numbers pass through `Int64`, `UInt64`, `Decimal` or `Double`, whichever holds them first; so their
/// scale is lost (`1.50` comes back as `1.5`), and Foundation rounds those of more than 38 digits. The
/// order of members is the decoder's.
extension JSONValue: Codable {
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer() {
      if container.decodeNil() {
        self = .null
        return
      }
      if let bool = try? container.decode(Bool.self) {
        self = .bool(bool)
        return
      }
      if let number = try? container.decode(JSONNumber.self) {
        self = .number(number)
        return
      }
      if let string = try? container.decode(String.self) {
        self = .string(string)
        return
      }
    }
    if var container = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
      self = .array(elements)
    } else {
      self = .object(try JSONObject(from: decoder))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let object):
      try object.encode(to: encoder)
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .null, .bool, .number, .string:
      var container = encoder.singleValueContainer()
      switch self {
      case .bool(let bool): try container.encode(bool)
      case .number(let number): try container.encode(number)
      case .string(let string): try container.encode(string)
      default: try container.encodeNil()
      }
    }
  }
}

extension JSONNumber: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let integer = try? container.decode(Int64.self) {
      self.init(integer)
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
    var container = encoder.singleValueContainer()
    if let integer = exactly(Int64.self) {
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
    let container = try decoder.container(keyedBy: MemberKey.self)
    self.init()
    for key in container.allKeys {
      updateValue(try container.decode(JSONValue.self, forKey: key), forKey: key.stringValue)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberKey.self)
    for (key, value) in self { try container.encode(value, forKey: MemberKey(key)) }
  }

  /// Any key; a number is one as well, but only as text.
  private struct MemberKey: CodingKey {
    let stringValue: String
    init(_ key: String) { stringValue = key }
    init?(stringValue: String) { self.init(stringValue) }
    var intValue: Int? { nil }
    init?(intValue: Int) { self.init("\(intValue)") }
  }
}
