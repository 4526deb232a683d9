import Foundation

/// Makes a list of weather stations, whose values are in objects within objects.
enum StationGenerator {
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
