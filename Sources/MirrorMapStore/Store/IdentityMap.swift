/// The live objects of a class by their ids. It doesn't keep them alive.
struct IdentityMap {
  private struct Entry {
    weak var object: AnyObject?
  }

  private var entries: [ColumnValue: Entry] = [:]
  /// How many entries there may be before those of objects that are gone are removed.
  private var limit = 64

  /// The live object with an id.
  subscript(id: ColumnValue) -> AnyObject? {
    get { entries[id]?.object }
    set {
      entries[id] = newValue.map { Entry(object: $0) }
      guard entries.count > limit else { return }
      entries = entries.filter { $0.value.object != nil }
      limit = max(64, entries.count * 2)
    }
  }
}
