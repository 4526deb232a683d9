/// Floating-point numbers whose infinities and NaN are strings: `"Infinity"`, `"-Infinity"`, and `"NaN"`.
///
/// JSON has no numbers for them. Without this transform, they are errors when they're encoded.
///
/// ```swift
/// @Mapped(transform: .nonFinite) var ratio: Double
/// @Mapped(transform: .nonFinite(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan"))
/// var limit: Double
/// ```
public struct NonFiniteTransform<Value: MappableValue & BinaryFloatingPoint>: ValueCoding {
  private let positiveInfinity, negativeInfinity, nan: String

  /// Makes a transform.
  ///
  /// - Parameters:
  ///   - positiveInfinity: The string for infinity.
  ///   - negativeInfinity: The string for negative infinity.
  ///   - nan: The string for NaN.
  public init(
    positiveInfinity: String = "Infinity", negativeInfinity: String = "-Infinity",
    nan: String = "NaN"
  ) {
    self.positiveInfinity = positiveInfinity
    self.negativeInfinity = negativeInfinity
    self.nan = nan
  }

  public func decode(from reader: inout JSONReader) throws -> Value {
    guard reader.nextKind == .string else { return try reader.decode(Value.self) }
    let position = reader.cursor
    let text = try reader.readString()
    // Swift's own == takes quadratic time for combining marks.
    if JSONKey.isEqual(text, positiveInfinity) { return .infinity }
    if JSONKey.isEqual(text, negativeInfinity) { return -.infinity }
    if JSONKey.isEqual(text, nan) { return .nan }
    guard reader.coercion == .none else {
      // The text of a number.
      reader.cursor = position
      return try reader.decode(Value.self)
    }
    throw reader.failure(
      .invalidValue, at: position,
      expected: "a number, \"\(positiveInfinity)\", \"\(negativeInfinity)\", or \"\(nan)\"",
      found: "another string")
  }

  public func encode(_ value: Value, to writer: inout JSONWriter) throws {
    guard !value.isFinite else { return try writer.encode(value) }
    try writer.encode(value.isNaN ? nan : value > 0 ? positiveInfinity : negativeInfinity)
  }

  public var shape: ValueShape {
    .anyOf([
      .number(),
      .enumeration(
        [.string(positiveInfinity), .string(negativeInfinity), .string(nan)], of: .string()),
    ])
  }
}

extension ValueCoding where Self == NonFiniteTransform<Double> {
  /// Numbers, and infinity and NaN as `"Infinity"`, `"-Infinity"`, and `"NaN"`.
  public static var nonFinite: NonFiniteTransform<Double> { NonFiniteTransform() }

  /// Numbers, with strings of your choice for infinity and NaN.
  public static func nonFinite(
    positiveInfinity: String, negativeInfinity: String, nan: String
  ) -> NonFiniteTransform<Double> {
    NonFiniteTransform(
      positiveInfinity: positiveInfinity, negativeInfinity: negativeInfinity, nan: nan)
  }
}

extension ValueCoding where Self == NonFiniteTransform<Float> {
  /// Numbers, and infinity and NaN as `"Infinity"`, `"-Infinity"`, and `"NaN"`.
  public static var nonFinite: NonFiniteTransform<Float> { NonFiniteTransform() }

  /// Numbers, with strings of your choice for infinity and NaN.
  public static func nonFinite(
    positiveInfinity: String, negativeInfinity: String, nan: String
  ) -> NonFiniteTransform<Float> {
    NonFiniteTransform(
      positiveInfinity: positiveInfinity, negativeInfinity: negativeInfinity, nan: nan)
  }
}
