import EssentialFoundation

/// Decimal numbers, written as numbers or as text.
///
/// Both are read, `12.5` and `"12.5"`, and both exactly. A number that the 128-bit significand of a `Decimal` and its
/// power of ten, from -128 to 127, can't hold exactly is an error and isn't rounded. Trailing zeros aren't kept, as
/// `Decimal` has none. A `Decimal` without a transform is read from numbers only.
///
/// ```swift
/// @Mapped("price", transform: .decimalText) var price: Decimal
/// ```
public struct DecimalTransform: Transform {
  /// What decimals are written as.
  public enum Form: Sendable {
    /// A JSON number, such as `12.5`.
    case number
    /// A string, such as `"12.5"`.
    case text
  }

  private let form: Form

  /// Makes a transform.
  public init(writtenAs form: Form = .number) { self.form = form }

  public func decode(from reader: inout JSONReader) throws -> Decimal {
    try decode(reader.readNumberOrText())
  }

  public func encode(_ value: Decimal, to writer: inout JSONWriter) throws {
    writer.writeNumber(try encode(value), asText: form == .text)
  }

  public func decode(_ json: JSONNumber) throws -> Decimal {
    try json.decimal.orThrow(
      MappingError(
        .inexactNumber, expected: "Decimal", found: "a number that it cannot hold exactly"))
  }

  public func encode(_ object: Decimal) throws -> JSONNumber {
    try JSONNumber(object).orThrow(MappingError(.notEncodable, expected: "JSON has no NaN"))
  }

  public var shape: ValueShape { .numberOrText }
}

extension ValueCoding where Self == DecimalTransform {
  /// Decimals as numbers; strings are decoded as well.
  public static var decimal: DecimalTransform { DecimalTransform() }

  /// Decimals as strings; numbers are decoded as well.
  public static var decimalText: DecimalTransform { DecimalTransform(writtenAs: .text) }
}
