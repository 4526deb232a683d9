/// A type that can be the key of a mapped dictionary: strings, integers, and raw representable types
/// made of these.
public protocol MappableKey: Hashable {
  /// Makes a key of an object's key, or nil if it stands for none.
  init?(jsonKey: String)

  /// The object's key.
  var jsonKey: String { get }
}

extension String: MappableKey {
  @inlinable
  public init?(jsonKey: String) { self = jsonKey }

  @inlinable
  public var jsonKey: String { self }
}

extension FixedWidthInteger where Self: MappableKey {
  /// Reads a decimal integer as it is written; `"007"` and `"+7"` are not the key 7.
  @inlinable
  public init?(jsonKey: String) {
    guard let value = Self(jsonKey), String(value) == jsonKey else { return nil }
    self = value
  }

  @inlinable
  public var jsonKey: String { String(self) }
}

extension Int: MappableKey {}
extension Int8: MappableKey {}
extension Int16: MappableKey {}
extension Int32: MappableKey {}
extension Int64: MappableKey {}
extension Int128: MappableKey {}
extension UInt: MappableKey {}
extension UInt8: MappableKey {}
extension UInt16: MappableKey {}
extension UInt32: MappableKey {}
extension UInt64: MappableKey {}
extension UInt128: MappableKey {}

extension MappableKey where Self: RawRepresentable, RawValue: MappableKey {
  @inlinable
  public init?(jsonKey: String) {
    guard let raw = RawValue(jsonKey: jsonKey) else { return nil }
    self.init(rawValue: raw)
  }

  @inlinable
  public var jsonKey: String { rawValue.jsonKey }
}

// MARK: - Dictionaries

extension Dictionary: NoneRepresentable {}

extension Dictionary: MappableValue where Key: MappableKey, Value: MappableValue {
  @inlinable
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> [Key: Value] {
    try decodeItems(from: &reader, with: ValueItself())
  }

  @inlinable
  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    try encodeItems(to: &writer, with: ValueItself())
  }

  @inlinable
  public static func collectModels(into models: inout ReachableModels) {
    Value.collectModels(into: &models)
  }
}

extension Dictionary: MappableContainer where Key: MappableKey {
  public typealias Item = Value

  @inlinable
  public static func decodeItems<Coding: ValueCoding<Value>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws(MappingError) -> [Key: Value] {
    guard try reader.beginObject() else { return [:] }
    var members: [Key: Value] = [:]
    let firstCounts = reader.mapper.duplicateKeys == .first
    repeat {
      let position = reader.cursor
      let text = try reader.readKey()
      guard let key = Key(jsonKey: text) else {
        throw reader.failure(
          .invalidValue, at: position, expected: "a key of type \(Key.self)", found: "another one")
      }
      if firstCounts, members.index(forKey: key) != nil {
        try reader.skipValue()
        continue
      }
      let value = try reader.decode(with: coding)
      if members.updateValue(value, forKey: key) != nil {
        _ = try reader.replacesDuplicate(at: position)
      }
    } while try reader.nextMember()
    return members
  }

  @inlinable
  public func encodeItems<Coding: ValueCoding<Value>>(
    to writer: inout JSONWriter, with coding: Coding
  ) throws(MappingError) {
    _ = try writer.beginValue()
    writer.writeByte(.openBrace)
    for (key, value) in self {
      writer.writeKey(key.jsonKey)
      try writer.encode(value, with: coding)
    }
    writer.writeByte(.closeBrace)
  }
}
