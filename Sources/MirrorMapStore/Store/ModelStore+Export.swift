import Foundation

extension ModelStore {
  /// Exports stored models as a JSON array, with the models that they refer to.
  ///
  /// The parameters are those of ``StoreContext/export(_:ids:relations:options:using:context:progress:)``.
  public func export<Model: StoredModel>(
    _ type: Model.Type, ids: some Sequence<Model.ID>, relations: [RelationExport] = [],
    options: EncodingOptions = [], using mapper: Mapper = .default,
    context: MappingContext = .none, progress: Progress? = nil
  ) async throws -> Data {
    let ids = Array(ids)
    return try await read(type) {
      try $0.export(
        type, ids: ids, relations: relations, options: options, using: mapper, context: context,
        progress: progress)
    }
  }

  /// Exports the stored models that fulfill a condition.
  ///
  /// The parameters are those of ``StoreContext/export(_:where:relations:options:using:context:progress:)``.
  nonisolated(nonsending) public func export<Model: StoredModel>(
    _ type: Model.Type, where condition: ((ModelColumns<Model>) -> ModelCondition<Model>)? = nil,
    relations: [RelationExport] = [], options: EncodingOptions = [],
    using mapper: Mapper = .default, context: MappingContext = .none, progress: Progress? = nil
  ) async throws -> Data {
    let query = try Model.query(condition)
    return try await read(type) {
      try $0.export(type, query, relations, options, mapper, context, progress)
    }
  }
}
