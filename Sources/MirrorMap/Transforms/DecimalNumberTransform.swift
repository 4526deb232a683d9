#if Foundation
  import Foundation

  /// Decimal numbers as instances of `NSDecimalNumber`; read and written as by ``DecimalTransform``.
  ///
  /// ```swift
  /// @Mapped("price", transform: .decimalNumberText) var price: NSDecimalNumber
  /// ```
  public struct DecimalNumberTransform: Transform {
    private let decimal: DecimalTransform

    /// Makes a transform.
    public init(writtenAs form: DecimalTransform.Form = .number) {
      decimal = DecimalTransform(writtenAs: form)
    }

    public func decode(from reader: inout JSONReader) throws -> NSDecimalNumber {
      NSDecimalNumber(decimal: try decimal.decode(from: &reader))
    }

    public func encode(_ value: NSDecimalNumber, to writer: inout JSONWriter) throws {
      try decimal.encode(value.decimalValue, to: &writer)
    }

    public func decode(_ json: JSONNumber) throws -> NSDecimalNumber {
      NSDecimalNumber(decimal: try decimal.decode(json))
    }

    public func encode(_ object: NSDecimalNumber) throws -> JSONNumber {
      try decimal.encode(object.decimalValue)
    }

    public var shape: ValueShape { decimal.shape }
  }

  extension ValueCoding where Self == DecimalNumberTransform {
    /// Decimals as numbers; strings are decoded as well.
    public static var decimalNumber: DecimalNumberTransform { DecimalNumberTransform() }

    /// Decimals as strings; numbers are decoded as well.
    public static var decimalNumberText: DecimalNumberTransform {
      DecimalNumberTransform(writtenAs: .text)
    }
  }
#endif
