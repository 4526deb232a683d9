/// Validates a number of JSON byte by byte.
struct NumberValidator {
  private enum State { case minus, zero, integer, dot, fraction, exponent, sign, power }

  private var state: State

  init(first: UInt8) {
    state = first == .minus ? .minus : first == .zero ? .zero : .integer
  }

  /// Follows a byte after the first one, and returns whether it belongs to the number.
  ///
  /// - Throws: ``MappingError`` without a position, if the number can't end before the byte.
  mutating func follow(_ byte: UInt8) throws(MappingError) -> Bool {
    switch (state, byte) {
    case (.minus, .zero): state = .zero
    case (.minus, _) where byte.isDigit: state = .integer
    case (.integer, _) where byte.isDigit: break
    case (.zero, .dot), (.integer, .dot): state = .dot
    case (.dot, _) where byte.isDigit: state = .fraction
    case (.fraction, _) where byte.isDigit: break
    case (.zero, _) where byte | 0x20 == .lowerE, (.integer, _) where byte | 0x20 == .lowerE,
      (.fraction, _) where byte | 0x20 == .lowerE:
      state = .exponent
    case (.exponent, .plus), (.exponent, .minus): state = .sign
    case (.exponent, _) where byte.isDigit, (.sign, _) where byte.isDigit: state = .power
    case (.power, _) where byte.isDigit: break
    case (.zero, _), (.integer, _), (.fraction, _), (.power, _): return false
    default:
      throw MappingError(
        .invalidNumber, expected: "a digit", found: JSONReader.describe(byte))
    }
    return true
  }

  /// Whether the number can end here.
  var isComplete: Bool {
    switch state {
    case .zero, .integer, .fraction, .power: true
    case .minus, .dot, .exponent, .sign: false
    }
  }
}
