import MirrorMap

/// The same message with constants, read and written key by key.
struct ImmutableReading: ImmutableMappable {
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
