import Synchronization
import Testing

@testable import MirrorMap

@Suite struct AtomicAnswerTests {
  @Test func answerIsLookedForOnce() {
    for isYes in [true, false] {
      let answer = Atomic<UInt8>(0)
      var count = 0
      for _ in 0..<3 {
        let found = answer.answer {
          count += 1
          return isYes
        }
        #expect(found == isYes)
      }
      #expect(count == 1)
    }
  }
}
