/// Any value, decoded by trying one type after the other, as unions of `Codable` types do.
enum AnyCodable: Codable, Equatable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([AnyCodable])
  case object([String: AnyCodable])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .int(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([AnyCodable].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: AnyCodable].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

/// Any value once more, through containers alone; an object's keys are all that it has, in order.
struct Walked: Codable, Equatable {
  enum Part: Equatable {
    case null
    case text(String)
    case elements([Walked])
    case members([Key], [Walked])
  }

  struct Key: CodingKey, Equatable {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  var part: Part

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      let keys = container.allKeys.sorted { $0.stringValue < $1.stringValue }
      part = .members(keys, try keys.map { try container.decode(Walked.self, forKey: $0) })
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [Walked] = []
      while !container.isAtEnd {
        let isNested = elements.count % 2 == 1
        elements.append(
          isNested ? try Walked(from: container.superDecoder()) : try container.decode(Walked.self))
      }
      part = .elements(elements)
    } else {
      let container = try decoder.singleValueContainer()
      part = container.decodeNil() ? .null : .text(try Walked.text(container))
    }
  }

  private static func text(_ container: any SingleValueDecodingContainer) throws -> String {
    if let value = try? container.decode(UInt8.self) { return "\(value)" }
    if let value = try? container.decode(Int128.self) { return "\(value)" }
    if let value = try? container.decode(Float.self) { return "\(value)" }
    if let value = try? container.decode(Bool.self) { return "\(value)" }
    return try container.decode(String.self)
  }

  /// Fills nested containers, and the values of superclasses after all others.
  func encode(to encoder: any Encoder) throws {
    switch part {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .text(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .elements(let elements):
      var container = encoder.unkeyedContainer()
      var later: [(any Encoder, Walked)] = []
      for (index, element) in elements.enumerated() {
        // Foundation puts a second one that is filled late in the wrong place.
        if index == 1 {
          later.append((container.superEncoder(), element))
        } else {
          try container.encode(element)
        }
      }
      for (encoder, element) in later.reversed() { try element.encode(to: encoder) }
    case .members(let keys, let values):
      var container = encoder.container(keyedBy: Key.self)
      var later: [(any Encoder, Walked)] = []
      for (index, (key, value)) in zip(keys, values).enumerated() {
        if index % 3 == 1 {
          later.append((container.superEncoder(forKey: key), value))
        } else {
          try container.encode(value, forKey: key)
        }
      }
      for (encoder, value) in later.reversed() { try value.encode(to: encoder) }
    }
  }
}
