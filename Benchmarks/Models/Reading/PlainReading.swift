/// The same message for `Codable`.
struct PlainReading: Codable, Equatable {
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

  /// The plain copy of what MirrorMap decoded, for the comparison.
  init(_ mapped: MappedReading) {
    id = mapped.id
    sensor = mapped.sensor
    room = mapped.room
    measuredAt = mapped.measuredAt
    temperature = mapped.temperature
    humidity = mapped.humidity
    isBatteryLow = mapped.isBatteryLow
    errorCode = mapped.errorCode
    tags = mapped.tags
  }
}
