import EssentialFoundation

// MARK: - Reading

extension DatePattern {
  /// Reads a whole text as a date; nil unless all of it is what the format says.
  ///
  /// A weekday has to be that of the date. A time that a change of the clocks skips is refused; of
  /// one that it repeats, the first is meant. If the format has no hour, a day that does not begin at
  /// midnight stands for its first moment.
  ///
  /// - Complexity: O(*n*), no allocation.
  func date(from text: Bytes, zone: TimeZone) -> Date? {
    var cursor = DateCursor(text)
    var fields = Fields()
    let isRead = parts.allSatisfy { cursor.read($0, into: &fields) } && cursor.hasReachedEnd
    return isRead ? date(fields, zone) : nil
  }

  private func date(_ fields: Fields, _ zone: TimeZone) -> Date? {
    guard
      let day = CivilDate(
        year: fields[.year] ?? 2000, month: fields[.month] ?? 1, day: fields[.day] ?? 1)
    else { return nil }
    if let weekday = fields[.weekday], weekday != day.weekday { return nil }
    let hour = (fields[.hour] ?? 0) + 12 * (fields[.half] ?? 0)
    let minute = hour * 60 + (fields[.minute] ?? 0)
    let local = Int64(day.daysSinceReference * 86_400 + minute * 60 + (fields[.second] ?? 0))
    guard
      let seconds = fields[.zone].map({ local - Int64($0) })
        ?? zone.seconds(ofLocal: local, orNext: fields[.hour] == nil)
    else { return nil }
    let date = Date(
      timeIntervalSinceReferenceDate: ISO8601.interval(
        seconds: seconds, fraction: Int64(fields[.fraction] ?? 0), digits: fractionDigits))
    // In the first and last years of its range, the zone of a text can lead to one that can't be written.
    guard [1, 1950, 2049, 9999].contains(day.year) else { return date }
    return string(from: date, zone: zone) == nil ? nil : date
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
    case .name(let field, let isShort):
      let index = field.names.firstIndex { skip(word: $0.prefix(isShort ? 3 : .max)) }
      guard let index else { return false }
      fields[field] = field.firstValue + index
    case .offset:
      // Any spelling of a zone, as they all mean the same.
      fields[.zone] = skip(word: "GMT".utf8) || skip(word: "UTC".utf8) ? 0 : offset()
      return fields[.zone] != nil
    }
    return true
  }
}

// MARK: - Writing

extension DatePattern {
  /// The date as text; nil if its year is not 1 to 9999 in the zone, or not 1950 to 2049 where the
  /// format has two digits for it, and if it is not finite.
  ///
  /// What the format does not name is left out, and fractions are cut off, not rounded: a second
  /// that is not over is not written as the next one.
  func string(from date: Date, zone: TimeZone) -> String? {
    String(utf8Capacity: maximumCount) { $0.append(date, in: self, zone: zone) }
  }
}

extension OutputSpan<UInt8> {
  /// Appends a date as ``DatePattern/string(from:zone:)`` says; false where that returns nil.
  mutating func append(_ date: Date, in pattern: DatePattern, zone: TimeZone) -> Bool {
    guard
      let time = ISO8601.LocalTime(date, pattern.fractionDigits, offset: { zone.offset(at: $0) })
    else { return false }
    for part in pattern.parts where !append(part, of: time) { return false }
    return true
  }

  /// Appends what a part of a format says about a time; false if it cannot express that.
  fileprivate mutating func append(_ part: DatePattern.Part, of time: ISO8601.LocalTime) -> Bool {
    switch part {
    case .literal(let byte):
      append(byte)
    case .number(let field, let digits, let values):
      var value = time[field]
      if field == .hour {
        value %= values.count
        if value < values.lowerBound { value += values.count }
      } else if values == DatePattern.shortYears {
        guard values.contains(value) else { return false }
        value %= 100
      }
      let isFixed = digits.lowerBound == digits.upperBound
      append(
        value,
        digitCount: isFixed
          ? digits.lowerBound : Swift.max(digits.lowerBound, UInt64(value).decimalDigitCount))
    case .name(let field, let isShort):
      let name = field.names[time[field] - field.firstValue]
      for letter in isShort ? name.prefix(3) : name[...] { append(letter) }
    case .offset(let utc?, _, _) where time.offset == 0:
      for letter in utc.rawValue.utf8 { append(letter) }
    case .offset(_, let hasColon, let omitsZeros):
      // Zones had odd seconds in the 19th century.
      guard time.offset % 60 == 0 else { return false }
      append(offset: time.offset, hasColon: hasColon, omitsZeros: omitsZeros)
    }
    return true
  }
}

extension ISO8601.LocalTime {
  fileprivate subscript(field: DatePattern.Field) -> Int {
    switch field {
    case .year: day.year
    case .month: day.month
    case .day: day.day
    case .weekday: day.weekday
    case .half: second / 43_200
    case .hour: second / 3_600
    case .minute: second / 60 % 60
    case .second: second % 60
    case .fraction: Int(fraction)
    case .zone: offset
    }
  }
}

// MARK: - Local time

/// Times are seconds since 2001-01-01: those of `Date`, or those on the clocks of the zone.
extension TimeZone {
  /// The seconds east of UTC at a time.
  func offset(at seconds: Int64) -> Int {
    secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: Double(seconds)))
  }

  /// The time at which the clocks show `local`, the first of two.
  ///
  /// - Parameter orNext: whether a time that the clocks skip means the moment at which they do,
  ///   unless they skip a whole day.
  /// - Returns: nil if the clocks skip it.
  func seconds(ofLocal local: Int64, orNext: Bool) -> Int64? {
    // Whatever changes, changes within a day; the larger offset leads to the earlier time.
    let before = Int64(offset(at: local - 86_400))
    let after = Int64(offset(at: local + 86_400))
    var (low, high) = (local - max(before, after), local - min(before, after))
    if low + Int64(offset(at: low)) == local { return low }
    if high + Int64(offset(at: high)) == local { return high }
    guard orNext else { return nil }
    // The clocks are put forward past `local` somewhere in between.
    while low < high {
      let middle = low + (high - low) / 2
      if middle + Int64(offset(at: middle)) < local { low = middle + 1 } else { high = middle }
    }
    return low + Int64(offset(at: low)) - local < 86_400 ? low : nil
  }
}
