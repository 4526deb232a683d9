import Foundation
import MirrorMap
import Testing

/// Trees from coders whose scalars are all text, such as those for forms, XML, and YAML.
struct TextScalarsTests {
  @Test(arguments: [
    ("true", JSONValue.bool(true)), ("no", false), ("0", 0), ("1", 1), ("-12.50", -12.5),
    (" 7 ", 7), ("9007199254740993", 9_007_199_254_740_993),
    ("18446744073709551615", .number(JSONNumber(UInt64.max))), ("1e3", 1000),
    ("0.1234567890123456789", .number(JSONNumber(text: "0.1234567890123456789") ?? 0)),
    ("0x1F40", 8000), ("-0o17", -15), ("0b1", 1),
    ("", ""), ("none", "none"), ("1.2.3", "1.2.3"), ("12 rooms", "12 rooms"), ("nan", "nan"),
    ("-inf", "-inf"), ("trueish", "trueish"), ("2026-11-30", "2026-11-30"),
    ("0beef", "0beef"), ("2026-11-30T12:30:45Z", "2026-11-30T12:30:45Z"),
  ])
  func textsHaveTheTypesThatTheCoderReads(_ text: String, _ expected: JSONValue) throws {
    #expect(try JSONValue(from: TextDecoder(text: text)) == expected)
    if case .number(let number) = expected {
      #expect(try JSONNumber(from: TextDecoder(text: text)) == number)
    } else {
      #expect(throws: DecodingError.self) { try JSONNumber(from: TextDecoder(text: text)) }
    }
  }
}

/// A coder of one scalar.
private struct TextDecoder: Decoder, SingleValueDecodingContainer {
  let text: String

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  private var mismatch: DecodingError {
    .typeMismatch(Any.self, .init(codingPath: [], debugDescription: "'\(text)' is another type"))
  }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw mismatch
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw mismatch }
  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  private func parse<Value: LosslessStringConvertible>() throws -> Value {
    guard let value = Value(text.trimmingCharacters(in: .whitespaces)) else { throw mismatch }
    return value
  }

  func decodeNil() -> Bool { false }
  func decode(_ type: Bool.Type) throws -> Bool {
    switch text {
    case "true", "yes": return true
    case "false", "no": return false
    default: throw mismatch
    }
  }
  func decode(_ type: String.Type) -> String { text }
  func decode(_ type: Double.Type) throws -> Double { try parse() }
  func decode(_ type: Float.Type) throws -> Float { try parse() }
  func decode(_ type: Int.Type) throws -> Int { try parse() }
  func decode(_ type: Int8.Type) throws -> Int8 { try parse() }
  func decode(_ type: Int16.Type) throws -> Int16 { try parse() }
  func decode(_ type: Int32.Type) throws -> Int32 { try parse() }
  func decode(_ type: Int64.Type) throws -> Int64 {
    let digits = text.replacing("-", with: "")
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where digits.hasPrefix(prefix) {
      guard let value = Int64(digits.dropFirst(2), radix: radix) else { throw mismatch }
      return text.hasPrefix("-") ? -value : value
    }
    return try parse()
  }
  func decode(_ type: UInt.Type) throws -> UInt { try parse() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try parse() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try parse() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try parse() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try parse() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard type == Decimal.self, Double(text)?.isFinite == true, let decimal = Decimal(string: text),
      let value = decimal as? Value
    else { throw mismatch }
    return value
  }
}
