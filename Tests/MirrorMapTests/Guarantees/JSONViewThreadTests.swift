import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

/// One view, many threads.
struct JSONViewThreadTests {
  @Test func otherThreadsReadACopy() throws {
    let kept = Self.borrow(#"{"a": {"id": "x"}}"#) { json in
      let texts = onThreads(4) { _ in
        (0..<50).map { _ in "\(json["a"]?["id"]?.string ?? "nothing")" }
          + [errorText { try json["a"]?.decode(Item.self) }]
      }
      let error = "$.a.id: expected Int, found a string (line 1, column 14, Item.id)"
      #expect(
        texts == Array(repeating: Array(repeating: "x", count: 50) + [error], count: 4))
      #expect(json["a"]?["id"]?.string == "x")
      return json
    }
    #expect(kept["a"]?["id"]?.string == "x")
  }

  @Test func documentMayEndWhileOthersRead() throws {
    let text = "[" + (0..<2000).map(String.init).joined(separator: ",") + "]"
    for _ in 0..<20 {
      let group = DispatchGroup()
      let sums = Locked<[Int]>([])
      Self.borrow(text) { json in
        for _ in 0..<2 {
          group.enter()
          Thread.detachNewThread {
            for _ in 0..<5 {
              let sum = json.elements.compactMap(\.int).reduce(0, +)
              sums.withLock { $0.append(sum) }
            }
            group.leave()
          }
        }
      }
      group.wait()
      #expect(sums.withLock { $0 } == Array(repeating: 1_999_000, count: 10))
    }
  }

  @Test func sixteenThreadsReadOneViewOfADocumentOfItsOwn() throws {
    let json = try JSONView(#"{"a": [1, {"id": "x"}, 2.5], "b": {"c": null}, "é": "\u00e9"}"#)
    let texts = onThreads(16) { _ in
      (0..<40).map { _ in
        """
        \(json["a"]?.count ?? -1) \(json[path: "a.1.id"]?.string ?? "none") \
        \(json["a"]?[2]?.double ?? 0) \(json["b"]?["c"]?.isNull ?? false) \(json.keys) \
        \(json["é"]?.string ?? "none") \((try? json["a"]?[0]?.decode(Int.self)) ?? -1) \
        \(errorText { try json["a"]?[1]?.decode(Item.self) })
        """
      }
    }
    let expected = """
      3 x 2.5 true ["a", "b", "é"] é 1 \
      $.a[1].id: expected Int, found a string (line 1, column 18, Item.id)
      """
    #expect(Set(texts.joined()) == [expected])
  }

  /// Each thread gets the view in its own way: whole, part, inside a hook's context.
  @Test func viewsThatAHookHandsOutAreReadWhileTheDecodeGoesOn() throws {
    let sums = Locked<[Int]>([])
    let group = DispatchGroup()
    let context = MappingContext(
      Handing { json in
        for _ in 0..<4 {
          group.enter()
          Thread.detachNewThread {
            let sum = (0..<10).map { _ in json["id"]?.int ?? -1 }.reduce(0, +)
            sums.withLock { $0.append(sum) }
            group.leave()
          }
        }
      })
    let text = "[" + (0..<20).map { #"{"id": \#($0)}"# }.joined(separator: ", ") + "]"
    #expect(try [Handed].decode(from: text, context: context).map(\.id) == Array(0..<20))
    group.wait()
    #expect(
      sums.withLock { $0.sorted() } == (0..<20).flatMap { Array(repeating: $0 * 10, count: 4) })
  }

  // MARK: - Models

  private struct Item: Mappable {
    @Mapped var id: Int
  }

  private struct Handing: Sendable {
    let hand: @Sendable (JSONView) -> Void
  }

  private struct Handed: Mappable, DecodeValidating {
    @Mapped var id: Int
    static func willDecode(_ json: JSONView, in context: MappingContext) throws {
      context[Handing.self]?.hand(json)
    }
  }

  private static func borrow<R>(_ text: String, _ body: (JSONView) throws -> R) rethrows -> R {
    var bytes = Array(text.utf8)
    return try bytes.withUnsafeMutableBytes { bytes in
      let storage = JSONViewStorage(borrowing: Bytes(UnsafeRawBufferPointer(bytes)), session: nil)
      defer {
        storage.detach()
        // Overwrites the memory, so that any later access finds garbage.
        bytes.initializeMemory(as: UInt8.self, repeating: 0xFF)
      }
      return try body(JSONView(storage: storage, position: 0, level: 0))
    }
  }
}
