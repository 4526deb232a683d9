/// Reading values into existing ones.
extension JSONReader {
  /// Reads a value where an update finds none.
  @usableFromInline
  mutating func decodeNew<Coding: ValueCoding>(
    with coding: Coding
  ) throws(MappingError) -> Coding.Value {
    guard isMergePatch, nextKind == .object,
      var value = (Coding.Value.self as? any PatchTarget.Type)?.empty as? Coding.Value
    else { return try decode(with: coding) }
    try update(&value, with: coding)
    return value
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
      let existing = try existingInstance(of: provider), existing is Value,
      !(Value.self is AnyClass && (existing as AnyObject) === (value as AnyObject))
    else { return nil }
    return try updated(existing) as? Value
  }

  /// Asks a type for an existing instance that the object at the cursor belongs to.
  mutating func existingInstance<Model: ModelProviding>(
    of type: Model.Type
  ) throws(MappingError) -> (any Mappable)? {
    try callingUser(of: type) { (reader) throws(any Error) in
      try reader.withView { try type.instance(for: $0, in: reader.context) }
    }
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

  /// Calls code of a model's type, with errors that name the model.
  mutating func callingUser<R>(
    of type: Any.Type, _ body: (borrowing JSONReader) throws -> R
  ) throws(MappingError) -> R {
    do {
      return try body(self)
    } catch {
      throw wrap(error, at: cursor).named(typeName(of: type))
    }
  }
}

/// A value that a merge patch can create: then `null` inside of it removes nothing, as the RFC says, and is not a
/// value.
private protocol PatchTarget {
  static var empty: Self { get }
}

extension JSONValue: PatchTarget {
  fileprivate static var empty: JSONValue { .null }
}

extension JSONObject: PatchTarget {
  fileprivate static var empty: JSONObject { JSONObject() }
}

extension Dictionary: PatchTarget {
  fileprivate static var empty: [Key: Value] { [:] }
}
