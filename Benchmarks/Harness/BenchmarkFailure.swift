/// Why the program can't continue, in words for the person who runs it.
struct BenchmarkFailure: Error, Codable {
  let message: String
  /// Failures of a run are 1, of the command line 64 (`EX_USAGE` of sysexits).
  let exitStatus: Int32

  init(_ message: String, exitStatus: Int32 = 1) {
    self.message = message
    self.exitStatus = exitStatus
  }

  static func usage(_ message: String) -> BenchmarkFailure {
    BenchmarkFailure("\(message)\nSee --help for the options.", exitStatus: 64)
  }

  var isUsage: Bool { exitStatus == 64 }
}
