/// Collects what a transaction changes.
final class ChangeRecorder {
  /// The changes of one entity, as they happen: cheap to record, and put in order at the end.
  struct Log {
    var inserted: [ColumnValue] = []
    var updated: [ColumnValue: ColumnSet] = [:]
    var deleted: Set<ColumnValue> = []
    var unchanged: [ColumnValue] = []
  }

  private(set) var logs: [ObjectIdentifier: Log] = [:]
  private var tables: [ObjectIdentifier: AnyTable] = [:]
  /// An object that is about to change, as it is before.
  private struct Touched {
    let object: AnyObject
    let id: ColumnValue
    let open: OpenTable
    /// Whether it's the live object of its id.
    let isLive: Bool
    /// Gives its properties the values that they have; nil if nobody knows the object.
    let restore: (() throws -> Void)?
  }

  /// The objects that have been changed, to be restored if the transaction fails.
  private var touched: [Touched] = []
  /// The tables whose entities were opened in the transaction.
  var opened: [AnyTable] = []
  /// Why the transaction can't be committed, although the error may have been caught.
  var failure: (any Error)?

  /// Is to be called before an object changes, or becomes the live one of its id, or isn't so any more.
  ///
  /// - Parameter restore: Gives its properties the values that they have; nil if nobody knows the object.
  func touch(
    _ object: AnyObject, _ id: ColumnValue, in open: OpenTable, restore: (() throws -> Void)?
  ) {
    let isLive = open.objects[id] === object
    touched.append(Touched(object: object, id: id, open: open, isLive: isLive, restore: restore))
  }

  /// The same, for an object that a failure sets back to its row.
  func touch(_ object: AnyObject, _ row: StoredRow, in open: OpenTable) {
    touch(object, row[open.table.idColumn], in: open) { try open.refresh(object, row) }
  }

  /// Restores the objects that have been changed. That needs nothing from the storage, which may be what has failed.
  func restoreObjects() {
    for touched in touched.reversed() {
      try? touched.restore?()
      if touched.isLive {
        touched.open.objects[touched.id] = touched.object
      } else if touched.open.objects[touched.id] === touched.object {
        // It isn't stored, so the next one with this id is another object.
        touched.open.objects[touched.id] = nil
      }
    }
  }

  func insert(_ id: ColumnValue, in table: AnyTable) { self[table].inserted.append(id) }

  func update(_ id: ColumnValue, _ changed: ColumnSet, in table: AnyTable) {
    self[table].updated[id, default: ColumnSet()].formUnion(changed)
  }

  func delete(_ id: ColumnValue, in table: AnyTable) { self[table].deleted.insert(id) }

  func keep(_ id: ColumnValue, in table: AnyTable) { self[table].unchanged.append(id) }

  private subscript(table: AnyTable) -> Log {
    get { logs[ObjectIdentifier(table)] ?? Log() }
    _modify {
      let key = ObjectIdentifier(table)
      if logs[key] == nil { tables[key] = table }
      yield &logs[key, default: Log()]
    }
  }

  /// Whether anything has been written.
  var hasChanges: Bool {
    logs.values.contains { !$0.inserted.isEmpty || !$0.updated.isEmpty || !$0.deleted.isEmpty }
  }

  /// The changes of the whole transaction: a model that was inserted and then updated counts as inserted, and one
  /// that was inserted and then deleted not at all.
  var changes: StoreChanges {
    var changes = StoreChanges()
    for (key, log) in logs {
      guard let table = tables[key] else { continue }
      var entity = StoreChanges.Changes()
      entity.inserted = Set(log.inserted)
      entity.updated = log.updated.filter { !entity.inserted.contains($0.key) }
      for id in log.deleted {
        entity.updated[id] = nil
        if entity.inserted.remove(id) == nil { entity.deleted.insert(id) }
      }
      entity.unchangedCount =
        Set(log.unchanged).lazy
        .filter { !entity.inserted.contains($0) && entity.updated[$0] == nil }
        .filter { !log.deleted.contains($0) }.count
      changes.entities[table.entity.name] = entity
    }
    return changes
  }
}
