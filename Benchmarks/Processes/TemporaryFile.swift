import Foundation

/// A file for another process to read, gone with its owner.
final class TemporaryFile {
  let path: String
  let size: Int

  init(_ data: Data) throws {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "mirrormap-benchmarks-\(UUID().uuidString).json")
    path = url.path
    size = data.count
    do {
      try data.write(to: url)
    } catch {
      throw BenchmarkFailure("cannot write \(path): \(error.localizedDescription)")
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
