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
    guard outer.intersection(own).isEmpty, let coding = mapper.transform(for: type) else {
      return nil
    }
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
    guard outer.intersection(own).isEmpty, let coding = mapper.transform(for: Value.self) else {
      return false
    }
    scope.transforming = outer.union(own)
    defer { scope.transforming = outer }
    try encode(value, with: coding)
    return true
  }
}
