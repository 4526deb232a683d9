// Optional scalars. The standard library has implementations of its own, which look for a key three times, and others
// for integers of 128 bits, which find no value; the generic methods don't take their places.

extension ObjectContainer {
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(type, key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(type, key) }

  func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? { try ifPresent(key) }
  func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? { try ifPresent(key) }
  func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? { try ifPresent(key) }
  func decodeIfPresent(_: Float.Type, forKey key: Key) throws -> Float? { try ifPresent(key) }
  func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? { try ifPresent(key) }
  func decodeIfPresent(_: Int8.Type, forKey key: Key) throws -> Int8? { try ifPresent(key) }
  func decodeIfPresent(_: Int16.Type, forKey key: Key) throws -> Int16? { try ifPresent(key) }
  func decodeIfPresent(_: Int32.Type, forKey key: Key) throws -> Int32? { try ifPresent(key) }
  func decodeIfPresent(_: Int64.Type, forKey key: Key) throws -> Int64? { try ifPresent(key) }
  func decodeIfPresent(_: Int128.Type, forKey key: Key) throws -> Int128? { try ifPresent(key) }
  func decodeIfPresent(_: UInt.Type, forKey key: Key) throws -> UInt? { try ifPresent(key) }
  func decodeIfPresent(_: UInt8.Type, forKey key: Key) throws -> UInt8? { try ifPresent(key) }
  func decodeIfPresent(_: UInt16.Type, forKey key: Key) throws -> UInt16? { try ifPresent(key) }
  func decodeIfPresent(_: UInt32.Type, forKey key: Key) throws -> UInt32? { try ifPresent(key) }
  func decodeIfPresent(_: UInt64.Type, forKey key: Key) throws -> UInt64? { try ifPresent(key) }
  func decodeIfPresent(_: UInt128.Type, forKey key: Key) throws -> UInt128? { try ifPresent(key) }
}

extension ArrayContainer {
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }

  mutating func decodeIfPresent(_: Bool.Type) throws -> Bool? { try ifPresent() }
  mutating func decodeIfPresent(_: String.Type) throws -> String? { try ifPresent() }
  mutating func decodeIfPresent(_: Double.Type) throws -> Double? { try ifPresent() }
  mutating func decodeIfPresent(_: Float.Type) throws -> Float? { try ifPresent() }
  mutating func decodeIfPresent(_: Int.Type) throws -> Int? { try ifPresent() }
  mutating func decodeIfPresent(_: Int8.Type) throws -> Int8? { try ifPresent() }
  mutating func decodeIfPresent(_: Int16.Type) throws -> Int16? { try ifPresent() }
  mutating func decodeIfPresent(_: Int32.Type) throws -> Int32? { try ifPresent() }
  mutating func decodeIfPresent(_: Int64.Type) throws -> Int64? { try ifPresent() }
  mutating func decodeIfPresent(_: Int128.Type) throws -> Int128? { try ifPresent() }
  mutating func decodeIfPresent(_: UInt.Type) throws -> UInt? { try ifPresent() }
  mutating func decodeIfPresent(_: UInt8.Type) throws -> UInt8? { try ifPresent() }
  mutating func decodeIfPresent(_: UInt16.Type) throws -> UInt16? { try ifPresent() }
  mutating func decodeIfPresent(_: UInt32.Type) throws -> UInt32? { try ifPresent() }
  mutating func decodeIfPresent(_: UInt64.Type) throws -> UInt64? { try ifPresent() }
  mutating func decodeIfPresent(_: UInt128.Type) throws -> UInt128? { try ifPresent() }
}

extension ValueContainer {
  func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }
}
