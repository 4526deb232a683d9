import Foundation
import MirrorMapStore
import Testing

/// Runs a test in a folder of its own.
func withFolder(_ body: (URL) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("MirrorMapStoreTests-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder)
}

/// The file of a store in a test's folder.
func file(_ folder: URL) -> URL { folder.appendingPathComponent("store.json") }

func exists(_ folder: URL) -> Bool { FileManager.default.fileExists(atPath: file(folder).path) }

func text(of folder: URL) throws -> String {
  String(decoding: try Data(contentsOf: file(folder)), as: UTF8.self)
}

func names(in folder: URL) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
}

#if os(Linux)
  /// Keeps this process from writing files of more bytes than these.
  func limitFiles(to size: UInt) throws {
    var limit = rlimit(rlim_cur: size, rlim_max: size)
    guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else {
      throw POSIXError(.EPERM)
    }
  }
#endif

extension FileStorageTests {
  func open(_ folder: URL) throws -> FileStorage {
    let storage = try FileStorage(at: file(folder))
    try storage.open(Self.thing)
    return storage
  }

  func write(_ rows: [StoredRow], with storage: FileStorage) throws {
    try storage.begin()
    for row in rows { try storage.write(row, of: Self.thing, changed: nil) }
    try storage.commit()
  }

  func write(_ rows: [StoredRow], to folder: URL) throws { try write(rows, with: open(folder)) }

  /// A row in a form that tells everything apart, the sign of zero too.
  func exact(_ row: StoredRow) -> String {
    row.map { value in
      switch value {
      case .real(let real): "real \(real.bitPattern)"
      case .text(let text): "text \(Array(text.utf8))"
      case .blob(let data): "blob \(Array(data))"
      case .null, .integer: "\(value)"
      }
    }.joined(separator: ", ")
  }
}
