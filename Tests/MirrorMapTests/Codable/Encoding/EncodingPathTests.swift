import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Coding paths and `userInfo` of encoders and containers, and the paths of errors.
struct EncodingPathTests {
  private typealias Key = CodableAnyKey

  /// Fails deep inside.
  private struct Faulty: Encodable {
    enum CodingKeys: String, CodingKey {
      case value, deep
      case list = "the list"
    }
    var kind = 0

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch kind {
      case 0: try container.encode([["x": [1, Double.nan]]], forKey: .list)
      case 1: try container.encode(Faulty(kind: 0), forKey: .deep)
      case 2: try container.encode([1: [Faulty(kind: 0)]], forKey: .deep)
      case 3: try container.encode(Float.infinity, forKey: .value)
      case 4: try container.encode(Optional(CGFloat.nan), forKey: .value)
      case 5:
        let value = EncodedWhole(value: EncodedWhole(value: -Double.infinity))
        try container.encode(value, forKey: .value)
      case 6: try Faulty(kind: 3).encode(to: container.superEncoder())
      case 7: try container.encodeIfPresent(Double.nan, forKey: .value)
      case 8:
        throw EncodingError.invalidValue(
          self, .init(codingPath: encoder.codingPath, debugDescription: "own error"))
      case 9: throw CocoaError(.userCancelled)
      case 10: try container.encode(EncodedPair(value: Double.nan), forKey: .deep)
      default: try container.encode(["a": Faulty(kind: kind - 11)], forKey: .deep)
      }
    }
  }

  @Test func pathsOfErrors() {
    for kind in 0..<15 {
      EncodingAgreement.expect(Faulty(kind: kind))
      EncodingAgreement.expect([[Faulty(kind: kind)]])
      EncodingAgreement.expect(["a": Faulty(kind: kind)])
      EncodingAgreement.expect(EncodedMember(member: EncodedWhole(value: Faulty(kind: kind))))
    }
  }

  /// Foundation leaves out the key of a dictionary that is exempt from a key strategy.
  @Test func pathsOfErrorsWithKeyStrategies() {
    var settings = EncoderSettings.snakeCase
    settings.skipsNestedKeys = true
    for kind in 0..<11 {
      EncodingAgreement.expect(Faulty(kind: kind), settings)
      EncodingAgreement.expect([Faulty(kind: kind)], settings)
      EncodingAgreement.expect(["aKey": Faulty(kind: kind)], settings)
    }
    for kind in 11..<14 { EncodingAgreement.expect([Faulty(kind: kind)], settings) }
    EncodingAgreement.expect(EncodedMember(member: ["aKey": ["bKey": Double.nan]]), settings)
  }

  @Test func pathsOfEncoders() {
    EncodingAgreement.run { encoder, log in
      log.note(path: encoder.codingPath)
      var container = encoder.container(keyedBy: Key.self)
      log.note(path: container.codingPath)
      let object = container.nestedContainer(keyedBy: Key.self, forKey: "object")
      log.note(path: object.codingPath)
      var list = container.nestedUnkeyedContainer(forKey: "list")
      log.note(path: list.codingPath)
      try list.encode(1)
      log.note(path: list.nestedContainer(keyedBy: Key.self).codingPath)
      log.note(path: list.nestedUnkeyedContainer().codingPath)
      log.note(path: container.superEncoder().codingPath)
      log.note(path: container.superEncoder(forKey: "parent").codingPath)
      log.note(path: container.superEncoder(forKey: "x").singleValueContainer().codingPath)
      log.note(path: container.superEncoder(forKey: "y").unkeyedContainer().codingPath)
    }
  }

  /// Notes its path at each level.
  private struct Level: Encodable {
    var depth: Int
    var log: (any Encoder) -> Void
    enum CodingKeys: CodingKey { case next, list, whole }

    func encode(to encoder: any Encoder) throws {
      log(encoder)
      guard depth > 0 else { return try depth.encode(to: encoder) }
      let next = Level(depth: depth - 1, log: log)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(next, forKey: .next)
      try container.encode([next], forKey: .list)
      try container.encode(EncodedWhole(value: ["a": next]), forKey: .whole)
    }
  }

  @Test func pathsAtEachLevel() throws {
    var logs: [[String]] = []
    for encode in [JSONEncoder().encode, MappingEncoder().encode] as [(Level) throws -> Data] {
      let notes = EncodingScript.Notes()
      _ = try encode(Level(depth: 3) { notes.log.note(path: $0.codingPath) })
      logs.append(notes.log.lines)
    }
    #expect(logs[0] == logs[1])
    #expect(logs[0].count == 40)
  }

  /// The keys of nested containers are in the paths of what is in them. Foundation has them only
  /// in the containers' own paths.
  @Test func pathsInNestedContainers() {
    let text = EncodingAgreement.ours { encoder, _ in
      var container = encoder.container(keyedBy: Key.self)
      var nested = container.nestedContainer(keyedBy: Key.self, forKey: "a")
      var list = nested.nestedUnkeyedContainer(forKey: "b")
      try list.encode(1)
      try list.encode(EncodedMember(member: Double.nan))
    }
    let key = CodableFailure.text(Key(stringValue: "b")).dropLast()
    #expect(text.hasPrefix("error invalidValue Double at \(key)a / \(key)b / Index 1[1] / "))
    EncodingAgreement.run(.nested) { encoder, _ in
      var container = encoder.container(keyedBy: Key.self)
      var nested = container.nestedContainer(keyedBy: Key.self, forKey: "a")
      try nested.encode([Double.nan], forKey: "b")
    }
  }

  @Test func userInfo() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "key"))
    let settings = EncoderSettings { $0.userInfo = [key: 7] }
    EncodingAgreement.run(settings, writes: #"{"a":"7","b":["7"],"super":7}"#) { encoder, log in
      log.note(encoder.userInfo.count)
      var container = encoder.container(keyedBy: Key.self)
      try container.encode("\(encoder.userInfo[key] ?? 0)", forKey: "a")
      try container.encode(
        [EncodingScript { encoder, _ in try "\(encoder.userInfo[key] ?? 0)".encode(to: encoder) }],
        forKey: "b")
      let parent = container.superEncoder()
      try (parent.userInfo[key] as? Int)?.encode(to: parent)
    }
  }
}
