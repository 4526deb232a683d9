import Synchronization

/// What `@Related` declares beyond a key: which models a relation refers to, and what an import does with them.
@usableFromInline
final class Relation: Sendable {
  let target: any StoredModel.Type
  let isToMany: Bool
  @usableFromInline let policy: RelationPolicy
  /// How a to-one relation is in its column.
  let column: RelationColumn?
  /// Whether another relation leads back.
  var hasInverse: Bool { findInverse != nil }
  private let findInverse: (@Sendable () throws -> Int)?
  private let knownInverse = Atomic(-1)
  private let knownTable = Locked<AnyTable?>(nil)
  /// Whether it's a to-one relation by ids that no transform or option reads and no session asks for; false until that's
  /// known.
  private let hasPlainIDs = Atomic(false)

  @usableFromInline
  init<Value: RelationValue>(
    of type: Value.Type, _ policy: RelationPolicy, inverse: (@Sendable () throws -> Int)?,
    _ column: RelationColumn?
  ) {
    target = Value.Target.self
    isToMany = Value.isToMany
    self.policy = policy
    self.column = column
    findInverse = inverse
  }

  /// Returns a closure that finds the column of the relation that leads back.
  @usableFromInline
  static func inverse<Target: StoredModel, Back: SingleRelation>(
    _ path: any WritableKeyPath<Target, Back> & Sendable
  ) -> @Sendable () throws -> Int {
    { try ModelTable.shared.column(of: path) }
  }

  /// The table of the models that the relation refers to.
  func table() throws -> AnyTable {
    if let table = knownTable.withLock({ $0 }) { return table }
    let table = try target.table
    knownTable.withLock { $0 = table }
    let id = table.idCoder.field
    if id.usesValueItself, !id.hasReadingOptions, !isToMany, !hasInverse {
      hasPlainIDs.store(true, ordering: .relaxed)
    }
    return table
  }

  /// The column of the relation that leads back; nil if there is none.
  func inverseColumn() throws -> Int? {
    guard let findInverse else { return nil }
    let known = knownInverse.load(ordering: .relaxed)
    if known >= 0 { return known }
    let column = try findInverse()
    knownInverse.store(column, ordering: .relaxed)
    return column
  }

  /// Whether a value of some kind is the id of a to-one relation, which no transform or option reads.
  @usableFromInline
  func readsPlainID(of kind: JSONReader.Kind?) -> Bool {
    (kind == .number || kind == .string || kind == .bool) && hasPlainIDs.load(ordering: .relaxed)
  }

  /// The error of a value that isn't an id: where the session reads objects, one would do as well.
  @inline(never) @usableFromInline
  func expectingObject(_ error: MappingError, in context: MappingContext) -> MappingError {
    guard error.code == .typeMismatch, StoreSession.current(in: context) != nil else {
      return error
    }
    return error.expecting(or: "an object of \(target)")
  }

  /// Whether an export that writes with a context leaves the relation out.
  @usableFromInline
  func isOmitted(in context: MappingContext) -> Bool {
    StoreSession.current(in: context)?.omits(self) ?? false
  }
}

/// Moves a to-one relation between its property and its column. It's made in the wrapper's initializer, which is
/// inlinable, so it's specialized for the property's type in the module that declares the model.
@usableFromInline
struct RelationColumn: Sendable {
  let load: @Sendable (FieldAddress) throws(MappingError) -> ColumnValue
  let store: @Sendable (ColumnValue, FieldAddress) -> Bool

  @usableFromInline
  init(
    load: @escaping @Sendable (FieldAddress) throws(MappingError) -> ColumnValue,
    store: @escaping @Sendable (ColumnValue, FieldAddress) -> Bool
  ) {
    self.load = load
    self.store = store
  }
}

/// Reads and writes relations.
@usableFromInline
struct RelationCoding<Value: RelationValue>: ValueCoding {
  @usableFromInline let relation: Relation

  @usableFromInline
  init(_ relation: Relation) { self.relation = relation }

  @usableFromInline var acceptsNull: Bool { Value.isToMany }

  @usableFromInline
  func isNone(_ value: Value) -> Bool { value.isNone }

