import Foundation

// A date format such as `yyyy-MM-dd HH:mm` in the letters of Unicode (UTS #35, part 4), compiled once
// and then run over bytes. `DateFormatter` understands the same letters, but takes microseconds and
// a lock for each date, and what it reads depends on its locale and on the platform: for `yyyy` it
// takes the text 21 as the year 21, for one blank any number of them. Here a text is either what
// the format says, byte by byte, or an error.
//
// Worked example: `dd.MM.yy 'at' HH:mm` becomes
//
//   number(day, 2...2)  literal(".")  number(month, 2...2)  literal(".")  number(shortYear, 2...2)
//   literal(" at ")  number(hour, 2...2)  literal(":")  number(minute, 2...2)
//
// and `31.12.24 at 23:30` is read part by part into a record of fields, which then make a day of the
// Gregorian calendar, a second of that day and, with the time zone, a date. What a format does not
// name is that of 2000-01-01 00:00:00, as with `DateFormatter`. Whatever is not one date without
// doubt (`hh` without `a`, one field twice, `YYYY`, a number of any length right before another
// one) is refused when the format is compiled.

/// A compiled date format with the names and digits of the locale `en_US_POSIX`.
struct DatePattern: Sendable {
  /// What a number stands for.
  enum Field: Sendable {
    case year, shortYear, month, day, hour24, hour24From1, hour12, hour12From0, minute, second

    /// The values that can be read.
    var range: ClosedRange<Int> {
      switch self {
      case .year: 1...9999
      case .shortYear: 0...99
      case .month: 1...12
      case .day: 1...31
      case .hour24: 0...23
      case .hour24From1: 1...24
      case .hour12: 1...12
      case .hour12From0: 0...11
      case .minute, .second: 0...59
      }
    }
  }

  enum Zone: Sendable {
    /// `+0100`.
    case basic
    /// `+01:00`.
    case extended
    /// `+01`, with minutes if there are any.
    case hours
    /// `GMT`; only in UTC.
    case name
  }

  /// One piece of the format.
  enum Part: Sendable {
    case literal([UInt8])
    /// A number with at least this many digits, filled up with zeros.
    case number(Field, digits: ClosedRange<Int>)
    case monthName(isShort: Bool)
    case weekdayName(isShort: Bool)
    case dayHalf
    case fraction(digits: Int)
    case zone(Zone, usesZ: Bool)
  }

  let parts: [Part]

  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ].map { Array($0.utf8) }

  /// Monday first: 2001-01-01, from which days are counted, was one.
  static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ].map { Array($0.utf8) }
}

// MARK: - Compiling

