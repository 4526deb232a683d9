import MirrorMap

/// What a sensor says every now and then, annotated for MirrorMap: a message of 200 bytes.
struct MappedReading: Mappable {
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
