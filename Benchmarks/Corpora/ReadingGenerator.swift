import Foundation

/// Makes messages of 200 bytes, as a queue or a socket brings them: short, many, and each a
/// document of its own.
enum ReadingGenerator {
  static func documents(_ count: Int) -> [Data] {
    var random = SeededGenerator(seed: 0x5EED)
    return (0..<count).map { _ in Data(object(members(with: &random)).utf8) }
  }

  /// The same messages as the elements of one array; shuffled, each in another order of keys.
  static func array(_ count: Int, isShuffled: Bool = false) -> Data {
    var random = SeededGenerator(seed: 0x5EED)
    let objects = (0..<count).map { _ in
      var members = members(with: &random)
      if isShuffled { random.shuffle(&members) }
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
