import Foundation

/// What happens meanwhile, on standard error: standard output has the results alone.
struct Progress {
  func note(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
