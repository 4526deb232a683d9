import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// One decoder and one encoder that many threads and tasks use at once.
struct CoderThreadTests {
  private static let document = #"""
    {"order_id":7,"placed_at":1500000000,"note":"a \u00e9 note of more than fifteen bytes",\#
    "parts":[{"order_id":8,"parts":[]},{"order_id":"x"},[1,2.5],"text"],"x":{"super":{"name":"n"}}}
    """#

  private static let written = #"""
    {"note":"a é note of more than fifteen bytes","order_id":7,\#
    "parts":[{"order_id":8,"parts":[]},{"texts":["x"]},[1,2.5],"text"],"placed_at":1500000000,\#
    "x":{"super":{"name":"n"}}}
    """#

  private static func decoder() -> MappingDecoder {
    let decoder = MappingDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .custom { decoder in
      Date(timeIntervalSince1970: try decoder.singleValueContainer().decode(Double.self))
    }
    return decoder
  }

  private static func encoder() -> MappingEncoder {
    let encoder = MappingEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.outputFormatting = [.sortedKeys]
    return encoder
  }

  private static func roundTrip(_ decoder: MappingDecoder, _ encoder: MappingEncoder) -> String {
    do {
      let order = try decoder.decode(Order.self, from: document)
      return String(decoding: try encoder.encode(order), as: UTF8.self)
    } catch {
      return "\(error)"
    }
  }

  @Test func oneDecoderAndOneEncoderServeSixteenThreads() {
    let (decoder, encoder) = (Self.decoder(), Self.encoder())
    let results = onThreads(16) { _ in (0..<10).map { _ in Self.roundTrip(decoder, encoder) } }
    #expect(Set(results.joined()) == [Self.written])
  }

  @Test func oneDecoderAndOneEncoderServeManyTasks() async {
    let (decoder, encoder) = (Self.decoder(), Self.encoder())
    let results = await withTaskGroup(of: String.self) { group in
      for _ in 0..<64 {
        group.addTask {
          let first = Self.roundTrip(decoder, encoder)
          await Task.yield()
          return Self.roundTrip(decoder, encoder) == first ? first : "another text"
        }
      }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(results == [Self.written])
  }

  @Test func failuresAreTheSameOnAllThreads() {
    let (decoder, encoder) = (Self.decoder(), Self.encoder())
    let results = onThreads(16) { index -> String in
      let text = #"[{"order_id":1,"parts":[]},{"order_id":2,"parts":[{}]}]"#
      let failed = errorText {
        if index % 2 == 0 {
          _ = try decoder.decode([Order].self, from: text)
        } else {
          _ = try encoder.encode([[1.5], [Double.infinity]])
        }
      }
      return failed.contains(index % 2 == 0 ? "(line 1, column " : "invalidValue")
        ? "as expected" : failed
    }
    #expect(Set(results) == ["as expected"])
  }

  /// Each call has the options that were there when it began.
  @Test func optionsAreChangedWhileOthersDecodeAndEncode() {
    let (decoder, encoder) = (MappingDecoder(), MappingEncoder())
    decoder.dateDecodingStrategy = .secondsSince1970
    encoder.outputFormatting = .sortedKeys
    let results = onThreads(16) { index -> Set<String> in
      var texts: Set<String> = []
      for round in 0..<40 {
        if index % 4 == 0 {
          let isEven = round % 2 == 0
          decoder.dateDecodingStrategy = isEven ? .millisecondsSince1970 : .secondsSince1970
          decoder.userInfo = isEven ? [.round: round] : [:]
          encoder.outputFormatting = isEven ? [.sortedKeys, .prettyPrinted] : .sortedKeys
        } else {
          do {
            let dates = try decoder.decode([Date].self, from: "[1000,1000]")
            texts.insert("\(dates.map(\.timeIntervalSince1970))")
            texts.insert(String(decoding: try encoder.encode(["a": 1]), as: UTF8.self))
          } catch {
            texts.insert("\(error)")
          }
        }
      }
      return texts
    }
    let expected = ["[1.0, 1.0]", "[1000.0, 1000.0]", #"{"a":1}"#, "{\n  \"a\" : 1\n}"]
    #expect(Set(results.joined()).isSubset(of: expected))
  }

  /// What is known of a type is found out when it is first used.
  @Test func typesAreUsedFirstBySixteenThreads() {
    @Sendable func use<Tag: FreshTag>(_ tag: Tag.Type, _ decoder: MappingDecoder) throws -> String {
      let text = #"{"list":[{"id":1}],"map":{"a":[[1.5]]},"optional":null}"#
      let value = try decoder.decode(Fresh<Tag>.self, from: text)
      let encoder = MappingEncoder()
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    let tags = FreshTags.all(12)
    let decoder = MappingDecoder()
    let results = onThreads(16) { _ in
      tags.map { tag in (try? use(tag, decoder)) ?? "failed" }
    }
    #expect(Set(results.joined()) == [#"{"list":[{"id":1}],"map":{"a":[[1.5]]}}"#])
  }

  /// While the call waits for it, another thread reads; and others do so when the call has returned.
  @Test func decodersAreHandedToOtherThreads() throws {
    let text = #"{"first":"a text of more than fifteen bytes","second":[1,2,3],"third":{"a":1.5}}"#
    let kept = try MappingDecoder().decode(HandedOver.self, from: text)
    #expect(kept.seen == ["a text of more than fifteen bytes", "[1, 2, 3]", "1.5"])
    for _ in 0..<4 {
      #expect(onAnotherThread { HandedOver.look(kept.decoder) } == kept.seen)
    }
  }
}

// MARK: - Types

extension CodingUserInfoKey {
  fileprivate static let round = CodingUserInfoKey(rawValue: "round")!
}

extension CoderThreadTests {
  fileprivate class Named: Codable {
    var name: String?
  }

  /// A class whose superclass has a coder of its own.
  fileprivate final class Owner: Named {
    enum CodingKeys: CodingKey { case none }

    required init(from decoder: any Decoder) throws {
      try super.init(from: decoder.container(keyedBy: CodingKeys.self).superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try super.encode(to: container.superEncoder())
    }
  }

  fileprivate struct Order: Codable {
    var orderId: Int
    var placedAt: Date?
    var note: String?
    var parts: [Part]
    var x: Owner?
  }

  /// One of several forms, most of which fail first.
  fileprivate enum Part: Codable {
    case order(Order)
    case texts([String: [String]])
    case numbers([Double])
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let order = try? container.decode(Order.self) {
        self = .order(order)
      } else if let text = try? container.decode([String: String].self)["order_id"] {
        self = .texts(["texts": [text]])
      } else if let numbers = try? container.decode([Double].self) {
        self = .numbers(numbers)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .order(let order): try container.encode(order)
      case .texts(let texts): try container.encode(texts)
      case .numbers(let numbers): try container.encode(numbers)
      case .text(let text): try container.encode(text)
      }
    }
  }

  fileprivate struct Item<Tag: FreshTag>: Codable { var id: Int }

  fileprivate struct Fresh<Tag: FreshTag>: Codable {
    var list: [Item<Tag>]
    var map: [String: [[Double]]]
    var optional: Item<Tag>?
  }

  /// Keeps its decoder, and lets another thread read from it.
  fileprivate struct HandedOver: Decodable {
    enum Key: CodingKey { case first, second, third }

    /// A decoder that one thread at a time uses.
    struct Kept: @unchecked Sendable { let decoder: any Decoder }

    let decoder: Kept
    let seen: [String]

    init(from decoder: any Decoder) throws {
      let kept = Kept(decoder: decoder)
      self.decoder = kept
      let own = Self.look(kept)
      seen = onAnotherThread { Self.look(kept) }
      guard seen == own else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: [], debugDescription: "\(own) is not \(seen)"))
      }
    }

    static func look(_ kept: Kept) -> [String] {
      do {
        let container = try kept.decoder.container(keyedBy: Key.self)
        return [
          try container.decode(String.self, forKey: .first),
          "\(try container.decode([Int].self, forKey: .second))",
          "\(try container.decode([String: Double].self, forKey: .third)["a"] ?? 0)",
        ]
      } catch {
        return ["\(error)"]
      }
    }
  }
}
