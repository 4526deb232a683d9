import Foundation
import MirrorMap

/// A weather station whose properties are at key paths, in three kinds of models.
enum StationModels {
  struct Annotated: Mappable {
    @Mapped var id: Int
    @Mapped("site.name") var name: String
    @Mapped("site.position.latitude") var latitude: Double
    @Mapped("site.position.longitude") var longitude: Double
    @Mapped("state.battery") var battery: Int
    @Mapped("state.message") var message: String?
  }

  struct Immutable: ImmutableMappable {
    let id: Int
    let name: String
    let latitude: Double
    let longitude: Double
    let battery: Int
    let message: String?

    init(from object: inout ObjectReader) throws {
      id = try object.value("id")
      name = try object.value("site.name")
      latitude = try object.value("site.position.latitude")
      longitude = try object.value("site.position.longitude")
      battery = try object.value("state.battery")
      message = try object.value("state.message")
    }

    func encode(to object: inout ObjectWriter) throws {
      try object.set(id, "id")
      try object.set(name, "site.name")
      try object.set(latitude, "site.position.latitude")
      try object.set(longitude, "site.position.longitude")
      try object.set(battery, "state.battery")
      try object.set(message, "state.message")
    }
  }

  /// `Codable` has no key paths: the synthesized conformance takes a struct for each object.
  struct Plain: Codable, Equatable {
    var id: Int
    var site: Site
    var state: State

    struct Site: Codable, Equatable {
      var name: String
      var position: Position
    }

    struct Position: Codable, Equatable {
      var latitude: Double
      var longitude: Double
    }

    struct State: Codable, Equatable {
      var battery: Int
      var message: String?
    }
  }
}

// MARK: - Documents

extension StationModels {
  /// A list of stations, whose values are in objects within objects.
  static func document(_ count: Int) -> Data {
    var random = SeededGenerator(seed: 0x57A7)
    let stations: [DocumentNode] = (0..<count).map { number in
      let message = random.chance(80) ? nil : "sensor \(random.int(in: 1...9)) is silent"
      return [
        "id": .int(number),
        "site": [
          "name": .string("station \(random.word(of: 12, from: JapaneseText.letters))"),
          "position": [
            "latitude": .number("\(random.int(in: 10...80)).\(random.int(in: 1_000...9_999))"),
            "longitude": .number("\(random.int(in: 10...170)).\(random.int(in: 1_000...9_999))"),
          ],
        ],
        "state": [
          "battery": .int(random.int(in: 0...100)),
          "message": .optional(message),
        ],
      ]
    }
    return DocumentNode.array(stations).rendered(indent: 2)
  }
}
