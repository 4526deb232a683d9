import Foundation

/// The result of an import: what it has read and changed.
public struct ImportResult<Value> {
  /// The value that was read. For stored models, references to those on the top level, in the order of the document.
  public let value: Value
  /// The changes of the import. In a transaction with other steps, they're empty, because the changes are known only at
  /// its end.
  public let changes: StoreChanges

  @usableFromInline
  init(value: Value, changes: StoreChanges) {
    self.value = value
    self.changes = changes
  }
}

extension ImportResult: Sendable where Value: Sendable {}

extension StoreContext {
  /// Imports a stored model, or an array of them, from a JSON document.
  ///
  /// A model whose id is stored is updated: an absent key keeps the property, `null` sets an optional property to nil,
  /// and embedded models and dictionaries merge. Other models are inserted. Relations are imported as well, however
  /// deeply they're nested.
  ///
  /// ```swift
  /// let result = try context.import(Enterprise.self, from: data, at: "response.items")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the model.
  ///   - source: The document.
  ///   - keyPath: Where in the document the model or the array is; nil for the whole document.
  ///   - delimiter: The separator of the key path's steps.
  ///   - mapper: Options.
  ///   - context: Values for transforms.
  ///   - progress: Reports the bytes that have been read, and can cancel the import.
  /// - Returns: References to the models on the top level, in the order of the document.
  /// - Throws: `MappingError` if the JSON doesn't fit; ``StoreError`` if the storage fails; `CancellationError`. Then
  ///   nothing of the document is kept.
  /// - Complexity: O(n) in the size of the document; the storage finds each object by its id.
  @inlinable
  @discardableResult
  public func `import`<Model: StoredModel>(
    _ type: Model.Type, from source: some JSONSource, at keyPath: String? = nil,
    delimiter: String = ".", using mapper: Mapper = .default, context: MappingContext = .none,
    progress: Progress? = nil
  ) throws -> ImportResult<[Reference<Model>]> {
    let result = try run(
      Imported<Model>.self, source, keyPath, delimiter, mapper, context, progress)
    // Inlinable, because the ids become references quickly only where the model is known.
    let references = result.value.ids.compactMap { id in
      IDColumn<Model.ID>.id(id).map { Reference<Model>($0) }
    }
    return ImportResult(value: references, changes: result.changes)
  }

  /// Imports an array of stored models from a JSON document; the same as with the type of the model.
  @discardableResult
  public func `import`<Model: StoredModel>(
    _ type: [Model].Type, from source: some JSONSource, at keyPath: String? = nil,
    delimiter: String = ".", using mapper: Mapper = .default, context: MappingContext = .none,
    progress: Progress? = nil
  ) throws -> ImportResult<[Reference<Model>]> {
    try self.import(
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
  /// let page = try context.import(Response.self, from: data).value.page
  /// ```
  ///
  /// The parameters are those of the import of a stored model.
  ///
  /// - Returns: The value.
  @_disfavoredOverload
  @discardableResult
  public func `import`<Value: MappableValue>(
    _ type: Value.Type, from source: some JSONSource, at keyPath: String? = nil,
    delimiter: String = ".", using mapper: Mapper = .default, context: MappingContext = .none,
    progress: Progress? = nil
  ) throws -> ImportResult<Value> {
    try run(type, source, keyPath, delimiter, mapper, context, progress)
  }

  @usableFromInline
  func run<Value: MappableValue>(
    _ type: Value.Type, _ source: some JSONSource, _ keyPath: String?, _ delimiter: String,
    _ mapper: Mapper, _ context: MappingContext, _ progress: Progress?
  ) throws -> ImportResult<Value> {
    try step { try openAll(in: type) }
    let result = try change {
      let session = ImportSession(self, mapper, progress)
      return try session.read(context) { context in
        try Value.decode(
          from: source, at: keyPath, delimiter: delimiter, using: mapper, context: context
        ) { session.root = $0 }
      }
    }
    return ImportResult(value: result.value, changes: result.changes)
  }
}

/// Stored models on the top level of a document: one, or an array of them.
@usableFromInline
struct Imported<Model: StoredModel>: MappableValue {
  /// The ids of the models, in the order of the document.
  @usableFromInline let ids: [ColumnValue]

  @usableFromInline
  static func decode(from reader: inout JSONReader) throws -> Imported {
    guard let session = StoreSession.current(in: reader.context) as? ImportSession else {
      throw MappingError(expected: "an import")
    }
    session.readsModelsOnly = true
    let coding = ObjectCoding(
      session: session, open: try session.context.state(of: ModelTable<Model>.shared))
    let isArray = reader.nextKind == .array
    return Imported(
      ids: isArray
        ? try [ColumnValue].decodeItems(from: &reader, with: coding)
        : [try reader.decode(with: coding)])
  }

  @usableFromInline
  func encode(to writer: inout JSONWriter) throws {
    throw MappingError(expected: "an import is only read")
  }

  @usableFromInline static var shape: ValueShape { .model(Model.self) }
}

/// Reads the objects on the top level of a document, and returns their ids.
///
/// A coding is `Sendable`. This one is only used by the call that makes it, on one thread.
private struct ObjectCoding: ValueCoding, @unchecked Sendable {
  let session: ImportSession
  let open: OpenTable

  func decode(from reader: inout JSONReader) throws -> ColumnValue {
    guard reader.nextKind == .object else {
      throw reader.mismatch("an object for \(open.table.type)")
    }
    return try session.readObject(open, from: &reader)
  }

  func encode(_ value: ColumnValue, to writer: inout JSONWriter) throws {
    throw MappingError(expected: "an import is only read")
  }
}