  @inlinable
  func decode(from reader: inout JSONReader) throws -> Value {
    // An id of a frequent type, which is read where the types are known.
    if relation.readsPlainID(of: reader.nextKind) {
      do throws(MappingError) {
        let reference = Reference<Value.Target>(try reader.decode(Value.Target.ID.self))
        if let value = Value(single: reference) { return value }
      } catch {
        throw relation.expectingObject(error, in: reader.context)
      }
    }
    return try decodeGenerally(from: &reader)
  }

  @usableFromInline
  func decodeGenerally(from reader: inout JSONReader) throws -> Value {
    try value(of: read(from: &reader), &reader)
  }

  @inlinable
  func update(_ value: inout Value, from reader: inout JSONReader) throws {
    if Value.isToMany, relation.policy == .merge { return try append(to: &value, from: &reader) }
    value = try decode(from: &reader)
  }

  @usableFromInline
  func append(to value: inout Value, from reader: inout JSONReader) throws {
    let arrived = try read(from: &reader)
    value = try self.value(of: value.references + arrived, &reader)
  }

  private var table: ModelTable<Value.Target> {
    get throws { try relation.table() as? ModelTable ?? .shared }
  }

  private func read(from reader: inout JSONReader) throws -> [Reference<Value.Target>] {
    let table = try self.table
    let kind = reader.nextKind
    if Value.isToMany, kind == .null {
      try reader.decodeNull()
      return []
    }
    // Without an inverse, only objects concern the import.
    guard relation.hasInverse || kind == .object || kind == .array,
      let session = StoreSession.current(in: reader.context)
    else { return try readReferences(table, from: &reader) }
    let place = reader.place
    let references = try session.reading(relation, at: place) {
      try readReferences(table, from: &reader)
    }
    if relation.hasInverse {
      session.didRead(relation, at: place, references.compactMap { IDColumn.value(of: $0.id) })
    }
    return references
  }

  private func readReferences(
    _ table: ModelTable<Value.Target>, from reader: inout JSONReader
  ) throws -> [Reference<Value.Target>] {
    guard Value.isToMany, reader.nextKind == .array else {
      return [try table.readReference(from: &reader)]
    }
    return try [Reference<Value.Target>].decodeItems(
      from: &reader, with: ReferenceCoding(table: table, relation: relation))
  }

  /// The relation to models, each of which it refers to once.
  private func value(
    of references: [Reference<Value.Target>], _ reader: inout JSONReader
  ) throws -> Value {
    var references = references
    if references.count > 1 {
      // By their columns: texts that are the same to Swift, but not in their bytes, are two ids.
      var seen: Set<ColumnValue> = []
      references.removeAll { reference in
        IDColumn.value(of: reference.id).map { !seen.insert($0).inserted } ?? false
      }
    }
    guard let value = Value(references: references) else {
      throw MappingError(expected: "one \(Value.Target.self)")
    }
    return value
  }

  @usableFromInline
  func encode(_ value: Value, to writer: inout JSONWriter) throws {
    guard StoreSession.current(in: writer.context) != nil else {
      return try value.encode(to: &writer)
    }
    let coding = ReferenceCoding(table: try table, relation: relation)
    if Value.isToMany {
      let references = value.references
      let isSet = Value.self == Set<Reference<Value.Target>>.self
      return try (isSet ? Reference.ordered(references) : references)
        .encodeItems(to: &writer, with: coding)
    }
    guard let reference = value.single else { return try value.encode(to: &writer) }
    try coding.encode(reference, to: &writer)
  }

  @usableFromInline var shape: ValueShape { .value(Value.self) }
}

/// Reads and writes the references of a to-many relation.
private struct ReferenceCoding<Model: StoredModel>: ValueCoding {
  let table: ModelTable<Model>
  let relation: Relation

  func decode(from reader: inout JSONReader) throws -> Reference<Model> {
    try table.readReference(from: &reader)
  }

  func encode(_ value: Reference<Model>, to writer: inout JSONWriter) throws {
    try StoreSession.current(in: writer.context)?.write(value, in: relation, to: &writer)
  }
}
