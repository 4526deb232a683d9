extension StoreContext {
  /// The model with an id; nil if there is none.
  ///
  /// Of a class, it's the live object if there is one.
  public func fetch<Model: StoredModel>(_ type: Model.Type, id: Model.ID) throws -> Model? {
    let table = try open(type)
    let key = try table.value(of: id)
    let open = try state(of: table)
    return try row(key, of: table.entity).map { try model(of: $0, table, open) }
  }

  /// The models with these ids, in the order of the ids, without those that aren't stored.
  public func fetch<Model: StoredModel>(
    _ type: Model.Type, ids: some Sequence<Model.ID>
  ) throws -> [Model] {
    let table = try open(type)
    let keys = try ids.map { try table.value(of: $0) }
    let open = try state(of: table)
    var found: [ColumnValue: StoredRow] = [:]
    for row in try rows(keys, of: table.entity) {
      found[row[table.idColumn]] = row
    }
    return try keys.compactMap { try found[$0].map { try model(of: $0, table, open) } }
  }

  /// The model that a reference refers to; nil if it isn't stored.
  public func fetch<Model: StoredModel>(_ reference: Reference<Model>) throws -> Model? {
    try fetch(Model.self, id: reference.id)
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
  /// ```swift
  /// let young = try context.fetch(Employee.self, where: { $0.age < 30 })
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the models.
  ///   - condition: What they fulfill; nil for all.
  ///   - limit: The maximum number of models; nil for all.
  ///   - offset: How many models are left out at the beginning.
  /// - Returns: The models, in the order of their ids.
  /// - Throws: ``StoreError``, with code `.query` if the condition doesn't lead to stored properties.
  public func fetch<Model: StoredModel>(
    _ type: Model.Type, where condition: ((ModelColumns<Model>) -> ModelCondition<Model>)? = nil,
    limit: Int? = nil, offset: Int = 0
  ) throws -> [Model] {
    try fetch(type, condition?(ModelColumns()), nil, limit, offset)
  }

  /// The models of a type that fulfill a condition, in the ascending order of a property.
  ///
  /// The other parameters are those of the fetch without an order.
  public func fetch<Model: StoredModel, Value>(
    _ type: Model.Type, where condition: ((ModelColumns<Model>) -> ModelCondition<Model>)? = nil,
    orderBy order: (ModelColumns<Model>) -> ModelColumn<Model, Value>, limit: Int? = nil,
    offset: Int = 0
  ) throws -> [Model] {
    try fetch(
      type, condition?(ModelColumns()), order(ModelColumns()).ascending, limit, offset)
  }

  /// The models of a type that fulfill a condition, in an order.
  ///
  /// The other parameters are those of the fetch without an order.
  public func fetch<Model: StoredModel>(
    _ type: Model.Type, where condition: ((ModelColumns<Model>) -> ModelCondition<Model>)? = nil,
    orderBy order: (ModelColumns<Model>) -> ModelOrder<Model>, limit: Int? = nil, offset: Int = 0
  ) throws -> [Model] {
    try fetch(type, condition?(ModelColumns()), order(ModelColumns()), limit, offset)
  }

  private func fetch<Model: StoredModel>(
    _ type: Model.Type, _ condition: ModelCondition<Model>?, _ order: ModelOrder<Model>?,
    _ limit: Int?, _ offset: Int
  ) throws -> [Model] {
    let table = try open(type)
    return try fetch(table, try table.query(condition, order, limit, offset))
  }

  func fetch<Model: StoredModel>(_ table: ModelTable<Model>, _ query: RowQuery) throws -> [Model] {
    let open = try state(of: table)
    let rows = try StoreError.translating {
      try storage.rows(of: table.entity, matching: query)
    }
    var models: [Model] = []
    models.reserveCapacity(rows.count)
    for row in rows { models.append(try model(of: row, table, open)) }
    return models
  }

  /// How many models of a type fulfill a condition.
  public func count<Model: StoredModel>(
    _ type: Model.Type, where condition: ((ModelColumns<Model>) -> ModelCondition<Model>)? = nil
  ) throws -> Int {
    let table = try open(type)
    return try count(table, try table.query(condition?(ModelColumns())))
  }

  func count(_ table: AnyTable, _ query: RowQuery) throws -> Int {
    try StoreError.translating { try storage.count(of: table.entity, matching: query) }
  }

  /// The ids of a type that models refer to, but which aren't stored: what is to be asked from the server.
  ///
  /// - Parameters:
  ///   - type: The type of the models that are missing.
  ///   - others: Types that may refer to them, in addition to those that this context has used and those that
  ///     `type` leads to.
  /// - Returns: The ids, each once, in ascending order of their columns.
  /// - Complexity: O(n) in the number of models that may refer to the type.
  public func unresolved<Model: StoredModel>(
    _ type: Model.Type, referredToBy others: [any StoredModel.Type] = []
  ) throws -> [Model.ID] {
    let table = try open(type)
    for other in others { try openAll(in: other) }
    let idType = table.columns[table.idColumn].type
    var ids: Set<ColumnValue> = []
    for open in tables.values {
      let columns = open.table.entity.columns.indices.filter {
        open.table.columns[$0].field.targetID == ObjectIdentifier(type)
      }
      guard !columns.isEmpty else { continue }
      let rows = try StoreError.translating {
        try storage.rows(of: open.table.entity, matching: RowQuery())
      }
      for row in rows {
        for column in columns {
          if open.table.entity.columns[column].isToMany {
            ids.formUnion(ReferenceList.ids(row[column], idType) ?? [])
          } else if !row[column].isNull {
            ids.insert(row[column])
          }
        }
      }
    }
    for row in try rows(ids, of: table.entity) { ids.remove(row[table.idColumn]) }
    return try ids.sorted { $0.compare($1) == .orderedAscending }.map { try table.id($0) }
  }
}

extension ModelField {
  /// The model that the property refers to.
  fileprivate var targetID: ObjectIdentifier? {
    (valueType as? any RelationValue.Type).map { ObjectIdentifier($0.targetType) }
  }
}
