import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Types that try one form after another.
struct UnionDecodingTests {
  /// Any JSON value, tried in turn.
  private enum Value: Decodable, Equatable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([Value])
    case object([String: Value])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? container.decode(Int.self) {
        self = .int(value)
      } else if let value = try? container.decode(Double.self) {
        self = .double(value)
      } else if let value = try? container.decode(String.self) {
        self = .string(value)
      } else if let value = try? container.decode([Value].self) {
        self = .array(value)
      } else {
        self = .object(try container.decode([String: Value].self))
      }
    }
  }

  private struct Card: Decodable, Equatable { var title: String, price: Decimal }
  private struct Link: Decodable, Equatable { var title: String, url: URL }
  private struct Note: Decodable, Equatable { var text: [String] }

  private enum Item: Decodable, Equatable {
    case card(Card)
    case link(Link)
    case note(Note)
    case number(Int8)

    init(from decoder: any Decoder) throws {
      if let card = try? Card(from: decoder) {
        self = .card(card)
      } else if let link = try? Link(from: decoder) {
        self = .link(link)
      } else if let number = try? decoder.singleValueContainer().decode(Int8.self) {
        self = .number(number)
      } else {
        self = .note(try decoder.singleValueContainer().decode(Note.self))
      }
    }
  }

  /// Reads its kind first, and then the same object again.
  private enum Tagged: Decodable, Equatable {
    case card(Card)
    case link(Link)
    enum CodingKeys: CodingKey { case kind }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .kind) {
      case "card": self = .card(try Card(from: decoder))
      case "link": self = .link(try Link(from: decoder))
      case let kind:
        throw DecodingError.dataCorruptedError(
          forKey: .kind, in: container, debugDescription: "own: \(kind)")
      }
    }
  }

  private struct OwnError: Error, Equatable { var code: Int }
  private struct Throwing: Decodable {
    init(from decoder: any Decoder) throws {
      throw OwnError(code: try decoder.singleValueContainer().decode(Int.self))
    }
  }

  /// Keeps the elements that can be decoded.
  private struct Lossy: Decodable {
    var cards: [Card] = []
    var failures: [String] = []
    private struct Skipped: Decodable {}
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      while !list.isAtEnd {
        do {
          cards.append(try list.decode(Card.self))
        } catch {
          failures.append("\(CodableFailure(error))")
          _ = try list.decode(Skipped.self)
        }
      }
    }
  }

  private static let card = #"{"title": "A", "price": 1.10}"#
  private static let link = #"{"title": "A", "url": "https://example.org/"}"#

  @Test func anyValueTriedInTurn() {
    for document in [
      "null", "true", "1", "1.5", "1e400", "9223372036854775808", "\"x\"", "[]", "{}",
      #"[null, [true, 0], {"a": [1e2, -0.0], "b": {"c": "\u00e9"}}, "", 1e-5]"#, "[1e999]",
      #"{"a": 1, "a": 2}"#, "[[[[[[[[\"deep\"]]]]]]]]",
    ] { CodableAgreement.expect(Value.self, document) }
  }

  @Test func elementsTriedInTurn() {
    let outcome = CodableAgreement.expect(
      [Item].self, "[\(Self.card), \(Self.link), 7, {\"text\": [\"a\"]}, \(Self.card)]")
    #expect(outcome.value?.count == 5)
    for element in ["300", "null", "{}", "[]", #"{"text": [1]}"#, #"{"title": "A"}"#, "\"x\""] {
      CodableAgreement.expect([Item].self, "[\(Self.card), \(element)]")
      CodableAgreement.expect([Item?].self, "[\(Self.card), \(element)]")
      CodableAgreement.expect([String: Item].self, "{\"a\": \(element)}")
    }
  }

  @Test func kindsReadFirst() {
    for document in [
      #"{"kind": "card", "title": "A", "price": 1}"#,
      #"{"title": "A", "url": "/", "kind": "link"}"#,
      #"{"kind": "card", "title": "A"}"#, #"{"kind": "other"}"#, #"{"kind": 1}"#, "{}", "[]",
    ] {
      CodableAgreement.expect(Tagged.self, document)
      CodableAgreement.expect([[Tagged]].self, "[[\(document)]]")
    }
  }

  @Test func ownErrorsPassThroughUnchanged() throws {
    CodableAgreement.expect([String: [Throwing]].self, #"{"a": [5]}"#)
    #expect(throws: OwnError(code: 5)) {
      try MappingDecoder().decode([String: [Throwing]].self, from: #"{"a": [5]}"#)
    }
  }

  @Test func elementsThatFailedCanBeSkipped() {
    let outcome = CodableAgreement.expect(
      Lossy.self,
      "[\(Self.card), \(Self.link), {\"title\": 1, \"price\": 2}, "
        + "{\"title\": \"B\", \"price\": []}, [], {}, \(Self.card)]")
    #expect(outcome.value?.cards.count == 2)
    #expect(outcome.value?.failures.count == 5)
  }

  @Test func attemptsFromOneSingleValueContainer() {
    let lines = CodableAgreement.run("[1, {\"a\": \"x\"}]") { decoder, log in
      let value = try decoder.singleValueContainer()
      log.attempt { try value.decode([Int].self) }
      log.attempt { try value.decode(String.self) }
      log.attempt { try value.decode([String: Int].self) }
      log.attempt { try value.decode([Item].self) }
      log.note(value.decodeNil())
      log.attempt { try value.decode([Value].self).count }
      log.attempt { try decoder.unkeyedContainer().count as Any }
      log.attempt { try value.decode([Value].self).count }
    }
    #expect(lines?.suffix(4) == ["false", "2", "Optional(2)", "2"])
  }

  @Test func thousandsOfFailedAttempts() {
    let elements = (0..<2000).map { $0 % 3 == 0 ? "\($0 % 100)" : #"{"text": ["\#($0)"]}"# }
    let outcome = CodableAgreement.expect([Item].self, "[\(elements.joined(separator: ","))]")
    #expect(outcome.value?.count == 2000)
  }

  /// Tries a type, and takes any value if it isn't one of that.
  private struct Attempt<T: Decodable>: Decodable {
    let isValue: Bool
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if (try? container.decode(T.self)) != nil {
        isValue = true
      } else {
        _ = try container.decode(JSONValue.self)
        isValue = false
      }
    }
  }

  private struct Model: Mappable, CodableByMapping {
    @Mapped("list") var list: [Int]
  }

  private static func expectAttempts<T: Decodable>(
    _ type: T.Type, _ document: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let count = 2 * MappingDecoder().mapper.maximumDepth
    let elements = Array(repeating: document, count: count).joined(separator: ",")
    #expect(throws: Never.self, sourceLocation: sourceLocation) {
      let attempts = try MappingDecoder().decode([Attempt<T>].self, from: "[\(elements)]")
      #expect(attempts.count == count && !attempts.contains(where: \.isValue))
    }
  }

  @Test func failedAttemptsDontCountAsNesting() {
    for document in ["[\"x\"]", "[1,\"x\"]", "[[1,\"x\"],null]", "[[[[1]]]]", "{\"list\":[[]]}"] {
      if document != "[\"x\"]" { Self.expectAttempts([String].self, document) }
      Self.expectAttempts([Int].self, document)
      Self.expectAttempts([Double].self, document)
      Self.expectAttempts([[Double]].self, document)
      Self.expectAttempts([[[Double]]].self, document)
      Self.expectAttempts(Model.self, document)
    }
  }

  @Test func modelsAfterFailedAttempts() throws {
    struct Pair: Decodable {
      let model: Model
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        _ = try? container.decode([String: [Int]].self)
        model = try container.decode(Model.self)
      }
    }
    let elements = Array(repeating: #"{"list":[1],"a":["x"]}"#, count: 2000)
    let pairs = try MappingDecoder().decode(
      [Pair].self, from: "[\(elements.joined(separator: ","))]")
    #expect(pairs.allSatisfy { $0.model.list == [1] })
  }
}
