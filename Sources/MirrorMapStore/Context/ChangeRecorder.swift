/// Collects what a transaction changes.
final class ChangeRecorder {
  /// An object, as the live one of an id.
  private struct Kept: Hashable {
    let object: ObjectIdentifier
    let id: ColumnValue
  }

  /// The tables that have changes.
  private var tables: [OpenTable] = []
  /// What restores the objects that have been changed.
  private(set) var restorations: [() -> Void] = []
  /// The objects among them whose values are kept: those that they had first.
  private var kept: Set<Kept> = []
  /// What undoes the changes of attempts to read a value in one of several ways, in their order; nil outside of one.
  var undoing: [() throws -> Void]?
  /// The tables that were opened in the transaction.
  var opened: [OpenTable] = []
  /// Why the transaction can't be committed, although the error may have been caught.
  var failure: (any Error)?

  /// Whether anything has been written, or found to be as it was.
  var hasChanges: Bool { !tables.isEmpty }

  /// What the transaction has changed so far.
  var changes: StoreChanges {
    var all = StoreChanges()
    for open in tables {
      var changes = open.changes
      changes.countUnchanged()
      all.entities[open.table.entity.name] = changes
    }
    return all
  }

  /// Records a change of a table.
  func record(_ open: OpenTable, _ change: (inout EntityChanges) -> Void) {
    if !open.hasChanges {
      open.hasChanges = true
      tables.append(open)
    }
    change(&open.changes)
  }

  /// Is to be called before an object changes, or becomes the live one of its id, or isn't so any more.
  ///
  /// - Parameter restore: Sets its properties to their current values; nil for an object that callers haven't seen.
  func touch(
    _ object: AnyObject, _ id: ColumnValue, in open: OpenTable, restore: (() throws -> Void)?
  ) {
    if restore != nil, !kept.insert(Kept(object: ObjectIdentifier(object), id: id)).inserted {
      return
    }
    let wasLive = open.objects[id] === object
    // An object without other references needs nothing back.
    restorations.append { [weak object] in
      if wasLive {
        open.objects[id] = object
      } else if open.objects[id] === object {
        // It isn't stored, so the next one with this id is another object.
        open.objects[id] = nil
      }
      try? restore?()
    }
  }

  /// The same, for an object that has afterwards what it has now: what was assigned and not saved must not get lost.
  func touch(_ object: AnyObject, _ id: ColumnValue, in open: OpenTable) {
    guard !kept.contains(Kept(object: ObjectIdentifier(object), id: id)) else { return }
    touch(object, id, in: open, restore: open.table.restoration(of: object))
  }

  /// The same, for a live object that is as in its row. Nothing is copied or hashed, because each object of a document
  /// comes here.
  func touch(_ object: AnyObject, like row: StoredRow, in open: OpenTable) {
    restorations.append { try? open.table.refresh(object, row) }
  }

  /// Ends the recording.
  func finish() {
    for open in tables { (open.changes, open.hasChanges) = (EntityChanges(), false) }
  }
}
