import EssentialFoundation

// `0.1` means one tenth and `9007199254740993` exactly that integer, and neither is a Double. So this
// type keeps the decimal itself, in one of two forms:
//
//   .compact   a UInt64 significand, a power of ten, a sign: no allocation. It holds every number
//              of up to 19 significant digits (and those of 20 that fit a UInt64).
//   .text      the number's own JSON text, for all other numbers.
//
// The text `-1.50` has the digits 150, two of them after the point:
//
//   .compact(significand: 150, exponent: -2, isNegative: true)      -150 × 10^-2
//
// The trailing zero survives (150, -2 is not 15, -1), so the number is written as it was read.
// `-0` is significand 0 with the sign set. `1e2` is (1, 2) and is written as `100`: the value and
// its scale are kept, the spelling of the exponent is not. `1e40000` does not fit the 16-bit
// exponent and stays text, as does `0.10000000000000000000000001`. How numbers are compared is explained
// in `CanonicalNumber.swift`.

/// An exact JSON number (RFC 8259, section 6): nothing is rounded until a Swift type is requested.
///
/// Equality and hashing are by mathematical value (`1.0 == 1`, `-0 == 0`), while ``description``
/// keeps the scale that was read (`1.50` stays `1.50`).
///
/// ```swift
/// let number: JSONNumber = 12.50
/// number.double                        // 12.5
/// number.int                           // nil: not an integer
/// JSONNumber(text: "1e2")?.int         // 100
/// ```
///
/// Numbers of up to 19 significant digits take no allocation.
@frozen
public struct JSONNumber: Sendable {
  @usableFromInline
  enum Storage: Sendable {
    /// ±significand × 10^exponent.
    case compact(significand: UInt64, exponent: Int16, isNegative: Bool)
    /// A text that follows the JSON grammar.
    case text(String)
  }

  @usableFromInline
  let storage: Storage

  /// Makes ±significand × 10^exponent without any check; every combination is a valid number.
  @inlinable
  init(significand: UInt64, exponent: Int16, isNegative: Bool) {
    storage = .compact(significand: significand, exponent: exponent, isNegative: isNegative)
  }

  /// Keeps a text as it is.
  ///
  /// - Precondition: `text` follows the JSON number grammar; the caller has validated it.
  @inlinable
  init(validatedText text: String) {
    storage = .text(text)
  }

  /// Makes the number with exactly the value of an integer of any width.
  ///
  /// ```swift
  /// JSONNumber(UInt64.max).description   // "18446744073709551615"
  /// ```
  @inlinable
  public init<I: BinaryInteger>(_ value: I) {
    if let magnitude = UInt64(exactly: value.magnitude) {
      self.init(significand: magnitude, exponent: 0, isNegative: value < 0)
    } else {
      self.init(validatedText: String(value))
    }
  }

  /// Makes the shortest decimal that reads back as the same `Double`; nil for NaN and infinities.
  ///
  /// ```swift
  /// JSONNumber(0.1 + 0.2 as Double)?.description   // "0.30000000000000004"
  /// JSONNumber(Double(1))?.description             // "1.0"
  /// ```
  public init?(_ double: Double) {
    guard double.isFinite else { return nil }
    self.init(text: double.description)
  }

  /// Makes the shortest decimal that reads back as the same `Float`; nil for NaN and infinities.
  ///
  /// ```swift
  /// JSONNumber(Float(0.1))?.description   // "0.1"
  /// ```
  public init?(_ float: Float) {
    guard float.isFinite else { return nil }
    self.init(text: float.description)
  }

  /// Makes the number with exactly the value of a `Decimal`; nil for NaN.
  ///
  /// The scale is the one that `Decimal` kept: Foundation drops trailing zeros in most operations.
  public init?(_ decimal: Decimal) {
    guard !decimal.isNaN else { return nil }
    let parts = DecimalParts(decimal)
    if let parts, let number = JSONNumber(parts) {
      self = number
      return
    }
    // Some Foundations give the significand the sign, some do not.
    let digits =
      parts?.significand.description ?? String(decimal.significand.description.drop { $0 == "-" })
    if let significand = UInt64(digits), let exponent = Int16(exactly: decimal.exponent) {
      self.init(significand: significand, exponent: exponent, isNegative: decimal.isSignMinus)
    } else {
      self.init(
        text: JSONNumber.text(
          digits: digits, exponent: decimal.exponent, isNegative: decimal.isSignMinus))
    }
  }

  /// Makes the compact number of these parts; nil if there is none.
  @inline(__always)
  init?(_ parts: DecimalParts) {
    guard let significand = UInt64(exactly: parts.significand),
      let exponent = Int16(exactly: parts.exponent)
    else { return nil }
    self.init(significand: significand, exponent: exponent, isNegative: parts.isNegative)
  }

  /// Reads a JSON number; nil unless the whole text follows the grammar of RFC 8259.
  ///
  /// Leading zeros, a leading `+`, `.5`, `5.`, blanks, `NaN` and digits outside ASCII are not JSON.
  ///
  /// ```swift
  /// JSONNumber(text: "-1.50")   // -1.50
  /// JSONNumber(text: "01")      // nil
  /// ```
  ///
  /// - Complexity: O(*n*) in the length of the text; allocates only beyond 19 significant digits.
  public init?(text: String) {
    guard let number = JSONKey.withUTF8(text, { JSONNumber(utf8: $0, text: text) }) else {
      return nil
    }
    self = number
  }

  /// Reads a JSON number from UTF-8 bytes, as ``init(text:)`` does from a string.
  ///
  /// - Parameter text: the same text as a string, which is kept if the number isn't compact.
  init?(utf8: Bytes, text: @autoclosure () -> String? = nil) {
    var reader = JSONReader(utf8, maximumDepth: 0, session: nil)
    guard let raw = reader.scanNumberIfAny(), reader.cursor == reader.end else { return nil }
    // The reader keeps 19 digits: of 20 that fit too, it has omitted one.
    let omitted = raw.isShortened ? 1 : 0
    let significand = omitted > 0 ? UInt64(decimalDigits: utf8.mantissa.digits) : raw.significand
    if let significand, let exponent = Int16(exactly: raw.exponent - omitted) {
      self.init(significand: significand, exponent: exponent, isNegative: raw.isNegative)
    } else {
      self.init(validatedText: text() ?? String(decoding: utf8, as: UTF8.self))
    }
  }
}

extension JSONNumber: CustomStringConvertible {
  /// The number as JSON text.
  ///
  /// Up to 19 digits it is written plainly from 0.000001 up to 10^21 and with an exponent beyond
  /// (`1.5e300`), keeping trailing zeros; longer numbers are the text that was read.
  public var description: String {
    switch storage {
    case .text(let text): return text
    case .compact(let significand, let exponent, let isNegative):
      return JSONNumber.text(
        digits: String(significand), exponent: Int(exponent), isNegative: isNegative)
    }
  }
}
