/// What is known about types, found out once for each, for as long as the process runs.
///
/// Lookups are as those of ``PlanCache``: without a lock, in a table of lists that grow at the front.
struct TypeTable<Value>: Sendable {
  private struct Entry {
    let id: ObjectIdentifier
    let value: Permanent<Value>
    let next: Permanent<Entry>?
  }

  private let slots = PermanentSlots<Entry>(count: 256)
  private let adding = Lock()

  /// What is known about a type, of which it's found out by `make` if nothing is.
  @inline(__always)
  func value(of type: Any.Type, _ make: () -> Value) -> Permanent<Value> {
    let id = ObjectIdentifier(type)
    return find(id) ?? add(make(), id)
  }

  @inline(__always)
  private func find(_ id: ObjectIdentifier) -> Permanent<Value>? {
    var next = slots.load(id.slot)
    while let entry = next {
      if entry.pointee.id == id { return entry.pointee.value }
      next = entry.pointee.next
    }
    return nil
  }

  @inline(never)
  private func add(_ value: Value, _ id: ObjectIdentifier) -> Permanent<Value> {
    adding.withLock {
      // Another thread may have found it out meanwhile.
      if let known = find(id) { return known }
      let added = Permanent(value)
      slots.store(Permanent(Entry(id: id, value: added, next: slots.load(id.slot))), id.slot)
      return added
    }
  }
}
