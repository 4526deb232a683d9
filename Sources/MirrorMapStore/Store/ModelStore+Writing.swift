import Foundation

extension ModelStore {
  /// Imports a stored model, or an array of them, from a JSON document.
  ///
  /// A model whose id is stored is updated: an absent key keeps the property, `null` sets an optional property to nil,
  /// and embedded models and dictionaries merge. Other models are inserted. Relations are imported as well, however
  /// deeply they're nested.
  ///
  /// ```swift
  /// let result = try await store.import(Enterprise.self, from: data, at: "response.items")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the model.
  ///   - source: The document.
  ///   - keyPath: Where in the document the model or the array is; nil for the whole document.
  ///   - delimiter: The separator of the key path's steps.
  ///   - mapper: Options.
  ///   - context: Values for transforms.
  ///   - progress: Reports the bytes that have been read, and can cancel the import, as the task can.
  /// - Returns: References to the models on the top level, in the order of the document.
  /// - Throws: `MappingError` if the JSON doesn't fit; ``StoreError`` if the storage fails; `CancellationError`. Then
  ///   nothing of the document is kept.
  /// - Complexity: O(n) in the size of the document; the storage finds each object by its id.
  @discardableResult
  public func `import`<Model: StoredModel>(
    _ type: Model.Type, from source: some JSONSource & Sendable, at keyPath: String? = nil,
    delimiter: String = ".", using mapper: Mapper = .default, context: MappingContext = .none,
    progress: Progress? = nil
  ) async throws -> ImportResult<[Reference<Model>]> {
    try await writer.run {
      try $0.import(
        type, from: source, at: keyPath, delimiter: delimiter, using: mapper, context: context,
        progress: progress)
    }
  }

  /// Imports an array of stored models from a JSON document; the same as with the type of the model.
  @discardableResult
  public func `import`<Model: StoredModel>(
    _ type: [Model].Type, from source: some JSONSource & Sendable, at keyPath: String? = nil,
    delimiter: String = ".", using mapper: Mapper = .default, context: MappingContext = .none,
    progress: Progress? = nil
  ) async throws -> ImportResult<[Reference<Model>]> {
    try await self.import(
      Model.self, from: source, at: keyPath, delimiter: delimiter, using: mapper, context: context,
      progress: progress)
  }

  /// Imports a value that refers to stored models, and inserts or updates these models.
  ///
  /// ```swift
  /// struct Response: Mappable {
  ///   @Mapped var enterprise: Reference<Enterprise>
  ///   @Mapped var page: Int
  /// }
  /// let page = try await store.import(Response.self, from: data).value.page
  /// ```
  ///
  /// The parameters are those of the import of a stored model.
  ///
  /// - Returns: The value.
  @_disfavoredOverload
  @discardableResult
  public func `import`<Value: MappableValue & Sendable>(
    _ type: Value.Type, from source: some JSONSource & Sendable, at keyPath: String? = nil,
    delimiter: String = ".", using mapper: Mapper = .default, context: MappingContext = .none,
    progress: Progress? = nil
  ) async throws -> ImportResult<Value> {
    try await writer.run {
      try $0.import(
        type, from: source, at: keyPath, delimiter: delimiter, using: mapper, context: context,
        progress: progress)
    }
  }

  /// Inserts a model, or writes what has changed in it.
  ///
  /// If the model was fetched, only properties that have been assigned or updated since are written. If it was decoded,
  /// only those that the document contains, or that `didDecode` has set. If it was created in code, or has another id
  /// now, all properties are written. Other models don't change, and inverses aren't set.
  ///
  /// - Returns: What has changed.
  /// - Throws: `MappingError` with the name of a property whose value can't be stored: NaN, or a required one that
  ///   was never set; ``StoreError`` if the storage fails. Then nothing is written.
  @discardableResult
  public func save<Model: StoredModel & Sendable>(_ model: Model) async throws -> StoreChanges {
    try await save([model])
  }

  /// Inserts models, or writes what has changed in them, in one transaction.
  @discardableResult
  public func save<Model: StoredModel & Sendable>(
    _ models: some Sequence<Model>
  ) async throws -> StoreChanges {
    try requireValues(Model.self)
    let models = Array(models)
    return try await writer.run { try $0.save(models) }
  }

  /// Deletes the models with these ids. Ids that aren't stored are ignored, and references to the models stay.
  ///
  /// - Returns: What has changed.
  /// - Throws: ``StoreError`` if the storage fails; `MappingError` if the model's declaration can't be stored.
  @discardableResult
  public func delete<Model: StoredModel>(
    _ type: Model.Type, ids: some Sequence<Model.ID>
  ) async throws -> StoreChanges {
    let ids = Array(ids)
    return try await writer.run { try $0.delete(type, ids: ids) }
  }

  /// Deletes the models that fulfill a condition.
  ///
  /// - Returns: What has changed.
  /// - Throws: As ``fetch(_:where:orderBy:limit:offset:)``.
  @discardableResult
  nonisolated(nonsending) public func delete<Model: StoredModel>(
    _ type: Model.Type, where condition: @escaping (ModelColumns<Model>) -> ModelCondition<Model>
  ) async throws -> StoreChanges {
    let query = try Model.query(condition)
    return try await writer.run { try $0.delete(type, query) }
  }
}
