import Foundation
import MirrorMap

/// A sensor's message of 200 bytes, in three kinds of models.
enum ReadingModels {
  struct Annotated: CodableByMapping {
    @Mapped var id: Int
    @Mapped var sensor: String
    @Mapped var room: String
    @Mapped("measured_at") var measuredAt: String
    @Mapped var temperature: Double
    @Mapped var humidity: Double
    @Mapped("battery_low") var isBatteryLow: Bool
    @Mapped("error_code") var errorCode: Int?
    @Mapped var tags: [String]
  }

  struct Immutable: ImmutableMappable {
    let id: Int
    let sensor: String
    let room: String
    let measuredAt: String
    let temperature: Double
    let humidity: Double
    let isBatteryLow: Bool
    let errorCode: Int?
    let tags: [String]

    init(from object: inout ObjectReader) throws {
      id = try object.value("id")
      sensor = try object.value("sensor")
      room = try object.value("room")
      measuredAt = try object.value("measured_at")
      temperature = try object.value("temperature")
      humidity = try object.value("humidity")
      isBatteryLow = try object.value("battery_low")
      errorCode = try object.value("error_code")
      tags = try object.value("tags")
    }

    func encode(to object: inout ObjectWriter) throws {
      try object.set(id, "id")
      try object.set(sensor, "sensor")
      try object.set(room, "room")
      try object.set(measuredAt, "measured_at")
      try object.set(temperature, "temperature")
      try object.set(humidity, "humidity")
      try object.set(isBatteryLow, "battery_low")
      try object.set(errorCode, "error_code")
      try object.set(tags, "tags")
    }
  }

  struct Plain: Codable, Equatable {
    var id: Int
    var sensor: String
    var room: String
    var measuredAt: String
    var temperature: Double
    var humidity: Double
    var isBatteryLow: Bool
    var errorCode: Int?
    var tags: [String]

    enum CodingKeys: String, CodingKey {
      case id
      case sensor
      case room
      case measuredAt = "measured_at"
      case temperature
      case humidity
      case isBatteryLow = "battery_low"
      case errorCode = "error_code"
      case tags
    }
  }
}

// MARK: - Documents

extension ReadingModels {
  /// Messages as a queue or a socket brings them: each a document of its own.
  static func documents(_ count: Int) -> [Data] {
    var random = SeededGenerator(seed: 0x5EED)
    return (0..<count).map { _ in Data(object(members(with: &random)).utf8) }
  }

  /// The order of an object's keys.
  enum Order {
    /// That of the models' properties.
    case declared
    /// By their characters, as some servers write them.
    case sorted
    /// A random one for each object.
    case shuffled
  }

  /// The same messages as the elements of one array.
  static func array(_ count: Int, _ order: Order = .declared) -> Data {
    var random = SeededGenerator(seed: 0x5EED)
    let objects = (0..<count).map { _ in
      var members = members(with: &random)
      switch order {
      case .declared: break
      case .sorted: members.sort()
      case .shuffled: random.shuffle(&members)
      }
      return object(members)
    }
    return Data("[\(objects.joined(separator: ","))]".utf8)
  }

  private static func object(_ members: [String]) -> String {
    "{\(members.joined(separator: ","))}"
  }

  private static func members(with random: inout SeededGenerator) -> [String] {
    let id = random.int(in: 1_000_000...9_999_999)
    let sensor = random.word(of: 16, from: Array("0123456789abcdef"))
    let room = "\(random.pick(["north", "south"])) wing, room \(random.int(in: 100...399))"
    let time = "2025-11-\(random.int(in: 10...30))T\(random.int(in: 10...23)):30:00Z"
    let temperature = "\(random.int(in: 15...29)).\(random.int(in: 1...9))"
    let humidity = "0.\(random.int(in: 11...89))"
    let code = random.chance(80) ? "null" : String(random.int(in: 100...599))
    return [
      "\"id\":\(id)", "\"sensor\":\"\(sensor)\"", "\"room\":\"\(room)\"",
      "\"measured_at\":\"\(time)\"", "\"temperature\":\(temperature)", "\"humidity\":\(humidity)",
      "\"battery_low\":\(random.chance(10))", "\"error_code\":\(code)",
      "\"tags\":[\"indoor\",\"floor \(random.int(in: 1...3))\"]",
    ]
  }
}
