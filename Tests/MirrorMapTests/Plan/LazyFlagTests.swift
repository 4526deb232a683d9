import Testing

@testable import MirrorMap

@Suite struct LazyFlagTests {
  @Test func theAnswerIsLookedForOnce() {
    for answer in [true, false] {
      let flag = LazyFlag()
      var count = 0
      for _ in 0..<3 {
        let found = flag.value {
          count += 1
          return answer
        }
        #expect(found == answer)
      }
      #expect(count == 1)
    }
  }
}
