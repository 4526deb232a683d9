extension StoreContext {
  /// Runs several steps as one: either all of them are kept, or none.
  ///
  /// ```swift
  /// try context.transaction {
  ///   try context.save(order)
  ///   try context.delete(Cart.self, ids: [cart.id])
  /// }
  /// ```
  ///
  /// A transaction inside another one is part of it. If a step fails, the whole transaction does, even if the error
  /// is caught.
  ///
  /// - Parameter body: The steps.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; ``StoreError`` if the storage fails. Then the rows are as before, and objects
  ///   are as they were: those that were to be saved have their changes, others what is stored.
  public func transaction<R>(_ body: () throws -> R) throws -> R {
    try change(body).value
  }

  /// Runs a step that writes, in a transaction of its own unless one is under way.
  ///
  /// - Returns: What `body` returns, and what it has changed since the transaction began.
  func change<R>(_ body: () throws -> R) throws -> (value: R, changes: StoreChanges) {
    if let recorder {
      do {
        return (try body(), StoreChanges())
      } catch {
        recorder.failure = recorder.failure ?? error
        throw error
      }
    }
    try StoreError.translating { try storage.begin() }
    let recorder = ChangeRecorder()
    self.recorder = recorder
    defer { recorder.finish() }
    do {
      let value = try body()
      if let failure = recorder.failure { throw failure }
      try StoreError.translating { try storage.commit() }
      self.recorder = nil
      let changes = recorder.changes
      if !changes.isEmpty { didCommit?(changes) }
      return (value, changes)
    } catch {
      storage.rollback()
      self.recorder = nil
      close(recorder.opened)
      recorder.restoreObjects()
      throw error
    }
  }
}

extension StoreError {
  /// Runs a step of a storage, and turns what it throws into an error of the store.
  static func translating<R>(_ body: () throws -> R) throws(StoreError) -> R {
    do {
      return try body()
    } catch {
      throw StoreError(translating: error)
    }
  }

  /// The error itself, if it's one of the store.
  init(translating error: any Error) {
    self =
      error as? StoreError
      ?? StoreError(.failed, "the storage failed: \(error)", underlying: error)
  }
}
