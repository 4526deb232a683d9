import Foundation

// Types that the seeds and the dictionary's keys fit, for both decoders.

/// Optional values of all sorts, by keys that the models have, too.
struct Bundle: Codable, Equatable {
  enum Mood: String, Codable { case glad, sad }

  struct Home: Codable, Equatable {
    var city: String
    var berths: UInt8?
    var position: [String: Double]?
  }

  var id: Int?
  var name: String?
  var ok: Bool?
  var speed: Double?
  var float: Float?
  var small: UInt8?
  var big: Int128?
  var mood: Mood?
  var tags: [String]?
  var counts: [Int]?
  var points: [[Double]]?
  var holes: [Int?]?
  var stock: [String: Int]?
  var home: Home?
  var stops: [Home]?
  var date: Date?
  var data: Data?
  var uuid: UUID?
  var next: [Bundle]?
  var fullName: String?
  var json: AnyCodable?
}

/// Values that have to be there.
struct Strict: Codable, Equatable {
  var id: Int
  var name: String
}

/// Two forms, tried one after the other.
enum Either: Codable, Equatable {
  case strict(Strict)
  case bundle(Bundle)
  case numbers([Int8])
  case text(String)

  init(from decoder: any Decoder) throws {
    if let value = try? Strict(from: decoder) {
      self = .strict(value)
    } else if let value = try? decoder.singleValueContainer().decode(Bundle.self) {
      self = .bundle(value)
    } else if let value = try? [Int8](from: decoder) {
      self = .numbers(value)
    } else {
      self = .text(try decoder.singleValueContainer().decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .strict(let value): try value.encode(to: encoder)
    case .bundle(let value): try value.encode(to: encoder)
    case .numbers(let value): try value.encode(to: encoder)
    case .text(let value): try value.encode(to: encoder)
    }
  }
}

/// A class with a superclass, which is decoded and encoded by a super coder.
class Base: Codable {
  var id: Int?

  init() {}
}

final class Derived: Base, Equatable {
  var tags: [Either]?

  enum CodingKeys: CodingKey { case tags }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    tags = try container.decodeIfPresent([Either].self, forKey: .tags)
    let parent = try container.superDecoder()
    if try parent.singleValueContainer().decodeNil() {
      super.init()
    } else {
      try super.init(from: parent)
    }
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let parent = container.superEncoder()
    try container.encodeIfPresent(tags, forKey: .tags)
    try super.encode(to: parent)
  }

  static func == (left: Derived, right: Derived) -> Bool {
    left.id == right.id && left.tags == right.tags
  }
}
