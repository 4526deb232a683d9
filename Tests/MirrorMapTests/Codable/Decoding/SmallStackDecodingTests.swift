import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Recursive types on threads with small stacks: an error, never a crash.
@Suite(.enabled(if: CodableAgreement.isOwnDecoder))
struct SmallStackDecodingTests {
  private indirect enum List: Decodable {
    case end
    case next(List)

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      self = list.isAtEnd ? .end : .next(try list.decode(List.self))
    }
  }

  /// Goes on with super decoders, without asking any decoder for a value. Each level takes more than
  /// 4 KB: the system may reuse a stack for a new thread that is up to four times as large as asked.
  private indirect enum SuperList: Decodable {
    case end
    case next(SuperList)

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      self = try withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { _ in
        list.isAtEnd ? .end : .next(try SuperList(from: list.superDecoder()))
      }
    }
  }

  private struct Containers: Decodable {
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      try Self.descend(&list)
    }

    private static func descend(_ list: inout any UnkeyedDecodingContainer) throws {
      guard !list.isAtEnd else { return }
      var nested = try list.nestedUnkeyedContainer()
      try descend(&nested)
    }
  }

  private final class Outcome: @unchecked Sendable { var failure: CodableFailure? }

  private static func failure<T: Decodable>(
    _ type: T.Type, depth: Int, stackSize: Int
  ) -> CodableFailure? {
    let document = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let (outcome, isDone) = (Outcome(), DispatchSemaphore(value: 0))
    let thread = Thread {
      let result = CodableOutcome { _ = try MappingDecoder().decode(T.self, from: document) }
      outcome.failure = result.failure
      isDone.signal()
    }
    thread.stackSize = stackSize
    thread.start()
    isDone.wait()
    return outcome.failure
  }

  @Test(arguments: [128, 192, 256])
  func recursionOnSmallStacksIsAnErrorAtMost(kilobytes: Int) {
    for failure in [
      Self.failure(List.self, depth: 512, stackSize: kilobytes << 10),
      Self.failure(SuperList.self, depth: 512, stackSize: kilobytes << 10),
      Self.failure(Containers.self, depth: 512, stackSize: kilobytes << 10),
    ] {
      #expect(failure?.description.hasPrefix("dataCorrupted") != false)
      #expect(failure?.hasPlace != false)
    }
  }

  @Test func bothOutcomesOccur() {
    #expect(Self.failure(SuperList.self, depth: 512, stackSize: 128 << 10) != nil)
    #expect(Self.failure(SuperList.self, depth: 512, stackSize: 8 << 20) == nil)
    #expect(Self.failure(List.self, depth: 512, stackSize: 8 << 20) == nil)
    #expect(Self.failure(List.self, depth: 513, stackSize: 8 << 20) != nil)
  }
}
