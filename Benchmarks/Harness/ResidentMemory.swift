import Foundation

/// How much memory this process has, and had at most.
enum ResidentMemory {
  /// Bytes resident now; where the system doesn't report them, the peak.
  static var now: Int {
    statusField("VmRSS:") ?? peak
  }

  /// The most bytes that were ever resident, since the start or the last ``forgetPeak()``.
  ///
  /// Linux's `getrusage` does not forget what the process was before `exec`: a small program
  /// started by a large one would seem large. `VmHWM` belongs to the program alone.
  static var peak: Int {
    if let bytes = statusField("VmHWM:") { return bytes }
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss * 1_024
    #endif
  }

  /// Lets ``peak`` begin again from ``now``, where the system can (Linux: `proc(5)`, `clear_refs`).
  static func forgetPeak() {
    #if os(Linux)
      guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return }
      try? file.write(contentsOf: Data("5".utf8))
      try? file.close()
    #endif
  }

  private static func statusField(_ name: String) -> Int? {
    #if os(Linux)
      guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
        let kilobytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
      else { return nil }
      return Int(kilobytes).map { $0 * 1_024 }
    #else
      return nil
    #endif
  }
}
