import Foundation
import MirrorMap

/// A model with every feature; almost everything is optional, so that small documents are such models.
struct Everything: Mappable, Equatable {
  @Mapped var id: Int?
  @Mapped("profile.name") var name: String?
  @Mapped("profile.age") var age: UInt8 = 7
  @Mapped("grid.1.0") var corner: Double?
  @Mapped("mail", "e-mail", "post.box") var mail: String?
  @Mapped("a.b", nested: false) var dotted: Bool?
  @Mapped("x/y/0", delimiter: "/") var slashed: Float?
  @Mapped("schlüssel \"\\\n🏁") var awkward: String?
  @Mapped var homeTown: String?
  @Mapped var tags: [String] = []
  @Mapped var counts: [Int]?
  @Mapped var holes: [Int?]?
  @Mapped var table: [[Double]]?
  @Mapped var stock: [String: Int]?
  @Mapped var years: [Int16: String]?
  @Mapped var lights: Set<Int>?
  @Mapped var big: Int128?
  @Mapped var decimal: Decimal?
  @Mapped var date: Date?
  @Mapped var data: Data?
  @Mapped var url: URL?
  @Mapped var uuid: UUID?
  @Mapped var json: JSONValue?
  @Mapped var number: JSONNumber?
  @Mapped var mood: Mood?
  @Mapped var moods: [Mood: Int]?
  @Mapped var genre: Genre?
  @Mapped("iso", transform: .iso8601(fractionDigits: 3)) var precise: Date?
  @Mapped("day", transform: .date(format: "dd.MM.yyyy HH:mm")) var day: Date?
  @Mapped("either", transform: .firstOf(.iso8601, .unixSeconds)) var either: [Date]?
  @Mapped("token", transform: .base64URL) var token: Data?
  @Mapped("price", transform: .decimalText) var price: Decimal?
  @Mapped("tint", transform: .hexColor(prefix: true)) var tint: RGBAColor?
  @Mapped("inner", transform: .stringifiedJSON()) var inner: Tide?
  @Mapped("codable", transform: .codable()) var codable: Plain?
  @Mapped("even", transform: Halved()) var even: [String: [Int]]?
  @Mapped("codes", coercion: .lenient) var codes: [Int]?
  @Mapped("flags", coercion: .lenient) var flags: [Bool]?
  @Mapped("crew", onFailure: .lossy) var crew: [String]?
  @Mapped("mate", onFailure: .lenient) var mate: Harbor?
  @Mapped var home: Harbor?
  @Mapped var stops: [Harbor]?
  @Mapped var ports: [String: Harbor]?
  @Mapped var depot: Harbor = Harbor(city: "Cork")
  @Mapped("logs.*.depth") var depths: [Int] = []
  @Mapped var ship: Freighter?
  @Mapped var fleet: [Vehicle]?
  @Mapped var ticket: Ticket?
  @Mapped var command: Command?
  @Mapped var commands: [Command]?
  @Mapped("signals", transform: Signal.external) var signals: [Signal]?
  @Mapped("guess", transform: Signal.untagged) var guess: Signal?
  @Mapped("figures", transform: Figures.registry) var figures: [Figure]?
  @Mapped var snake: SnakeModel?
  @Mapped var page: Page<[Harbor]>?
  @Mapped("etag", direction: .decodeOnly) var tagOfState: String?
  @Flattened var tide: Tide?
}

/// Values and parts of them.
struct Overlapping: Mappable, Equatable {
  @Mapped var home: Harbor?
  @Mapped("home.city") var homeCity: String?
  @Mapped("home.position.latitude") var homeLatitude: Double?
  @Mapped("stops.1.city") var secondStop: String?
  @Mapped var stops: [Harbor]?
  @Mapped("ports.north.position") var position: [String: Double?]?
  @Mapped var ports: [String: Harbor]?
}

struct Harbor: Mappable, Equatable {
  @Mapped var city: String
  @Mapped("position.latitude") var latitude: Double?
  @Mapped("position.longitude") var longitude: Double?
  @Mapped var berths: Int = 4
}

extension Harbor {
  init(city: String) {
    self.init()
    self.city = city
  }
}

struct Tide: Mappable, Equatable {
  @Mapped var high: Int?
  @Mapped var low: Int?
}

struct Page<Item: MappableValue & Equatable>: Mappable, Equatable {
  @Mapped("data") var content: Item
  @Mapped var next: String?
}

/// What is left over is kept.
struct Keeping: Mappable, Equatable {
  @Mapped var id: Int?
  @Mapped("profile.name") var name: String?
  @Flattened var tide = Tide()
  @Extras var others: JSONObject
}

struct SnakeModel: Mappable, Equatable, KeyStrategyProviding {
  static var keyStrategy: any KeyStrategy { .snakeCase }
  @Mapped var fullName: String
  @Mapped var htmlURL: URL?
}

struct Plain: Codable, Equatable, Sendable {
  var a: Int
  var b: [String: Double?]?
  var c: String?
}

struct Halved: Transform {
  func decode(_ json: Int) throws -> Int {
    guard json.isMultiple(of: 2) else { throw MappingError(expected: "an even number") }
    return json / 2
  }

  func encode(_ object: Int) -> Int { object &* 2 }
}

enum Mood: String, MappableValue, MappableKey { case glad, sad }

enum Genre: String, MappableValue, UnknownCaseProviding {
  case jazz, soul, other
  static var unknownCase: Genre { .other }
}

struct Ticket: ImmutableMappable, Equatable {
  let id: Int
  let owner: String
  let due: Date?
  let tags: [String]
  let seat: Harbor?

  init(from object: inout ObjectReader) throws {
    id = try object.value("id")
    owner = try object.value("owner.name", "owner_name")
    due = try object.value("due")
    tags = try object.value("tags", default: [])
    seat = try object.value("seat")
  }

  func encode(to object: inout ObjectWriter) throws {
    try object.set(id, "id")
    try object.set(owner, "owner.name")
    try object.set(due, "due")
    try object.set(tags, "tags")
    try object.set(seat, "seat")
  }
}
