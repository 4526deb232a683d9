import Dispatch
import Foundation

extension DispatchSemaphore {
  /// Waits on a thread of its own: tasks that block take the few threads on which all tasks run.
  func signaled() async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        self.wait()
        continuation.resume()
      }
    }
  }
}
