import Foundation
import MirrorMap

/// Events of three kinds, distinguished by the member `"kind"`: for MirrorMap's registries, for a class that chooses its
/// subclass, and for `Codable` as one writes it by hand.
enum EventModels {
  protocol Event: Sendable {}

  struct Purchase: Event, Mappable {
    @Mapped var id: Int
    @Mapped var product: String
    @Mapped var price: Double
    @Mapped var quantity: Int
    @Mapped("gift_note") var giftNote: String?
  }

  struct Visit: Event, Mappable {
    @Mapped var id: Int
    @Mapped var page: String
    @Mapped var seconds: Double
    @Mapped("is_mobile") var isMobile: Bool
  }

  struct Message: Event, Mappable {
    @Mapped var id: Int
    @Mapped var sender: String
    @Mapped var text: String
    @Mapped var tags: [String]
  }

  static let registry = ModelRegistry<any Event>(.internal(tag: "kind"))
    .adding(Purchase.self, as: "purchase")
    .adding(Visit.self, as: "visit")
    .adding(Message.self, as: "message")

  struct Log: Mappable {
    @Mapped(transform: EventModels.registry) var events: [any Event]
  }

  /// A type that no document has.
  struct Other: Event, Mappable {
    @Mapped var id: Int
  }

  /// The same events by a registry of so many tags that these are found by their hashes.
  struct LargeLog: Mappable {
    static let registry = (0..<40).reduce(EventModels.registry) { registry, number in
      registry.adding(Other.self, as: ModelTag("other\(number)"))
    }
    @Mapped(transform: registry) var events: [any Event]
  }

  /// The same events with their tags as keys.
  struct ExternalLog: Mappable {
    static let registry = ModelRegistry<any Event>(.external)
      .adding(Purchase.self, as: "purchase")
      .adding(Visit.self, as: "visit")
      .adding(Message.self, as: "message")
    @Mapped(transform: registry) var events: [any Event]
  }

  // MARK: A class that chooses

  class Provided: Mappable, ModelProviding {
    @Mapped var kind: String
    @Mapped var id: Int
    required init() {}

    class func modelType(
      for json: JSONView, in context: MappingContext
    ) throws -> any Mappable.Type {
      switch json["kind"]?.string {
      case "purchase": ProvidedPurchase.self
      case "visit": ProvidedVisit.self
      case "message": ProvidedMessage.self
      default: throw MappingError(expected: "an event")
      }
    }
  }

  final class ProvidedPurchase: Provided {
    @Mapped var product: String
    @Mapped var price: Double
    @Mapped var quantity: Int
    @Mapped("gift_note") var giftNote: String?
  }

  final class ProvidedVisit: Provided {
    @Mapped var page: String
    @Mapped var seconds: Double
    @Mapped("is_mobile") var isMobile: Bool
  }

  final class ProvidedMessage: Provided {
    @Mapped var sender: String
    @Mapped var text: String
    @Mapped var tags: [String]
  }

  struct ProvidedLog: Mappable {
    @Mapped var events: [Provided]
  }

  // MARK: Codable

  struct PlainLog: Codable, Equatable {
    var events: [Plain]
  }

  enum Plain: Codable, Equatable {
    case purchase(PlainPurchase)
    case visit(PlainVisit)
    case message(PlainMessage)

    private enum CodingKeys: CodingKey { case kind }
    private enum Kind: String, Codable { case purchase, visit, message }

    init(from decoder: any Decoder) throws {
      switch try decoder.container(keyedBy: CodingKeys.self).decode(Kind.self, forKey: .kind) {
      case .purchase: self = .purchase(try PlainPurchase(from: decoder))
      case .visit: self = .visit(try PlainVisit(from: decoder))
      case .message: self = .message(try PlainMessage(from: decoder))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .purchase(let purchase):
        try container.encode(Kind.purchase, forKey: .kind)
        try purchase.encode(to: encoder)
      case .visit(let visit):
        try container.encode(Kind.visit, forKey: .kind)
        try visit.encode(to: encoder)
      case .message(let message):
        try container.encode(Kind.message, forKey: .kind)
        try message.encode(to: encoder)
      }
    }
  }

  struct ExternalPlainLog: Decodable {
    var events: [ExternalPlain]
  }

  struct ExternalPlain: Decodable {
    let event: Plain

    private enum CodingKeys: CodingKey { case purchase, visit, message }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch container.allKeys.first {
      case .purchase:
        event = .purchase(try container.decode(PlainPurchase.self, forKey: .purchase))
      case .visit: event = .visit(try container.decode(PlainVisit.self, forKey: .visit))
      case .message: event = .message(try container.decode(PlainMessage.self, forKey: .message))
      case nil:
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "no event"))
      }
    }
  }

  struct PlainPurchase: Codable, Equatable {
    var id: Int
    var product: String
    var price: Double
    var quantity: Int
    var giftNote: String?

    private enum CodingKeys: String, CodingKey {
      case id, product, price, quantity
      case giftNote = "gift_note"
    }
  }

  struct PlainVisit: Codable, Equatable {
    var id: Int
    var page: String
    var seconds: Double
    var isMobile: Bool

    private enum CodingKeys: String, CodingKey {
      case id, page, seconds
      case isMobile = "is_mobile"
    }
  }

  struct PlainMessage: Codable, Equatable {
    var id: Int
    var sender: String
    var text: String
    var tags: [String]
  }

  // MARK: The document

  static func document(_ count: Int) -> Data {
    var random = SeededGenerator(seed: 0xE7E)
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    let events = (0..<count).map { id in
      let word = random.word(of: random.int(in: 4...18), from: letters)
      let number = random.int(in: 1...9_999)
      return switch random.below(3) {
      case 0:
        "{\"kind\":\"purchase\",\"id\":\(id),\"product\":\"\(word)\",\"price\":\(number).25,"
          + "\"quantity\":\(number % 7)\(number % 3 == 0 ? ",\"gift_note\":\"\(word)\"" : "")}"
      case 1:
        "{\"kind\":\"visit\",\"id\":\(id),\"page\":\"\(word)\",\"seconds\":\(number).5,"
          + "\"is_mobile\":\(number % 2 == 0)}"
      default:
        "{\"kind\":\"message\",\"id\":\(id),\"sender\":\"\(word)\",\"text\":\"\(word), \(word)\","
          + "\"tags\":[\"new\",\"\(word)\"]}"
      }
    }
    return Data("{\"events\":[\(events.joined(separator: ","))]}".utf8)
  }
}
