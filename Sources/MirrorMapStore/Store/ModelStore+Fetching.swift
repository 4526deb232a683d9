extension ModelStore {
  /// The model with an id; nil if there is none.
  public func fetch<Model: StoredModel & Sendable>(
    _ type: Model.Type, id: Model.ID
  ) async throws -> Model? {
    try requireValues(type)
    return try await read(type) { try $0.fetch(type, id: id) }
  }

  /// The models with these ids, in the order of the ids, without those that aren't stored.
  public func fetch<Model: StoredModel & Sendable>(
    _ type: Model.Type, ids: some Sequence<Model.ID>
  ) async throws -> [Model] {
    try requireValues(type)
    let ids = Array(ids)
    return try await read(type) { try $0.fetch(type, ids: ids) }
  }

  /// The model that a reference refers to; nil if it isn't stored.
  public func fetch<Model: StoredModel & Sendable>(
    _ reference: Reference<Model>
  ) async throws -> Model? {
    try await fetch(Model.self, id: reference.id)
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
  /// let young = try await store.fetch(Employee.self, where: { $0.age < 30 }, limit: 20)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the models.
  ///   - condition: What they fulfill; nil for all.
  ///   - limit: The maximum number of models; nil for all.
  ///   - offset: How many models are left out at the beginning.
  /// - Returns: The models, in the order of their ids.
  /// - Throws: ``StoreError``, with code `.query` if the condition doesn't lead to stored properties.
  nonisolated(nonsending) public func fetch<Model: StoredModel & Sendable>(
    _ type: Model.Type, where condition: ((ModelColumns<Model>) -> ModelCondition<Model>)? = nil,
    limit: Int? = nil, offset: Int = 0
  ) async throws -> [Model] {
    try await fetch(Model.query(condition?(ModelColumns()), nil, limit, offset))
  }

  /// The models of a type that fulfill a condition, in the ascending order of a property.
  ///
  /// The other parameters are those of the fetch without an order.
  nonisolated(nonsending) public func fetch<Model: StoredModel & Sendable, Value>(
    _ type: Model.Type, where condition: ((ModelColumns<Model>) -> ModelCondition<Model>)? = nil,
    orderBy order: (ModelColumns<Model>) -> ModelColumn<Model, Value>, limit: Int? = nil,
    offset: Int = 0
  ) async throws -> [Model] {
    try await fetch(
      Model.query(condition?(ModelColumns()), order(ModelColumns()).ascending, limit, offset))
  }

  /// The models of a type that fulfill a condition, in an order.
  ///
  /// The other parameters are those of the fetch without an order.
  nonisolated(nonsending) public func fetch<Model: StoredModel & Sendable>(
    _ type: Model.Type, where condition: ((ModelColumns<Model>) -> ModelCondition<Model>)? = nil,
    orderBy order: (ModelColumns<Model>) -> ModelOrder<Model>, limit: Int? = nil, offset: Int = 0
  ) async throws -> [Model] {
    try await fetch(Model.query(condition?(ModelColumns()), order(ModelColumns()), limit, offset))
  }

  func fetch<Model: StoredModel & Sendable>(_ query: RowQuery) async throws -> [Model] {
    try requireValues(Model.self)
    return try await read(Model.self) { try $0.fetch($0.open(Model.self), query) }
  }

  /// How many models of a type fulfill a condition.
  nonisolated(nonsending) public func count<Model: StoredModel>(
    _ type: Model.Type, where condition: ((ModelColumns<Model>) -> ModelCondition<Model>)? = nil
  ) async throws -> Int {
    let query = try Model.query(condition?(ModelColumns()))
    return try await read(type) { try $0.count($0.open(type), query) }
  }

  /// The ids of a type that models refer to, but which aren't stored: what is to be asked from the server.
  ///
  /// - Parameters:
  ///   - type: The type of the models that are missing.
  ///   - others: Types that may refer to them, in addition to those that this store has used and those that `type`
  ///     leads to.
  /// - Returns: The ids, each once, in ascending order of their columns.
  public func unresolved<Model: StoredModel>(
    _ type: Model.Type, referredToBy others: [any StoredModel.Type] = []
  ) async throws -> [Model.ID] {
    try await write { try $0.unresolved(type, referredToBy: others) }
  }

  /// The models that a query finds: now, and after each commit that has changed any model of their type.
  ///
  /// The parameters are those of a fetch.
  public func observe<Model: StoredModel & Sendable>(
    _ type: Model.Type, where condition: ((ModelColumns<Model>) -> ModelCondition<Model>)? = nil,
    orderBy order: ((ModelColumns<Model>) -> ModelOrder<Model>)? = nil, limit: Int? = nil,
    offset: Int = 0
  ) -> ModelObservation<Model> {
    ModelObservation(
      store: self,
      query: Result {
        try Model.query(condition?(ModelColumns()), order?(ModelColumns()), limit, offset)
      })
  }
}

extension StoredModel {
  /// The query for the rows of models.
  static func query(
    _ condition: ModelCondition<Self>?, _ order: ModelOrder<Self>? = nil, _ limit: Int? = nil,
    _ offset: Int = 0
  ) throws -> RowQuery {
    try ModelTable<Self>.shared.query(condition, order, limit, offset)
  }
}
