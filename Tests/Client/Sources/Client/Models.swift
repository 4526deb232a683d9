import Foundation
import MirrorMap
import PublicModels

struct User: Mappable, Equatable {
  @Mapped("id") var id: Int
  @Mapped("profile.name") var name: String
  @Mapped("addresses.0.street") var street: String?
  @Mapped("created_at", transform: .iso8601) var createdAt: Date
  @Mapped("tags") var tags: [String] = []
  @Mapped var email: String?
  @Mapped("mail", "e-mail") var mail: String?
}

/// Nothing but `@Mapped` and a plain property: the compiler makes `init()`.
struct Plain: Mappable {
  @Mapped var a: Bool
  @Mapped var b: Address
  let neighbor: UInt8 = 7
  @Mapped private(set) var c: Bool
}

struct Order: Mappable {
  @Mapped("total", transform: .money) var total: Int
  @Mapped("prices", transform: .money) var prices: [Int]
  @Mapped("refunds", transform: .money) var refunds: [[Int]]?
  @Mapped("byDay", transform: .money) var byDay: [String: [Int]] = [:]
  @Mapped("dates", transform: .unixSeconds) var dates: [String: [Date]]?
  @Mapped("optional", transform: .money) var optional: Int?
  @Mapped(transform: MoneyTransform()) var tip: Int = 150
  @Mapped("links", transform: .url) var links: Set<URL>
  @Mapped("raw", transform: .base64URL) var raw: Data?
  @Mapped(transform: Order.percent) var rate: Double

  static let percent = TransformOf<Double, Int>(
    decode: { Double($0) / 100 }, encode: { Int(($0 * 100).rounded()) })
}

struct Celsius: MappableValue, Equatable {
  var degrees: Double
  static func decode(from reader: inout JSONReader) throws -> Celsius {
    Celsius(degrees: try reader.decode(Double.self))
  }
  func encode(to writer: inout JSONWriter) throws { try writer.encode(degrees) }
}

struct Everything: Mappable {
  @Mapped var int8: Int8
  @Mapped var uint64: UInt64?
  @Mapped var float: Float
  @Mapped var double: Double?
  @Mapped var bool: Bool?
  @Mapped var role: Role
  @Mapped var roles: [Role: Int]?
  @Mapped var warm: Celsius?
  @Mapped var warms: [Celsius] = []
  @Mapped var matrix: [[Int?]]
  @Mapped var json: JSONValue
  @Mapped var address: Address
  @Mapped var addresses: [String: Address?]?
  @Mapped var forced: Int!
  @Mapped("a.b", nested: false) var dotted: Int?
}

final class Employee: Person {
  @Mapped("boss") var boss: Employee?
  weak var desk: Person?
  lazy var shout = "\(id)!"
  @Mapped("salary", transform: .money) var salary: Int?
}

final class Shelf: Repository<Int, [String: Address]> {
  @Mapped var label: String
}

struct Local<Value: MappableValue>: Mappable {
  @Mapped var value: Value
  @Mapped var values: [Value]?
}

struct Twice: Mappable {
  @Mapped("k") var first: Int
  @Mapped("k") var second: Int
}

struct Described: Mappable, CustomStringConvertible {
  @Mapped var value: Int
  var description: String { "described" }
}

struct Titled: Mappable {
  @Mapped var description: String?
}

struct Both<Item: MappableValue & Codable>: Mappable, Codable {
  @Mapped("identity") var id: Int
  @Mapped var email: String?
  @Mapped var items: [Item]
  @Mapped var first: Item?
  @Flattened var inner: Inner?
  @Extras var others: JSONObject
}

struct Inner: Mappable, Codable {
  @Mapped var name: String
  @Mapped var count: Int?
}

/// Chooses a class for each object, which may be its own.
class Vehicle: Mappable, ModelProviding {
  @Mapped var name: String
  required init() {}

  class func modelType(for json: JSONView, in context: MappingContext) throws -> any Mappable.Type {
    json.keys.contains("doors") ? Car.self : Vehicle.self
  }
}

final class Car: Vehicle {
  @Mapped var doors: Int
}
