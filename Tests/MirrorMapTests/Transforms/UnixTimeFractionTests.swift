import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

private struct Event: Mappable {
  @Mapped(transform: .unixSeconds) var seconds: [Date] = []
  @Mapped(transform: .unixMilliseconds) var milliseconds: [Date] = []
}

struct UnixTimeFractionTests {
  /// Fractions are written as the exact sum of the date's shortest decimal and the reference date, and read as the
  /// nearest date.
  @Test func fractionsAreExact() throws {
    var random = SeededGenerator(seed: 0xF4AC)
    func interval(_ kind: Int) -> Double {
      let seconds = Double(Int64.random(in: -2_000_000_000...2_000_000_000, using: &random))
      return switch kind % 6 {
      case 0: seconds + Double(Int.random(in: 0..<8, using: &random)) / 8
      case 1: seconds + Double(Int.random(in: 0..<1_000, using: &random)) / 1_000
      case 2: (seconds * 1e6 + Double(Int.random(in: 0..<1_000_000, using: &random))) / 1e6
      case 3: Double.random(in: -2e9...2e9, using: &random)
      case 4: Double.random(in: -1e-3...1e-3, using: &random)
      default: Double(bitPattern: random.next())
      }
    }
    for kind in 0..<6_000 {
      let interval = interval(kind)
      guard interval.magnitude < 1e12, let shortest = JSONNumber(interval) else { continue }
      let date = Date(timeIntervalSinceReferenceDate: interval)
      var event = Event()
      event.seconds = [date, date]
      event.milliseconds = [date, date]
      let text = try event.encodeString()
      if let seconds = shortest.scaled(by: 0, adding: 978_307_200)?.description,
        let milliseconds = shortest.scaled(by: 3, adding: 978_307_200_000)?.description
      {
        #expect(
          text == """
            {"seconds":[\(seconds),\(seconds)],"milliseconds":[\(milliseconds),\(milliseconds)]}
            """)
        let again = try Event.decode(from: text)
        #expect(again.seconds == event.seconds, "\(text)")
        #expect(again.milliseconds == event.milliseconds, "\(text)")
      }
    }
  }

  @Test func infiniteDatesAreErrors() {
    for interval in [Double.infinity, -.infinity, .nan] {
      var event = Event()
      event.seconds = [Date(timeIntervalSinceReferenceDate: interval)]
      #expect(throws: MappingError.self) { try event.encode() }
    }
  }

  @Test func wholeSecondsBeyond64Bits() throws {
    let number = try #require(JSONNumber(text: "18446744073709551000"))
    #expect(number.scaled(by: 0, adding: 1000)?.description == "18446744073709552000")
    #expect(number.scaled(by: 1, adding: 0)?.description == "184467440737095510000")
  }
}
