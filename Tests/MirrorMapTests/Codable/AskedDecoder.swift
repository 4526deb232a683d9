import Foundation
import MirrorMap

/// A decoder of another library for a tree, which notes what it's asked for.
///
/// It has no nested containers and no decoders of superclasses, as some that are in use.
struct AskedDecoder: Decoder {
  /// What decoders with the same log were asked for.
  final class Log {
    /// The types that a value wasn't of, such as `name: Int64`.
    var failures: [String] = []
    /// The keys whose values were decoded.
    var keys: Set<String> = []
  }

  enum Behavior {
    case usual
    /// All scalars are text, as in YAML or forms.
    case textOnly
    /// An array goes on to the next element after a failure.
    case goingOn
  }

  let value: JSONValue
  var codingPath: [any CodingKey] = []
  var behavior = Behavior.usual
  var log = Log()
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let object) = value else { throw mismatch(JSONObject.self) }
    return KeyedDecodingContainer(Keyed(object: object, decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([JSONValue].self) }
    return Unkeyed(elements: elements, decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

  fileprivate func inside(_ value: JSONValue, _ key: any CodingKey) -> AskedDecoder {
    AskedDecoder(value: value, codingPath: codingPath + [key], behavior: behavior, log: log)
  }

  fileprivate func mismatch(_ type: Any.Type) -> DecodingError {
    log.failures.append("\(codingPath.map(\.stringValue).joined(separator: ".")): \(type)")
    return .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "another type"))
  }

  fileprivate var unsupported: DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: "not supported"))
  }

  fileprivate func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let text = value.string, behavior == .textOnly {
      let scalar: Any? =
        switch type {
        case is Bool.Type: Bool(text)
        case is Double.Type: Double(text)
        case is Int64.Type: Int64(text)
        case is String.Type: text
        default: nil
        }
      if let scalar = scalar as? Value { return scalar }
    }
    let scalar: Any? =
      switch (type, value) {
      case (is Bool.Type, .bool(let bool)): bool
      case (is String.Type, .string(let string)): string
      case (is Double.Type, .number(let number)): number.double
      case (is Int64.Type, .number(let number)): number.exactly(Int64.self)
      case (is UInt64.Type, .number(let number)): number.exactly(UInt64.self)
      case (is Decimal.Type, .number(let number)): number.decimal
      default: nil
      }
    if let scalar = scalar as? Value { return scalar }
    switch type {
    case is Bool.Type, is String.Type, is Double.Type, is Int64.Type, is UInt64.Type,
      is Decimal.Type:
      throw mismatch(type)
    default: return try Value(from: self)
    }
  }

  // MARK: Containers

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let object: JSONObject
    let decoder: AskedDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { object.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }
    func decodeNil(forKey key: Key) -> Bool { object[key.stringValue] == .null }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      guard let value = object[key.stringValue] else {
        throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: ""))
      }
      decoder.log.keys.insert(key.stringValue)
      return try decoder.inside(value, key).decode(type)
    }
    func nestedContainer<NestedKey>(
      keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
      throw decoder.unsupported
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw decoder.unsupported
    }
    func superDecoder() throws -> any Decoder { throw decoder.unsupported }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw decoder.unsupported }
  }

  private struct Unkeyed: UnkeyedDecodingContainer {
    let elements: [JSONValue]
    let decoder: AskedDecoder
    var currentIndex = 0

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() -> Bool {
      guard elements[currentIndex] == .null else { return false }
      currentIndex += 1
      return true
    }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      let key = CodableAnyKey(stringValue: "\(currentIndex)")
      let element = decoder.inside(elements[currentIndex], key)
      if decoder.behavior == .goingOn { currentIndex += 1 }
      let value = try element.decode(type)
      if decoder.behavior != .goingOn { currentIndex += 1 }
      return value
    }
    func nestedContainer<NestedKey>(
      keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
      throw decoder.unsupported
    }
    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      throw decoder.unsupported
    }
    func superDecoder() throws -> any Decoder { throw decoder.unsupported }
  }

  private struct Single: SingleValueDecodingContainer {
    let decoder: AskedDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }
    func decodeNil() -> Bool { decoder.value == .null }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
  }
}
