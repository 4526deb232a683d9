import Foundation

extension StoreContext {
  /// Exports stored models as a JSON array, with the models that they refer to.
  ///
  /// Each model is written in full once, and after that as an object that contains only its id. Sets of references are
  /// written in the order of the ids. If you import the result into the same store, nothing changes, with one
  /// exception: a model that has moved to another owner returns to the one whose list still contains it.
  ///
  /// ```swift
  /// let json = try context.export(Enterprise.self, ids: [1], relations: [.ids(\Enterprise.chiefs)])
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the models.
  ///   - ids: The ids of the models, in the order in which they're written. Ids that aren't stored are left out.
  ///   - relations: How relations are written; the others are written with the models that they refer to.
  ///   - options: How JSON is written.
  ///   - mapper: Options for the mapping.
  ///   - context: Values for transforms.
  ///   - progress: Reports the models of the top level that have been written, and can cancel the export.
  /// - Throws: ``StoreError``, `MappingError`, or `CancellationError`.
  public func export<Model: StoredModel>(
    _ type: Model.Type, ids: some Sequence<Model.ID>, relations: [RelationExport] = [],
    options: EncodingOptions = [], using mapper: Mapper = .default,
    context: MappingContext = .none, progress: Progress? = nil
  ) throws -> Data {
    let ids = Array(ids)
    return try export(type, relations, options, mapper, context, progress) {
      try rows(ofModels: ids, in: $0)
    }
  }

  /// Exports the stored models that fulfill a condition.
  ///
  /// The models are written as by ``export(_:ids:relations:options:using:context:progress:)``, in the order of their
  /// ids. Without a condition, all models of the type are exported.
  public func export<Model: StoredModel>(
    _ type: Model.Type, where condition: ((ModelColumns<Model>) -> ModelCondition<Model>)? = nil,
    relations: [RelationExport] = [], options: EncodingOptions = [],
    using mapper: Mapper = .default, context: MappingContext = .none, progress: Progress? = nil
  ) throws -> Data {
    try export(type, Model.query(condition), relations, options, mapper, context, progress)
  }

  func export<Model: StoredModel>(
    _ type: Model.Type, _ query: RowQuery, _ relations: [RelationExport],
    _ options: EncodingOptions, _ mapper: Mapper, _ context: MappingContext, _ progress: Progress?
  ) throws -> Data {
    try export(type, relations, options, mapper, context, progress) {
      try rows(of: $0.entity, matching: query)
    }
  }

  /// Exports the models of rows, and begins again after it has met a model that isn't open: opening it may change the
  /// file, which isn't possible while the rows of one commit are read.
  private func export<Model: StoredModel>(
    _ type: Model.Type, _ relations: [RelationExport], _ options: EncodingOptions,
    _ mapper: Mapper, _ context: MappingContext, _ progress: Progress?,
    _ rows: (ModelTable<Model>) throws -> [StoredRow]
  ) throws -> Data {
    let table = try open(type)
    while true {
      let session = try ExportSession(self, relations, progress)
      do {
        return try withSnapshot {
          try session.export(rows(table), table, options, mapper, context)
        }
      } catch let unopened as UnopenedModel {
        try openAll(in: unopened.type)
      }
    }
  }
}
