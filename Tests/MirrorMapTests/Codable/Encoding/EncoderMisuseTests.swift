import Foundation
import MirrorMap
import Testing

/// Encoders and containers used as they shouldn't be: an error or no effect, never a trap.
/// `JSONEncoder` traps in most of these cases.
struct EncoderMisuseTests {
  private typealias Key = CodableAnyKey

  /// Expects an error of the encoder.
  private static func expectError(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ script: @escaping (any Encoder) throws -> Void
  ) {
    let value = EncodingScript { encoder, _ in try script(encoder) }
    for format in EncodingAgreement.formats {
      let settings = EncoderSettings().with(format)
      for text in [
        EncodingAgreement.ours(value, settings), EncodingAgreement.ours([value], settings),
        EncodingAgreement.ours(["a": [value]], settings),
      ] {
        #expect(text.hasPrefix("error invalidValue"), "\(text)", sourceLocation: sourceLocation)
      }
    }
  }

  @Test func containersOfDifferentKinds() {
    Self.expectError { encoder in
      _ = encoder.container(keyedBy: Key.self)
      _ = encoder.unkeyedContainer()
    }
    Self.expectError { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: "a")
      var list = encoder.unkeyedContainer()
      try list.encode(1)
      _ = list.nestedUnkeyedContainer()
      _ = list.nestedContainer(keyedBy: Key.self)
      try 1.encode(to: list.superEncoder())
    }
    Self.expectError { encoder in
      var list = encoder.unkeyedContainer()
      try list.encode(1)
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: "a")
      try container.encodeNil(forKey: "b")
      _ = container.nestedUnkeyedContainer(forKey: "c")
      _ = container.nestedContainer(keyedBy: Key.self, forKey: "d")
      try [1].encode(to: container.superEncoder())
    }
  }

  @Test func nestedContainersOfDifferentKinds() {
    Self.expectError { encoder in
      var container = encoder.container(keyedBy: Key.self)
      var object = container.nestedContainer(keyedBy: Key.self, forKey: "a")
      var list = container.nestedUnkeyedContainer(forKey: "a")
      try list.encode(1)
      try object.encode(2, forKey: "b")
    }
  }

  @Test func twoValues() {
    Self.expectError { encoder in
      var single = encoder.singleValueContainer()
      try single.encode(1)
      try single.encode(2)
    }
    Self.expectError { encoder in
      var single = encoder.singleValueContainer()
      try single.encodeNil()
      try single.encodeNil()
    }
    Self.expectError { encoder in
      try 1.encode(to: encoder)
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: "a")
    }
    Self.expectError { encoder in
      try "[".encode(to: encoder)
      var list = encoder.unkeyedContainer()
      try list.encode("]")
    }
    Self.expectError { encoder in
      try "}".encode(to: encoder)
      _ = encoder.container(keyedBy: Key.self)
    }
    Self.expectError { encoder in
      var single = encoder.singleValueContainer()
      try single.encode([1])
      _ = encoder.container(keyedBy: Key.self)
    }
  }

  @Test func aValueAfterAContainer() {
    Self.expectError { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: "a")
      try 1.encode(to: encoder)
    }
  }

  @Test func aContainerWhileOneOfItsValuesIsEncoded() {
    Self.expectError { encoder in
      var container = encoder.container(keyedBy: Key.self)
      let copy = container
      try container.encode(
        EncodingScript { inner, _ in
          var copy = copy
          try copy.encode(1, forKey: "b")
          try 2.encode(to: inner)
        }, forKey: "a")
    }
    Self.expectError { encoder in
      var list = encoder.unkeyedContainer()
      try list.encode(
        EncodingScript { inner, _ in
          var again = encoder.unkeyedContainer()
          try again.encode(1)
          _ = again.nestedUnkeyedContainer()
          try 1.encode(to: again.superEncoder())
          try 2.encode(to: inner)
        })
    }
    // The method of a single value gets the encoder of its container.
    EncodingAgreement.run(writes: "2") { encoder, _ in
      var single = encoder.singleValueContainer()
      try single.encode(EncodingScript { _, _ in try 2.encode(to: encoder) })
    }
  }

  /// Everything that an encoder hands out.
  private final class Kept {
    var encoders: [any Encoder] = []
    var objects: [KeyedEncodingContainer<Key>] = []
    var lists: [any UnkeyedEncodingContainer] = []

    func keep(_ encoder: any Encoder) throws {
      encoders.append(encoder)
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: "a")
      objects.append(container)
      var list = container.nestedUnkeyedContainer(forKey: "b")
      encoders.append(list.superEncoder())
      objects.append(list.nestedContainer(keyedBy: Key.self))
      encoders.append(container.superEncoder())
      lists.append(list)
    }

    func useAll() {
      for encoder in encoders {
        _ = encoder.codingPath
        _ = encoder.userInfo
        try? [1].encode(to: encoder)
        try? 1.encode(to: encoder)
        _ = encoder.container(keyedBy: Key.self)
        _ = encoder.unkeyedContainer()
      }
      for var object in objects {
        _ = object.codingPath
        try? object.encode(1, forKey: "x")
        try? object.encode(EncodedMember(member: [1]), forKey: "y")
        try? object.encodeNil(forKey: "z")
        var nested = object.nestedContainer(keyedBy: Key.self, forKey: "n")
        try? nested.encode([1], forKey: "x")
        try? 1.encode(to: object.superEncoder())
      }
      for var list in lists {
        try? list.encode(1)
        try? list.encode(EncodedMember(member: [1]))
        _ = list.nestedUnkeyedContainer()
        try? [1].encode(to: list.superEncoder())
        _ = list.count
      }
    }
  }

  @Test func keptAndUsedAfterTheCall() throws {
    let expected = #"{"a":1,"b":[{},{}],"super":{}}"#
    for inside in [false, true] {
      let kept = Kept()
      let script = EncodingScript { encoder, _ in try kept.keep(encoder) }
      let encoder = MappingEncoder()
      let data = inside ? try encoder.encode([script]) : try encoder.encode(script)
      kept.useAll()
      #expect(String(decoding: data, as: UTF8.self) == (inside ? "[\(expected)]" : expected))
      #expect(EncodingAgreement.ours([1]) == "[1]")
      kept.useAll()
    }
  }

  @Test func keptAndUsedByTheNextElement() {
    let kept = Kept()
    let first = EncodingScript { encoder, _ in try kept.keep(encoder) }
    let second = EncodingScript { encoder, _ in
      kept.useAll()
      try 2.encode(to: encoder)
    }
    let text = EncodingAgreement.ours([first, second])
    // What is nested in a value may be filled later, its own containers may not.
    #expect((try? JSONValue.decode(from: text)) != nil || text.hasPrefix("error"), "\(text)")
    #expect(text.hasSuffix("},2]") || text.hasPrefix("error"), "\(text)")
  }

  @Test func aCompleteValueTakesNothing() {
    var kept: KeyedEncodingContainer<Key>?
    var list: (any UnkeyedEncodingContainer)?
    let text = EncodingAgreement.ours([
      EncodingScript { encoder, _ in kept = encoder.container(keyedBy: Key.self) },
      EncodingScript { encoder, _ in list = encoder.unkeyedContainer() },
      EncodingScript { encoder, _ in
        _ = kept?.nestedUnkeyedContainer(forKey: "a")
        if let encoder = kept?.superEncoder() { try 1.encode(to: encoder) }
        _ = list?.nestedContainer(keyedBy: Key.self)
        if let encoder = list?.superEncoder() { try 1.encode(to: encoder) }
        try 2.encode(to: encoder)
      },
    ])
    #expect(text == "[{},[],2]")
    for _ in 0..<100_000 { list = list?.nestedUnkeyedContainer() }
  }

  @Test func keptAndUsedByTheNextCall() {
    let kept = Kept()
    _ = EncodingAgreement.ours(EncodingScript { encoder, _ in try kept.keep(encoder) })
    let text = EncodingAgreement.ours([
      EncodingScript { encoder, _ in
        kept.useAll()
        try 2.encode(to: encoder)
        kept.useAll()
      }
    ])
    #expect(text == "[2]")
  }

  @Test func aCallInsideOfACall() throws {
    EncodingAgreement.run { encoder, log in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: "a")
      log.note(try MappingEncoder().encode([1, 2]).count)
      log.note(EncodingAgreement.ours(EncodedMember(member: 1)))
      try container.encode(2, forKey: "b")
    }
  }

  @Test func nothingIsKept() throws {
    final class Token: Sendable {}
    weak var token: Token?
    for isFailing in [false, true] {
      let encoder = MappingEncoder()
      let key = try #require(CodingUserInfoKey(rawValue: "key"))
      let new = Token()
      encoder.userInfo = [key: new]
      token = new
      let script = EncodingScript { encoder, _ in
        var container = encoder.container(keyedBy: Key.self)
        var nested = container.nestedContainer(keyedBy: Key.self, forKey: "a")
        try nested.encode(EncodedMember(member: [1]), forKey: "b")
        _ = nested.nestedUnkeyedContainer(forKey: "c")
        _ = container.superEncoder().unkeyedContainer()
        if isFailing { throw CocoaError(.userCancelled) }
      }
      for value in [[script], [script, script]] { _ = try? encoder.encode(["a": value]) }
      encoder.userInfo = [:]
    }
    #expect(token == nil)
  }

  @Test func keptBeyondAFailure() {
    let kept = Kept()
    let text = EncodingAgreement.ours { encoder, _ in
      var list = encoder.unkeyedContainer()
      try? list.encode(
        EncodingScript { inner, _ in
          try kept.keep(inner)
          throw CocoaError(.userCancelled)
        })
      try list.encode(1)
      kept.useAll()
      try list.encode(2)
    }
    #expect(text == "[1,2]" || text.hasPrefix("error invalidValue"), "\(text)")
  }
}
