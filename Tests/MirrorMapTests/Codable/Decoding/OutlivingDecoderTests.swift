import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Decoders and containers that are used after the call that made them.
struct OutlivingDecoderTests {
  /// Keeps what it is decoded from.
  private struct Kept: Decodable {
    let decoder: any Decoder
    init(from decoder: any Decoder) { self.decoder = decoder }
  }

  private struct KeptContainers: Decodable {
    let keyed: KeyedDecodingContainer<CodableAnyKey>
    let list: any UnkeyedDecodingContainer
    let parent: any Decoder

    init(from decoder: any Decoder) throws {
      keyed = try decoder.container(keyedBy: CodableAnyKey.self)
      list = try keyed.nestedUnkeyedContainer(forKey: "list")
      parent = try keyed.superDecoder()
    }
  }

  private struct Later<T: Decodable>: Decodable {
    private let container: KeyedDecodingContainer<CodableAnyKey>
    init(from decoder: any Decoder) throws {
      container = try decoder.container(keyedBy: CodableAnyKey.self)
    }
    func value(_ key: CodableAnyKey) throws -> T { try container.decode(T.self, forKey: key) }
  }

  /// Both decoders' values, made from bytes that are gone when this returns.
  private static func both<T: Decodable>(
    _ type: T.Type, _ document: String, _ options: CodableOptions = CodableOptions()
  ) throws -> [T] {
    // With its bytes overwritten, the document can't be read from its original memory.
    var bytes = Array(document.utf8)
    let theirs = try options.foundationDecoder().decode(type, from: Data(bytes))
    let ours = try options.mappingDecoder().decode(type, from: bytes)
    for index in bytes.indices { bytes[index] = UInt8(ascii: "]") }
    return [theirs, ours]
  }

  private static let document =
    #"{"a": 1, "list": [1, "two", {"three": 3.5}], "super": {"b": "a \u00e9 text"}, "n": null}"#

  @Test func aKeptDecoderStillDecodes() throws {
    let logs = try Self.both(Kept.self, Self.document).map { kept in
      var log = CodableLog()
      log.attempt { try kept.decoder.container(keyedBy: CodableAnyKey.self).allKeys.count }
      log.attempt { try kept.decoder.unkeyedContainer() }
      log.attempt { try kept.decoder.singleValueContainer().decode([Int].self) }
      log.attempt { try KeptContainers(from: kept.decoder).keyed.decode(Int.self, forKey: "a") }
      log.note(path: kept.decoder.codingPath)
      return log.lines
    }
    #expect(logs[0] == logs[1])
    #expect(logs[1].first == "4")
  }

  @Test func keptContainersStillDecode() throws {
    let logs = try Self.both([KeptContainers].self, "[\(Self.document)]").map { kept in
      var log = CodableLog()
      let kept = try #require(kept.first)
      log.attempt { try kept.keyed.decode(Int.self, forKey: "a") }
      log.attempt { try kept.keyed.decode(String.self, forKey: "a") }
      log.attempt { try kept.keyed.decode(Int.self, forKey: "b") }
      log.attempt { try kept.keyed.decodeNil(forKey: "n") }
      log.attempt { try [String: String](from: kept.parent) }
      log.note(path: kept.parent.codingPath)
      var list = kept.list
      log.attempt { try list.decode(Int.self) }
      log.attempt { try list.decode(Int.self) }
      log.attempt { try list.decode(String.self) }
      log.attempt { try list.decode([String: Double].self) }
      log.attempt { try list.decode(Int.self) }
      return log.lines
    }
    #expect(logs[0] == logs[1])
    #expect(logs[1].suffix(3).first == "two")
  }

