import Foundation

/// Reports how far an import or an export is, and ends it when it's canceled.
final class SessionProgress {
  private let progress: Progress?
  private var count = 0
  /// What was reported last.
  private var (position, total) = (0, 0)

  init(_ progress: Progress?) { self.progress = progress }

  /// Counts an object or a model. Whether it is time to report a position: at one of 64.
  @inline(__always)
  var isDue: Bool {
    defer { count &+= 1 }
    // Also at the first one, so that the total is known from the start.
    return count & 63 == 0
  }

  /// Reports a position, unless it's before the last one, as where an object is read again, or in a document inside
  /// of the other one, which is shorter.
  ///
  /// - Throws: `CancellationError`.
  @inline(never)
  func report(_ position: Int, of total: Int) throws {
    if let progress, (total, position) >= (self.total, self.position) {
      (self.total, self.position) = (total, position)
      if progress.totalUnitCount != Int64(total) { progress.totalUnitCount = Int64(total) }
      progress.completedUnitCount = Int64(position)
    } else if total < self.total {
      // The next object is due instead.
      count &-= 1
    }
    try check()
  }

  /// - Throws: `CancellationError` if the task or the progress has been canceled.
  func check() throws {
    if Task.isCancelled || progress?.isCancelled == true { throw CancellationError() }
  }

  /// Reports the end.
  func finish() throws {
    try check()
    guard let progress else { return }
    if progress.totalUnitCount <= 0 { progress.totalUnitCount = 1 }
    progress.completedUnitCount = progress.totalUnitCount
  }
}
