import Foundation

/// Makes a document like `canada.json`: one GeoJSON polygon with hundreds of rings, compact.
///
/// What makes the real file hard is the spelling of its numbers. Its coordinates are micro-degrees
/// that went through binary arithmetic and were printed with 17 significant digits, so that almost
/// every one looks like `-65.613616999999977`: too long for the fast path of a number reader. The
/// generator does the same: a whole number of micro-degrees, off by a few units in the last place,
/// printed with `%.17g`. About one in fifty is short (`-65.625`), a few are whole.
struct CanadaGenerator {
  private static let pointCount = 55_500
  /// A few coastlines hold half of all the points; the rest are islands.
  private static let coastlines = [14_300, 8_200, 5_300, 2_100, 1_600]
  private static let longitudes = -141_000_000 ... -52_700_000
  private static let latitudes = 41_700_000...83_100_000

  private var random = SeededGenerator(seed: 0xCA4ADA)
  private var text = ""

  static func document() -> Data {
    var generator = CanadaGenerator()
    generator.writeDocument()
    return Data(generator.text.utf8)
  }

  private mutating func writeDocument() {
    text += #"{"type":"FeatureCollection","features":["# + "\n"
    text += #"{"type":"Feature","properties":{"name":"Canada"},"#
    text += #""geometry":{"type":"Polygon","coordinates":["#
    var remaining = Self.pointCount
    var ring = 0
    while remaining > 0 {
      if ring > 0 { text += "," }
      let size = min(remaining, ringSize(ring))
      writeRing(of: size)
      remaining -= size
      ring += 1
    }
    text += "]}}\n]}\n"
  }

  private mutating func ringSize(_ ring: Int) -> Int {
    // Spread over the document: a coastline, forty-nine islands, the next coastline …
    let (coastline, island) = ring.quotientAndRemainder(dividingBy: 50)
    if island == 0, coastline < Self.coastlines.count { return Self.coastlines[coastline] }
    return random.chance(15) ? random.int(in: 60...360) : random.int(in: 5...36)
  }

  /// A closed random walk: the last point is the first.
  private mutating func writeRing(of size: Int) {
    var longitude = random.int(in: Self.longitudes)
    var latitude = random.int(in: Self.latitudes)
    text += "["
    var first = ""
    for index in 0..<size {
      if index > 0 { text += "," }
      let point = "[\(coordinate(longitude)),\(coordinate(latitude))]"
      if index == 0 { first = point }
      text += index == size - 1 ? first : point
      longitude = step(from: longitude, within: Self.longitudes)
      latitude = step(from: latitude, within: Self.latitudes)
    }
    text += "]"
  }

  private mutating func step(from position: Int, within range: ClosedRange<Int>) -> Int {
    let next = position + random.int(in: -30_000...30_000)
    return min(max(next, range.lowerBound), range.upperBound)
  }

  private mutating func coordinate(_ microdegrees: Int) -> String {
    if random.chance(2) {
      // Eighths of a degree are exact in binary and print short.
      return String(format: "%.17g", (Double(microdegrees) / 125_000).rounded() / 8)
    }
    let exact = Double(microdegrees) / 1_000_000
    let noise = Double(random.int(in: -9...9)) * exact.ulp
    return String(format: "%.17g", exact + noise)
  }
}
