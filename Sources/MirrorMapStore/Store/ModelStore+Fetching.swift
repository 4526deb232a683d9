extension ModelStore {
  /// The model with an id; nil if there is none.
  ///
  /// - Throws: ``StoreError`` if the storage fails; `MappingError` if the model's declaration can't be stored.
  public func fetch<Model: StoredModel & Sendable>(
    _ type: Model.Type, id: Model.ID
  ) async throws -> Model? {
    try requireValues(type)
    return try await read(type) { try $0.fetch(type, id: id) }
  }

  /// The models with these ids, in the order of the ids, without those that aren't stored.
  ///
  /// - Throws: ``StoreError`` if the storage fails; `MappingError` if the model's declaration can't be stored.
  public func fetch<Model: StoredModel & Sendable>(
    _ type: Model.Type, ids: some Sequence<Model.ID>
  ) async throws -> [Model] {
    try requireValues(type)
    let ids = Array(ids)
    return try await read(type) { try $0.fetch(type, ids: ids) }
  }

  /// The model that a reference refers to; nil if there is no reference, or the model isn't stored.
  public func fetch<Model: StoredModel & Sendable>(
    _ reference: Reference<Model>?
  ) async throws -> Model? {
    guard let reference else { return nil }
    return try await fetch(Model.self, id: reference.id)
  }

  /// The models that references refer to, in their order, without those that aren't stored.
  public func fetch<Model: StoredModel & Sendable>(
    _ references: some Sequence<Reference<Model>>
  ) async throws -> [Model] {
    try await fetch(Model.self, ids: references.map(\.id))
  }

  /// The models of a type that fulfill a condition.
  ///
  /// ```swift
  /// let young = try await store.fetch(
  ///   Employee.self, where: { $0.age < 30 }, orderBy: { $0.firstName }, limit: 20)
  /// let sorted = try await store.fetch(
  ///   Employee.self, orderBy: { $0.lastName.ascending.then($0.age) })
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the models.
  ///   - condition: The condition that they fulfill; nil for all models.
  ///   - order: The property or the order by which they're sorted; nil for the order of their ids.
  ///   - limit: The maximum number of models; nil for all.
  ///   - offset: The number of models to skip at the beginning.
  /// - Throws: ``StoreError``, with code `.query` if the condition or the order uses something that isn't a stored
  ///   property or can't be ordered, or if the limit or the offset is negative; `MappingError` if the condition has a
  ///   value that can't be stored, such as NaN, or if the model's declaration can't be stored.
  nonisolated(nonsending) public func fetch<Model: StoredModel & Sendable>(
    _ type: Model.Type, where condition: ((ModelColumns<Model>) -> ModelCondition<Model>)? = nil,
    orderBy order: ((ModelColumns<Model>) -> any ModelOrdering<Model>)? = nil, limit: Int? = nil,
    offset: Int = 0
  ) async throws -> [Model] {
    try await fetch(type, Model.query(condition, order, limit, offset))
  }

  func fetch<Model: StoredModel & Sendable>(
    _ type: Model.Type, _ query: RowQuery
  ) async throws -> [Model] {
    try requireValues(type)
    return try await read(type) { try $0.fetch(type, query) }
  }

  /// The number of models of a type that fulfill a condition; without one, of all.
  ///
  /// - Throws: As ``fetch(_:where:orderBy:limit:offset:)``.
  nonisolated(nonsending) public func count<Model: StoredModel>(
    _ type: Model.Type, where condition: ((ModelColumns<Model>) -> ModelCondition<Model>)? = nil
  ) async throws -> Int {
    let query = try Model.query(condition)
    return try await read(type) { try $0.count(type, query) }
  }

  /// The ids of a type that stored models refer to but that aren't stored themselves, so you can request them from a
  /// server.
  ///
  /// Unlike other reads, it waits for imports and other writes.
  ///
  /// The parameters are those of ``StoreContext/unresolved(_:referredToBy:)``.
  public func unresolved<Model: StoredModel>(
    _ type: Model.Type, referredToBy others: [any StoredModel.Type] = []
  ) async throws -> [Model.ID] {
    let read = try await modelsThatWereRead(referringTo: type)
    return try await writer.run { try $0.unresolved(type, referredToBy: others + read) }
  }

  /// The models that a query finds: now, and after each commit that has changed any model of their type.
  ///
  /// The parameters are those of ``fetch(_:where:orderBy:limit:offset:)``.
  public func observe<Model: StoredModel & Sendable>(
    _ type: Model.Type, where condition: ((ModelColumns<Model>) -> ModelCondition<Model>)? = nil,
    orderBy order: ((ModelColumns<Model>) -> any ModelOrdering<Model>)? = nil, limit: Int? = nil,
    offset: Int = 0
  ) -> ModelObservation<Model> {
    ModelObservation(
      store: self, query: Result { try Model.query(condition, order, limit, offset) })
  }
}
