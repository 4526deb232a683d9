/// The models that a query finds, now and after each commit that has changed any model of their type;
/// ``ModelStore/observe(_:where:orderBy:limit:offset:)`` returns it.
///
/// ```swift
/// for try await staff in store.observe(Employee.self, where: { $0.age < 30 }) { show(staff) }
/// ```
///
/// A slow loop receives only the latest result. The loop ends when its task is canceled; until then, it keeps the store
/// alive.
public struct ModelObservation<Model: StoredModel & Sendable>: AsyncSequence, Sendable {
  let store: ModelStore
  let query: Result<RowQuery, any Error>

  public func makeAsyncIterator() -> Iterator {
    Iterator(store: store, query: query, changes: store.changes.makeAsyncIterator())
  }

  /// Waits for commits, and fetches.
  public struct Iterator: AsyncIteratorProtocol {
    let store: ModelStore
    let query: Result<RowQuery, any Error>
    var changes: StoreChangeSequence.Iterator
    var isFirst = true

    /// The models; nil when the task is canceled.
    ///
    /// - Throws: ``StoreError`` if the storage fails, or the query doesn't lead to stored properties;
    ///   `MappingError` if the query has a value that can't be stored, such as NaN.
    public mutating func next() async throws -> [Model]? {
      while !isFirst {
        guard let entities = await changes.nextPending()?.entities else { return nil }
        if entities.contains(Model.entityName) { break }
      }
      isFirst = false
      if Task.isCancelled { return nil }
      return try await store.fetch(Model.self, query.get())
    }
  }
}
