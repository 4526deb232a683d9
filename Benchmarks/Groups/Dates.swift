import Foundation
import MirrorMap

/// Dates as text: MirrorMap's transforms, which decode and encode a whole document, against
/// Foundation's formatters, which only convert strings.
enum Dates {
  private struct Formatted: Mappable {
    @Mapped(transform: .date(format: "yyyy-MM-dd HH:mm:ss")) var dates: [Date]
  }

  private struct ISO8601: Mappable {
    @Mapped(transform: .iso8601) var dates: [Date]
  }

  private static let count = 1_000

  static let formatDecoding = group(
    "date format decode", summary: "1,000 dates by .date(format:); Foundation: strings to dates",
    contenders: [Names.dateFormatter, Names.verbatimStyle, Names.mirrorMap]
  ) {
    let (dates, texts, data) = document(of: { verbatim.format($0) })
    let (formatter, strategy) = (makeFormatter(), verbatim.parseStrategy)
    let read = try Formatted.decode(from: data).dates
    try check(read, dates)
    try check(texts.map { formatter.date(from: $0) }, dates)
    return [
      Contender(Names.dateFormatter, items: count) {
        for text in texts { blackHole(formatter.date(from: text)) }
      },
      Contender(Names.verbatimStyle, items: count) {
        for text in texts { blackHole(try strategy.parse(text)) }
      },
      Contender(Names.mirrorMap, items: count) {
        blackHole(try Formatted.decode(from: data))
      },
    ]
  }

  static let formatEncoding = group(
    "date format encode", summary: "the same written; Foundation: dates to strings",
    contenders: [Names.dateFormatter, Names.verbatimStyle, Names.mirrorMap]
  ) {
    let (dates, _, data) = document(of: { verbatim.format($0) })
    let (formatter, format) = (makeFormatter(), verbatim)
    let model = try Formatted.decode(from: data)
    try check(try model.encode(), data)
    return [
      Contender(Names.dateFormatter, items: count) {
        for date in dates { blackHole(formatter.string(from: date)) }
      },
      Contender(Names.verbatimStyle, items: count) {
        for date in dates { blackHole(format.format(date)) }
      },
      Contender(Names.mirrorMap, items: count) { blackHole(try model.encode()) },
    ]
  }

  static let isoDecoding = group(
    "date ISO 8601 decode", summary: "1,000 dates by .iso8601; Foundation: strings to dates",
    contenders: [Names.iso8601Style, Names.mirrorMap]
  ) {
    let iso = Date.ISO8601FormatStyle()
    let (dates, texts, data) = document(of: { iso.format($0) })
    try check(try ISO8601.decode(from: data).dates, dates)
    return [
      Contender(Names.iso8601Style, items: count) {
        for text in texts { blackHole(try iso.parse(text)) }
      },
      Contender(Names.mirrorMap, items: count) {
        blackHole(try ISO8601.decode(from: data))
      },
    ]
  }

  static let isoEncoding = group(
    "date ISO 8601 encode", summary: "the same written; Foundation: dates to strings",
    contenders: [Names.iso8601Style, Names.mirrorMap]
  ) {
    let iso = Date.ISO8601FormatStyle()
    let (dates, _, data) = document(of: { iso.format($0) })
    let model = try ISO8601.decode(from: data)
    try check(try model.encode(), data)
    return [
      Contender(Names.iso8601Style, items: count) {
        for date in dates { blackHole(iso.format(date)) }
      },
      Contender(Names.mirrorMap, items: count) { blackHole(try model.encode()) },
    ]
  }

  // MARK: Strategies of JSONDecoder and JSONEncoder

  private struct Seconds: Mappable {
    @Mapped(transform: .unixSeconds) var dates: [Date]
  }

  private struct Milliseconds: Mappable {
    @Mapped(transform: .unixMilliseconds) var dates: [Date]
  }

  private struct Plain: Codable, Equatable {
    var dates: [Date]
  }

