import Foundation

/// The machine, the system and the compiler, on which figures depend most.
enum Machine {
  static var processor: String {
    #if os(Linux)
      let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
      let model = lines.split(separator: "\n").first { $0.hasPrefix("model name") }
      guard let name = model?.split(separator: ":").last else { return architecture }
      return name.trimmingCharacters(in: .whitespaces)
    #elseif canImport(Darwin)
      var size = 0
      sysctlbyname("machdep.cpu.brand_string", nil, &size, nil, 0)
      var name = [UInt8](repeating: 0, count: size)
      guard sysctlbyname("machdep.cpu.brand_string", &name, &size, nil, 0) == 0 else {
        return architecture
      }
      return String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    #else
      return architecture
    #endif
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86-64"
    #elseif arch(arm64)
      "arm64"
    #else
      "unknown processor"
    #endif
  }

  static var system: String {
    #if os(Linux)
      let kernel =
        (try? String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)) ?? ""
      return "\(ProcessInfo.processInfo.operatingSystemVersionString), Linux "
        + kernel.trimmingCharacters(in: .whitespacesAndNewlines)
    #else
      return "\(ProcessInfo.processInfo.operatingSystemVersionString)"
    #endif
  }

  /// The compiler that built this; what `swift --version` says today may be another.
  static var swift: String {
    #if compiler(>=6.5)
      "Swift 6.5 or later"
    #elseif compiler(>=6.4)
      "Swift 6.4"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2"
    #endif
  }

  /// False for `swift run Benchmarks` without `-c release`.
  static var isOptimized: Bool {
    var isChecked = false
    assert(
      {
        isChecked = true
        return true
      }())
    return !isChecked
  }
}
