/// nil is `null`; everything else is the wrapped value. Optionals of optionals become nil outermost.
extension Optional: _NoneRepresentable {
  /// A value that is nil.
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
  public static var acceptsNull: Bool { true }

  @inlinable
  public var isNone: Bool { self?.isNone ?? true }

  @inlinable
  public mutating func update(from reader: inout JSONReader) throws {
    try updateItems(from: &reader, with: ValueItself())
  }

  @inlinable
  public static var _access: _ValueAccess {
    let wrapped = Wrapped._access
    guard wrapped.type == Wrapped.self else { return wrapped }
    let form: _ValueAccess.Form = wrapped.form == .array ? .wrappedArray : .other
    guard let property = wrapped.property, let initialize = wrapped.initialize else {
      return _ValueAccess(Self.self, wrapped.models, form: form)
    }
    return _ValueAccess(
      Self.self, wrapped.models, property: { propertyAccess(property().type, initialize) },
      form: form)
  }
}

extension Optional: MappableContainer {
  public typealias Item = Wrapped

  @inlinable
  public static func decodeItems<Coding: ValueCoding<Wrapped>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws(MappingError) -> Wrapped? {
    if reader.nextIsNull {
      try reader.readNull()
      return nil
    }
    guard reader.isStrict else { return try decodeLeniently(from: &reader, with: coding) }
    return try reader.decode(with: coding)
  }

  /// Reads what may be replaced by nil if it cannot be read.
  ///
  /// - Parameter isNew: Whether an update finds no value.
  @inlinable
  @inline(never)
  static func decodeLeniently<Coding: ValueCoding<Wrapped>>(
    from reader: inout JSONReader, with coding: Coding, isNew: Bool = false
  ) throws(MappingError) -> Wrapped? {
    let isProperty = reader.isOptionalProperty()
    do throws(MappingError) {
      return try isNew ? reader.decodeNew(with: coding) : reader.decode(with: coding)
    } catch {
      if isProperty { throw error }
      try reader.replaceByNil(after: error)
      return nil
    }
  }

  @inlinable
  public mutating func updateItems<Coding: ValueCoding<Wrapped>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws {
    guard self != nil, !reader.nextIsNull else {
      if reader.isMergePatch, !reader.nextIsNull {
        self =
          try reader.isStrict
          ? reader.decodeNew(with: coding)
          : Self.decodeLeniently(from: &reader, with: coding, isNew: true)
      } else {
        self = try Self.decodeItems(from: &reader, with: coding)
      }
      return
    }
    let isProperty = !reader.isStrict && reader.isOptionalProperty()
    let old = reader.isStrict ? nil : self
    do throws(MappingError) {
      try reader.update(&self!, with: coding)
      if Coding.self == ValueItself<Wrapped>.self {
        reader.didReplace(Self.self, ifReplacing: Wrapped.self)
      } else {
        reader.didReplace(Lifted<Self, Coding>.self, ifReplacing: Coding.self)
      }
    } catch {
      if isProperty { throw error }
      try reader.replaceByNil(after: error)
      self = old
    }
  }

  @inlinable
  public func encodeItems<Coding: ValueCoding<Wrapped>>(
    to writer: inout JSONWriter, with coding: Coding
  ) throws(MappingError) {
    guard let wrapped = self else { return writer.encodeNull() }
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
