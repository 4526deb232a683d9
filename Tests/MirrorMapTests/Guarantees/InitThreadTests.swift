import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

/// Models whose `init()` waits for another thread that decodes. Were a lock of ours held while
/// `init()` runs, the other thread would wait for it for ever.
struct InitThreadTests {
  @Test func initMayWaitForAnotherThreadThatDecodesAnotherType() {
    let id = watched { try? WaitsForOther.decode(from: #"{"id":7}"#).id }
    #expect(id == .some(7))
  }

  @Test(arguments: FreshTags.all(8))
  func initMayWaitForAnotherThreadThatDecodesTheSameType(tag: any FreshTag.Type) {
    func race<Tag: FreshTag>(_ tag: Tag.Type) {
      let results = watched {
        onThreads(16) { index in
          guard let model = try? WaitsForSame<Tag>.decode(from: #"{"id":\#(index)}"#) else {
            return [-1, -1]
          }
          return [model.id, model.inner]
        }
      }
      #expect(results == (0..<16).map { [$0, 5] })
    }
    race(tag)
  }

  @Test(arguments: FreshTags.all(8))
  func twoTypesMayWaitForEachOther(tag: any FreshTag.Type) {
    func race<Tag: FreshTag>(_ tag: Tag.Type) {
      let results = watched {
        onThreads(16) { index in
          index % 2 == 0
            ? try? Ping<Tag>.decode(from: #"{"id":\#(index)}"#).id
            : try? Pong<Tag>.decode(from: #"{"id":\#(index)}"#).id
        }
      }
      #expect(results == (0..<16).map { $0 })
    }
    race(tag)
  }

  @Test func manyThreadsMayWaitForOneStaticDefault() {
    let ids = watched {
      onThreads(16) { index in
        guard let model = try? WaitsForStatic.decode(from: #"{"id":\#(index)}"#) else {
          return [-1, -1]
        }
        return [model.id, model.guest.age]
      }
    }
    #expect(ids == (0..<16).map { [$0, 4] })
  }

  /// The initializer of the static property runs once, on a thread that waits for another one, which
  /// needs the plan of the type whose `init()` accesses that property.
  @Test func staticMayDecodeTheVeryTypeWhoseInitNeedsIt() {
    let ids = watched {
      onThreads(16) { index in try? Circular.decode(from: #"{"id":\#(index)}"#).id }
    }
    #expect(ids == (0..<16).map { $0 })
    #expect(Circular.first?.id == 99)
  }

  @Test func codeInTheMiddleOfADecodeMayWaitForThreadsThatDecodeAndPlan() {
    let result = watched {
      (try? [WaitsInDecode].decode(from: "[1,2,3]"))?.map(\.sum)
    }
    #expect(result == .some([8, 16, 24]))
  }

  @Test func keyStrategyMayWaitForAThreadThatDecodesWithIt() {
    let text = watched {
      var mapper = Mapper()
      mapper.keyStrategy = WaitingKeys()
      return errorText {
        let model = try Strategic.decode(from: #"{"value!":{"value!":3}}"#, using: mapper)
        #expect(model.value.value == 3)
      }
    }
    #expect(text == "no error")
  }
}

// MARK: - Models

extension InitThreadTests {
  struct Guest: Mappable {
    @Mapped var name: String = "nobody"
    @Mapped var age: Int = 0
  }

  struct WaitsForOther: Mappable {
    static let shared = onAnotherThread {
      (try? Awaited.decode(from: #"{"origin":{"id":1}}"#)).map(\.origin.id)
    }
    @Mapped var id: Int
    var other = WaitsForOther.shared
  }
  /// Decoded on the other thread while the first one is planning `WaitsForOther`.
  struct Awaited: Mappable {
    struct Origin: Mappable { @Mapped var id: Int }
    @Mapped var origin: Origin
  }

  struct WaitsForSame<Tag: FreshTag>: Mappable {
    @Mapped var id: Int
    var inner: Int

    init() {
      inner = 5
      // Once only, or the inner one would wait for another one without end.
      guard !Thread.current.isWaitedFor else { return }
      inner =
        onAnotherThread {
          Thread.current.isWaitedFor = true
          return try? WaitsForSame<Tag>.decode(from: #"{"id":9}"#).inner
        } ?? -1
    }
  }

  final class Ping<Tag: FreshTag>: Mappable {
    @Mapped var id: Int
    @Mapped var pong: Pong<Tag>?
    init() {
      guard !Thread.current.isWaitedFor else { return }
      _ = onAnotherThread {
        Thread.current.isWaitedFor = true
        return try? Pong<Tag>.decode(from: #"{"id":1,"ping":{"id":2}}"#).id
      }
    }
  }
  struct Pong<Tag: FreshTag>: Mappable {
    @Mapped var id: Int
    @Mapped var ping: Ping<Tag>?
    init() {
      guard !Thread.current.isWaitedFor else { return }
      _ = onAnotherThread {
        Thread.current.isWaitedFor = true
        return try? Ping<Tag>.decode(from: #"{"id":1,"pong":{"id":2}}"#).id
      }
    }
  }

  struct WaitsForStatic: Mappable {
    static let shared = onAnotherThread { (try? Guest.decode(from: #"{"age":4}"#)) ?? Guest() }
    @Mapped var id: Int
    @Mapped var guest: Guest = WaitsForStatic.shared
  }

  final class Circular: Mappable, @unchecked Sendable {
    static let first = onAnotherThread {
      Thread.current.isWaitedFor = true
      return try? Circular.decode(from: #"{"id":99}"#)
    }
    @Mapped var id: Int
    init() {
      guard !Thread.current.isWaitedFor else { return }
      _ = Self.first
    }
  }

  struct Late<Tag: FreshTag>: Mappable { @Mapped var number: Int }

  struct WaitsInDecode: MappableValue {
    let sum: Int
    static func decode(from reader: inout JSONReader) throws -> WaitsInDecode {
      let number = try reader.decode(Int.self)
      let numbers = onThreads(8) { _ in
        (try? Late<FreshTags.First>.decode(from: #"{"number":\#(number)}"#).number) ?? 0
      }
      return WaitsInDecode(sum: numbers.reduce(0, +))
    }
    func encode(to writer: inout JSONWriter) throws { try writer.encode(sum) }
  }

  struct Strategic: Mappable {
    struct Inner: Mappable { @Mapped var value: Int }
    @Mapped var value: Inner
  }

  struct WaitingKeys: KeyStrategy {
    func key(for name: String) -> String {
      guard !Thread.current.isWaitedFor else { return name + "!" }
      return onAnotherThread {
        Thread.current.isWaitedFor = true
        var mapper = Mapper()
        mapper.keyStrategy = self
        let inner = try? Strategic.Inner.decode(from: #"{"value!":3}"#, using: mapper)
        return name + (inner?.value == 3 ? "!" : "?")
      }
    }
  }
}

extension Thread {
  /// Whether the thread was begun by an `init()` that waits for it.
  fileprivate var isWaitedFor: Bool {
    get { threadDictionary["isWaitedFor"] != nil }
    set { threadDictionary["isWaitedFor"] = newValue ? true : nil }
  }
}
