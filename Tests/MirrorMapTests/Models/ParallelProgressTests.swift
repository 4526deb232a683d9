import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

/// Parts of an array that are read in any order, and joined in that of the document.
struct ParallelProgressTests {
  /// An element whose instances are counted; it stays on one thread here.
  private struct Element: @unchecked Sendable {
    let value: Tracked

    init(_ number: Int) { value = Tracked(number) }
  }

  /// Runs through the parts, some of which begin at wrong guesses.
  ///
  /// - Parameter isRight: whether a part begins where an element does.
  /// - Returns: the values of the elements, or nil if one thread has to read them.
  private func run(
    _ isRight: [Bool], failing: Int? = nil, inProgress: Int, _ random: inout SeededGenerator
  ) -> [Int]? {
    let bytes = [UInt8](repeating: 0x20, count: isRight.count * 10)
    return bytes.withUnsafeBufferPointer { buffer in
      let text = unsafe Bytes(buffer)
      let starts = isRight.indices.map { text.start + $0 * 10 }
      var progress = ParallelProgress<Element>(starts, end: text.end)
      var running: [Int] = []
      while true {
        while running.count < inProgress, let number = progress.claim() { running.append(number) }
        guard let slot = running.indices.randomElement(using: &random) else { break }
        let number = running.remove(at: slot)
        let elements = HeapStack<Element>(capacity: 1)
        // A part that was guessed right reads until the next one that was; others read anything.
        let right = (number + 1..<isRight.count).first { isRight[$0] }
        for place in number..<(right ?? isRight.count) {
          elements.push(Element(isRight[number] ? place : 7_000))
          elements.push(Element(isRight[number] ? place + 1000 : 8_000))
        }
        if isRight[number] {
          for passed in number + 1..<(right ?? isRight.count) {
            progress.skip(to: passed + 1, from: number)
          }
        }
        let next: Int? =
          number == failing || !isRight[number] && Bool.random(using: &random)
          ? nil : right ?? isRight.count
        if let spare = progress.finish(number, elements, next: next) {
          #expect(spare.count == 0)
        }
      }
      return progress.allElements(atMost: .max)?.map(\.value.number)
    }
  }

  @Test func partsAreJoinedInTheOrderOfTheDocument() {
    for seed in 0..<300 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 1...12, using: &random)
      let isRight = (0..<count).map { $0 == 0 || Int.random(in: 0..<3, using: &random) > 0 }
      let inProgress = Int.random(in: 1...5, using: &random)
      Ledger.keep { ledger in
        let elements = run(isRight, inProgress: inProgress, &random)
        let expected = (0..<count).flatMap { [$0, $0 + 1000] }
        #expect(elements == expected, "seed \(seed)")
        #expect(ledger.live == 0)
      }
    }
  }

  @Test func partThatFailsLeavesNothing() {
    for seed in 0..<100 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 1...12, using: &random)
      let failing = Int.random(in: 0..<count, using: &random)
      Ledger.keep { ledger in
        let isRight = [Bool](repeating: true, count: count)
        #expect(run(isRight, failing: failing, inProgress: 3, &random) == nil)
        #expect(ledger.live == 0)
      }
    }
  }

  @Test func moreElementsThanAllowedAreRefused() {
    let bytes = [UInt8](repeating: 0x20, count: 10)
    bytes.withUnsafeBufferPointer { buffer in
      let text = unsafe Bytes(buffer)
      var progress = ParallelProgress<Int>([text.start], end: text.end)
      let elements = HeapStack<Int>(capacity: 1)
      for number in 0..<5 { elements.push(number) }
      #expect(progress.claim() == 0 && progress.claim() == nil)
      #expect(progress.allElements(atMost: 5) == nil)
      _ = progress.finish(0, elements, next: 1)
      #expect(progress.allElements(atMost: 4) == nil)
      #expect(progress.allElements(atMost: 5) == [0, 1, 2, 3, 4])
    }
  }
}