extension DatePattern {
  /// Why a format is refused; a text to follow the format and a colon.
  struct Refusal: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
  }

  /// Compiles a format.
  ///
  /// - Throws: ``Refusal`` for a format that does not stand for one date without doubt.
  init(_ format: String, isUTC: Bool) throws(Refusal) {
    var compiler = Compiler(isUTC: isUTC)
    let scalars = Array(format.unicodeScalars)
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      guard scalar != "'" else {
        index = try compiler.addQuoted(scalars, from: index)
        continue
      }
      guard ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) else {
        compiler.add(String(scalar))
        index += 1
        continue
      }
      let start = index
      while index < scalars.count, scalars[index] == scalar { index += 1 }
      try compiler.add(letter: Character(scalar), count: index - start)
    }
    parts = try compiler.finish()
  }

  private struct Compiler {
    let isUTC: Bool
    private var parts: [Part] = []
    /// One letter for each field that is there, the same for `M` and `MMM`.
    private var fields: Set<Character> = []

    init(isUTC: Bool) { self.isUTC = isUTC }

    mutating func add(_ literal: String) {
      if case .literal(let bytes)? = parts.last {
        parts[parts.count - 1] = .literal(bytes + literal.utf8)
      } else {
        parts.append(.literal(Array(literal.utf8)))
      }
    }

    /// Adds what lies between two quotes; two quotes in a row are one, inside and outside.
    mutating func addQuoted(
      _ scalars: [Unicode.Scalar], from start: Int
    ) throws(Refusal) -> Int {
      var index = start + 1
      if index < scalars.count, scalars[index] == "'" {
        add("'")
        return index + 1
      }
      while index < scalars.count {
        if scalars[index] != "'" {
          add(String(scalars[index]))
        } else if index + 1 < scalars.count, scalars[index + 1] == "'" {
          add("'")
          index += 1
        } else {
          return index + 1
        }
        index += 1
      }
      throw Refusal("a quote is not closed")
    }

    mutating func add(letter: Character, count: Int) throws(Refusal) {
      let (part, field) = try part(letter, count)
      guard fields.insert(field).inserted else { throw Refusal("it has '\(field)' twice") }
      if let last = parts.last, last.hasAnyLength, part.beginsWithDigit {
        throw Refusal("one cannot tell where the number before '\(letter)' ends")
      }
      parts.append(part)
    }

    private func part(
      _ letter: Character, _ count: Int
    ) throws(Refusal) -> (Part, field: Character) {
      func number(_ field: Field) -> Part? {
        count <= 2 ? .number(field, digits: count...2) : nil
      }
      let part: Part? =
        switch (letter, count) {
        case ("y", 2): .number(.shortYear, digits: 2...2)
        case ("y", ...4), ("u", ...4): .number(.year, digits: count...4)
        case ("M", 3...4), ("L", 3...4): .monthName(isShort: count == 3)
        case ("M", _), ("L", _): number(.month)
        case ("d", _): number(.day)
        case ("E", ...4): .weekdayName(isShort: count < 4)
        case ("a", ...3): .dayHalf
        case ("H", _): number(.hour24)
        case ("k", _): number(.hour24From1)
        case ("h", _): number(.hour12)
        case ("K", _): number(.hour12From0)
        case ("m", _): number(.minute)
        case ("s", _): number(.second)
        case ("S", ...9): .fraction(digits: count)
        case ("Z", ...3): .zone(.basic, usesZ: false)
        case ("Z", 5), ("X", 3): .zone(.extended, usesZ: true)
        case ("X", 1): .zone(.hours, usesZ: true)
        case ("X", 2): .zone(.basic, usesZ: true)
        case ("x", 1): .zone(.hours, usesZ: false)
        case ("x", 2): .zone(.basic, usesZ: false)
        case ("x", 3): .zone(.extended, usesZ: false)
        case ("z", ...3): .zone(.name, usesZ: false)
        default: nil
        }
      guard let part else {
        let letters = String(repeating: letter, count: count)
        throw Refusal(
          letter == "Y"
            ? "'\(letters)' is the year of a calendar of weeks, 'yyyy' is the year"
            : "'\(letters)' is not supported; use .date(_:) with a DateFormatter")
      }
      if case .zone(.name, _) = part, !isUTC {
        throw Refusal("'z' is a name, which only UTC has without doubt; use 'Z'")
      }
      let same: [Character: Character] = [
        "u": "y", "L": "M", "k": "H", "h": "H", "K": "H", "X": "Z", "x": "Z", "z": "Z",
      ]
      return (part, same[letter] ?? letter)
    }

    func finish() throws(Refusal) -> [Part] {
      let hasHalfHours = parts.contains {
        if case .number(.hour12, _) = $0 { return true }
        if case .number(.hour12From0, _) = $0 { return true }
        return false
      }
      if fields.isEmpty { throw Refusal("it has no field") }
      if hasHalfHours, !fields.contains("a") {
        throw Refusal("'h' needs an 'a' for AM or PM; 'H' counts up to 23")
      }
      if fields.contains("a"), !hasHalfHours { throw Refusal("'a' needs an 'h'") }
      return parts
    }
  }
}

extension DatePattern.Part {
  /// Whether a digit that follows could belong to this part.
  fileprivate var hasAnyLength: Bool {
    switch self {
    case .number(_, let digits): digits.count > 1
    case .zone(let zone, _): zone != .name
    default: false
    }
  }

  fileprivate var beginsWithDigit: Bool {
    switch self {
    case .number, .fraction: true
    default: false
    }
  }
}
