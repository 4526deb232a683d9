import EssentialFoundation

extension Mapper {
  /// Sets the transform of all `Date` values that have none of their own.
  ///
  /// ```swift
  /// var mapper = Mapper()
  /// mapper.setTransform(.unixSeconds)       // dates
  /// mapper.setTransform(.decimalText)       // decimal numbers
  /// ```
  ///
  /// - Parameter transform: A transform or another coding. It also applies to the elements of
  ///   containers.
  public mutating func setTransform(_ transform: some ValueCoding<Date>) { store(transform) }

  /// Sets the transform of all `Data` values that have none of their own.
  public mutating func setTransform(_ transform: some ValueCoding<Data>) { store(transform) }

  /// Sets the transform of all `URL` values that have none of their own.
  public mutating func setTransform(_ transform: some ValueCoding<URL>) { store(transform) }

  /// Sets the transform of all `UUID` values that have none of their own.
  public mutating func setTransform(_ transform: some ValueCoding<UUID>) { store(transform) }

  /// Sets the transform of all `Decimal` values that have none of their own.
  public mutating func setTransform(_ transform: some ValueCoding<Decimal>) { store(transform) }

  private mutating func store<Coding: ValueCoding>(_ transform: Coding) {
    self[transformFor: ObjectIdentifier(Coding.Value.self)] = transform
  }

  /// The transform for all values of a type.
  func transform<Value>(for type: Value.Type) -> (any ValueCoding<Value>)? {
    self[transformFor: ObjectIdentifier(type)] as? any ValueCoding<Value>
  }
}

/// Some of the types that a mapper can have transforms for.
@frozen @usableFromInline
struct TransformedTypes: OptionSet {
  @usableFromInline let rawValue: UInt8

  @inlinable
  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The type, if it is such a one.
  init<Value>(_ type: Value.Type) {
    rawValue =
      if type == Date.self { 1 } else if type == Decimal.self { 2 } else if type == URL.self {
        4
      } else if type == UUID.self { 8 } else if type == Data.self { 16 } else { 0 }
  }
}

extension JSONReader {
  /// Reads a value with the mapper's transform for its type.
  ///
  /// - Returns: nil if there is none; then nothing has been read.
  @inline(__always)
  mutating func readTransformed<Value: MappableValue>(
    _ type: Value.Type
  ) throws(MappingError) -> Value? {
    guard sharedSession.pointee.hasTransforms else { return nil }
    return try readWithTransform(type)
  }

  @inline(never)
  private mutating func readWithTransform<Value: MappableValue>(
    _ type: Value.Type
  ) throws(MappingError) -> Value? {
    // A transform can itself read a value of its type, which then has the default form.
    let outer = scope.transforming
    let own = TransformedTypes(type)
    guard outer.isDisjoint(with: own), let coding = mapper.transform(for: type) else { return nil }
    scope.transforming = outer.union(own)
    defer { scope.transforming = outer }
    return try decode(with: coding)
  }
}

extension JSONWriter {
  /// Writes a value with the mapper's transform for its type.
  ///
  /// - Returns: false if there is none; then nothing has been written.
  @inline(__always)
  mutating func writeTransformed<Value: MappableValue>(
    _ value: Value
  ) throws(MappingError) -> Bool {
    guard sharedSession.pointee.hasTransforms else { return false }
    return try writeWithTransform(value)
  }

  @inline(never)
  private mutating func writeWithTransform<Value: MappableValue>(
    _ value: Value
  ) throws(MappingError) -> Bool {
    let outer = scope.transforming
    let own = TransformedTypes(Value.self)
    guard outer.isDisjoint(with: own), let coding = mapper.transform(for: Value.self) else {
      return false
    }
    scope.transforming = outer.union(own)
    defer { scope.transforming = outer }
    try encode(value, with: coding)
    return true
  }
}
