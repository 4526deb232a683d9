#if Foundation
  import Foundation

  /// Shows a progress in the standard error: a bar in a terminal, otherwise a line for each quarter.
  final class ProgressBar: Sendable {
    private let task: Task<Void, Never>
    private let isTerminal = isatty(STDERR_FILENO) == 1

    /// Shows a progress until ``finish()`` is called.
    init(_ progress: Progress) {
      let isTerminal = isTerminal
      task = Task.detached {
        var quarters = 0
        while !Task.isCancelled {
          let fraction = progress.totalUnitCount > 0 ? progress.fractionCompleted : 0
          if isTerminal {
            Self.write("\r" + Self.bar(fraction))
          } else if Int(fraction * 4) > quarters {
            quarters = Int(fraction * 4)
            Self.write("\(quarters * 25) %\n")
          }
          try? await Task.sleep(for: .milliseconds(20))
        }
      }
    }

    /// Removes the bar.
    func finish() async {
      task.cancel()
      await task.value
      if isTerminal { Self.write("\r\u{1B}[K") }
    }

    private static func bar(_ fraction: Double) -> String {
      let width = 40
      let full = Int(fraction * Double(width))
      return "[" + String(repeating: "#", count: full) + String(repeating: " ", count: width - full)
        + "] \(Int(fraction * 100)) %"
    }

    private static func write(_ text: String) {
      FileHandle.standardError.write(Data(text.utf8))
    }
  }
#endif
