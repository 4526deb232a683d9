import Foundation

extension JSONValue {
  /// The value as the objects that `JSONSerialization` uses.
  ///
  /// These are `NSNull`, `Bool`, `String`, `[Any]`, `[String: Any]`, and numbers. A number that is
  /// written without a point and an exponent becomes an `Int`, or a `UInt64` if it is out of the
  /// range of `Int`. Any other number becomes a `Double` if the shortest decimal of that `Double`
  /// is the number itself, otherwise a `Decimal` if that can represent it exactly. All remaining
  /// numbers become the nearest `Double`, infinite beyond its range.
  ///
  /// Swift's dictionaries treat canonically equivalent keys as equal. If an object has several such
  /// members, the last one wins.
  ///
  /// - Complexity: O(*n*). No recursion.
  public var foundationObject: Any {
    var conversion = TreeConversion<JSONValue, Any>()
    return conversion.convert(self) { value, _ in
      switch value {
      case .null: .leaf(NSNull())
      case .bool(let bool): .leaf(bool)
      case .number(let number): .leaf(number.foundationObject)
      case .string(let string): .leaf(string)
      case .array(let elements): .container(elements)
      case .object(let object): .container(keys: object.map(\.key), object.elements)
      }
    } finish: { _, keys, objects in
      guard let keys else { return objects }
      return Dictionary(zip(keys, objects)) { _, last in last }
    }
  }
}

extension JSONNumber {
  /// The number as the Swift type that fits best; see ``JSONValue/foundationObject``.
  fileprivate var foundationObject: Any {
    if isWrittenAsInteger {
      if let int { return int }
      if let unsigned = exactly(UInt64.self) { return unsigned }
    }
    let double = self.double
    if let double, JSONNumber(double) == self { return double }
    if let decimal { return decimal }
    return double ?? (canonical.isNegative ? -Double.infinity : .infinity)
  }

  /// Whether the text has neither a point nor an exponent. `-0` doesn't count: only a Double keeps
  /// its sign.
  private var isWrittenAsInteger: Bool {
    switch storage {
    case .compact(significand: 0, _, isNegative: true): return false
    case .compact(_, let exponent, _): return exponent >= 0
    case .text(let text):
      return text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0 &- UInt8(ascii: "0") < 10 }
    }
  }
}
