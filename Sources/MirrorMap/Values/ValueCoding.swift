/// A type that reads and writes values of another type.
///
/// Most of the time, adopt ``Transform`` instead. Adopt this protocol if the conversion needs the reader
/// and writer themselves, because the JSON isn't of one type.
public protocol ValueCoding<Value>: Sendable {
  /// The type of the values.
  associatedtype Value

  /// Reads one value.
  ///
  /// - Throws: Any error. The caller receives it as a ``MappingError`` with the path of the value; an error
  ///   of another type is its ``MappingError/underlying`` error.
  func decode(from reader: inout JSONReader) throws -> Value

  /// Writes one value.
  ///
  /// - Throws: Any error. The caller receives it as a ``MappingError`` with the path of the value; an error
  ///   of another type is its ``MappingError/underlying`` error.
  func encode(_ value: Value, to writer: inout JSONWriter) throws

  /// Updates a value from JSON. By default, a new value is decoded and replaces it; an object of a merge patch is
  /// applied to the value's JSON before.
  ///
  /// - Throws: Any error. The caller receives it as a ``MappingError`` with the path of the value; an error
  ///   of another type is its ``MappingError/underlying`` error.
  func update(_ value: inout Value, from reader: inout JSONReader) throws

  /// Whether ``decode(from:)`` accepts `null`.
  ///
  /// The default is false: `null` is an error, or a property keeps its default value.
  var acceptsNull: Bool { get }

  /// Whether a value means that there is no value, as nil does. The default is false.
  func isNone(_ value: Value) -> Bool

  /// The form of the values in JSON, for schemas. The default is
  /// ``ValueShape/anything(containing:)``.
  var shape: ValueShape { get }

  /// What only the library implements; you neither implement nor call it.
  var _access: _ValueAccess { get }
}

extension ValueCoding {
  @inlinable
  public func update(_ value: inout Value, from reader: inout JSONReader) throws {
    value =
      try reader.isAtPatchObject
      ? reader.decodePatched(value, with: self) : decode(from: &reader)
    reader.didReplace(Self.self)
  }

  @inlinable
  public var acceptsNull: Bool { false }

  @inlinable
  public func isNone(_ value: Value) -> Bool { false }

  public var shape: ValueShape { .anything() }

  public var _access: _ValueAccess {
    _ValueAccess(Self.self, .collected { $0.insertModels(of: shape) })
  }
}

/// The coding of a value that reads and writes itself.
// The type itself requires nothing of its argument: for `ValueItself<Int>` the runtime would search all
// conformances of the program.
@frozen
@usableFromInline
struct ValueItself<Value>: Sendable {
  @inlinable
  init() {}
}

extension ValueItself: ValueCoding where Value: MappableValue {
  @inlinable
  var acceptsNull: Bool { Value.acceptsNull }

  @inlinable
  func isNone(_ value: Value) -> Bool { value.isNone }

  @inlinable
  func decode(from reader: inout JSONReader) throws -> Value {
    try Value.decode(from: &reader)
  }

  @inlinable @inline(__always)
  func encode(_ value: Value, to writer: inout JSONWriter) throws {
    try value.encode(to: &writer)
  }

  @inlinable
  func update(_ value: inout Value, from reader: inout JSONReader) throws {
    if let other = try reader.readOtherInstance(than: value) {
      value = other
    } else {
      try value.update(from: &reader)
    }
  }

  @usableFromInline
  var shape: ValueShape { .value(Value.self) }

  @usableFromInline
  var _access: _ValueAccess { .passing(Value.self, for: Self.self) }
}

// MARK: - With a coding instead of a value's own

extension JSONReader {
  /// Reads the next value with a coding.
  @inlinable @inline(__always)
  public mutating func decode<Coding: ValueCoding>(
    with coding: Coding
  ) throws(MappingError) -> Coding.Value {
    try decode(size: MemoryLayout<Coding.Value>.size) { try coding.decode(from: &$0) }
  }

  /// Updates a value from the next one, with a coding.
  @inlinable
  public mutating func update<Coding: ValueCoding>(
    _ value: inout Coding.Value, with coding: Coding
  ) throws(MappingError) {
    try decode(size: MemoryLayout<Coding.Value>.size) { try coding.update(&value, from: &$0) }
  }

  /// Reads the next value by code of its type.
  ///
  /// - Parameter size: the value's size, in bytes.
  @inlinable @inline(__always)
  mutating func decode<R>(
    size: Int, _ body: (inout JSONReader) throws -> R
  ) throws(MappingError) -> R {
    let start = try beginValue()
    if size > 1024 { try checkStack(for: size) }
    do {
      let result = try body(&self)
      try endValue(start)
      return result
    } catch {
      throw abandonValue(start, error)
    }
  }
}

extension JSONWriter {
  /// Writes a value with a coding.
  @inlinable
  public mutating func encode<Coding: ValueCoding>(
    _ value: Coding.Value, with coding: Coding
  ) throws(MappingError) {
    try encode(calling: { try coding.encode(value, to: &$0) })
  }

  /// Writes a value by code of its type.
  @inlinable @inline(__always)
  mutating func encode(
    calling encode: (inout JSONWriter) throws -> Void
  ) throws(MappingError) {
    let start = try beginValue()
    do {
      try encode(&self)
      try endValue(start)
    } catch {
      throw abandonValue(start, error)
    }
  }
}
