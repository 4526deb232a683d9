/// nil is `null`; everything else is the wrapped value. Optionals of optionals become nil outermost.
extension Optional: NoneRepresentable {
  @inlinable
  public static var noneValue: Wrapped?? { .some(nil) }
}

extension Optional: MappableValue where Wrapped: MappableValue {
  @inlinable
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> Wrapped? {
    try decodeItems(from: &reader, with: ValueItself())
  }

  @inlinable
  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    try encodeItems(to: &writer, with: ValueItself())
  }

  @inlinable
  public static func encode(
    at address: InPlaceAddress, to writer: inout JSONWriter
  ) throws {
    let written: Void? = try address.of(Self.self).withWrapped {
      try Wrapped.encode(at: InPlaceAddress($0), to: &writer)
    }
    if written == nil { writer.encodeNull() }
  }

  @inlinable
  public static var inPlaceModel: (any Mappable.Type)? { Wrapped.inPlaceModel }

  @inlinable
  public static func emptyInPlaceModel() -> Wrapped?? {
    guard let model = Wrapped.emptyInPlaceModel() else { return nil }
    return .some(.some(model))
  }

  @inlinable
  public static var acceptsNull: Bool { true }

  @inlinable
  public var isNone: Bool {
    guard let wrapped = self else { return true }
    return wrapped.isNone
  }

  @inlinable
  public mutating func update(from reader: inout JSONReader) throws {
    try updateItems(from: &reader, with: ValueItself())
  }

  @inlinable
  public static func hasChanges(_ value: Wrapped?) -> Bool {
    value.map(Wrapped.hasChanges) ?? false
  }

  @inlinable
  public static func collectModels(into models: inout ReachableModels) {
    Wrapped.collectModels(into: &models)
  }
}

extension Optional: MappableContainer {
  public typealias Item = Wrapped

  @inlinable
  public func hasChangedItems(_ coding: some ValueCoding<Wrapped>) -> Bool {
    map(coding.hasChanges) ?? false
  }

  @inlinable
  public static func decodeItems<Coding: ValueCoding<Wrapped>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws(MappingError) -> Wrapped? {
    if reader.nextIsNull {
      try reader.decodeNull()
      return nil
    }
    guard reader.isStrict else { return try decodeLeniently(from: &reader, with: coding) }
    return try reader.decode(with: coding)
  }

  /// Reads what may be replaced by nil if it cannot be read.
  @inlinable
  @inline(never)
  static func decodeLeniently<Coding: ValueCoding<Wrapped>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws(MappingError) -> Wrapped? {
    let isProperty = reader.beginOptional()
    do throws(MappingError) {
      return try reader.decode(with: coding)
    } catch {
      if isProperty { throw error }
      try reader.passOver(error)
      return nil
    }
  }

  @inlinable
  public mutating func updateItems<Coding: ValueCoding<Wrapped>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws {
    guard self != nil, !reader.nextIsNull else {
      if reader.removesNulls, reader.isStrict, !reader.nextIsNull {
        self = try reader.decodeNew(with: coding)
      } else {
        self = try Self.decodeItems(from: &reader, with: coding)
      }
      return
    }
    let old = reader.isStrict ? nil : self
    do throws(MappingError) {
      try reader.update(&self!, with: coding)
    } catch {
      try reader.passOver(error)
      self = old
    }
  }

  @inlinable
  public func encodeItems<Coding: ValueCoding<Wrapped>>(
    to writer: inout JSONWriter, with coding: Coding
  ) throws(MappingError) {
    guard let wrapped = self else {
      writer.encodeNull()
      return
    }
    try writer.encode(wrapped, with: coding)
  }

  @inlinable
  public static func acceptsNull(_ coding: some ValueCoding<Wrapped>) -> Bool { true }

  @inlinable
  public func isNone(_ coding: some ValueCoding<Wrapped>) -> Bool {
    guard let wrapped = self else { return true }
    return coding.isNone(wrapped)
  }

  public static func shape(of items: ValueShape) -> ValueShape { .optional(of: items) }
}
