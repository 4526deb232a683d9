import MirrorMap

/// Documents that coders decode or skip. The frames begin with four bytes that rule out UTF-16 and
/// UTF-32, whatever text follows.
extension WayOfReading {
  static let coders = [
    coder("decoded", "[1, ?]", [Walked].self),
    coder("tried as one type after the other", "[1, ?]", [Tried].self),
    coder("ignored element", "[1, ?, 2]", Empty.self),
    coder("ignored member", #"{"a":?,"held":0}"#, HeldInt.self),
    coder("member of an ignored object", #"{"a":{"b":[?]},"held":0}"#, HeldInt.self),
    coder("first of equal keys", #"{"held":0,"held":?}"#, HeldInt.self),
    coder("at a path", #"{"ignored":[?],"a":[{"held":0}]}"#, HeldInt.self, at: "a.0"),
    coder("passed through", #"{"a":?}"#, [String: JSONValue].self),
  ]

  private static func coder<T: Decodable & SendableMetatype>(
    _ name: String, _ frame: String, _ type: T.Type, at path: String? = nil
  ) -> WayOfReading {
    WayOfReading("coder: \(name)", frame) { bytes in
      do {
        if let path {
          _ = try MappingDecoder().decode(type, from: bytes, at: path)
        } else {
          _ = try MappingDecoder().decode(type, from: bytes)
        }
      } catch DecodingError.dataCorrupted(let context) {
        throw context.underlyingError ?? DecodingError.dataCorrupted(context)
      }
    }
  }

  private struct Empty: Decodable {}

  private struct HeldInt: Decodable { var held: Int }

  /// Any value, through containers.
  private struct Walked: Decodable {
    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      if let object = try? decoder.container(keyedBy: Key.self) {
        for key in object.allKeys { _ = try object.decode(Walked.self, forKey: key) }
      } else if var array = try? decoder.unkeyedContainer() {
        while !array.isAtEnd { _ = try array.decode(Walked.self) }
      } else {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() || (try? value.decode(Bool.self)) != nil
          || (try? value.decode(String.self)) != nil
        {
          return
        }
        _ = try value.decode(JSONNumber.self)
      }
    }
  }

  /// Any value, as unions of `Decodable` types are decoded.
  private enum Tried: Decodable {
    case int, bool, text, array, object, other

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if (try? value.decode(Int.self)) != nil {
        self = .int
      } else if (try? value.decode(Bool.self)) != nil {
        self = .bool
      } else if (try? value.decode(String.self)) != nil {
        self = .text
      } else if (try? value.decode([Tried].self)) != nil {
        self = .array
      } else if (try? value.decode([String: Tried].self)) != nil {
        self = .object
      } else {
        self = .other
      }
    }
  }
}
