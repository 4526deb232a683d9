import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// A weather service: columns as parallel arrays, their units next to them, and gaps as `null`.
struct WeatherStyleTests {
  struct Forecast: Mappable, Equatable {
    @Mapped var latitude: Double
    @Mapped("hourly_units.temperature") var unit: Unit
    @Mapped("hourly") var hours: Hours
    @Mapped("daily.sunrise", transform: .date(format: "yyyy-MM-dd'T'HH:mm")) var sunrises: [Date] =
      []
  }

  enum Unit: String, MappableValue {
    case celsius = "°C"
    case fahrenheit = "°F"
  }

  struct Hours: Mappable, Equatable, DecodeCompleting {
    @Mapped("time", transform: .date(format: "yyyy-MM-dd'T'HH:mm")) var times: [Date]
    @Mapped("temperature") var temperatures: [Double?]
    @Mapped("weather_code") var codes: [UInt8?]

    func didDecode(in context: MappingContext) throws {
      guard times.count == temperatures.count, times.count == codes.count else {
        throw MappingError(expected: "columns of \(times.count) values")
      }
    }

    /// The rows without gaps.
    var readings: [(time: Date, temperature: Double)] {
      zip(times, temperatures).compactMap { time, value in value.map { (time, $0) } }
    }
  }

  @Test func columnsWithGaps() throws {
    let forecast = try Forecast.decode(
      from: #"""
        {"latitude": 54.1, "hourly_units": {"time": "iso8601", "temperature": "°C"},
         "hourly": {"time": ["1970-01-01T00:00", "1970-01-01T01:00", "1970-01-01T02:00"],
                    "temperature": [3.5, null, -1], "weather_code": [0, 61, null]},
         "daily": {"sunrise": ["1970-01-01T08:30"]}}
        """#)
    #expect(forecast.unit == .celsius)
    #expect(forecast.hours.temperatures == [3.5, nil, -1])
    #expect(forecast.hours.readings.map(\.temperature) == [3.5, -1])
    #expect(forecast.hours.times.map(\.timeIntervalSince1970) == [0, 3600, 7200])
    #expect(forecast.sunrises == [Date(timeIntervalSince1970: 30_600)])
    let text = try forecast.encodeString()
    #expect(try Forecast.decode(from: text) == forecast)
    #expect(text.contains(#""temperature":[3.5,null,-1.0],"weather_code":[0,61,null]"#))
  }

  @Test func wrongDocuments() {
    func error(_ hourly: String) -> String {
      errorText {
        try Forecast.decode(
          from: #"{"latitude": 1, "hourly_units": {"temperature": "°C"}, "hourly": \#(hourly)}"#)
      }
    }
    #expect(
      error(#"{"time": ["1970-01-01T00:00"], "temperature": [1, 2], "weather_code": [0]}"#)
        == "$.hourly: expected columns of 1 values (line 1, column 66, Hours)")
    #expect(
      error(#"{"time": ["1970-01-32T00:00"], "temperature": [1], "weather_code": [0]}"#)
        == """
        $.hourly.time[0]: expected a date in the format yyyy-MM-dd'T'HH:mm, found another string \
        (line 1, column 76, Hours.times)
        """)
    #expect(
      error(#"{"time": ["1970-01-01T00:00"], "temperature": [1], "weather_code": [300]}"#)
        == """
        $.hourly.weather_code[0]: expected UInt8, found a number out of its range \
        (line 1, column 134, Hours.codes)
        """)
  }
}
