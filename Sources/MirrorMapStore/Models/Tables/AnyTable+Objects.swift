/// Comparing live objects with their rows, bringing them up to date, and restoring them.
extension AnyTable {
  /// Reads an object's properties from its row again: all of them, or only some.
  func refresh(_ object: AnyObject, _ row: StoredRow, only columns: ColumnSet? = nil) throws {
    try type.withObject(object, fields, for: .modify) {
      // The app may have embedded objects in use as well.
      try setProperties(to: row, at: $0, only: columns, keepsObjects: true)
    }
  }

  /// Whether a property of an object has been assigned, besides flattened models.
  func hasChanges(_ object: AnyObject) -> Bool {
    type.withObject(object, fields, for: .read) { base in
      columns.contains { $0.slot(in: base)?.state.isChanged == true }
    } == true
  }

  /// Whether an object's properties are as a row has them, and none has been assigned, so that the row restores it.
  func isUnchanged(_ object: AnyObject, since row: StoredRow) -> Bool {
    if holdsObjects { return false }
    return type.withObject(object, fields, for: .read) { base in
      fields.flattened.allSatisfy { flattened in
        guard let slot = flattened.slot(in: base) else { return true }
        let isNil = flattened.isOptional && row[flattened.fields].allSatisfy(\.isNull)
        return flattened.hasModel(slot) != isNil && slot.state == .stored(isNil ? .null : .value)
      }
        && columns.indices.allSatisfy { index in
          // Those of a flattened model that is nil are null.
          guard let slot = columns[index].slot(in: base) else { return true }
          return slot.state == .stored(row[index].isNull ? .null : .value)
            && (try? value(index, at: base)) == row[index]
        }
    } == true
  }

  /// Returns a closure that gives an object's properties their present values and states again.
  func restoration(of object: AnyObject) -> () throws -> Void {
    let restore = type.withObject(object, fields, for: .read) { restoration(at: $0) }
    return { [type, fields] in
      guard let restore else { return }
      try type.withObject(object, fields, for: .modify, restore)
    }
  }

  /// The columns whose values in a model are older than a row: they differ, and are those of an earlier row.
  func staleColumns(at base: FieldAddress, _ row: StoredRow) -> ColumnSet {
    var stale = ColumnSet()
    for index in columns.indices where !columns[index].holdsObjects {
      guard let state = columns[index].slot(in: base)?.state, state.isStored, !state.isChanged,
        !columns[index].field.isInAssigned(in: base),
        let value = try? value(index, at: base), value != row[index]
      else { continue }
      stale.insert(index)
    }
    for flattened in fields.flattened {
      guard let slot = flattened.slot(in: base) else { continue }
      let isNil = row[flattened.fields].allSatisfy(\.isNull)
      if !flattened.hasModel(slot) {
        guard slot.state.isStored, !slot.state.isChanged, !isNil else { continue }
        for index in flattened.fields { stale.insert(index) }
      } else if flattened.isOptional, isNil, flattened.fields.contains(where: stale.contains) {
        // It's removed as a whole, or stays if something in it was assigned.
        let stays = flattened.fields.contains { index in
          !stale.contains(index) && (try? value(index, at: base))?.isNull == false
        }
        for index in flattened.fields { stays ? stale.remove(index) : stale.insert(index) }
      }
    }
    return stale
  }

  /// Returns a closure that gives a model's properties the values and states again that they have at an address. Those
  /// of a flattened model that is nil have none.
  private func restoration(at base: FieldAddress) -> (FieldAddress) throws -> Void {
    let flattenedModels = fields.flattened.map { flattened in
      flattened.slot(in: base).map { (state: $0.state, hasModel: flattened.hasModel($0)) }
    }
    let properties = columns.map { coder in
      coder.slot(in: base).map { slot in
        // Also a value that can't be stored is assigned. The objects that it holds may have changed by then.
        (
          assign: coder.field.copy(slot),
          contents: coder.holdsObjects ? try? coder.load(slot) : nil,
          state: slot.state
        )
      }
    }
    return { [self] base in
      for (flattened, saved) in zip(fields.flattened, flattenedModels) {
        guard let saved, let slot = flattened.slot(in: base) else { continue }
        flattened.setHasModel(saved.hasModel, slot)
        slot.state = saved.state
      }
      for (coder, property) in zip(columns, properties) {
        guard let property, let slot = coder.slot(in: base) else { continue }
        property.assign(slot)
        // Objects that have changed are replaced by new ones.
        if let contents = property.contents, (try? coder.load(slot)) != contents {
          try coder.store(contents, slot)
        }
        slot.state = property.state
      }
    }
  }
}
