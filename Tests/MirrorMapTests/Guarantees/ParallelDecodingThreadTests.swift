import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// One array that several threads decode, and many arrays that are decoded so at the same time.
struct ParallelDecodingThreadTests {
  struct Item: Mappable {
    @Mapped var id: Int
    @Mapped var name: String
    @Mapped var parts: [Item] = []
  }

  /// A type of each test's own, so that its plan is built while the threads begin.
  struct Fresh: Mappable {
    @Mapped var id: Int
    @Mapped var item: Item?
    @Mapped var items: [Item] = []
  }

  private static let filler = String(repeating: "0123456789abcdef", count: 200)

  /// An array of more than 256 KB; inside of each element, too, elements seem to begin.
  private static func array(_ more: String = "") -> [UInt8] {
    let elements = (0..<50).map { number in
      let part = #"{"id":\#(number),"name":"\#(filler)"}"#
      return
        #"{"id":\#(number),"name":"n","parts":[\#(part),{"id":1,"name":"a"}],"x":[\#(part),{"id":2}]\#(more)}"#
    }
    return Array("[\(elements.joined(separator: ","))]".utf8)
  }

  @Test func manyArraysAreDecodedByManyThreadsEach() throws {
    let bytes = Self.array()
    #expect(bytes.count > 256 * 1024)
    let results = onThreads(4) { index -> [Int] in
      (0..<2).map { round in
        let threads = Parallelism(threads: 2 + index + round)
        let items = try? [Item].decode(from: bytes, parallel: threads)
        return items.map { $0.reduce(0) { $0 + $1.id + $1.parts.count } } ?? -1
      }
    }
    #expect(results.allSatisfy { $0 == [1325, 1325] })
  }

  @Test func planIsBuiltByTheThreadsThatNeedIt() throws {
    let bytes = Self.array(#","item":null,"items":[{"id":5,"name":"b"}]"#)
    let results = onThreads(4) { _ in
      (try? [Fresh].decode(from: bytes, parallel: 3))?.map(\.items.count).reduce(0, +) ?? -1
    }
    #expect(results == [50, 50, 50, 50])
  }

  @Test func failuresAreReportedByTheCallingThread() throws {
    var bytes = Self.array()
    bytes.removeLast()
    let broken = bytes
    let expected = errorText { try [Item].decode(from: broken) }
    let results = onThreads(4) { _ in errorText { try [Item].decode(from: broken, parallel: 3) } }
    #expect(results == Array(repeating: expected, count: 4))
    #expect(expected.contains("the end of the input"))
  }

  /// What threads have learned goes when they end.
  @Test func shortLivedThreadsDecodeLikeOthers() {
    for round in 0..<20 {
      let text = #"{"id":\#(round), "name":"n", "parts":[{"name":"m","id":7}]}            "#
      let results = onThreads(4) { _ in
        (0..<4).map { _ in (try? Item.decode(from: text)).map { $0.id + $0.parts[0].id } ?? -1 }
      }
      #expect(results.allSatisfy { $0 == [Int](repeating: round + 7, count: 4) })
    }
  }
}
