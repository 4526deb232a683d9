import Foundation

extension StoreContext {
  /// Exports stored models as a JSON array, with the models that they refer to.
  ///
  /// Each model is written in full once, and afterwards as an object with nothing but its id. Sets of references are
  /// written in the order of the ids. What was exported can be
  /// imported: nothing changes in the same store.
  ///
  /// ```swift
  /// let json = try context.export(Enterprise.self, ids: [1], relations: [.ids(\Enterprise.chiefs)])
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the models.
  ///   - ids: The ids of the models, in the order in which they're written. Ids that aren't stored are left out.
  ///   - relations: The relations that aren't written with the models that they refer to.
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
    let table = try open(type)
    return try exporting(relations, progress) {
      try $0.export(rows(ofModels: ids, in: table), table, options, mapper, context)
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
    let table = try open(type)
    return try exporting(relations, progress) {
      try $0.export(rows(of: table.entity, matching: query), table, options, mapper, context)
    }
  }

  /// Runs an export, and begins again after it has met a model that isn't open: opening it may change the file, which
  /// isn't possible while the rows of one commit are read.
  private func exporting(
    _ relations: [RelationExport], _ progress: Progress?,
    _ export: (ExportSession) throws -> Data
  ) throws -> Data {
    while true {
      let session = try ExportSession(self, relations, progress)
      let result = Result { try withSnapshot { try export(session) } }
      guard let model = session.unopened else { return try result.get() }
      try openAll(in: model)
    }
  }
}
