import Foundation

extension DatePattern {
  /// Reads a whole text as a date; nil unless all of it is what the format says.
  ///
  /// A weekday has to be that of the date. A time that a change of the clocks leaves out is none; of
  /// one that it repeats, the first is meant. A day that does not begin at midnight begins when it
  /// begins, if the format has no hour.
  ///
  /// - Complexity: O(*n*), no allocation for texts in UTF-8.
  func date(from text: String, zone: DateZone) -> Date? {
    JSONKey.withUTF8(text) { bytes in
      var cursor = Cursor(bytes: bytes)
      var fields = Fields()
      for part in parts {
        guard cursor.read(part, into: &fields) else { return nil }
      }
      return cursor.position == bytes.count ? fields.date(zone) : nil
    }
  }

  /// What a text says, before it is a date.
  private struct Fields {
    var year = 2000
    var month = 1
    var day = 1
    var weekday: Int?
    var hour: Int?
    var isAfternoon = false
    var minute = 0
    var second = 0
    var fraction: Int64 = 0
    var fractionDigits = 0
    var offset: Int?

    mutating func set(_ field: Field, _ value: Int) {
      switch field {
      case .year: year = value
      case .shortYear: year = value < 50 ? 2000 + value : 1900 + value
      case .month: month = value
      case .day: day = value
      case .hour24, .hour12From0: hour = value
      case .hour24From1: hour = value % 24
      case .hour12: hour = value % 12
      case .minute: minute = value
      case .second: second = value
      }
    }

    func date(_ zone: DateZone) -> Date? {
      guard let civil = CivilDate(year: year, month: month, day: day) else { return nil }
      let days = civil.daysSinceReference
      if let weekday, weekday != (days % 7 + 7) % 7 { return nil }
      let hours = (hour ?? 0) + (isAfternoon ? 12 : 0)
      let local = Int64(days * 86_400 + hours * 3_600 + minute * 60 + second)
      let seconds: Int64
      if let offset {
        seconds = local - Int64(offset)
      } else if let moment = zone.seconds(ofLocal: local, orNext: hour == nil) {
        seconds = moment
      } else {
        return nil
      }
      return Date(
        timeIntervalSinceReferenceDate: ISO8601.interval(
          seconds: seconds, fraction: fraction, digits: fractionDigits))
    }
  }

  /// A position in the text.
  private struct Cursor {
    let bytes: Bytes
    var position = 0

    init(bytes: Bytes) { self.bytes = bytes }

    /// Reads one part; false if something else is there.
    mutating func read(_ part: Part, into fields: inout Fields) -> Bool {
      switch part {
      case .literal(let literal):
        guard bytes[position...].starts(with: literal) else { return false }
        position += literal.count
      case .number(let field, let digits):
        guard let value = number(digits), field.range.contains(value) else { return false }
        fields.set(field, value)
      case .monthName(let isShort):
        guard let index = name(DatePattern.months, isShort) else { return false }
        fields.month = index + 1
      case .weekdayName(let isShort):
        guard let index = name(DatePattern.weekdays, isShort) else { return false }
        fields.weekday = index
      case .dayHalf:
        let isMorning = take("AM")
        guard isMorning || take("PM") else { return false }
        fields.isAfternoon = !isMorning
      case .fraction(let digits):
        guard let value = number(digits...digits) else { return false }
        fields.fraction = Int64(value)
        fields.fractionDigits = digits
      case .zone:
        guard let offset = offset() else { return false }
        fields.offset = offset
      }
      return true
    }

    /// As many digits as there are, within limits.
    private mutating func number(_ digits: ClosedRange<Int>) -> Int? {
      var value = 0
      var count = 0
      while count < digits.upperBound, position < bytes.count, bytes[position].isDigit {
        value = value * 10 + Int(bytes[position] - .zero)
        position += 1
        count += 1
      }
      return count >= digits.lowerBound ? value : nil
    }

    /// The index of a name; capitals and small letters are alike.
    private mutating func name(_ names: [[UInt8]], _ isShort: Bool) -> Int? {
      for (index, name) in names.enumerated() {
        if take(isShort ? name[..<3] : name[...]) { return index }
      }
      return nil
    }

    private mutating func take(_ word: StaticString) -> Bool { take("\(word)".utf8) }

    private mutating func take(_ word: some Collection<UInt8>) -> Bool {
      guard bytes.count - position >= word.count else { return false }
      var index = position
      for letter in word {
        // Words consist of letters alone, in which this bit is the case.
        guard bytes[index] | 0x20 == letter | 0x20 else { return false }
        index += 1
      }
      position = index
      return true
    }

    /// Any spelling of a zone, as they all mean the same: `Z`, `GMT`, `UTC`, `+01`, `+0100`, `+01:00`.
    private mutating func offset() -> Int? {
      if take("GMT") || take("UTC") || take("Z") { return 0 }
      guard position < bytes.count, bytes[position] == .plus || bytes[position] == .minus
      else { return nil }
      let isWest = bytes[position] == .minus
      position += 1
      guard let hours = number(2...2), hours < 24 else { return nil }
      var minutes = 0
      let isExtended = position < bytes.count && bytes[position] == .colon
      if isExtended { position += 1 }
      if isExtended || (position < bytes.count && bytes[position].isDigit) {
        guard let value = number(2...2), value < 60 else { return nil }
        minutes = value
      }
      let seconds = hours * 3_600 + minutes * 60
      return isWest ? -seconds : seconds
    }
  }
}
