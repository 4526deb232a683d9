import Foundation

/// Where a store keeps its models.
public struct StoreLocation: Sendable {
  let makeStorage: @Sendable () throws -> sending any RecordStorage

  /// Makes the storage.
  func open() throws -> sending any RecordStorage { try StoreError.translating(makeStorage) }

  /// A storage of your own. The store's initializer calls the closure, which makes a new storage for each store.
  public static func storage(
    _ make: @escaping @Sendable () throws -> sending any RecordStorage
  ) -> StoreLocation {
    StoreLocation(makeStorage: make)
  }

  /// In memory, for as long as the store exists.
  public static var memory: StoreLocation { storage { MemoryStorage() } }

  /// In a JSON file, which each commit rewrites.
  public static func file(at url: URL) -> StoreLocation { storage { try FileStorage(at: url) } }

  /// In an SQLite database.
  public static func sqlite(at url: URL) -> StoreLocation { storage { try SQLiteStorage(at: url) } }
}
