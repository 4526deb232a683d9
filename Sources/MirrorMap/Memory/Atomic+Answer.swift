import Synchronization

extension Atomic<UInt8> {
  /// Returns yes or no, found out when it is first needed, by whichever thread needs it.
  ///
  /// The number is 0 before that, 1 for no and 2 for yes.
  ///
  /// - Parameter find: finds the answer, always the same one; threads that need it at the same time
  ///   may both call it.
  func answer(_ find: () -> Bool) -> Bool {
    let known = load(ordering: .relaxed)
    if known != 0 { return known == 2 }
    let found = find()
    store(found ? 2 : 1, ordering: .relaxed)
    return found
  }
}
