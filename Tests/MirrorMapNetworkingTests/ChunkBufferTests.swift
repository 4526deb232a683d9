import Foundation
import Synchronization
import Testing

@testable import MirrorMapNetworking

/// Pausing as on Apple platforms, where a task is suspended while much waits.
struct ChunkBufferTests {
  private func next(_ buffer: ChunkBuffer) async throws -> Data? {
    try await withCheckedThrowingContinuation { buffer.request($0) }
  }

  @Test func theTransferPausesWhileMuchWaits() async throws {
    let buffer = ChunkBuffer()
    let calls = Mutex<[Bool]>([])
    buffer.setPause { isPaused in calls.withLock { $0.append(isPaused) } }
    let half = Data(repeating: 1, count: ChunkBuffer.capacity / 2)

    buffer.append(half)
    #expect(calls.withLock { $0 } == [])
    buffer.append(half)
    // A task that has been suspended may still deliver what it has received.
    buffer.append(half)
    #expect(calls.withLock { $0 } == [true])
    #expect(try await next(buffer)?.count == 3 * half.count)
    #expect(calls.withLock { $0 } == [true, false])

    buffer.append(half)
    #expect(try await next(buffer)?.count == half.count)
    #expect(calls.withLock { $0 } == [true, false])
  }

  @Test func theEndComesAfterTheBytes() async throws {
    let buffer = ChunkBuffer()
    buffer.append(Data([1, 2]))
    buffer.append(Data([3]))
    buffer.finish(URLError(.networkConnectionLost))
    buffer.finish(nil)
    #expect(try await next(buffer) == Data([1, 2, 3]))
    for _ in 0..<2 {
      let error = await #expect(throws: URLError.self) { try await next(buffer) }
      #expect(error?.code == .networkConnectionLost)
    }
  }

  @Test func cancellationDropsTheBytes() async throws {
    let buffer = ChunkBuffer()
    buffer.append(Data([1]))
    buffer.finish(nil)
    buffer.cancel()
    #expect(buffer.isFinished)
    await #expect(throws: CancellationError.self) { try await next(buffer) }
  }
}
