/// What an import does with the models that a relation refers to, or refers to no longer.
extension ImportSession {
  /// Deletes or disconnects the models that have left the relations of a model, and connects those that are new there
  /// or are in the document. What the document doesn't have may refer to another model by now.
  func connect(
    _ row: StoredRow, after old: StoredRow?, _ changed: ColumnSet, _ table: AnyTable,
    _ id: ColumnValue
  ) throws {
    guard !table.connectedRelations.isEmpty else { return }
    let arrivals = arrived[outer.count] ?? [:]
    for (column, relation) in table.connectedRelations {
      let arrived = arrivals[column]
      guard old == nil || arrived != nil || changed.contains(column) else { continue }
      try final {
        let target = try context.state(of: relation.table())
        let inverse = try relation.inverseColumn()
        let idType = target.table.idCoder.type
        let ids = try row.ids(column, isToMany: relation.isToMany, idType)
        let earlier = Set(try old?.ids(column, isToMany: relation.isToMany, idType) ?? [])
        var left = earlier.subtracting(ids)
        // Those that are in another relation with the same inverse, or in another without one that deletes, haven't left.
        for (other, twin) in table.connectedRelations where other != column && !left.isEmpty {
          guard try twin.table() === target.table, try twin.inverseColumn() == inverse
          else { continue }
          left.subtract(try row.ids(other, isToMany: twin.isToMany, idType))
        }
        try leave(left, relation, target, inverse, id)
        guard let inverse else { return }
        let named = Set(arrived ?? [])
        try join(
          ids.filter { named.contains($0) || !earlier.contains($0) }, target,
          Inverse(column: inverse, owner: id))
      }
    }
  }

  /// Models have left a relation.
  private func leave(
    _ ids: Set<ColumnValue>, _ relation: Relation, _ target: OpenTable, _ inverse: Int?,
    _ owner: ColumnValue
  ) throws {
    guard !ids.isEmpty else { return }
    if let inverse {
      // They may have joined it in the same document, and not been written since.
      for index in outer.indices
      where outer[index].table === target.table && ids.contains(outer[index].id) {
        pending[index]?.removeAll { $0.column == inverse && $0.owner == owner }
      }
      let table = ObjectIdentifier(target.table)
      for id in ids where expected[table]?[id]?[inverse] == owner {
        expect(nil, in: inverse, of: id, table)
      }
    }
    var ids = ids
    if relation.policy == .replace {
      // Those that are being read can't be deleted.
      let open = openObjects.filter { $0.table === target.table }
      var deleted = ids.subtracting(open.map(\.id))
      if let inverse {
        // Those that have moved to another owner stay.
        let rows = try context.rows(deleted, of: target.table.entity)
        deleted = Set(
          rows.filter { $0[inverse].isNull || $0[inverse] == owner }
            .map { $0[target.table.idColumn] })
      }
      try context.delete(deleted, in: target)
      ids.formIntersection(open.map(\.id))
    }
    guard let inverse, target.table.columns[inverse].field.isOptional else { return }
    for row in try context.rows(ids, of: target.table.entity)
    where row[inverse] == owner {
      let id = row[target.table.idColumn]
      try context.set(inverse, of: id, in: target, to: .null)
      for index in outer.indices where outer[index].table === target.table && outer[index].id == id
      {
        outer[index].isStale = true
      }
    }
  }

  /// Models are in a relation whose inverse leads back to the owner.
  private func join(_ ids: [ColumnValue], _ target: OpenTable, _ inverse: Inverse) throws {
    guard !ids.isEmpty else { return }
    let rows = try context.rows(ids, of: target.table.entity)
    for row in rows where row[inverse.column] != inverse.owner {
      try context.set(
        inverse.column, of: row[target.table.idColumn], in: target, to: inverse.owner)
    }
    // A model around this one is written later.
    for index in outer.indices
    where outer[index].table === target.table && ids.contains(outer[index].id) {
      pending[index, default: []].append(inverse)
      hasLeftovers = true
    }
    // The objects of the others may come later in the document.
    guard rows.count < ids.count else { return }
    for id in Set(ids).subtracting(rows.map { $0[target.table.idColumn] }) {
      expect(inverse.owner, in: inverse.column, of: id, ObjectIdentifier(target.table))
    }
  }

  private func expect(
    _ owner: ColumnValue?, in column: Int, of id: ColumnValue, _ table: ObjectIdentifier
  ) {
    let earlier = expected[table]?[id]?[column]
    expected[table, default: [:]][id, default: [:]][column] = owner
    context.recorder?.undoing?.append { [self] in
      expected[table, default: [:]][id, default: [:]][column] = earlier
    }
  }
}
