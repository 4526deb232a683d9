/// Any JSON value, as a tree.
///
/// Numbers are exact (``JSONNumber``) and objects keep the order of their members
/// (``JSONObject``). Literals make values:
///
/// ```swift
/// let json: JSONValue = ["id": 7, "tags": ["a", "b"], "parent": nil]
/// json["tags"]?[0]?.string     // "a"
/// json["tags"]?[9]             // nil
/// json["parent"]?.isNull       // true
/// ```
///
/// Two values are equal when they mean the same: numbers compare by mathematical value
/// (`1.0 == 1`), objects without regard to order, and strings as Swift strings do, by canonical
/// equivalence. Only the keys of objects are compared byte by byte.
@frozen
public enum JSONValue: Sendable {
  /// The value `null`.
  case null
  /// The value `true` or `false`.
  case bool(Bool)
  /// An exact number.
  case number(JSONNumber)
  /// A string.
  case string(String)
  /// An array and its elements.
  case array([JSONValue])
  /// An object and its members, in order.
  case object(JSONObject)
}

extension JSONValue {
  /// Whether the value is `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The truth value; nil unless it is `true` or `false`.
  public var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// The exact number; nil for other values.
  public var number: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The number as an `Int` if it is exactly one; nil for other values.
  public var int: Int? { number?.int }

  /// The nearest `Double` of a number; nil for other values and beyond the range of `Double`.
  public var double: Double? { number?.double }

  /// The string; nil for other values.
  public var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The elements of an array; nil for other values.
  public var array: [JSONValue]? {
    if case .array(let array) = self { array } else { nil }
  }

  /// The members of an object; nil for other values.
  public var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The value of an object's member; nil when there is none or the value is not an object.
  public subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// The element of an array; nil outside its bounds or when the value is not an array.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let array) = self, array.indices.contains(index) else { return nil }
    return array[index]
  }
}
