extension StoreContext {
  /// The model with an id; nil if there is none.
  ///
  /// For a class, it's the live object if there is one.
  public func fetch<Model: StoredModel>(_ type: Model.Type, id: Model.ID) throws -> Model? {
    let table = try open(type)
    guard let row = try row(table.value(of: id), of: table.entity) else { return nil }
    return try model(of: row, state(of: table))
  }

  /// The models with these ids, in the order of the ids, without those that aren't stored.
  public func fetch<Model: StoredModel>(
    _ type: Model.Type, ids: some Sequence<Model.ID>
  ) throws -> [Model] {
    let table = try open(type)
    return try models(of: rows(ofModels: ids, in: table), table)
  }

  /// The model that a reference refers to; nil if there is no reference, or the model isn't stored.
  public func fetch<Model: StoredModel>(_ reference: Reference<Model>?) throws -> Model? {
    try reference.flatMap { try fetch(Model.self, id: $0.id) }
  }

  /// The models that references refer to, in their order, without those that aren't stored.
  public func fetch<Model: StoredModel>(
    _ references: some Sequence<Reference<Model>>
  ) throws -> [Model] {
    try fetch(Model.self, ids: references.map(\.id))
  }

  /// The models of a type that fulfill a condition.
  ///
  /// The parameters are those of ``ModelStore/fetch(_:where:orderBy:limit:offset:)``.
  public func fetch<Model: StoredModel>(
    _ type: Model.Type, where condition: ((ModelColumns<Model>) -> ModelCondition<Model>)? = nil,
    orderBy order: ((ModelColumns<Model>) -> any ModelOrdering<Model>)? = nil, limit: Int? = nil,
    offset: Int = 0
  ) throws -> [Model] {
    try fetch(type, Model.query(condition, order, limit, offset))
  }

  func fetch<Model: StoredModel>(_ type: Model.Type, _ query: RowQuery) throws -> [Model] {
    let table = try open(type)
    return try models(of: rows(of: table.entity, matching: query), table)
  }

  private func models<Model: StoredModel>(
    of rows: [StoredRow], _ table: ModelTable<Model>
  ) throws -> [Model] {
    let open = try state(of: table)
    return try rows.map { try model(of: $0, open) }
  }

  /// The number of models of a type that fulfill a condition; without one, of all.
  public func count<Model: StoredModel>(
    _ type: Model.Type, where condition: ((ModelColumns<Model>) -> ModelCondition<Model>)? = nil
  ) throws -> Int {
    try count(type, Model.query(condition))
  }

  func count<Model: StoredModel>(_ type: Model.Type, _ query: RowQuery) throws -> Int {
    let table = try open(type)
    return try StoreError.translating { try storage.count(of: table.entity, matching: query) }
  }

  /// The ids of a type that stored models refer to but that aren't stored themselves, so you can request them from a
  /// server.
  ///
  /// - Parameters:
  ///   - type: The type of the models that are missing.
  ///   - others: Types that may refer to them, in addition to those that this context has used and those that
  ///     `type` refers to.
  /// - Returns: The ids, each once, in ascending order of their columns.
  /// - Complexity: O(n) in the number of models that may refer to the type.
  public func unresolved<Model: StoredModel>(
    _ type: Model.Type, referredToBy others: [any StoredModel.Type] = []
  ) throws -> [Model.ID] {
    let table = try open(type)
    for other in others { try openAll(in: other) }
    let idType = table.idCoder.type
    var ids: Set<ColumnValue> = []
    for referring in tables.values.map(\.table) {
      let relations = referring.relations(to: type)
      guard !relations.isEmpty else { continue }
      for row in try rows(of: referring.entity, matching: RowQuery()) {
        for column in relations {
          let isToMany = referring.entity.columns[column].isToMany
          ids.formUnion(try row.ids(column, isToMany: isToMany, idType))
        }
      }
    }
    for row in try rows(ids, of: table.entity) { ids.remove(row[table.idColumn]) }
    return try ids.sorted { $0.compare($1) == .orderedAscending }.map { try table.id($0) }
  }
}