  static let strategies =
    strategy("seconds", Seconds.self, .secondsSince1970, .secondsSince1970)
    + strategy(
      "fractions of seconds", Seconds.self, scale: 8, .secondsSince1970, .secondsSince1970)
    + strategy(
      "milliseconds", Milliseconds.self, scale: 8, .millisecondsSince1970, .millisecondsSince1970)
    + strategy("ISO 8601", ISO8601.self, .iso8601, .iso8601)

  /// - Parameter scale: into how many parts seconds are divided.
  private static func strategy<Ours: MappableValue>(
    _ name: String, _ type: Ours.Type, scale: Double = 1,
    _ decoding: JSONDecoder.DateDecodingStrategy, _ encoding: JSONEncoder.DateEncodingStrategy
  ) -> [BenchmarkGroup] {
    let prepare = { @Sendable in
      let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
      decoder.dateDecodingStrategy = decoding
      encoder.dateEncodingStrategy = encoding
      let plain = Plain(
        dates: document { _ in "" }.dates.map {
          $0.addingTimeInterval(
            ($0.timeIntervalSince1970 / scale).truncatingRemainder(dividingBy: 1))
        })
      let data = try encoder.encode(plain)
      let model = try Ours.decode(from: data)
      try check(try decoder.decode(Plain.self, from: model.encode()), plain)
      return (decoder, encoder, data, model, plain)
    }
    return [
      group(
        "date strategy decode \(name)", summary: "1,000 dates",
        contenders: [Names.decoder, Names.mirrorMap], goal: 12
      ) {
        let (decoder, _, data, _, _) = try prepare()
        return [
          Contender(Names.decoder, items: count) {
            blackHole(try decoder.decode(Plain.self, from: data))
          },
          Contender(Names.mirrorMap, items: count) { blackHole(try Ours.decode(from: data)) },
        ]
      },
      group(
        "date strategy encode \(name)", summary: "the same written",
        contenders: [Names.encoder, Names.mirrorMap], goal: 8
      ) {
        let (_, encoder, _, model, plain) = try prepare()
        return [
          Contender(Names.encoder, items: count) { blackHole(try encoder.encode(plain)) },
          Contender(Names.mirrorMap, items: count) { blackHole(try model.encode()) },
        ]
      },
    ]
  }

  private static var verbatim: Date.VerbatimFormatStyle {
    Date.VerbatimFormatStyle(
      format: """
        \(year: .padded(4))-\(month: .twoDigits)-\(day: .twoDigits) \
        \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\
        \(minute: .twoDigits):\(second: .twoDigits)
        """,
      locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
      calendar: Calendar(identifier: .gregorian))
  }

  private static func makeFormatter() -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "yyyy-MM-dd HH:mm:ss"
    return formatter
  }

  /// Dates of the years 1990 to 2030, their texts, and `{"dates":["…",…]}`.
  private static func document(
    of format: (Date) -> String
  ) -> (dates: [Date], texts: [String], data: Data) {
    var random = SeededGenerator(seed: 0xDA7E)
    let dates = (0..<count).map { _ in
      Date(timeIntervalSince1970: Double(random.int(in: 631_152_000...1_924_991_999)))
    }
    let texts = dates.map(format)
    let list = texts.map { "\"\($0)\"" }.joined(separator: ",")
    return (dates, texts, Data("{\"dates\":[\(list)]}".utf8))
  }

  private static func check<Value: Equatable>(_ ours: Value, _ theirs: Value) throws {
    try Agreement(about: "dates").requireEqual(ours, theirs, "MirrorMap and Foundation disagree")
  }

  private static func group(
    _ name: String, summary: String, contenders: [String], goal: Double? = nil,
    _ prepare: @escaping @Sendable () throws -> [Contender]
  ) -> BenchmarkGroup {
    BenchmarkGroup(
      name: name, summary: summary, metric: .nanosecondsPerDate,
      baselines: Array(contenders.dropLast()), contenders: contenders,
      goals: goal.map { [Names.mirrorMap: .ratio(atLeast: $0)] } ?? [:],
      prepare: { _ in try prepare() })
  }
}
