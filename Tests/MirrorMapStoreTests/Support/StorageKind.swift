import Foundation
import MirrorMapStore
import Testing

/// The storages on which every store behaves the same.
enum StorageKind: String, CaseIterable, Sendable {
  case memory, file, sqlite, dictionary, strict

  /// A new place in the folder of the test.
  func location(_ name: String = "store") throws -> StoreLocation {
    let url = try #require(TemporaryFolder.current).appendingPathComponent("\(name).\(rawValue)")
    return switch self {
    case .memory: .memory
    case .file: .file(at: url)
    case .sqlite: .sqlite(at: url)
    case .dictionary: .storage { DictionaryStorage() }
    case .strict: .storage { StrictStorage() }
    }
  }

  func store(_ name: String = "store") throws -> ModelStore { try ModelStore(location(name)) }

  func context(_ name: String = "store") throws -> StoreContext {
    try StoreContext(location(name))
  }

  /// Whether a store that is opened later finds the rows.
  var keepsRows: Bool { self == .file || self == .sqlite }
}

/// Gives each test a folder of its own, and removes it afterwards.
struct TemporaryFolder: SuiteTrait, TestTrait, TestScoping {
  @TaskLocal static var current: URL?

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await Self.$current.withValue(folder) { try await function() }
  }
}

extension Trait where Self == TemporaryFolder {
  /// Gives each test a folder of its own.
  static var temporaryFolder: TemporaryFolder { TemporaryFolder() }
}
