import EssentialFoundation

// A date format such as `yyyy-MM-dd HH:mm` in the letters of Unicode (UTS #35, part 4), compiled
// once and then run over bytes. `DateFormatter` understands the same letters, but takes a lock and
// many microseconds for each date, and what it reads depends on its locale and on the platform: for
// `yyyy` it accepts the text 21 as the year 21, for one blank any number of them. Here a text is
// either what the format says, byte by byte, or an error.
//
// Worked example: `d.MM.yy 'at' HH:mm` becomes one part for each field and each other byte:
//
//   number(day, 1...2)  "."  number(month, 2...2)  "."  number(year, 2...2, 1950...2049)
//   " " "a" "t" " "  number(hour, 2...2)  ":"  number(minute, 2...2)
//
// and `31.12.24 at 23:30` is read part by part into the values of the fields, which then make a day
// of the Gregorian calendar, a second of that day and, with the time zone, a date. A number of any
// length right before another one is refused when a format is compiled, as is every other format that
// can mean several dates; ``DateFormatTransform`` names them.

/// A compiled date format with the names and digits of the locale `en_US_POSIX`.
struct DatePattern: Sendable {
  enum Field: Int, Sendable {
    case year, month, day, weekday, half, hour, minute, second, fraction, zone

    /// The letter of a format that names the field, or one of them.
    var letter: Character { Array("yMdEaHmsSZ")[rawValue] }
  }

  /// One piece of the format.
  // It holds no objects, so that going through the parts counts no references.
  enum Part: Sendable {
    case literal(UInt8)
    /// A number, written with the fewest of its `digits` that hold it.
    case number(Field, digits: ClosedRange<Int>, values: ClosedRange<Int>)
    /// The name of a field's value, or its first three letters.
    case name(Field, isShort: Bool)
    /// An offset from UTC, or `utc` if that is zero.
    case offset(utc: UTCName?, hasColon: Bool = false, omitsZeros: Bool = false)
  }

  enum UTCName: String, Sendable {
    case zulu = "Z"
    case gmt = "GMT"
  }

  /// What a year of two digits can be.
  static let shortYears = 1950...2049

  private(set) var parts: [Part] = []
  /// How many digits of a second's fraction there are.
  private(set) var fractionDigits = 0
  /// How many bytes a text has at most.
  private(set) var maximumCount = 0
  /// Whether JSON has escapes for some of the format's own characters.
  private(set) var needsEscapes = false

  /// Why a format is refused; a text to follow the format and a colon.
  struct Refusal: Error {
    let reason: String
  }

  /// Compiles a format.
  ///
  /// - Parameter isUTC: whether dates are written in UTC.
  /// - Throws: ``Refusal`` for a format that can mean several dates.
  init(_ format: String, isUTC: Bool) throws(Refusal) {
    var rest = format.unicodeScalars[...]
    var isQuoted = false
    while let scalar = rest.first {
      let run = rest.prefix { $0 == scalar }
      let isLetter = scalar.isASCII && scalar.properties.isAlphabetic
      if scalar == "'" {
        // Two quotes in a row are one, inside and outside of others.
        if run.count > 1 { parts.append(.literal(UInt8(ascii: "'"))) } else { isQuoted.toggle() }
        rest = rest.dropFirst(min(run.count, 2))
      } else if isQuoted || !isLetter {
        if scalar.isASCII, ("0"..."9").contains(scalar) { try checkEnd(before: Character(scalar)) }
        // Minutes may follow hours of an offset after a colon.
        if scalar == ":", case .offset(_, _, omitsZeros: true)? = parts.last {
          throw Refusal(reason: "one cannot tell where the offset before ':' ends")
        }
        parts += String(scalar).utf8.map(Part.literal)
        rest.removeFirst()
      } else {
        try append(Character(scalar), run.count, isUTC: isUTC)
        rest = rest.dropFirst(run.count)
      }
    }
    if isQuoted { throw Refusal(reason: "a quote is not closed") }
    let fields = parts.compactMap(\.field)
    let hasHalfDays = parts.contains {
      if case .number(.hour, _, let values) = $0 { values.count == 12 } else { false }
    }
    if fields.isEmpty { throw Refusal(reason: "it has no field") }
    if hasHalfDays, !fields.contains(.half) {
      throw Refusal(reason: "'h' needs an 'a' for AM or PM; 'H' counts up to 23")
    }
    if !hasHalfDays, fields.contains(.half) { throw Refusal(reason: "'a' needs an 'h'") }
    maximumCount = parts.reduce(0) { $0 + $1.maximumCount }
    needsEscapes = parts.contains {
      if case .literal(let byte) = $0 {
        byte < .space || byte == .quote || byte == .backslash
      } else {
        false
      }
    }
  }

