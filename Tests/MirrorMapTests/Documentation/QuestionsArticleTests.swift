import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// The article has no code; this checks what it says of types and of the library's sources.
struct QuestionsArticleTests {
  @Test func typesThatThreadsShareAreSendable() {
    func check<T: Sendable>(_ type: T.Type) {}
    check(Mapper.self)
    check(MappingDecoder.self)
    check(MappingEncoder.self)
    check(MappingError.self)
    check(JSONValue.self)
    check(Mapped<Int>.self)
  }

  /// Those for file times, uptime, disk space, keyboards, and user defaults.
  @Test func noAPIRequiresAReason() throws {
    let folder = Article.root.appendingPathComponent("Sources/MirrorMap")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
    #expect(files.count > 100)
    for file in files {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      for name in [
        "creationDate", "modificationDate", "stat(", "systemUptime", "mach_absolute_time",
        "volumeAvailableCapacity", "systemFreeSize", "activeInputModes", "UserDefaults",
      ] {
        #expect(!text.contains(name), "\(file) uses \(name)")
      }
    }
  }
}
