import Foundation

extension DatePattern {
  /// Reads a whole text as a date; nil unless all of it is what the format says.
  ///
  /// A weekday has to be that of the date. A time that a change of the clocks skips is refused; of
  /// one that it repeats, the first is meant. If the format has no hour, a day that does not begin at
  /// midnight stands for its first moment.
  ///
  /// - Complexity: O(*n*), no allocation for texts in UTF-8.
  func date(from text: String, zone: TimeZone) -> Date? {
    JSONKey.withUTF8(text) { bytes in
      var cursor = DateCursor(bytes)
      var fields = Fields()
      for part in parts {
        guard cursor.read(part, into: &fields) else { return nil }
      }
      return cursor.hasReachedEnd ? date(fields, zone) : nil
    }
  }

  private func date(_ fields: Fields, _ zone: TimeZone) -> Date? {
    guard
      let day = CivilDate(
        year: fields[.year] ?? 2000, month: fields[.month] ?? 1, day: fields[.day] ?? 1)
    else { return nil }
    let days = day.daysSinceReference
    if let weekday = fields[.weekday], weekday != (days % 7 + 7) % 7 { return nil }
    let hour = (fields[.hour] ?? 0) + 12 * (fields[.half] ?? 0)
    let minute = hour * 60 + (fields[.minute] ?? 0)
    let local = Int64(days * 86_400 + minute * 60 + (fields[.second] ?? 0))
    let offset = fields[.zone].map(Int64.init)
    guard
      let seconds = offset.map({ local - $0 })
        ?? zone.seconds(ofLocal: local, orNext: fields[.hour] == nil)
    else { return nil }
    return Date(
      timeIntervalSinceReferenceDate: ISO8601.interval(
        seconds: seconds, fraction: Int64(fields[.fraction] ?? 0), digits: fractionDigits))
  }

  /// The values of the fields that a text has.
  fileprivate struct Fields {
    private var values = SIMD16<Int32>(repeating: .min)

    subscript(field: Field) -> Int? {
      get { values[field.rawValue] == .min ? nil : Int(values[field.rawValue]) }
      set { values[field.rawValue] = newValue.map(Int32.init) ?? .min }
    }
  }
}

extension DateCursor {
  /// Reads one part of a format; false if something else is there.
  fileprivate mutating func read(
    _ part: DatePattern.Part, into fields: inout DatePattern.Fields
  ) -> Bool {
    switch part {
    case .literal(let byte): return skip(byte)
    case .number(let field, let digits, let values):
      guard var value = number(digits) else { return false }
      if values == DatePattern.shortYears { value += value < 50 ? 2000 : 1900 }
      fields[field] = field == .hour ? value % values.count : value
      return values.contains(value)
    case .name(let field, let names, let first):
      guard let index = names.firstIndex(where: { skip(word: $0) }) else { return false }
      fields[field] = first + index
    case .offset:
      // Any spelling of a zone, as they all mean the same.
      fields[.zone] = skip(word: "GMT".utf8) || skip(word: "UTC".utf8) ? 0 : offset()
      return fields[.zone] != nil
    }
    return true
  }
}
