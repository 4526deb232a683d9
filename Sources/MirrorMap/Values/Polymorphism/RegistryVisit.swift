import Foundation

/// The registries that a thread is asking something of all their types: an enum's payload may hold the
/// same enum, and so lead back to the registry where the question came from.
enum RegistryVisit {
  enum Purpose { case models, null }

  private struct Visit {
    let thread: pthread_t
    let registry: ObjectIdentifier
    let purpose: Purpose

    func isHere(_ purpose: Purpose) -> Bool {
      self.purpose == purpose && pthread_equal(thread, pthread_self()) != 0
    }
  }

  // (As everywhere, a lock that ThreadSanitizer sees.)
  private static let lock = NSLock()
  /// Touched under the lock only.
  nonisolated(unsafe) private static var visits: [Visit] = []

  /// Notes that a visit begins.
  ///
  /// - Returns: whether there is none around it on this thread; nil if there is one to the same registry,
  ///   and nothing has begun.
  static func begin(_ registry: ObjectIdentifier, _ purpose: Purpose) -> Bool? {
    lock.withLock {
      let here = visits.filter { $0.isHere(purpose) }
      guard !here.contains(where: { $0.registry == registry }) else { return nil }
      visits.append(Visit(thread: pthread_self(), registry: registry, purpose: purpose))
      return here.isEmpty
    }
  }

  /// Notes that a visit is over.
  static func end(_ registry: ObjectIdentifier, _ purpose: Purpose) {
    lock.withLock { visits.removeAll { $0.isHere(purpose) && $0.registry == registry } }
  }
}
