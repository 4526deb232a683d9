/// A position in the text of a date. Each method reads what it names if that is next.
struct DateCursor {
  private let bytes: Bytes
  private var position = 0

  init(_ bytes: Bytes) { self.bytes = bytes }

  var hasReachedEnd: Bool { position == bytes.count }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Skips a word of letters, whatever their case.
  mutating func skip(word: some Collection<UInt8>) -> Bool {
    // The bit 0x20 is the case of a letter.
    guard bytes.count - position >= word.count,
      zip(position..., word).allSatisfy({ bytes[$0] | 0x20 == $1 | 0x20 })
    else { return false }
    position += word.count
    return true
  }

  /// Reads exactly so many digits.
  @inline(__always)
  mutating func digits(_ count: Int) -> Int? {
    guard bytes.count - position >= count else { return nil }
    var value = 0
    for _ in 0..<count {
      guard bytes[position].isDigit else { return nil }
      value = value * 10 + Int(bytes[position] - .zero)
      position += 1
    }
    return value
  }

  /// Reads as many digits as there are, within limits.
  mutating func number(_ digits: ClosedRange<Int>) -> Int? {
    var value = 0
    let start = position
    let end = min(bytes.count, start + digits.upperBound)
    while position < end, bytes[position].isDigit {
      value = value * 10 + Int(bytes[position] - .zero)
      position += 1
    }
    return position - start < digits.lowerBound ? nil : value
  }

  /// Reads the fraction of a second, of which nine digits count, trailing zeros don't.
  ///
  /// - Returns: zero and no digits if there is no fraction; nil if a point isn't followed by a
  ///   digit.
  mutating func fraction() -> (value: Int64, digits: Int)? {
    guard skip(.dot) || skip(.comma) else { return (0, 0) }
    let start = position
    guard var value = number(1...9) else { return nil }
    var count = position - start
    while digits(1) != nil {}
    while count > 0, value % 10 == 0 {
      value /= 10
      count -= 1
    }
    return (Int64(value), count)
  }

  /// Reads a zone, `Z`, `+02:00`, `+0200` or `+02`, as seconds east of UTC.
  mutating func offset() -> Int? {
    if skip(UInt8(ascii: "Z")) || skip(UInt8(ascii: "z")) { return 0 }
    let isWest = skip(.minus)
    guard isWest || skip(.plus), let hours = digits(2), hours < 24 else { return nil }
    var minutes = 0
    if skip(.colon) || position < bytes.count && bytes[position].isDigit {
      guard let value = digits(2), value < 60 else { return nil }
      minutes = value
    }
    return (hours * 60 + minutes) * (isWest ? -60 : 60)
  }
}
