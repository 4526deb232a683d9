import Foundation
import MirrorMap

/// Values that have one of several forms, each of which is tried until one fits, against `Codable` types that try the
/// same; and documents that can't be decoded.
enum SeveralForms {
  static let all: [BenchmarkGroup] = [
    group(
      "untagged decode", "1,000 numbers, texts, and objects of two models, by a registry",
      values, { try [Form].decode(from: $0) }, { try decoder.decode([Form].self, from: $0) }),
    group(
      "attempt decode", "the same values, by JSONReader.attempt(_:)",
      values, { try [Attempted].decode(from: $0).map(\.form) },
      { try decoder.decode([Form].self, from: $0) }),
    group(
      "firstOf decode", "1,000 dates as texts in two formats and as numbers, by .firstOf(_:_:_:)",
      dates, { try MappedDates.decode(from: $0).dates },
      { try dateDecoder.decode(PlainDates.self, from: $0).dates }),
    group(
      "failures decode", "1,000 documents, each of which lacks the member that is decoded last",
      { Data(incomplete.joined()) }, { _ in failures { try MappedPlace.decode(from: $0) } },
      { _ in failures { try decoder.decode(PlainPlace.self, from: $0) } }),
  ]

  private static let count = 1_000
  private static let decoder = JSONDecoder()

  // MARK: Numbers, texts, and objects

  private struct Segment: Mappable, Equatable {
    @Mapped var from: Int
    @Mapped var to: Int
  }

  private struct Label: Mappable, Equatable {
    @Mapped var text: String
    @Mapped var size: Int
  }

  private enum Form: Polymorphic, Decodable, Equatable {
    case number(Int)
    case text(String)
    case segment(Segment)
    case label(Label)

    static let registry = ModelRegistry<Form>(.untagged)
      .adding(embed: Form.number, extract: { if case .number(let it) = $0 { it } else { nil } })
      .adding(embed: Form.text, extract: { if case .text(let it) = $0 { it } else { nil } })
      .adding(embed: Form.segment, extract: { if case .segment(let it) = $0 { it } else { nil } })
      .adding(embed: Form.label, extract: { if case .label(let it) = $0 { it } else { nil } })

    private struct PlainSegment: Decodable { var from, to: Int }
    private struct PlainLabel: Decodable {
      var text: String
      var size: Int
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let plain = try? container.decode(PlainSegment.self) {
        var segment = Segment()
        (segment.from, segment.to) = (plain.from, plain.to)
        self = .segment(segment)
      } else {
        let plain = try container.decode(PlainLabel.self)
        var label = Label()
        (label.text, label.size) = (plain.text, plain.size)
        self = .label(label)
      }
    }
  }

  private struct Attempted: MappableValue {
    let form: Form

    static func decode(from reader: inout JSONReader) throws -> Attempted {
      if let number = reader.attempt({ try $0.decode(Int.self) }) {
        return Attempted(form: .number(number))
      }
      if let text = reader.attempt({ try $0.decode(String.self) }) {
        return Attempted(form: .text(text))
      }
      if let segment = reader.attempt({ try $0.decode(Segment.self) }) {
        return Attempted(form: .segment(segment))
      }
      return Attempted(form: .label(try reader.decode(Label.self)))
    }

    func encode(to writer: inout JSONWriter) throws { try writer.encode(form) }
  }

  private static func values() -> Data {
    let texts = (0..<count).map { number in
      switch number % 4 {
      case 0: "\(number * 7_919)"
      case 1: "\"text \(number)\""
      case 2: "{\"from\":\(number),\"to\":\(number + 5)}"
      default: "{\"text\":\"label \(number)\",\"size\":\(number % 30)}"
      }
    }
    return Data("[\(texts.joined(separator: ","))]".utf8)
  }

  // MARK: Dates

  private struct MappedDates: Mappable {
    @Mapped(transform: .firstOf(.iso8601, .unixSeconds, .date(format: "yyyy-MM-dd HH:mm")))
    var dates: [Date]
  }

  private struct PlainDates: Decodable {
    var dates: [Date]
  }

  private static let dateDecoder = {
    let minutes = Date.ParseStrategy(
      format: """
        \(year: .extended(minimumLength: 4))-\(month: .twoDigits)-\(day: .twoDigits) \
        \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)
        """,
      locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        return try (try? Date(text, strategy: .iso8601)) ?? Date(text, strategy: minutes)
      }
      return Date(timeIntervalSince1970: try container.decode(Double.self))
    }
    return decoder
  }()

  private static func dates() -> Data {
    let texts = (0..<count).map { number in
      switch number % 3 {
      case 0: "\"2024-05-\(10 + number % 20)T07:08:\(10 + number % 50)Z\""
      case 1: "\(1_700_000_000 + number * 7_919)"
      default: "\"2024-05-\(10 + number % 20) 07:\(10 + number % 50)\""
      }
    }
    return Data("{\"dates\":[\(texts.joined(separator: ","))]}".utf8)
  }

  // MARK: Documents that can't be decoded

  private struct MappedPlace: Mappable {
    @Mapped var name: String
    @Mapped var latitude: Double
    @Mapped var longitude: Double
  }

  private struct PlainPlace: Decodable {
    var name: String
    var latitude, longitude: Double
  }

  private static let incomplete = (0..<count).map {
    Data("{\"name\":\"place \($0)\",\"latitude\":\($0 % 90).5}".utf8)
  }

  /// How many documents can't be decoded.
  private static func failures(_ decode: (Data) throws -> Any) -> Int {
    incomplete.count { (try? decode($0)) == nil }
  }

  // MARK: Groups

  private static func group<Result: Equatable & SendableMetatype>(
    _ name: String, _ summary: String, _ document: @escaping @Sendable () -> Data,
    _ map: @escaping @Sendable (Data) throws -> Result,
    _ decode: @escaping @Sendable (Data) throws -> Result
  ) -> BenchmarkGroup {
    BenchmarkGroup(
      name: name, summary: summary, metric: .throughput, baselines: [Names.decoder],
      contenders: [Names.decoder, Names.mirrorMap],
      goals: [Names.mirrorMap: .ratio(atLeast: 2)],
      prepare: { _ in
        let document = document()
        try Agreement(about: name).requireEqual(
          map(document), decode(document), "MirrorMap and JSONDecoder read different values")
        return [
          Contender(Names.decoder, items: document.count) { blackHole(try decode(document)) },
          Contender(Names.mirrorMap, items: document.count) { blackHole(try map(document)) },
        ]
      })
  }
}
