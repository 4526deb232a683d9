import Foundation

/// Another process that runs this program.
final class Child {
  let process = Process()
  private let output = Pipe()

  init(_ arguments: String...) throws {
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
  }

  /// Waits until it has printed some lines, or has ended.
  func read(lines count: Int = 1) -> String {
    var printed = Data()
    while printed.count(where: { $0 == UInt8(ascii: "\n") }) < count {
      let bytes = output.fileHandleForReading.availableData
      if bytes.isEmpty { break }
      printed += bytes
    }
    return String(decoding: printed, as: UTF8.self)
  }

  /// Waits for its end.
  ///
  /// - Returns: all that it has printed and that hasn't been read.
  func finish() -> String {
    let rest = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: rest, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Ends it at once.
  func kill() -> String {
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
    return finish()
  }
}

/// Runs a check in a folder of its own.
func withFolder<R>(_ body: (String) throws -> R) throws -> R {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("StoreProcess-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder.path)
}

/// Writes at once, as the process may be killed.
func say(_ text: String) {
  try? FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
}

/// Runs a step whose objects are gone afterwards.
@inline(never)
func apply<R>(_ body: () throws -> R) rethrows -> R { try body() }
