/// An error of a store: the storage fails, its rows don't fit the models, or the store is misused.
///
/// For JSON that doesn't fit its model, the store throws a `MappingError` with the path instead.
public struct StoreError: Error, Sendable {
  /// The kind of a failure. Later versions can add kinds.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file or its folder can't be opened or created.
    public static let cannotOpen = Code(rawValue: "cannotOpen")
    /// The file can't be written.
    public static let cannotWrite = Code(rawValue: "cannotWrite")
    /// There is no space left on the disk.
    public static let full = Code(rawValue: "full")
    /// The file isn't a store of this kind.
    public static let notAStore = Code(rawValue: "notAStore")
    /// The file is a store of this kind, but it's damaged.
    public static let damaged = Code(rawValue: "damaged")
    /// The file was written by a newer version of MirrorMapStore.
    public static let newerFormat = Code(rawValue: "newerFormat")
    /// Another process, or another store in this process, is using the file.
    public static let locked = Code(rawValue: "locked")
    /// The stored rows don't fit the model.
    public static let schema = Code(rawValue: "schema")
    /// The installed version of SQLite is too old.
    public static let unsupportedSQLite = Code(rawValue: "unsupportedSQLite")
    /// A query uses something that isn't a stored property or can't be ordered, or is otherwise invalid.
    public static let query = Code(rawValue: "query")
    /// The store is used in a way that it doesn't support.
    public static let misuse = Code(rawValue: "misuse")
    /// Another failure of the storage.
    public static let failed = Code(rawValue: "failed")
  }

  /// The kind of failure.
  public let code: Code
  /// A description of the failure.
  public let message: String
  /// The name of the model that the error concerns, if any.
  public let model: String?
  /// The name of the property that the error concerns, if any.
  public let property: String?
  /// The error that caused this one, such as one that the storage has thrown.
  public let underlying: (any Error)?

  /// Makes an error. Use it in storages of your own.
  public init(
    _ code: Code, _ message: String, model: String? = nil, property: String? = nil,
    underlying: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.model = model
    self.property = property
    self.underlying = underlying
  }
}

extension StoreError: CustomStringConvertible {
  /// The model and property, and a description of the failure.
  public var description: String {
    let name = [model, property].compactMap(\.self).joined(separator: ".")
    return name.isEmpty ? message : "\(name): \(message)"
  }
}

extension StoreError {
  /// Runs a step of a storage, and turns what it throws into an error of the store.
  static func translating<R>(
    _ body: () throws -> sending R
  ) throws(StoreError) -> sending R {
    do {
      return try body()
    } catch {
      throw error as? StoreError
        ?? StoreError(.failed, "the storage failed: \(error)", underlying: error)
    }
  }
}
