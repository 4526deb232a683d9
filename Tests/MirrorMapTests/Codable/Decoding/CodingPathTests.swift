import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// The coding paths of decoders and containers, and `userInfo`, at every level.
struct CodingPathTests {
  private enum Key: String, CodingKey {
    case a, b
    case list = "l"
  }

  private struct Deep: Decodable {
    init(from decoder: any Decoder) throws {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "own"))
    }
  }

  private struct Keyed: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      throw DecodingError.dataCorruptedError(
        forKey: .a, in: container, debugDescription: "own, keyed")
    }
  }

  private struct Unkeyed: Decodable {
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      _ = try list.decode(Int.self)
      throw DecodingError.dataCorruptedError(in: list, debugDescription: "own, unkeyed")
    }
  }

  private struct Single: Decodable {
    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "own, single")
    }
  }

  private struct UserInfo: Decodable {
    static let key = CodingUserInfoKey(rawValue: "number")
    let numbers: [Int?]
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      numbers = [
        Self.number(decoder), Self.number(try container.superDecoder()),
        Self.number(try container.superDecoder(forKey: .a)), Self.number(try list.superDecoder()),
      ]
    }
    static func number(_ decoder: any Decoder) -> Int? {
      key.flatMap { decoder.userInfo[$0] as? Int }
    }
  }

  @Test func pathsOfDecodersAndContainers() {
    let document = #"{"a": {"b": 1, "l": [[{"a": 2}], 3]}}"#
    let lines = CodableAgreement.run(document) { decoder, log in
      log.note(path: decoder.codingPath)
      log.note(path: try decoder.singleValueContainer().codingPath)
      let container = try decoder.container(keyedBy: Key.self)
      log.note(path: container.codingPath)
      let object = try container.nestedContainer(keyedBy: Key.self, forKey: .a)
      log.note(path: object.codingPath)
      var list = try object.nestedUnkeyedContainer(forKey: .list)
      log.note(path: list.codingPath)
      var inner = try list.nestedUnkeyedContainer()
      log.note(path: inner.codingPath)
      log.note(path: try inner.nestedContainer(keyedBy: Key.self).codingPath)
      log.note(path: list.codingPath)
      log.note(path: try list.superDecoder().codingPath)
      log.note(path: try object.superDecoder().codingPath)
      log.note(path: try object.superDecoder(forKey: .b).codingPath)
      log.note(path: try object.superDecoder(forKey: .b).singleValueContainer().codingPath)
      log.note(path: decoder.codingPath)
    }
    #expect(lines?.count == 13)
    #expect(lines?.prefix(3) == ["path ", "path ", "path "])
  }

  @Test func errorsOfTypesKeepTheirPaths() {
    for document in [
      #"{"a": [1, 2]}"#, #"{"a": [{"x": {"a": 1}}]}"#, "[[1]]", "[{}]", #"{"k": {"j": [7]}}"#,
    ] {
      CodableAgreement.expect([String: [Deep]].self, document)
      CodableAgreement.expect([String: [String: Keyed]].self, document)
      CodableAgreement.expect([String: Unkeyed].self, document)
      CodableAgreement.expect([String: [String: Unkeyed]].self, document)
      CodableAgreement.expect([[Single]].self, document)
      CodableAgreement.expect([Keyed?].self, document)
      CodableAgreement.expect(CodableMember<Deep>.self, document)
      CodableAgreement.expect([Int: Deep].self, #"{"5": 1}"#)
    }
    let outcome = CodableAgreement.expect([String: [Deep]].self, #"{"a": [1, 2]}"#)
    #expect(outcome.failure?.description == "dataCorrupted at a / Index 0[0] (own)")
  }

  @Test func pathsInErrorsOfTheDecoder() {
    for document in [
      #"{"a": {"b": "x"}}"#, #"{"a": {}}"#, #"{"a": {"b": null}}"#, #"{"a": {"l": [1, "x"]}}"#,
      #"{"a": {"l": [1, null]}}"#, #"{"a": {"l": [1, [2]]}}"#,
    ] {
      CodableAgreement.run(document) { decoder, log in
        let container = try decoder.container(keyedBy: Key.self)
        let object = try container.nestedContainer(keyedBy: Key.self, forKey: .a)
        log.attempt { try object.decode(Int.self, forKey: .b) }
        log.attempt { try object.decode([Int].self, forKey: .b) }
        log.attempt { try object.nestedUnkeyedContainer(forKey: .b).count as Any }
        log.attempt { try object.nestedContainer(keyedBy: Key.self, forKey: .b).allKeys.count }
        log.attempt {
          try object.superDecoder(forKey: .b).container(keyedBy: Key.self).allKeys.count
        }
        log.attempt { try object.decode([Int].self, forKey: .list) }
        var list = try object.nestedUnkeyedContainer(forKey: .list)
        log.attempt { try list.decode(Int.self) }
        log.attempt { try list.decode(Int.self) }
        log.attempt { try list.nestedContainer(keyedBy: Key.self).allKeys.count }
        log.attempt { try list.nestedUnkeyedContainer().count as Any }
        var other = try container.superDecoder(forKey: .a).container(keyedBy: Key.self)
          .nestedUnkeyedContainer(forKey: .list)
        log.attempt { try other.decode(String.self) }
      }
    }
  }

  @Test func decodersWithinAPathAddToIt() {
    CodableAgreement.run(#"{"a": [{"b": [true]}]}"#) { decoder, log in
      let list = try decoder.container(keyedBy: Key.self)
        .superDecoder(forKey: .a)
      var elements = try list.unkeyedContainer()
      let element = try elements.superDecoder()
      log.attempt { try [String: [Int]](from: element) }
      log.attempt { try [String: Int](from: element) }
      let object = try element.container(keyedBy: Key.self)
      log.attempt { try object.decode([String].self, forKey: .b) }
      log.attempt { try object.decode([String].self, forKey: .a) }
      log.attempt { try elements.decode(Int.self) }
    }
  }

  @Test func userInfoIsTheSameEverywhere() throws {
    let number = try #require(UserInfo.key)
    let document = #"{"a": 1, "super": 2, "l": [3]}"#
    let options = CodableOptions { $0.userInfo = [number: 42] }
    let outcome = CodableAgreement.expect([UserInfo].self, "[\(document)]", options)
    #expect(outcome.value?.first?.numbers == [42, 42, 42, 42])
    #expect(
      CodableAgreement.expect(UserInfo.self, document).value?.numbers == [nil, nil, nil, nil])
  }
}
