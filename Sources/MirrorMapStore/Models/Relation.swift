/// The relation that leads back from the models of another one.
@usableFromInline
struct RelationInverse<Target: StoredModel>: Sendable {
  /// Finds the column of the relation in the table of the other model.
  let column: @Sendable (ModelTable<Target>) throws -> Int

  @usableFromInline
  init<Back: SingleRelation>(_ path: any WritableKeyPath<Target, Back> & Sendable) {
    column = { try $0.column(of: path) }
  }
}

/// What `@Related` declares beyond a key: which models a relation refers to, and what an import does with them.
@usableFromInline
final class Relation<Value: RelationValue>: AnyRelation, @unchecked Sendable {
  private let inverse: RelationInverse<Value.Target>?

  @usableFromInline
  init(_ policy: RelationPolicy, _ inverse: RelationInverse<Value.Target>?) {
    self.inverse = inverse
    super.init(policy, isToMany: Value.isToMany)
  }

  override var target: any StoredModel.Type { Value.Target.self }

  /// Whether an export that writes with a context leaves the relation out.
  @usableFromInline
  func isOmitted(in context: MappingContext) -> Bool {
    ExportSession.current(in: context)?.omits(self) ?? false
  }

  override func table() throws -> AnyTable { try ModelTable<Value.Target>.shared }

  override func inverseColumn() throws -> Int? {
    guard let inverse else { return nil }
    return try inverse.column(try ModelTable<Value.Target>.shared)
  }

  override var hasInverse: Bool { inverse != nil }
}

/// A relation, whatever it refers to.
@usableFromInline
class AnyRelation: @unchecked Sendable {
  let policy: RelationPolicy
  let isToMany: Bool

  init(_ policy: RelationPolicy, isToMany: Bool) {
    self.policy = policy
    self.isToMany = isToMany
  }

  /// The model that the relation refers to.
  var target: any StoredModel.Type { preconditionFailure("overridden") }

  /// Whether another relation leads back.
  var hasInverse: Bool { false }

  /// The table of the models that the relation refers to.
  func table() throws -> AnyTable { preconditionFailure("overridden") }

  /// The column of the relation that leads back; nil if there is none.
  func inverseColumn() throws -> Int? { nil }
}

/// Reads and writes relations.
@usableFromInline
struct RelationCoding<Value: RelationValue>: ValueCoding {
  let relation: Relation<Value>

  @usableFromInline
  init(_ relation: Relation<Value>) { self.relation = relation }

  @usableFromInline var acceptsNull: Bool { Value.isToMany }

  @usableFromInline
  func isNone(_ value: Value) -> Bool { value.isNone }

  @usableFromInline
  func decode(from reader: inout JSONReader) throws -> Value {
    try value(of: read(from: &reader), &reader)
  }

  @usableFromInline
  func update(_ value: inout Value, from reader: inout JSONReader) throws {
    let arrived = try read(from: &reader)
    let keepsEarlier = Value.isToMany && relation.policy == .merge
    value = try self.value(of: keepsEarlier ? value.references + arrived : arrived, &reader)
  }

  private func read(from reader: inout JSONReader) throws -> [Reference<Value.Target>] {
    let importing = ImportSession.current(in: reader.context)
    let outer = try importing?.beginRelation(relation)
    defer { importing?.endRelation(outer) }
    let table = try ModelTable<Value.Target>.shared
    if Value.isToMany {
      if reader.nextIsNull {
        try reader.decodeNull()
        return []
      }
      if reader.nextKind == .array {
        return try [Reference<Value.Target>].decodeItems(
          from: &reader, with: ReferenceCoding(table: table))
      }
    }
    return [try table.readReference(from: &reader)]
  }

  /// The relation to models, each of which it refers to once.
  private func value(
    of references: [Reference<Value.Target>], _ reader: inout JSONReader
  ) throws -> Value {
    var references = references
    if references.count > 1 {
      var seen: Set<Reference<Value.Target>> = []
      references.removeAll { !seen.insert($0).inserted }
    }
    guard let value = Value(references: references) else {
      throw MappingError(expected: "one \(Value.Target.self)")
    }
    return value
  }

  @usableFromInline
  func encode(_ value: Value, to writer: inout JSONWriter) throws {
    guard let export = ExportSession.current(in: writer.context) else {
      return try value.encode(to: &writer)
    }
    try export.write(value, of: relation, to: &writer)
  }

  @usableFromInline var shape: ValueShape { .value(Value.self) }
}

/// Reads and writes the references of a relation to many.
struct ReferenceCoding<Model: StoredModel>: ValueCoding {
  let table: ModelTable<Model>

  func decode(from reader: inout JSONReader) throws -> Reference<Model> {
    try table.readReference(from: &reader)
  }

  func encode(_ value: Reference<Model>, to writer: inout JSONWriter) throws {
    try value.encode(to: &writer)
  }
}
