import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

struct RecorderTests {
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

  @Test(arguments: [0, 1, 12_345, UInt16.max])
  func tokensLeadBackToWhatWasDeclared(_ seed: UInt16) {
    final class Landmark {}
    let recorder = Recorder(parity: 1, seed: seed)
    let other = Recorder(parity: 0, seed: seed)
    let landmarks = (0..<1000).map { _ in Landmark() }
    let tokens = landmarks.compactMap { recorder.record($0).token }
    #expect(tokens.map(recorder.number) == Array(0..<1000))
    #expect(zip(tokens, landmarks).allSatisfy { recorder.declaration($0) === $1 })
    let issued = (0...UInt16.max).filter(recorder.issued)
    #expect(Set(issued) == Set(tokens))
    #expect(!tokens.contains(where: other.issued))
    #expect(tokens.allSatisfy { other.declaration($0) == nil })
  }

  @Test func recorderThatOnlyIssuesTokensAsksForNoDeclaration() {
    let recorder = Recorder(parity: 0, keepsDeclarations: false)
    var isAsked = false
    func declare() -> AnyObject {
      isAsked = true
      return recorder
    }
    let token = recorder.record(declare()).token
    #expect(token.map(recorder.issued) == true)
    #expect(token.flatMap(recorder.declaration) == nil)
    #expect(!isAsked)
  }

  @Test func wrapperIsKnownOnceItHasDeclaredSomething() {
    let recorder = Recorder(parity: 0)
    #expect(recorder.wrappers.isEmpty)
    let state = recorder.record(recorder, of: FieldWrapper(Mapped<Int>.self))
    #expect(recorder.wrappers.count == 1)
    #expect(recorder.wrappers.first?.type == Mapped<Int>.self)
    let wrapper = Mapped<Int>(storage: FieldStorage(nil, state))
    #expect(FieldWrapper(Mapped<Int>.self).token(of: wrapper) == state.token)
    #expect(FieldWrapper(Mapped<String>.self).token(of: wrapper) == nil)
    #expect(FieldWrapper(Mapped<Int>.self).token(of: 7) == nil)
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

  @Test func recorderGoesAwayWhenWhatItRecordsThrows() {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try Recorder.with(Recorder(parity: 0)) { () throws(Failure) in throw Failure() }
    }
    #expect(Recorder.current == nil)
  }
}
