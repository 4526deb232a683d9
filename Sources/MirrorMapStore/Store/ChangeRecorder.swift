/// Collects what a transaction changes.
final class ChangeRecorder {
  /// The tables that have a log.
  private var tables: [OpenTable] = []
  /// The objects that have been changed, to be read again if the transaction fails.
  private(set) var touched: [(table: OpenTable, id: ColumnValue, object: AnyObject)] = []
  /// The tables whose entities were opened in the transaction.
  var opened: [AnyTable] = []
  /// Why the transaction can't be committed, although the error may have been caught.
  var failure: (any Error)?

  /// Whether anything has been written, or found to be as it was.
  var hasChanges: Bool { !tables.isEmpty }

  func touch(_ object: AnyObject, _ id: ColumnValue, in table: OpenTable) {
    touched.append((table, id, object))
  }

  /// Records a change of a table.
  func record(_ table: OpenTable, _ change: (inout ChangeLog) -> Void) {
    if table.log == nil {
      table.log = ChangeLog()
      tables.append(table)
    }
    change(&table.log!)
  }

  /// Ends the recording.
  func finish() {
    for table in tables { table.log = nil }
  }

  /// The changes of the whole transaction: a model that was inserted and then updated counts as inserted, and one
  /// that was inserted and then deleted not at all.
  var changes: StoreChanges {
    var changes = StoreChanges()
    for table in tables {
      if let log = table.log { changes.entities[table.table.entity.name] = log.changes }
    }
    return changes
  }
}

/// The changes of one entity, as they happen: cheap to record, and put in order at the end.
struct ChangeLog {
  var inserted: [ColumnValue] = []
  var updated: [ColumnValue: ColumnSet] = [:]
  /// What was deleted, each with the number of insertions before it.
  private var deletions: [(id: ColumnValue, insertedCount: Int)] = []
  var unchanged: [ColumnValue] = []

  mutating func delete(_ id: ColumnValue) { deletions.append((id, inserted.count)) }

  var changes: StoreChanges.Changes {
    var changes = StoreChanges.Changes()
    var count = 0
    for (id, insertedCount) in deletions {
      changes.inserted.formUnion(inserted[count..<insertedCount])
      count = insertedCount
      changes.delete(id)
    }
    if count == 0 {
      changes.inserted = Set(inserted)
    } else {
      changes.inserted.formUnion(inserted[count...])
    }
    changes.updated = updated.filter {
      !changes.inserted.contains($0.key) && !changes.removed.contains($0.key)
    }
    changes.unchangedCount =
      Set(unchanged).lazy
      .filter { !changes.inserted.contains($0) && changes.updated[$0] == nil }
      .filter { !changes.removed.contains($0) }.count
    return changes
  }
}
