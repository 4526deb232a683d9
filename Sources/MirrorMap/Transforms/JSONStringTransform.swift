/// Values whose JSON stands in a string: `"{\"id\":7}"`.
///
/// ```swift
/// @Mapped("payload", transform: .stringifiedJSON()) var payload: Payload
/// @Mapped("items", transform: .stringifiedJSON([Item].self)) var items: [Item]
/// ```
///
/// If the JSON in the string is wrong, the error has the place of the string in the document. Its
/// ``MappingError/underlying`` error has the place in the JSON of the string.
public struct JSONStringTransform<Object: MappableValue>: ContextualTransform {
  /// Makes a transform.
  @inlinable
  public init() {}

  public func decode(from reader: inout JSONReader) throws -> Object {
    let position = reader.cursor
    let text = try reader.readString(expecting: "a string that holds JSON")
    let (outer, coercion) = (reader.scope, reader.coercion)
    var session = MappingSession(mapper: reader.mapper, context: reader.context)
    session.scope.issues =
      outer.isPartOfReport ? .passedOn : outer.keepsIssues ? .kept : .ignored
    session.scope.hasOptions = outer.hasOptions
    session.scope.strategy = outer.strategy
    session.leavesIssues = true
    // Not that of the mapper: a way among several is strict, and a report isn't.
    let shared = reader.sharedSession.pointee.scope
    session.scope.policy = shared.policy
    let policy = outer.policy == shared.policy ? nil : outer.policy
    defer {
      for issue in session.issues {
        reader.report(MappingError(wrapping: Self.failure(issue), at: position - reader.start))
      }
    }
    return try Self.decode(text, &session) { (inner) throws(MappingError) in
      inner.scope.transforming = outer.transforming
      // The options of the property, which a model in the string doesn't have.
      if outer.isAltered { inner.scope.alter() }
      if let policy { inner.scope.policy = policy }
      inner.coercion = coercion
      // What is read again within the text counts as read again in the document.
      let before = min(inner.rereadableCount, reader.rereadableCount)
      inner.rereadableCount = before
      defer { reader.rereadableCount -= before - inner.rereadableCount }
      return try inner.decode(Object.self)
    }
  }

  public func encode(_ value: Object, to writer: inout JSONWriter) throws {
    // The layout is that of the document; only the order of keys is more than looks. A changed string is replaced, so
    // its JSON is written whole.
    let others = EncodingOptions.layoutOptions.subtracting(.sortedKeys).union(.changesOnly)
    let options = writer.options.subtracting(others)
    let outer = writer.scope
    do {
      let text = try DocumentWriting.string(of: value, options, writer.mapper, writer.context) {
        ($1.scope.strategy, $1.scope.transforming) = (outer.strategy, outer.transforming)
        $1.scope.ordersCollections = outer.ordersCollections
        $1.scope.ordersSets = outer.ordersSets
        try $0.encode(to: &$1)
      }
      writer.writeString(text)
    } catch {
      throw Self.failure(error, MappingError(.notEncodable, expected: "JSON in a string"))
    }
  }

  public func decode(_ json: String, in context: MappingContext) throws -> Object {
    var session = MappingSession(mapper: .default, context: context)
    return try Self.decode(json, &session) { (reader) throws(MappingError) in
      try reader.decode(Object.self)
    }
  }

  private static func decode(
    _ text: String, _ session: inout MappingSession,
    _ body: (inout JSONReader) throws(MappingError) -> Object
  ) throws -> Object {
    do {
      return try text.withBytes { bytes in
        try DocumentReading.read(
          bytes, at: nil, &session, ifAbsent: Object.noneValue, Object.collectModels, body)
      }
    } catch {
      throw failure(error)
    }
  }

  public func encode(_ object: Object, in context: MappingContext) throws -> String {
    try DocumentWriting.string(of: object, [], .default, context)
  }

  public var _access: _ValueAccess { .passing(Object.self, for: Self.self) }

  private static func failure(
    _ cause: any Error,
    _ error: MappingError = MappingError(
      expected: "\(typeName(of: Object.self)) as JSON in a string")
  ) -> MappingError {
    // A wrong declaration is wrong wherever it is met.
    if let cause = cause as? MappingError, cause.code == .declaration { return cause }
    var failure = error
    failure.details.underlying = cause
    return failure
  }

  public var shape: ValueShape { .document(.value(Object.self)) }
}

extension ValueCoding {
  /// Models whose JSON stands in a string; in a container of models each in a string of its own.
  @inlinable
  public static func stringifiedJSON<Object: Mappable>() -> JSONStringTransform<Object>
  where Self == JSONStringTransform<Object> {
    JSONStringTransform()
  }

  /// Values of any type whose JSON stands in a string: `.stringifiedJSON([Item].self)` for a string
  /// that holds an array.
  ///
  /// - Parameter type: what the string holds.
  @inlinable
  public static func stringifiedJSON<Object>(
    _ type: Object.Type
  ) -> JSONStringTransform<Object> where Self == JSONStringTransform<Object> {
    JSONStringTransform()
  }
}