  /// Appends the part that a run of one letter stands for.
  private mutating func append(
    _ letter: Character, _ count: Int, isUTC: Bool
  ) throws(Refusal) {
    guard let part = Self.part(letter, count), let field = part.field else {
      let letters = String(repeating: letter, count: count)
      throw Refusal(
        reason: letter == "Y"
          ? "'\(letters)' is the year of a calendar of weeks, 'yyyy' is the year"
          : "'\(letters)' is not supported; use .date(_:) with a DateFormatter")
    }
    if letter == "z", !isUTC {
      throw Refusal(reason: "'z' is a name, which only UTC has without doubt; use 'Z'")
    }
    if parts.contains(where: { $0.field == field }) {
      throw Refusal(reason: "it has '\(field.letter)' twice")
    }
    if case .number = part { try checkEnd(before: letter) }
    if field == .fraction { fractionDigits = count }
    parts.append(part)
  }

  /// Checks that what is before a digit has a certain length.
  private func checkEnd(before letter: Character) throws(Refusal) {
    guard let last = parts.last, last.isOpenEnded else { return }
    throw Refusal(reason: "one cannot tell where the number before '\(letter)' ends")
  }

  /// The part that a run of one letter stands for; nil if there is none.
  private static func part(_ letter: Character, _ count: Int) -> Part? {
    func number(_ field: Field, _ values: ClosedRange<Int>) -> Part? {
      count <= 2 ? .number(field, digits: count...2, values: values) : nil
    }
    func name(_ field: Field) -> Part { .name(field, isShort: count <= 3) }
    return switch (letter, count) {
    case ("y", 2): number(.year, shortYears)
    case ("y", ...4), ("u", ...4): .number(.year, digits: count...4, values: 1...9999)
    case ("M", 3...4), ("L", 3...4): name(.month)
    case ("M", _), ("L", _): number(.month, 1...12)
    case ("d", _): number(.day, 1...31)
    case ("E", ...4): name(.weekday)
    case ("a", ...3): name(.half)
    case ("H", _): number(.hour, 0...23)
    case ("k", _): number(.hour, 1...24)
    case ("h", _): number(.hour, 1...12)
    case ("K", _): number(.hour, 0...11)
    case ("m", _): number(.minute, 0...59)
    case ("s", _): number(.second, 0...59)
    case ("S", ...9): .number(.fraction, digits: count...count, values: 0...999_999_999)
    case ("Z", ...3), ("x", 2): .offset(utc: nil)
    case ("Z", 5), ("X", 3): .offset(utc: .zulu, hasColon: true)
    case ("X", 1): .offset(utc: .zulu, omitsZeros: true)
    case ("X", 2): .offset(utc: .zulu)
    case ("x", 1): .offset(utc: nil, omitsZeros: true)
    case ("x", 3): .offset(utc: nil, hasColon: true)
    case ("z", ...3): .offset(utc: .gmt)
    default: nil
    }
  }
}

extension DatePattern.Field {
  /// The names of its values, which count from ``firstValue``.
  var names: [[UInt8]] {
    switch self {
    case .month: Self.months
    case .weekday: Self.weekdays
    case .half: Self.halves
    default: []
    }
  }

  var firstValue: Int { self == .month ? 1 : 0 }

  private static let months = letters(
    "January February March April May June July August September October November December")
  /// Monday first: 2001-01-01, from which days are counted, was one.
  private static let weekdays = letters(
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday")
  private static let halves = letters("AM PM")

  private static func letters(_ names: String) -> [[UInt8]] {
    names.split(separator: " ").map { Array($0.utf8) }
  }
}

extension DatePattern.Part {
  /// What is read and written; nil for a literal.
  var field: DatePattern.Field? {
    switch self {
    case .literal: nil
    case .number(let field, _, _), .name(let field, _): field
    case .offset: .zone
    }
  }

  /// Whether a digit that follows could belong to this part.
  fileprivate var isOpenEnded: Bool {
    switch self {
    case .number(_, let digits, _): digits.count > 1
    case .offset(let utc, _, _): utc != .gmt
    default: false
    }
  }

  /// How many bytes its text has at most.
  fileprivate var maximumCount: Int {
    switch self {
    case .literal: 1
    case .number(_, let digits, _): digits.upperBound
    case .name: "September".utf8.count
    case .offset: "+00:00".utf8.count
    }
  }
}
