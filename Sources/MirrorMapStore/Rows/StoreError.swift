/// Why a store can't do what it was asked to: the storage fails, or doesn't fit the models.
///
/// JSON that doesn't fit its model is a `MappingError`, with its path.
public struct StoreError: Error, Sendable {
  /// The kind of a failure. Later versions can add kinds.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file or its folder can't be opened or made.
    public static let cannotOpen = Code(rawValue: "cannotOpen")
    /// The file can't be written.
    public static let cannotWrite = Code(rawValue: "cannotWrite")
    /// There is no room left on the disk.
    public static let full = Code(rawValue: "full")
    /// The file is something else than a store of this kind.
    public static let notAStore = Code(rawValue: "notAStore")
    /// The file is a store of this kind, but damaged.
    public static let damaged = Code(rawValue: "damaged")
    /// The file was written by a newer version of MirrorMapStore.
    public static let newerFormat = Code(rawValue: "newerFormat")
    /// Another process, or another store in this one, is writing to the file.
    public static let locked = Code(rawValue: "locked")
    /// The rows that are stored don't fit the model.
    public static let schema = Code(rawValue: "schema")
    /// The SQLite that is installed is too old.
    public static let unsupportedSQLite = Code(rawValue: "unsupportedSQLite")
    /// A query that can't be answered.
    public static let query = Code(rawValue: "query")
    /// The store is used in a way that it doesn't allow.
    public static let misuse = Code(rawValue: "misuse")
    /// Another failure of the storage.
    public static let failed = Code(rawValue: "failed")
  }

  /// The kind of failure.
  public let code: Code
  /// What is wrong, in words.
  public let message: String
  /// The name of the model, if it's about one.
  public let model: String?
  /// The name of the property, if it's about one.
  public let property: String?
  /// What the storage has thrown.
  public let underlying: (any Error)?

  /// Makes an error, for storages of your own.
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
  /// The model and property, and what is wrong.
  public var description: String {
    let name = [model, property].compactMap(\.self).joined(separator: ".")
    return name.isEmpty ? message : "\(name): \(message)"
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
