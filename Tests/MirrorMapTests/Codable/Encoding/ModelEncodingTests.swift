import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Models as programs have them, which are read back equal.
struct ModelEncodingTests {
  enum Role: String, Codable { case admin, guest }
  enum Level: Int, Codable { case low, high }

  struct Address: Codable, Equatable {
    var street = "Ring 1/2", zip: String? = "1010", floor: Int8? = nil
    var location: [Double] = [48.2082, 16.3738]
  }

  struct Price: Codable, Equatable {
    var amount = Decimal(string: "19.99") ?? 0, currency = "EUR", taxes: [String: Decimal] = [:]
  }

  struct User: Codable, Equatable {
    var id: UInt64 = .max
    var firstName = "Ada", lastName = "L\"ovelace"
    var role: Role = .admin
    var level: Level? = .high
    var born = Date(timeIntervalSinceReferenceDate: -1e9)
    var home = Address(), others: [Address]? = [Address(zip: nil), Address(floor: -1)]
    var tags: Set<String> = ["one"], flags = [true, false], matrix = [[1, 2], [], [3]]
    var site = URL(string: "https://example.org/ada?q=1"), token = UUID(uuid: someBytes)
    var avatar = Data([0, 1, 254, 255])
    var scores: [String: Double] = ["a": 1.5, "b": -0.0, "c": 1e300]
    var options: [String: [String: Bool?]] = ["x": ["y": nil, "z": true]]
    var nothing: String?

    enum CodingKeys: String, CodingKey {
      case id, firstName, role, level, born, home, others, tags, flags
      case matrix, site, token, avatar, scores, options, nothing
      case lastName = "family name"
    }
  }

  private static let someBytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)

  struct Page<Item: Codable & Equatable>: Codable, Equatable {
    var items: [Item], next: Int? = nil, total = 3, byName: [String: Item] = [:]
  }

  /// Flattens keys through nested containers.
  struct Flat: Codable, Equatable {
    var name = "n", city = "c", codes = [1, 2]
    enum Outer: CodingKey { case name, place }
    enum Inner: CodingKey { case city, codes }

    init() {}
    init(from decoder: any Decoder) throws {
      let outer = try decoder.container(keyedBy: Outer.self)
      let inner = try outer.nestedContainer(keyedBy: Inner.self, forKey: .place)
      var list = try inner.nestedUnkeyedContainer(forKey: .codes)
      (name, city) = (
        try outer.decode(String.self, forKey: .name), try inner.decode(String.self, forKey: .city)
      )
      codes = [try list.decode(Int.self), try list.decode(Int.self)]
    }

    func encode(to encoder: any Encoder) throws {
      var outer = encoder.container(keyedBy: Outer.self)
      var inner = outer.nestedContainer(keyedBy: Inner.self, forKey: .place)
      var list = inner.nestedUnkeyedContainer(forKey: .codes)
      try outer.encode(name, forKey: .name)
      try list.encode(contentsOf: codes)
      try inner.encode(city, forKey: .city)
    }
  }

  /// Two types in one object.
  struct Mixed: Codable, Equatable {
    var address = Address(), price = Price()
    init() {}
    init(from decoder: any Decoder) throws {
      (address, price) = (try Address(from: decoder), try Price(from: decoder))
    }
    func encode(to encoder: any Encoder) throws {
      try address.encode(to: encoder)
      try price.encode(to: encoder)
    }
  }

  indirect enum Expression: Codable, Equatable {
    case value(Double)
    case sum(Expression, Expression)
    case named(name: String, of: [Expression])
  }

  final class Node: Codable, Equatable {
    var value: Int, next: Node?, children: [Node] = []
    init(_ value: Int, next: Node? = nil) { (self.value, self.next) = (value, next) }
    static func == (left: Node, right: Node) -> Bool {
      left.value == right.value && left.next == right.next && left.children == right.children
    }
  }

  struct Wide: Codable, Equatable {
    var a = 1, b = "2", c = 3.5, d = true, e: Float = 4.5, f: Int8 = -8, g: UInt16 = 16
    var h: Int32 = -32, i: Int64 = .min, j: UInt32 = .max, k: Int128 = .max, l: UInt128 = .max
    var m: Int16 = 1, n: UInt8 = 2
    var o: Int?, p: String? = "", q: Double? = 0, r: Bool?, s: [Int]? = [], t: [String: Int]? = [:]
  }

  @Test func users() {
    EncodingAgreement.expectRoundTrip(User())
    EncodingAgreement.expectRoundTrip([User(), User(level: nil, others: nil, nothing: "\u{2028}")])
    EncodingAgreement.expectRoundTrip(Page(items: [User(), User(id: 0)], byName: ["x/y": User()]))
    EncodingAgreement.expect([User()], .snakeCase)
  }

  @Test func usersWithStrategies() {
    let settings = EncoderSettings {
      $0.dateEncodingStrategy = .secondsSince1970
      $0.dataEncodingStrategy = .deferredToData
      $0.keyEncodingStrategy = .custom { CodableAnyKey(stringValue: "<\($0.last!.stringValue)>") }
      $0.decoding.dateDecodingStrategy = .secondsSince1970
      $0.decoding.dataDecodingStrategy = .deferredToData
      $0.decoding.keyDecodingStrategy = .custom { path in
        CodableAnyKey(stringValue: String(path.last!.stringValue.dropFirst().dropLast()))
      }
    }
    EncodingAgreement.expectRoundTrip([User(), User(level: .low)], settings)
  }

  @Test func smallModels() {
    EncodingAgreement.expectRoundTrip(Address())
    EncodingAgreement.expectRoundTrip(Price(taxes: ["vat": 20, "none": 0]))
    EncodingAgreement.expectRoundTrip(Page<Int>(items: []))
    EncodingAgreement.expectRoundTrip(Page<String?>(items: ["a", nil], next: 2))
    EncodingAgreement.expectRoundTrip(Page<Page<Price>>(items: [Page(items: [Price()])]))
    EncodingAgreement.expectRoundTrip(Wide())
    EncodingAgreement.expectRoundTrip([Wide(), Wide(a: .max, o: 1, r: false)])
  }

  @Test func handWrittenModels() {
    EncodingAgreement.expectRoundTrip(Flat())
    EncodingAgreement.expectRoundTrip(["a": [Flat(), Flat()]])
    EncodingAgreement.expectRoundTrip([Flat(), Flat()], .snakeCase)
    EncodingAgreement.expectRoundTrip(Mixed())
    EncodingAgreement.expectRoundTrip([Mixed(), Mixed()])
  }

  @Test func recursiveModels() {
    EncodingAgreement.expectRoundTrip(
      Expression.sum(.value(1.5), .named(name: "f", of: [.value(2), .sum(.value(0), .value(-1))])))
    let node = Node(1, next: Node(2, next: Node(3)))
    node.children = [Node(4), Node(5, next: Node(6))]
    EncodingAgreement.expectRoundTrip(node)
    EncodingAgreement.expectRoundTrip([node, node])
  }
}
