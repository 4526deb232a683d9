/// The changes of one entity, recorded one after the other, in a transaction or over several.
///
/// A model that is inserted and then updated counts as inserted, and one that is inserted and then deleted not at all.
/// One that is deleted and then inserted may differ in anything, so it counts as inserted.
struct EntityChanges: Sendable {
  /// The inserted ids that have been hashed.
  private var hashed: Set<ColumnValue> = []
  /// The ids that were inserted after those. Most transactions never look for one, and so needn't hash any.
  private var latest: [ColumnValue] = []
  /// The models that were there before and have been deleted, even if they were inserted again.
  private var removed: Set<ColumnValue> = []
  var updated: [ColumnValue: ColumnSet] = [:]
  /// The models that were written as they were, once for each time.
  private var unchanged: [ColumnValue] = []
  private(set) var unchangedCount = 0

  var inserted: [ColumnValue] { hashed + latest }
  var insertedCount: Int { hashed.count + latest.count }
  var deleted: Set<ColumnValue> { removed.subtracting(inserted) }
  var isEmpty: Bool { insertedCount == 0 && updated.isEmpty && removed.isEmpty }

  /// Records the insertion of a model that wasn't there.
  mutating func insert(_ id: ColumnValue) { latest.append(id) }

  mutating func update(_ id: ColumnValue, _ columns: ColumnSet) {
    if !isInserted(id) { updated[id, default: ColumnSet()].formUnion(columns) }
  }

  mutating func keep(_ id: ColumnValue) { unchanged.append(id) }

  /// Forgets the last model that was written as it was.
  mutating func forgetLastKept() { _ = unchanged.popLast() }

  /// Records the deletion of a model that was there.
  mutating func delete(_ id: ColumnValue) {
    updated[id] = nil
    if isInserted(id) { hashed.remove(id) } else { removed.insert(id) }
  }

  /// What is recorded of one model.
  struct Record {
    fileprivate let isInserted: Bool
    fileprivate let isRemoved: Bool
    fileprivate let updated: ColumnSet?
  }

  mutating func record(of id: ColumnValue) -> Record {
    Record(isInserted: isInserted(id), isRemoved: removed.contains(id), updated: updated[id])
  }

  /// Puts back what was recorded of a model.
  mutating func setRecord(_ record: Record, of id: ColumnValue) {
    if record.isInserted != isInserted(id) {
      if record.isInserted { hashed.insert(id) } else { hashed.remove(id) }
    }
    if record.isRemoved { removed.insert(id) } else { removed.remove(id) }
    updated[id] = record.updated
  }

  /// Records the changes of a later commit.
  mutating func merge(_ later: EntityChanges) {
    for id in later.removed { delete(id) }
    latest += later.inserted
    for (id, columns) in later.updated { update(id, columns) }
    unchangedCount += later.unchangedCount
  }

  /// Counts the models to which nothing has happened but that they were written as they were.
  mutating func countUnchanged() {
    // Mostly the ids ascend, so each is there once.
    let ascend = zip(unchanged, unchanged.dropFirst()).allSatisfy {
      $0.compare($1) == .orderedAscending
    }
    for id in ascend ? unchanged : Array(Set(unchanged))
    where updated[id] == nil && !removed.contains(id) && !isInserted(id) { unchangedCount += 1 }
    unchanged = []
  }

  private mutating func isInserted(_ id: ColumnValue) -> Bool {
    if !latest.isEmpty {
      hashed.formUnion(latest)
      latest.removeAll(keepingCapacity: true)
    }
    return hashed.contains(id)
  }
}
