/// What a context knows about a table that it has used.
final class OpenTable {
  let table: AnyTable
  /// The live objects by their ids, if the model is a class.
  var objects = IdentityMap()
  /// What the transaction that is under way has changed.
  var changes = EntityChanges()
  /// Whether anything has been recorded there.
  var hasChanges = false

  init(_ table: AnyTable) { self.table = table }
}

/// The live objects of a class by their ids. It doesn't keep them alive.
struct IdentityMap {
  private struct Entry {
    weak var object: AnyObject?
  }

  private var entries: [ColumnValue: Entry] = [:]
  /// The id of each object, some of which may be gone; nil until an id is first looked up.
  private var ids: [ObjectIdentifier: ColumnValue]?
  /// How many entries there may be before those of objects that are gone are removed.
  private var limit = 64

  /// The live object with an id.
  subscript(id: ColumnValue) -> AnyObject? {
    get { entries[id]?.object }
    set {
      entries[id] = newValue.map { Entry(object: $0) }
      if ids != nil, let newValue { ids?[ObjectIdentifier(newValue)] = id }
      guard entries.count > limit else { return }
      entries = entries.filter { $0.value.object != nil }
      ids = nil
      limit = max(64, entries.count * 2)
    }
  }

  /// The id whose live object an object is; nil if there is none.
  mutating func id(of object: AnyObject) -> ColumnValue? {
    if ids == nil {
      var known: [ObjectIdentifier: ColumnValue] = [:]
      for (id, entry) in entries {
        if let object = entry.object { known[ObjectIdentifier(object)] = id }
      }
      ids = known
    }
    guard let id = ids?[ObjectIdentifier(object)], self[id] === object else { return nil }
    return id
  }
}
