/// Reading values into existing ones.
extension JSONReader {
  /// Reads a value where an update finds none.
  @usableFromInline
  mutating func decodeNew<Coding: ValueCoding>(
    with coding: Coding
  ) throws(MappingError) -> Coding.Value {
    guard isMergePatch, nextKind == .object else { return try decode(with: coding) }
    if var value = (Coding.Value.self as? any PatchTarget.Type)?.init() as? Coding.Value {
      try update(&value, with: coding)
      return value
    }
    guard Coding.Value.self is any Mappable.Type else { return try decode(with: coding) }
    let outer = scope
    defer { scope = outer }
    scope.isNewInPatch = true
    scope.alter()
    return try decode(with: coding)
  }

  /// Reads an object that updates a value inside of another one: if it belongs to an instance that its
  /// type has already, into that one.
  ///
  /// - Returns: nil if the object belongs to the value itself, or to no existing instance; nothing has been
  ///   read then.
  @inline(never)
  @usableFromInline
  mutating func readOtherInstance<Value>(than value: Value) throws(MappingError) -> Value? {
    guard let provider = Value.self as? any ModelProviding.Type, current == .openBrace,
      let existing = try callingUser(of: provider, { try provider.instance(for: $0, in: $1) }),
      existing is Value,
      !(Value.self is AnyClass && (existing as AnyObject) === (value as AnyObject))
    else { return nil }
    return try updated(existing) as? Value
  }

  /// Reads the object at the cursor into a model.
  mutating func updated<Model: Mappable>(_ model: Model) throws(MappingError) -> Model {
    var model = model
    let position = cursor
    do {
      try handOut { try model.update(from: &$0) }
    } catch {
      throw wrap(error, at: position)
    }
    return model
  }

  /// Shows the object at the cursor to code of a model's type, with errors that name the model.
  ///
  /// - Parameter keys: as for ``withView(uniqueKeys:_:)``.
  mutating func callingUser<R>(
    of type: Any.Type, uniqueKeys keys: KeyTable? = nil,
    _ body: (JSONView, MappingContext) throws -> R
  ) throws(MappingError) -> R {
    do {
      return try withView(uniqueKeys: keys, body)
    } catch {
      throw wrap(error, at: cursor).named(typeName(of: type))
    }
  }
}

/// A value that a merge patch can create: then `null` inside of it removes nothing, as the RFC says, and is not a
/// value.
private protocol PatchTarget {
  init()
}

extension JSONValue: PatchTarget {
  fileprivate init() { self = .null }
}

extension JSONObject: PatchTarget {}

extension Dictionary: PatchTarget {}
