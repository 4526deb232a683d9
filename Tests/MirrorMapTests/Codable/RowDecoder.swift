import Foundation
import MirrorMap
import Testing

/// A decoder of database rows, as libraries for databases have.
///
/// It has no nested containers, and a row is no single value. What is in a column of text is decoded from JSON if the
/// type requests a container: the column's decoder then throws an error of its own.
struct RowDecoder: Decoder {
  struct Row {
    var columns: [String: JSONValue] = [:]
    /// The rows of other tables that belong to this one, which aren't contained in it.
    var rows: [String: [Row]] = [:]
  }

  private struct JSONRequired: Error {}

  let row: Row
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(RowContainer(row: row))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.misuse() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Self.misuse() }

  /// Where such a library ends the process.
  private static func misuse() -> DecodingError {
    Issue.record("a row was used as something else")
    return mismatch
  }

  private static var mismatch: DecodingError {
    .typeMismatch(Any.self, .init(codingPath: [], debugDescription: "another type"))
  }

  private struct RowContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let row: Row

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] {
      (Array(row.columns.keys) + row.rows.keys).compactMap { Key(stringValue: $0) }
    }

    func contains(_ key: Key) -> Bool { row.columns[key.stringValue] != nil }
    func decodeNil(forKey key: Key) -> Bool { (row.columns[key.stringValue] ?? .null) == .null }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      if let rows = row.rows[key.stringValue] { return try Value(from: RowsDecoder(rows: rows)) }
      let column = ColumnDecoder(value: row.columns[key.stringValue] ?? .null)
      do {
        return try column.decode(type)
      } catch is JSONRequired {
        let text = column.value.string ?? ""
        return try JSONDecoder().decode(type, from: Data(text.utf8))
      }
    }

    func nestedContainer<NestedKey>(
      keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> { throw RowDecoder.misuse() }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw RowDecoder.misuse()
    }
    func superDecoder() throws -> any Decoder { throw RowDecoder.misuse() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw RowDecoder.misuse() }
  }

  private struct ColumnDecoder: Decoder, SingleValueDecodingContainer {
    let value: JSONValue
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      throw JSONRequired()
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw JSONRequired() }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { value == .null }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      let scalar: Any? =
        switch type {
        case is String.Type: value.string
        case is Int64.Type: value.number?.exactly(Int64.self)
        case is Double.Type: value.number?.double
        // There are no Booleans in a database.
        case is Bool.Type: value.number?.exactly(Int64.self).map { $0 != 0 }
        default: nil
        }
      if let scalar = scalar as? Value { return scalar }
      let isScalar =
        type is any LosslessStringConvertible.Type || type is Decimal.Type
        || type is any BinaryInteger.Type
      if isScalar { throw RowDecoder.mismatch }
      return try Value(from: self)
    }
  }

  private struct RowsDecoder: Decoder, UnkeyedDecodingContainer {
    let rows: [Row]
    var currentIndex = 0

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var count: Int? { rows.count }
    var isAtEnd: Bool { currentIndex == rows.count }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      throw RowDecoder.misuse()
    }
    func unkeyedContainer() -> any UnkeyedDecodingContainer { self }
    func singleValueContainer() throws -> any SingleValueDecodingContainer {
      throw RowDecoder.misuse()
    }

    func decodeNil() -> Bool { false }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      defer { currentIndex += 1 }
      return try Value(from: RowDecoder(row: rows[currentIndex]))
    }
    func nestedContainer<NestedKey>(
      keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> { throw RowDecoder.misuse() }
    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      throw RowDecoder.misuse()
    }
    func superDecoder() throws -> any Decoder { throw RowDecoder.misuse() }
  }
}
