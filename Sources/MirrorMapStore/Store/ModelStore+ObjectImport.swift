#if Foundation
  import Foundation

  extension ModelStore {
    /// Imports a stored model, or an array of them, from the objects of `JSONSerialization` or another parser:
    /// dictionaries, arrays, strings, numbers, and `NSNull`.
    ///
    /// ```swift
    /// let result = try await store.import(Employee.self, fromObject: [["id": 1, "first_name": "Ada"]])
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the model.
    ///   - object: An object such as a `[String: Any]`.
    ///   - keyPath: Where in the object the model or the array is; nil for the whole object.
    ///   - delimiter: The separator of the key path's steps.
    ///   - mapper: Options.
    ///   - context: Values for transforms.
    ///   - progress: Reports the bytes of the object's JSON that have been read, and can cancel the import, as the
    ///     task can.
    /// - Returns: References to the models on the top level, in their order.
    /// - Throws: What the import of a document throws, but a `MappingError` has no line and column. Then nothing is
    ///   kept.
    /// - Complexity: O(n). The object is written as JSON first.
    @discardableResult
    nonisolated(nonsending) public func `import`<Model: StoredModel>(
      _ type: Model.Type, fromObject object: Any, at keyPath: String? = nil,
      delimiter: String = ".", using mapper: Mapper = .default, context: MappingContext = .none,
      progress: Progress? = nil
    ) async throws -> ImportResult<[Reference<Model>]> {
      let json = try JSONValue(foundation: object)
      return try await writer.run {
        try $0.import(
          type, fromObject: json, at: keyPath, delimiter: delimiter, using: mapper,
          context: context, progress: progress)
      }
    }

    /// Imports an array of stored models from objects of another parser; the same as with the type of the model.
    @discardableResult
    nonisolated(nonsending) public func `import`<Model: StoredModel>(
      _ type: [Model].Type, fromObject object: Any, at keyPath: String? = nil,
      delimiter: String = ".", using mapper: Mapper = .default, context: MappingContext = .none,
      progress: Progress? = nil
    ) async throws -> ImportResult<[Reference<Model>]> {
      try await self.import(
        Model.self, fromObject: object, at: keyPath, delimiter: delimiter, using: mapper,
        context: context, progress: progress)
    }

    /// Imports a value that refers to stored models from objects of another parser, and inserts or updates these
    /// models.
    ///
    /// The parameters are those of the import of a stored model.
    ///
    /// - Returns: The value.
    @_disfavoredOverload
    @discardableResult
    nonisolated(nonsending) public func `import`<Value: MappableValue & Sendable>(
      _ type: Value.Type, fromObject object: Any, at keyPath: String? = nil,
      delimiter: String = ".", using mapper: Mapper = .default, context: MappingContext = .none,
      progress: Progress? = nil
    ) async throws -> ImportResult<Value> {
      let json = try JSONValue(foundation: object)
      return try await writer.run {
        try $0.import(
          type, fromObject: json, at: keyPath, delimiter: delimiter, using: mapper,
          context: context, progress: progress)
      }
    }
  }
#endif
