#if Foundation
  import Foundation

  /// Converts a tree of Foundation objects to a ``JSONValue``; see ``JSONValue/init(foundation:)``.
  enum FoundationConverter {
    /// How deeply containers may be nested. The resulting tree is freed and written by recursion.
    static let maximumDepth = 512

    /// Converts a scalar, or returns the parts of a container.
    static func start(
      _ object: Any, depth: Int
    ) throws(MappingError) -> TreeConversion<Any, JSONValue>.Step {
      if let optional = object as? any OptionalValue {
        guard let wrapped = optional.wrappedObject else { return .leaf(.null) }
        return try start(wrapped, depth: depth)
      }
      if let scalar = try scalar(object) { return .leaf(scalar) }
      guard depth < maximumDepth else {
        throw MappingError(
          .depthLimit, expected: "at most \(maximumDepth) levels of nesting", found: "more of them")
      }
      if let array = object as? [Any] { return .container(array) }
      if let dictionary = object as? [String: Any] {
        return .container(keys: Array(dictionary.keys), Array(dictionary.values))
      }
      let isDictionary = object is [AnyHashable: Any]
      throw unsupported(
        object, expected: isDictionary ? "a dictionary with string keys" : "a JSON value")
    }

    /// Converts a scalar or a JSON value; nil for all other types.
    private static func scalar(
      _ object: Any
    ) throws(MappingError) -> JSONValue? {
      if type(of: object) == Bool.self, let bool = object as? Bool { return .bool(bool) }
      if let value = object as? JSONValue { return value }
      if let number = object as? JSONNumber { return .number(number) }
      if let members = object as? JSONObject { return .object(members) }
      if let integer = object as? any BinaryInteger { return .number(JSONNumber(integer)) }
      if let float = object as? any BinaryFloatingPoint {
        let number = (float as? Float).flatMap { JSONNumber($0) }
        return try Self.number(
          number ?? Double(exactly: float).flatMap { JSONNumber($0) }, object)
      }
      if let string = object as? String { return .string(string) }
      if let substring = object as? Substring { return .string(String(substring)) }
      if type(of: object) == Decimal.self, let decimal = object as? Decimal {
        return try number(JSONNumber(decimal), object)
      }

      // Only instances of classes are cast to classes: to find out that a Swift array isn't an
      // NSNumber, Foundation on Linux would first convert it to an NSArray, with all its contents.
      guard type(of: object) is AnyClass else { return nil }
      if object is NSNull { return .null }
      if let number = object as? NSNumber {
        // A boolean is recognized by its class, which is the same for all of them. Its value and its
        // type code don't suffice: an Int8 has the same ones on Apple platforms.
        if type(of: number) == type(of: NSNumber(value: true)) { return .bool(number.boolValue) }
        return try Self.number(exactNumber(number), object)
      }
      return nil
    }

    private static func number(
      _ number: JSONNumber?, _ object: Any
    ) throws(MappingError) -> JSONValue {
      guard let number else {
        throw unsupported(object, expected: "a number that JSON can express")
      }
      return .number(number)
    }

    private static func exactNumber(_ number: NSNumber) -> JSONNumber? {
      if let decimal = number as? NSDecimalNumber { return JSONNumber(decimal.decimalValue) }
      // Foundation guarantees the precondition, a C string at the pointer.
      switch unsafe String(cString: number.objCType) {
      case "d": return JSONNumber(number.doubleValue)
      case "f": return JSONNumber(number.floatValue)
      case "Q": return JSONNumber(number.uint64Value)
      default: return JSONNumber(number.int64Value)
      }
    }

    private static func unsupported(_ object: Any, expected: String) -> MappingError {
      MappingError(.invalidValue, expected: expected, found: "a value of type \(type(of: object))")
    }
  }
#endif
