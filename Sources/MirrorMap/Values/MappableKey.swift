/// A type that can be the key of a mapped dictionary.
///
/// Strings and integers adopt it. A `RawRepresentable` type of these needs only the declaration:
///
/// ```swift
/// enum Weekday: String, MappableKey { case monday, tuesday }
///
/// let hours = try [Weekday: Int].decode(from: #"{"monday": 8}"#)
/// ```
///
/// Any other type converts itself to and from the text of a key with ``init(jsonKey:)`` and
/// ``jsonKey``.
public protocol MappableKey: Hashable, SendableMetatype {
  /// Makes a dictionary's key from the key of a JSON object.
  ///
  /// - Parameter jsonKey: The key in the document, without escapes.
  /// - Returns: nil if the text isn't the key of a value. Decoding then throws an error.
  init?(jsonKey: String)

  /// The key to write in a JSON object.
  ///
  /// Different keys of a dictionary must have different texts. Otherwise, encoding throws an error.
  var jsonKey: String { get }

  /// Whether different values always have different keys.
  static var _hasUniqueKeys: Bool { get }
}

extension MappableKey {
  @inlinable
  public static var _hasUniqueKeys: Bool { false }
}

extension String: MappableKey {
  @inlinable
  public static var _hasUniqueKeys: Bool { true }

  @inlinable
  public init?(jsonKey: String) { self = jsonKey }

  @inlinable
  public var jsonKey: String { self }
}

extension FixedWidthInteger where Self: MappableKey {
  @inlinable
  public static var _hasUniqueKeys: Bool { true }

  /// Makes an integer from its decimal digits. `"007"` and `"+7"` aren't keys.
  public init?(jsonKey: String) {
    // JSON's numbers have neither leading zeros nor a plus sign either.
    guard jsonKey != "-0", jsonKey.utf8.allSatisfy({ $0.isDigit || $0 == .minus }),
      let value = JSONNumber(text: jsonKey)?.exactly(Self.self)
    else { return nil }
    self = value
  }

  /// The integer's decimal digits.
  @inlinable
  public var jsonKey: String { String(self) }
}

extension MappableKey where Self: RawRepresentable, RawValue: MappableKey {
  @inlinable
  public init?(jsonKey: String) {
    guard let raw = RawValue(jsonKey: jsonKey) else { return nil }
    self.init(rawValue: raw)
  }

  @inlinable
  public var jsonKey: String { rawValue.jsonKey }
}

extension MappableKey {
  /// Reads a member's key.
  @inlinable
  static func read(from reader: inout JSONReader) throws(MappingError) -> Self {
    let position = reader.cursor
    let key = try reader.readKey()
    try reader.checkComparable(key, at: position)
    return try Self(jsonKey: key).orThrow(
      reader.failure(
        .invalidValue, at: position, expected: "a key of type \(typeName(of: Self.self))",
        found: "another one"))
  }
}
