import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

struct IdentityTests {
  @Test func noTwoIdentitiesAreEqualOnWhateverThreadsTheyAreMade() {
    let numbers = Locked<[UInt64]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      // A source of its own, as each thread has.
      var source = Identity.Source()
      let own = (0..<1000).map { _ in
        [source.makeIdentity().number, ThreadState.current.makeIdentity().number]
      }
      numbers.withLock { $0 += own.joined() }
    }
    let all = numbers.withLock { $0 }
    #expect(all.count == 16_000)
    #expect(Set(all).count == all.count)
    // 0 means that there is no reader.
    #expect(!all.contains(0))
  }

  @Test func readerKeepsItsIdentityWhereverItIsMoved() throws {
    try JSONTokenizer.tokenize("[1]") { first in
      try JSONTokenizer.tokenize("[2]") { second in
        let identities = (first.identity.number, second.identity.number)
        #expect(identities.0 != identities.1)
        swap(&first, &second)
        #expect(first.identity.number == identities.1)
        #expect(second.identity.number == identities.0)
        swap(&first, &second)
      }
    }
  }
}