  /// Foundation hands one decoder to all elements; once kept, it decodes the root.
  @Test(.enabled(if: CodableAgreement.isOwnDecoder))
  func keptDecodersOfElementsStillDecodeTheirOwn() throws {
    let decoder = MappingDecoder()
    let kept = try decoder.decode(
      [Kept].self, from: "[1, [2, 3], {\"a\": null}, null, \"text\"]")
    #expect(kept.count == 5)
    #expect(try Int(from: kept[0].decoder) == 1)
    #expect(try [Int](from: kept[1].decoder) == [2, 3])
    #expect(try [String: Int?](from: kept[2].decoder) == ["a": nil])
    #expect(try kept[3].decoder.singleValueContainer().decodeNil())
    #expect(try String(from: kept[4].decoder) == "text")
    #expect(throws: DecodingError.self) { try Int(from: kept[4].decoder) }
    #expect(kept.map { $0.decoder.codingPath.map(\.intValue) } == (0..<5).map { [$0] })
    let members = try decoder.decode([String: Kept].self, from: #"{"a": [1.5], "b": {"c": "d"}}"#)
    #expect(try [Double](from: #require(members["a"]).decoder) == [1.5])
    #expect(try [String: String](from: #require(members["b"]).decoder) == ["c": "d"])
  }

  @Test func optionsStayInForce() throws {
    let options = CodableOptions {
      $0.dateDecodingStrategy = .iso8601
      $0.keyDecodingStrategy = .convertFromSnakeCase
    }
    for later in try Self.both(Later<Date>.self, #"{"first_day": "2001-01-01T00:00:00Z"}"#, options)
    {
      #expect(try later.value("firstDay").timeIntervalSinceReferenceDate == 0)
    }
  }

  @Test func lazyValuesAreDecodedLater() throws {
    for later in try Self.both(Later<[Int]>.self, #"{"a": [1, 2], "b": [1, "x"]}"#) {
      #expect(try later.value("a") == [1, 2])
      #expect(throws: DecodingError.self) { try later.value("b") }
      #expect(throws: DecodingError.self) { try later.value("c") }
      #expect(try later.value("a") == [1, 2])
    }
  }

  @Test func aContainerKeptAfterAFailedCall() throws {
    final class Box: @unchecked Sendable { var kept: KeyedDecodingContainer<CodableAnyKey>? }
    for isOurs in [false, true] {
      let box = Box()
      let script: CodableScript = { decoder, _ in
        box.kept = try decoder.container(keyedBy: CodableAnyKey.self)
        throw CocoaError(.coderInvalidValue)
      }
      let key = try #require(CodingUserInfoKey(rawValue: "script"))
      let options = CodableOptions { $0.userInfo[key] = script }
      let data = Data(Self.document.utf8)
      #expect(throws: CocoaError.self) {
        if isOurs {
          try options.mappingDecoder().decode(CodableScripted.self, from: data)
        } else {
          try options.foundationDecoder().decode(CodableScripted.self, from: data)
        }
      }
      #expect(try box.kept?.decode(Int.self, forKey: "a") == 1)
    }
  }

  @Test func keptDecodersOfManyDocumentsDoNotMix() throws {
    let decoder = MappingDecoder()
    let kept = try (0..<100).map { try decoder.decode(Kept.self, from: "[\($0), \"\($0)\"]") }
    for (number, kept) in kept.enumerated() {
      var list = try kept.decoder.unkeyedContainer()
      #expect(try list.decode(Int.self) == number)
      #expect(try list.decode(String.self) == "\(number)")
    }
  }

  @Test func decodingWithinDecoding() throws {
    let lines = CodableAgreement.run(#"{"text": "{\"text\": [1, 2]}", "after": 3}"#) {
      decoder, log in
      let container = try decoder.container(keyedBy: CodableAnyKey.self)
      let text = try container.decode(String.self, forKey: "text")
      log.attempt { try MappingDecoder().decode([String: [Int]].self, from: text) }
      log.attempt { try MappingDecoder().decode([String: Int].self, from: text) }
      log.attempt { try container.decode(Int.self, forKey: "after") }
    }
    #expect(lines?.first == #"["text": [1, 2]]"#)
    #expect(lines?.last == "3")
  }

  @Test func oneDecoderOnManyThreads() async throws {
    let decoder = MappingDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let sums = try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          try (0..<100).map {
            try decoder.decode([[String: Int]].self, from: "[{\"a_b\": \($0)}, {\"c\": \(task)}]")
              .flatMap(\.values).reduce(0, +)
          }.reduce(0, +)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sums.sorted() == (0..<8).map { 4950 + 100 * $0 })
  }
}
