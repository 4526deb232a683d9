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
    let saved = type.withObject(object, fields, for: .read) { savedProperties(at: $0) }
    return { [self] in
      guard let saved else { return }
      try type.withObject(object, fields, for: .modify) { try restore(saved, at: $0) }
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

  /// The values and states of a model's properties.
  func savedProperties(at base: FieldAddress) -> SavedProperties {
    var saved = SavedProperties()
    saved.flattened = fields.flattened.map { flattened in
      flattened.slot(in: base).map { ($0.state, flattened.hasModel($0)) }
    }
    saved.properties = columns.indices.map { index in
      let coder = columns[index]
      guard let slot = coder.slot(in: base) else { return nil }
      let contents = coder.holdsObjects ? try? coder.load(slot) : nil
      return (coder.field.copy(slot), contents, slot.state)
    }
    return saved
  }

  /// Gives a model's properties the values and states again that they had.
  func restore(_ saved: SavedProperties, at base: FieldAddress) throws {
    for (flattened, saved) in zip(fields.flattened, saved.flattened) {
      guard let saved, let slot = flattened.slot(in: base) else { continue }
      flattened.setHasModel(saved.hasModel, slot)
      slot.state = saved.state
    }
    for (index, property) in saved.properties.enumerated() {
      let coder = columns[index]
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

/// What the properties of a model were at some time.
struct SavedProperties {
  /// For each property, a closure that assigns its value, be it one that can't be stored, the contents of the objects
  /// that the value holds, and the state; nil for those of a flattened model that was nil.
  var properties: [(assign: (ModelSlot) -> Void, contents: ColumnValue?, state: FieldState)?] = []
  /// For each flattened model, the state of its property, and whether there was a model; nil for those inside of one that
  /// was nil.
  var flattened: [(state: FieldState, hasModel: Bool)?] = []
}
