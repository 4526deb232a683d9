import Foundation

/// One export: what references and relations ask for while models are being encoded.
///
///     Enterprise 1 → Employee 7 → Enterprise 1 …
///     {"id": 1, "employees": [{"id": 7, "enterprise": {"id": 1}}]}
///
/// The encoder of the core writes the models; a relation hands the references to this session, which writes each model
/// in full once, and afterwards as an object with nothing but its id.
final class ExportSession: StoreSession {
  private let context: StoreContext
  private let forms: [ObjectIdentifier: RelationExport.Form]
  /// The models that have been written in full, or are being written.
  private var written: [ObjectIdentifier: Set<ColumnValue>] = [:]

  init(_ context: StoreContext, _ relations: [RelationExport], _ progress: Progress?) throws {
    self.context = context
    var forms: [ObjectIdentifier: RelationExport.Form] = [:]
    for relation in relations { forms[ObjectIdentifier(try relation.relation())] = relation.form }
    self.forms = forms
    super.init(progress)
  }

  /// Writes the models of rows as an array.
  func export<Model: StoredModel>(
    _ rows: [StoredRow], _ table: ModelTable<Model>, _ options: EncodingOptions, _ mapper: Mapper,
    _ context: MappingContext
  ) throws -> Data {
    let document = WrittenValue { writer in
      writer.orderSets()
      try writer.encodeArray { array in
        for (index, row) in rows.enumerated() {
          if self.progress.isDue {
            try self.final { try self.progress.report(index, of: rows.count) }
          }
          try array.encodeElement(WrittenValue { try self.write(row, table, to: &$0) })
        }
      }
    }
    return try run(context) {
      try document.encode(options: options, using: mapper, context: $0)
    }
  }

  override func omits(_ relation: Relation) -> Bool {
    forms[ObjectIdentifier(relation)] == .omitted
  }

  override func write<Model: StoredModel>(
    _ reference: Reference<Model>, in relation: Relation?, to writer: inout JSONWriter
  ) throws {
    let table = try ModelTable<Model>.shared
    let id = try table.value(of: reference.id)
    if relation.flatMap({ forms[ObjectIdentifier($0)] }) != .ids, let row = try row(id, table) {
      try write(row, table, to: &writer)
    } else {
      try table.writeID(reference.id, to: &writer)
    }
  }

  private func row<Model>(_ id: ColumnValue, _ table: ModelTable<Model>) throws -> StoredRow? {
    try final {
      guard context.tables[ObjectIdentifier(Model.self)] != nil else {
        throw UnopenedModel(type: Model.self)
      }
      return try context.row(id, of: table.entity)
    }
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
    try writer.encode(try table.model(of: row) as Model)
  }
}

/// An export has met a model that isn't open. The shapes of types with code of their own don't tell which models they
/// lead to.
struct UnopenedModel: Error { let type: any StoredModel.Type }
