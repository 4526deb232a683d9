import Foundation

extension JSONValue {
  /// How deeply containers may be nested in a tree of Foundation objects.
  static let maximumFoundationDepth = 512

  /// Makes a value from the objects that `JSONSerialization` and property lists use.
  ///
  /// Taken are `NSNull`, `NSNumber` (booleans told apart from numbers), `NSDecimalNumber`, strings,
  /// arrays and dictionaries of Foundation and of Swift, every Swift integer and floating-point
  /// type, `Decimal`, optionals (nil becomes `null`) and JSON values themselves. Numbers keep their
  /// exact value; a `Float` or `Double` becomes its shortest decimal. Members come in the order in
  /// which the dictionary gives them, which for Swift's is any.
  ///
  /// ```swift
  /// let json = try JSONValue(foundation: ["id": 7, "tags": ["a"]])
  /// ```
  ///
  /// Containers may not contain themselves: Foundation on Linux does not survive a look at one that
  /// does.
  ///
  /// - Throws: An error that names the type and the path of the first object without a JSON form: a
  ///   `Date`, a `URL`, `Data`, NaN, a key that is not a string, more than 512 levels of nesting.
  public init(foundation object: Any) throws {
    do {
      self = try JSONValue.convert(object, depth: 0)
    } catch {
      var error = error
      error.path.reverse()
      throw error
    }
  }

  /// Converts one object and what it contains; the path of an error is in reverse order, since each
  /// level adds its step while the error passes through.
  private static func convert(
    _ object: Any, depth: Int
  ) throws(UnsupportedFoundationObject) -> JSONValue {
    // Optionals first, and types by name before any bridging cast: on both platforms NSNumber(1)
    // is castable to Bool, and nil may be castable to NSNull.
    if let optional = object as? any OptionalValue {
      guard let wrapped = optional.wrappedObject else { return .null }
      guard depth < maximumFoundationDepth else { throw failure(object, .depth) }
      return try convert(wrapped, depth: depth + 1)
    }
    if let scalar = try scalar(object) { return scalar }

    if let array = object as? [Any] {
      guard depth < maximumFoundationDepth else { throw failure(object, .depth) }
      var elements: [JSONValue] = []
      elements.reserveCapacity(array.count)
      for element in array {
        do {
          elements.append(try convert(element, depth: depth + 1))
        } catch {
          throw adding(.index(elements.count), to: error)
        }
      }
      return .array(elements)
    }
    if let dictionary = object as? [String: Any] {
      guard depth < maximumFoundationDepth else { throw failure(object, .depth) }
      var members = JSONObject()
      members.reserveCapacity(dictionary.count)
      for (key, value) in dictionary {
        do {
          members.updateValue(try convert(value, depth: depth + 1), forKey: key)
        } catch {
          throw adding(.key(key), to: error)
        }
      }
      return .object(members)
    }
    throw failure(object, object is [AnyHashable: Any] ? .key : .type)
  }

  /// Converts anything but containers; nil for what is none of these types.
  private static func scalar(
    _ object: Any
  ) throws(UnsupportedFoundationObject) -> JSONValue? {
    if type(of: object) == Bool.self, let bool = object as? Bool { return .bool(bool) }
    if let value = object as? JSONValue { return value }
    if let number = object as? JSONNumber { return .number(number) }
    if let members = object as? JSONObject { return .object(members) }
    if let integer = object as? any BinaryInteger { return .number(JSONNumber(integer)) }
    if let float = object as? any BinaryFloatingPoint {
      guard let number = number(float) else { throw failure(object, .number) }
      return .number(number)
    }
    if let string = object as? String { return .string(string) }
    if let substring = object as? Substring { return .string(String(substring)) }
    if type(of: object) == Decimal.self, let decimal = object as? Decimal {
      guard let number = JSONNumber(decimal) else { throw failure(object, .number) }
      return .number(number)
    }

    // Only instances of classes are cast to classes: to find out that a Swift array is no NSNumber,
    // Foundation on Linux would first turn it into an NSArray, with everything that it contains.
    guard type(of: object) is AnyClass else { return nil }
    if object is NSNull { return .null }
    if let number = object as? NSNumber {
      // A boolean is recognised by its class, which is the same for all of them. Its value and
      // its type code do not tell: those of an Int8 are equal on Apple platforms.
      if type(of: number) == type(of: NSNumber(value: true)) { return .bool(number.boolValue) }
      guard let exact = JSONValue.number(number) else { throw failure(object, .number) }
      return .number(exact)
    }
    return nil
  }

  private static func number(_ number: NSNumber) -> JSONNumber? {
    if let decimal = number as? NSDecimalNumber { return JSONNumber(decimal.decimalValue) }
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"): return JSONNumber(number.doubleValue)
    case UInt8(ascii: "f"): return JSONNumber(number.floatValue)
    case UInt8(ascii: "Q"): return JSONNumber(number.uint64Value)
    default: return JSONNumber(number.int64Value)
    }
  }

  private static func number(_ float: any BinaryFloatingPoint) -> JSONNumber? {
    switch float {
    case let double as Double: return JSONNumber(double)
    case let float as Float: return JSONNumber(float)
    default: return exactDouble(float).flatMap { JSONNumber($0) }
    }
  }

  private static func exactDouble(_ float: some BinaryFloatingPoint) -> Double? {
    Double(exactly: float)
  }

  private static func failure(
    _ object: Any, _ reason: UnsupportedFoundationObject.Reason
  ) -> UnsupportedFoundationObject {
    UnsupportedFoundationObject(
      path: [], typeName: String(reflecting: type(of: object)), reason: reason)
  }

  private static func adding(
    _ component: UnsupportedFoundationObject.PathComponent, to error: UnsupportedFoundationObject
  ) -> UnsupportedFoundationObject {
    var error = error
    error.path.append(component)
    return error
  }
}

