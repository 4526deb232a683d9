import Synchronization

/// Yes or no, found out when it is first asked for, by whichever thread asks.
@usableFromInline
struct LazyFlag: ~Copyable {
  /// 0 as long as nobody has asked, 1 for no, 2 for yes.
  private let answer = Atomic<UInt8>(0)

  @usableFromInline init() {}

  /// - Parameter find: finds the answer, always the same one; threads that ask at once may both.
  func value(_ find: () -> Bool) -> Bool {
    let known = answer.load(ordering: .relaxed)
    if known != 0 { return known == 2 }
    let found = find()
    answer.store(found ? 2 : 1, ordering: .relaxed)
    return found
  }
}
