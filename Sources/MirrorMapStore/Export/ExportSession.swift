import Foundation

/// One export: what references and relations ask for while models are being encoded.
///
///     Enterprise 1 → Employee 7 → Enterprise 1 …
///     {"id": 1, "employees": [{"id": 7, "enterprise": {"id": 1}}]}
///
/// The encoder of the core writes the models; a relation hands the references to this session, which writes each model
/// in full once, and afterwards as an object with nothing but its id.
final class ExportSession {
  private let context: StoreContext
  private let forms: [ObjectIdentifier: RelationExport.Form]
  private let progress: ImportProgress
  /// The models that have been written in full, or are being written.
  private var written: [ObjectIdentifier: Set<ColumnValue>] = [:]
  /// What ended the export.
  private(set) var failure: (any Error)?

  init(_ context: StoreContext, _ relations: [RelationExport], _ progress: Progress?) throws {
    self.context = context
    self.progress = ImportProgress(progress)
    var forms: [ObjectIdentifier: RelationExport.Form] = [:]
    for relation in relations { forms[ObjectIdentifier(try relation.relation())] = relation.form }
    self.forms = forms
  }

  /// The export that encodes with a context.
  static func current(in context: MappingContext) -> ExportSession? {
    context[Box.self]?.session
  }

  /// Leads from a mapping context to the session. It's only used by the call that makes it, on one thread.
  private struct Box: @unchecked Sendable {
    unowned let session: ExportSession
  }

  /// Writes the models of rows as an array.
  func export<Model: StoredModel>(
    _ rows: [StoredRow], _ table: ModelTable<Model>, _ options: EncodingOptions, _ mapper: Mapper,
    _ context: MappingContext
  ) throws -> Data {
    var context = context
    context[Box.self] = Box(session: self)
    do {
      try progress.begin()
      let document = Exported<Model> { writer in
        try writer.encodeArray { array in
          for (index, row) in rows.enumerated() {
            if self.progress.isDue {
              try self.final { try self.progress.report(index, of: rows.count) }
            }
            try array.encodeElement(Exported<Model> { try self.write(row, table, to: &$0) })
          }
        }
      }
      let data = try document.encode(options: options, using: mapper, context: context)
      try progress.finish()
      return data
    } catch {
      throw failure ?? error
    }
  }

  /// Whether a relation is left out.
  func omits(_ relation: Relation) -> Bool { forms[ObjectIdentifier(relation)] == .omitted }

  /// Writes what a relation refers to.
  func write<Value: RelationValue>(
    _ value: Value, of relation: Relation, to writer: inout JSONWriter
  ) throws {
    let isNested = forms[ObjectIdentifier(relation)] != .ids
    let references = value.references
    guard Value.isToMany else {
      guard let reference = references.first else { return writer.encodeNull() }
      return try write(reference, isNested: isNested, to: &writer)
    }
    try writer.encodeArray { array in
      for reference in references {
        try array.encodeElement(
          Exported<Value.Target> { try self.write(reference, isNested: isNested, to: &$0) })
      }
    }
  }

  /// Writes a reference: the model, if it's stored, or the id.
  func write<Model: StoredModel>(
    _ reference: Reference<Model>, isNested: Bool = true, to writer: inout JSONWriter
  ) throws {
    let table = try ModelTable<Model>.shared
    let id = try table.value(of: reference.id)
    guard isNested,
      let row = try final({ try context.row(id, of: table.entity) })
    else { return try table.writeID(reference.id, to: &writer) }
    try write(row, table, to: &writer)
  }

  /// Writes a model: in full once, and afterwards with nothing but its id.
  private func write<Model: StoredModel>(
    _ row: StoredRow, _ table: ModelTable<Model>, to writer: inout JSONWriter
  ) throws {
    let id = row[table.idColumn]
    guard written[ObjectIdentifier(table), default: []].insert(id).inserted else {
      return try table.writeObject(ofID: try table.id(id), to: &writer)
    }
    try final { try progress.check() }
    var model = try table.model(of: row)
    ModelMemory.withAnyBase(of: &model) { base in
      for (column, relation) in table.relations where omits(relation) {
        table.columns[column].slot(in: base)?.state = .absent
      }
    }
    try writer.encode(model)
  }

  /// Runs a step whose failure ends the export and comes out as it is.
  private func final<R>(_ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch {
      if failure == nil { failure = error }
      throw error
    }
  }
}

/// A part of an export, which the session writes.
private struct Exported<Model: StoredModel>: MappableValue {
  let write: (inout JSONWriter) throws -> Void

  static func decode(from reader: inout JSONReader) throws -> Exported {
    throw MappingError(expected: "an export is only written")
  }

  func encode(to writer: inout JSONWriter) throws { try write(&writer) }

  static var shape: ValueShape { .model(Model.self) }
}
