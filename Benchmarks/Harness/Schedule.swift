/// How the rounds of groups are spread over a run.
///
/// A neighbour who is busy for ten seconds would spoil all rounds of a group that takes ten
/// seconds, and no interval would tell. So there are several passes through all groups, and each
/// group has some of its rounds in each; one with few of them leaves passes out:
///
///     11 rounds   2  2  2  2  3
///      7 rounds   2  2  .  3  .
struct Schedule {
  let passes: Int

  private static let mostPasses = 5
  /// A pass takes a process with all its checks, which is much for one round.
  private static let fewestRounds = 2

  init(rounds: Int) {
    passes = Self.passes(with: rounds)
  }

  private static func passes(with rounds: Int) -> Int {
    max(1, min(mostPasses, rounds / fewestRounds))
  }

  /// Which of a group's rounds come in a pass; the first pass has some of everyone.
  func rounds(of count: Int, inPass pass: Int) -> Range<Int> {
    let parts = min(passes, Self.passes(with: count))
    func start(ofPass pass: Int) -> Int {
      // The first part, of so many, that is not due before this pass.
      let part = (parts * pass + passes - 1) / passes
      return count * part / parts
    }
    return start(ofPass: pass)..<start(ofPass: pass + 1)
  }
}
