/// The names of contenders in rows, charts and `--filter`.
enum Names {
  static let mirrorMap = "MirrorMap"
  static let serialization = "JSONSerialization"
  static let serializationAndCasts = "JSONSerialization+casts"
  static let decoder = "JSONDecoder"
  static let encoder = "JSONEncoder"
  static let mappingDecoder = "MappingDecoder"
  static let mappingEncoder = "MappingEncoder"
  static let dateFormatter = "DateFormatter"
  static let verbatimStyle = "VerbatimFormatStyle"
  static let iso8601Style = "ISO8601FormatStyle"

  private static let foundation = [
    serialization, serializationAndCasts, decoder, encoder, dateFormatter, verbatimStyle,
    iso8601Style,
  ]

  /// Whether Foundation does the work of a row.
  static func isFoundation(_ contender: String, in group: BenchmarkGroup) -> Bool {
    foundation.contains { contender.hasPrefix($0) || group.name.hasSuffix(" \($0)") }
  }
}
