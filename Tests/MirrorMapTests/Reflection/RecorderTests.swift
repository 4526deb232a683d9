import Foundation
import Testing

@testable import MirrorMap

@Suite struct RecorderTests {
  @Test(arguments: [0, 1, 12_345, UInt16.max])
  func tokensAreDistinctAndThoseOfTheOtherParityTooUntilTheyRunOut(_ seed: UInt16) {
    let even = Recorder(parity: 0, seed: seed)
    let odd = Recorder(parity: 1, seed: seed)
    var tokens: Set<UInt16> = []
    for _ in 0..<16_384 {
      for recorder in [even, odd] {
        guard let token = recorder.record(recorder).token else { continue }
        tokens.insert(token)
        #expect(token & 0x8000 != 0)
      }
    }
    #expect(tokens.count == 32_768)
    #expect(!even.isExhausted && !odd.isExhausted)
    #expect(even.record(even).token == nil)
    #expect(even.isExhausted && !odd.isExhausted)
  }

  @Test func recordersStack() {
    let outer = Recorder(parity: 0)
    let inner = Recorder(parity: 1)
    #expect(Recorder.current == nil)
    Recorder.with(outer) {
      #expect(Recorder.current === outer)
      Recorder.with(inner) { #expect(Recorder.current === inner) }
      Recorder.suspended { #expect(Recorder.current == nil) }
      #expect(Recorder.current === outer)
    }
    #expect(Recorder.current == nil)
  }

  @Test func aRecorderGoesAwayWhenWhatItRecordsThrows() {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try Recorder.with(Recorder(parity: 0)) { () throws(Failure) in throw Failure() }
    }
    #expect(Recorder.current == nil)
  }
}
