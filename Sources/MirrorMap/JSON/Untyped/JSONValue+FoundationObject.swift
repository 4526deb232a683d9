import Foundation

extension JSONValue {
  /// The value as the objects that `JSONSerialization` uses.
  ///
  /// `NSNull`, `Bool`, `String`, `[Any]` and `[String: Any]`. A number that is written without
  /// point and exponent becomes an `Int`, or a `UInt64` where `Int` is too small; any other a
  /// `Double` if that loses nothing, which is to say that the shortest decimal of the `Double` is
  /// the number, and else a `Decimal` if that holds it exactly. Numbers that no type holds become
  /// the nearest `Double`, infinite beyond its range.
  ///
  /// Swift's dictionaries hold canonically equivalent keys to be equal: of such members, which a
  /// JSON object can have side by side, the last wins.
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
  /// The number as the Swift type that fits best, as told at ``JSONValue/foundationObject``.
  fileprivate var foundationObject: Any {
    if isWrittenAsInteger {
      if let int { return int }
      if let unsigned = exactly(UInt64.self) { return unsigned }
    }
    let double = self.double
    if let double, JSONNumber(double) == self { return double }
    if let decimal { return decimal }
    return double ?? (isWrittenNegative ? -Double.infinity : .infinity)
  }

  /// Whether the text has neither point nor exponent, `-0` excepted: only a Double keeps its sign.
  private var isWrittenAsInteger: Bool {
    switch storage {
    case .compact(significand: 0, _, isNegative: true): return false
    case .compact(_, let exponent, _): return exponent >= 0
    case .text(let text):
      return text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0 &- UInt8(ascii: "0") < 10 }
    }
  }
}
