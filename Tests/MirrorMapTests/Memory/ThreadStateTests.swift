import Foundation
import Synchronization
import Testing

@testable import MirrorMap
@testable import TestSupport

/// What the library keeps for a thread: one state for each, freed when the thread ends.
struct ThreadStateTests {
  /// Counts how many of it are alive.
  private final class Counted: Sendable {
    static let live = Atomic<Int>(0)
    let number: Int

    init(_ number: Int) {
      self.number = number
      Self.live.wrappingAdd(1, ordering: .sequentiallyConsistent)
    }

    deinit { Self.live.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
  }

  private struct Failure: Error {}

  private static let counted = ThreadLocal<Counted?> { Counted(7) }
  private static let numbers = ThreadLocal<[Int]> { [] }

  @Test func eachThreadHasItsOwnValuesFreedWhenItEnds() {
    for _ in 0..<20 {
      let outcome = onAnotherThread {
        let first = Self.counted.value
        Self.counted.value(in: .current).pointee = Counted(8)
        Self.numbers.value(in: .current).pointee.append(1)
        return [first?.number, Self.counted.value?.number, Self.numbers.value.count]
      }
      #expect(outcome == [7, 8, 1])
    }
    // The last thread may still be ending.
    for _ in 0..<60_000 where Counted.live.load(ordering: .sequentiallyConsistent) > 0 {
      Thread.sleep(forTimeInterval: 0.01)
    }
    #expect(Counted.live.load(ordering: .sequentiallyConsistent) == 0)
  }

  @Test func valueSetForACallIsRestoredEvenAfterAFailure() {
    onAnotherThread {
      Self.numbers.with([1]) {
        #expect(Self.numbers.value == [1])
        #expect(throws: Failure.self) { try Self.numbers.with([1, 2]) { throw Failure() } }
        Self.numbers.with([]) { #expect(Self.numbers.value.isEmpty) }
        #expect(Self.numbers.value == [1])
      }
      #expect(Self.numbers.value.isEmpty)
    }
  }

  @Test func spareBufferHasAtLeastTheRequestedSizeAndIsBounded() {
    let state = ThreadState.current
    for capacity in [0, 1, 1024, 1025, 1 << 20, 1 << 21, 5] {
      let buffer = state.takeBuffer(capacity)
      #expect(buffer.capacity >= max(capacity, 1024))
      buffer.start.update(repeating: 0xFF, count: buffer.capacity)
      state.leaveBuffer(buffer)
      let next = state.takeBuffer(0)
      #expect(next.capacity <= ThreadState.maximumSpareCapacity)
      state.leaveBuffer(next)
    }
  }

  @Test func largestBufferIsKeptAndHasOneOwner() {
    onAnotherThread {
      let state = ThreadState.current
      let (small, large) = (state.takeBuffer(2000), state.takeBuffer(9000))
      #expect(small.start != large.start)
      state.leaveBuffer(large)
      state.leaveBuffer(small)
      let (first, second) = (state.takeBuffer(9000), state.takeBuffer(0))
      #expect(first.start == large.start && second.start != first.start)
      state.leaveBuffer(first)
      state.leaveBuffer(second)
    }
  }

  @Test func bufferGrowsToTheSizeOfTheLastDocumentAtOnce() {
    onAnotherThread {
      /// The capacities that a buffer has while a document is written.
      func write(_ count: Int) -> [Int] {
        var writer = JSONWriter(session: nil)
        var capacities: [Int] = []
        for _ in 0..<count {
          writer.writeByte(0x37)
          let capacity = unsafe writer.limit - writer.base
          if capacities.last != capacity { capacities.append(capacity) }
        }
        #expect(writer.takeData() == Data(repeating: 0x37, count: count))
        return capacities
      }
      #expect(write(100_000).count > 5)
      #expect(write(100_000) == [1024, 112_500])
      #expect(write(110_000) == [1024, 112_500])
      #expect(write(150_000).count == 3)
      // A small document has the spare buffer, which is then as large as the last one.
      #expect(write(2000) == [1024, 168_750])
      #expect(write(2000) == [168_750])
      // A very large document isn't expected again.
      _ = write(5_000_000)
      #expect(ThreadState.current.expectedCapacity == ThreadState.maximumSpareCapacity)
    }
  }
}
