import EssentialFoundation

/// Dates in the form that `JSONEncoder` gives them: ISO 8601 in UTC, with whole seconds.
enum FoundationDate {
  static func text(of date: Date) -> String {
    let time = date.timeIntervalSinceReferenceDate
    let seconds = time.rounded(.down)
    // Foundation has the Julian calendar for early years, and rounds up what is nearly a second.
    if time - seconds < 0.999, firstSecond <= seconds, seconds < endSecond,
      let text = ISO8601.string(
        from: Date(timeIntervalSinceReferenceDate: seconds), fractionDigits: 0)
    {
      return text
    }
    return date.formatted(Date.ISO8601FormatStyle())
  }

  /// The beginning of the year 1600.
  private static let firstSecond = -12_622_780_800.0
  /// The beginning of the year 9999.
  private static let endSecond = 252_392_000_000.0
}
