import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Members and elements that throw, if the caller catches the error: they are omitted.
///
/// After a failure in the middle of a container, `JSONEncoder` continues with the partial value, and
/// writes it, or traps. So it gets the same scripts without the attempts that fail.
struct FailedValueEncodingTests {
  private typealias Key = CodableAnyKey

  /// Writes a lot, then fails.
  private struct Failing: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode([1, 2], forKey: "a")
      var list = container.nestedUnkeyedContainer(forKey: "b")
      try list.encode("text")
      try EncodedMember(member: 1).encode(to: container.superEncoder())
      throw CocoaError(.userCancelled)
    }
  }

  /// Makes an attempt that fails.
  private typealias Failure = (_ body: () throws -> Void) -> Void

  private static func expect(
    writes text: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    script:
      @escaping (_ encoder: any Encoder, _ log: inout CodableLog, _ fails: Failure) throws
      -> Void
  ) {
    let theirs = EncodingScript { encoder, log in try script(encoder, &log) { _ in } }
    let ours = EncodingScript { encoder, log in
      try script(encoder, &log) { body in
        #expect(throws: (any Error).self, sourceLocation: sourceLocation) { try body() }
      }
    }
    for format in EncodingAgreement.formats where format.contains(.sortedKeys) {
      let settings = EncoderSettings().with(format)
      for (left, right) in [
        (EncodingAgreement.theirs(theirs, settings), EncodingAgreement.ours(ours, settings)),
        (EncodingAgreement.theirs([theirs], settings), EncodingAgreement.ours([ours], settings)),
        (
          EncodingAgreement.theirs(EncodedMember(member: theirs), settings),
          EncodingAgreement.ours(EncodedMember(member: ours), settings)
        ),
      ] { #expect(left == right, sourceLocation: sourceLocation) }
    }
    #expect(theirs.notes.log.lines == ours.notes.log.lines, sourceLocation: sourceLocation)
    if let text {
      let ours = EncodingAgreement.ours(ours, EncoderSettings().with([]))
      #expect(ours == text, sourceLocation: sourceLocation)
    }
  }

  @Test func membersThatThrow() {
    Self.expect(writes: #"{"a":1,"c":3}"#) { encoder, log, fails in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: "a")
      fails { try container.encode(Failing(), forKey: "b") }
      fails { try container.encode(Double.nan, forKey: "b") }
      fails { try container.encode([[1], [.nan]], forKey: "b") }
      try container.encode(3, forKey: "c")
    }
    Self.expect(writes: "{}") { encoder, log, fails in
      var container = encoder.container(keyedBy: Key.self)
      fails { try container.encode(Failing(), forKey: "a") }
    }
    Self.expect(writes: #"{"b":2}"#) { encoder, log, fails in
      var container = encoder.container(keyedBy: Key.self)
      fails { try container.encode(Failing(), forKey: "a") }
      try container.encode(2, forKey: "b")
    }
  }

  @Test func elementsThatThrow() {
    Self.expect(writes: "[1,3]") { encoder, log, fails in
      var list = encoder.unkeyedContainer()
      fails { try list.encode(Failing()) }
      log.note(list.count)
      try list.encode(1)
      fails { try list.encode(Double.nan) }
      fails { try list.encode([Failing()]) }
      fails { try list.encode(["a": Failing()]) }
      log.note(list.count)
      try list.encode(3)
      log.note(list.count)
    }
  }

  @Test func sequencesThatThrow() {
    EncodingAgreement.run(writes: "[1,2,3]") { encoder, log in
      var list = encoder.unkeyedContainer()
      log.attempt { try list.encode(contentsOf: [1, 2, Double.nan, 4]) }
      log.note(list.count)
      try list.encode(3)
    }
  }

  @Test func scalarsThatThrow() {
    EncodingAgreement.run(writes: #"{"a":1,"c":2}"#) { encoder, log in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: "a")
      log.attempt { try container.encode(Double.nan, forKey: "b") }
      log.attempt { try container.encode(Float.nan, forKey: "a") }
      try container.encode(2, forKey: "c")
    }
    EncodingAgreement.run(writes: "[2]") { encoder, log in
      var list = encoder.unkeyedContainer()
      log.attempt { try list.encode(Double.nan) }
      try list.encode(2)
      log.attempt { try list.encode(Float.nan) }
    }
  }

  @Test func anotherAttempt() {
    Self.expect(writes: #"{"a":"two","b":[1,{"x":1}]}"#) { encoder, log, fails in
      var container = encoder.container(keyedBy: Key.self)
      fails { try container.encode(Failing(), forKey: "a") }
      try container.encode("two", forKey: "a")
      var list = container.nestedUnkeyedContainer(forKey: "b")
      try list.encode(1)
      fails { try list.encode(Failing()) }
      try list.encode(["x": 1])
    }
    for text in ["3", "[4]", #"{"member":5}"#, "null"] {
      Self.expect(writes: text) { encoder, log, fails in
        var single = encoder.singleValueContainer()
        fails { try single.encode(Double.nan) }
        fails { try single.encode([Double.nan]) }
        fails { try single.encode(["a": Failing()]) }
        switch text {
        case "3": try single.encode(3)
        case "[4]": try single.encode([4])
        case "null": try single.encodeNil()
        default: try single.encode(EncodedMember(member: 5))
        }
      }
    }
  }

  /// The containers of a value that failed are gone with it.
  @Test func nestedContainersOfAFailedValue() {
    Self.expect(writes: #"{"n":{"y":2},"z":3}"#) { encoder, log, fails in
      var single = encoder.singleValueContainer()
      for _ in 0..<2 {
        fails {
          try single.encode(
            EncodingScript { encoder, _ in
              var container = encoder.container(keyedBy: Key.self)
              var nested = container.nestedContainer(keyedBy: Key.self, forKey: "n")
              try nested.encode(1, forKey: "x")
              _ = container.nestedUnkeyedContainer(forKey: "u")
              throw CocoaError(.userCancelled)
            })
        }
      }
      var container = encoder.container(keyedBy: Key.self)
      var nested = container.nestedContainer(keyedBy: Key.self, forKey: "n")
      try nested.encode(2, forKey: "y")
      try container.encode(3, forKey: "z")
    }
    Self.expect(writes: #"{"n":{"a":0,"y":2}}"#) { encoder, log, fails in
      var container = encoder.container(keyedBy: Key.self)
      var nested = container.nestedContainer(keyedBy: Key.self, forKey: "n")
      try nested.encode(0, forKey: "a")
      var single = encoder.singleValueContainer()
      fails {
        try single.encode(
          EncodingScript { encoder, _ in
            var container = encoder.container(keyedBy: Key.self)
            _ = container.nestedContainer(keyedBy: Key.self, forKey: "m")
            throw CocoaError(.userCancelled)
          })
      }
      try nested.encode(2, forKey: "y")
    }
  }

  @Test func aDictionaryThatFailsInPlace() {
    let fails = EncodingScript { encoder, _ in
      var single = encoder.singleValueContainer()
      try? single.encode(["aB": Double.nan])
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(["cD": [Double.nan]], forKey: "e")
    }
    let other = EncodingScript { encoder, _ in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(["cD": [Double.nan]], forKey: "e")
    }
    #expect(EncodingAgreement.ours(fails, .snakeCase) == EncodingAgreement.ours(other, .snakeCase))
  }

  @Test func anEarlierMemberStays() {
    Self.expect(writes: #"{"a":1,"b":2}"#) { encoder, log, fails in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: "a")
      fails { try container.encode(Failing(), forKey: "a") }
      try container.encode(2, forKey: "b")
    }
  }

  @Test func whileOthersAreOpen() {
    Self.expect(writes: #"{"a":{"x":1,"z":3},"b":[1,2],"c":{"y":2}}"#) { encoder, log, fails in
      var container = encoder.container(keyedBy: Key.self)
      var a = container.nestedContainer(keyedBy: Key.self, forKey: "a")
      var b = container.nestedUnkeyedContainer(forKey: "b")
      try a.encode(1, forKey: "x")
      fails { try container.encode(Failing(), forKey: "q") }
      try b.encode(1)
      fails { try a.encode(Failing(), forKey: "y") }
      var c = container.nestedContainer(keyedBy: Key.self, forKey: "c")
      fails { try b.encode([Failing()]) }
      try b.encode(2)
      try c.encode(2, forKey: "y")
      fails { try container.encode(["x": Failing()], forKey: "q") }
      try a.encode(3, forKey: "z")
    }
  }

  /// A value that writes to the containers around it before it fails: what it wrote there stays.
  @Test func randomFailures() {
    for seed in 0..<40 {
      Self.expect { encoder, log, fails in
        var random = SeededGenerator(seed: UInt64(seed))
        var objects = [encoder.container(keyedBy: Key.self)]
        var lists: [any UnkeyedEncodingContainer] = []
        for number in 0..<30 {
          let key = Key(stringValue: "k\(number)")
          let index = objects.indices.randomElement(using: &random) ?? 0
          let place = lists.indices.randomElement(using: &random)
          switch Int.random(in: 0..<8, using: &random) {
          case 0: objects.append(objects[index].nestedContainer(keyedBy: Key.self, forKey: key))
          case 1: lists.append(objects[index].nestedUnkeyedContainer(forKey: key))
          case 2: try objects[index].encode(["x": [number]], forKey: key)
          case 3: fails { try objects[index].encode(Failing(), forKey: key) }
          case 4: fails { try objects[index].encode(["x": [Failing()]], forKey: key) }
          case 5: if let place { fails { try lists[place].encode(Failing()) } }
          case 6: if let place { fails { try lists[place].encode([Double.nan]) } }
          default: if let place { try lists[place].encode([number]) }
          }
        }
        log.note(lists.map(\.count))
      }
    }
  }
}
