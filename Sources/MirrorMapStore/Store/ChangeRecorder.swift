/// Collects what a transaction changes.
final class ChangeRecorder {
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

  /// The tables that have a log.
  private var tables: [OpenTable] = []
  /// The objects that have been changed, to be restored if the transaction fails.
  private var touched: [Touched] = []
  /// The tables whose entities were opened in the transaction.
  var opened: [AnyTable] = []
  /// Why the transaction can't be committed, although the error may have been caught.
  var failure: (any Error)?

  /// Whether anything has been written, or found to be as it was.
  var hasChanges: Bool { !tables.isEmpty }

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
      if touched.isLive {
        touched.open.objects[touched.id] = touched.object
      } else if touched.open.objects[touched.id] === touched.object {
        // It isn't stored, so the next one with this id is another object.
        touched.open.objects[touched.id] = nil
      }
      try? touched.restore?()
    }
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
  var unchanged: [ColumnValue] = []
  /// The deleted ids, each with how many insertions came before.
  private var deleted: [(id: ColumnValue, position: Int)] = []

  mutating func delete(_ id: ColumnValue) { deleted.append((id, inserted.count)) }

  var changes: StoreChanges.Changes {
    var changes = StoreChanges.Changes()
    // Mostly there is only one kind of changes, and each id once.
    if updated.isEmpty, deleted.isEmpty, unchanged.isEmpty {
      changes.inserted = inserted
      return changes
    }
    if inserted.isEmpty, updated.isEmpty, deleted.isEmpty, unchanged.isAscending {
      changes.unchangedCount = unchanged.count
      return changes
    }
    var new = Set(inserted)
    if !deleted.isEmpty { (changes.deleted, changes.replaced) = applyDeletions(to: &new) }
    changes.inserted = Array(new)
    changes.updated = updated.filter {
      !new.contains($0.key) && !changes.deleted.contains($0.key)
    }
    let gone = Set(deleted.map(\.id))
    changes.unchangedCount =
      Set(unchanged).lazy
      .filter { !new.contains($0) && changes.updated[$0] == nil && !gone.contains($0) }.count
    return changes
  }

  /// What was there before the transaction and isn't now was deleted; what was inserted and then deleted doesn't
  /// count; what was deleted and then inserted may differ in anything, so it counts as inserted.
  ///
  /// - Parameter new: The ids that were inserted; afterwards, without those that are gone again.
  /// - Returns: The ids that were deleted, and those that were deleted and then inserted.
  private func applyDeletions(
    to new: inout Set<ColumnValue>
  ) -> (gone: Set<ColumnValue>, replaced: Set<ColumnValue>) {
    var first: [ColumnValue: Int] = [:]
    var last: [ColumnValue: Int] = [:]
    for (id, position) in deleted {
      first[id] = first[id] ?? position
      last[id] = position
    }
    for (position, id) in inserted.enumerated() {
      // Inserted before the first deletion, so it wasn't there.
      if let deletion = first[id], position < deletion { first[id] = nil }
      if let deletion = last[id], position >= deletion { last[id] = nil }
    }
    new.subtract(last.keys)
    let old = Set(first.keys)
    return (old.intersection(last.keys), old.intersection(new))
  }
}

extension [ColumnValue] {
  /// Whether these are integers, each greater than the one before it.
  fileprivate var isAscending: Bool {
    var last: Int64?
    for case let value in self {
      guard case .integer(let integer) = value, last.map({ $0 < integer }) != false else {
        return false
      }
      last = integer
    }
    return true
  }
}
