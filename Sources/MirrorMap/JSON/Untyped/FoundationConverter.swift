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
      // What JSONSerialization makes, before casts that search for conformances.
      let type = type(of: object)
      if type == String.self, let string = object as? String { return .leaf(.string(string)) }
      if type is NSNumber.Type, let number = object as? NSNumber {
        if type == booleanClass { return .leaf(.bool(number.boolValue)) }
        return .leaf(try Self.number(exactNumber(number), number))
      }
      if depth < maximumDepth {
        if type == [String: Any].self, let members = object as? [String: Any] {
          return container(members)
        }
        if type == [Any].self, let elements = object as? [Any] { return .container(elements) }
      }
      if type == AnyHashable.self, let boxed = object as? AnyHashable {
        return try start(boxed.base, depth: depth)
      }
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
      if let dictionary = object as? [String: Any] { return container(dictionary) }
      let isDictionary = object is [AnyHashable: Any]
      throw unsupported(
        object, expected: isDictionary ? "a dictionary with string keys" : "a JSON value")
    }

    private static func container(
      _ members: [String: Any]
    ) -> TreeConversion<Any, JSONValue>.Step {
      var keys = Array(members.keys)
      // A bridged NSString would be converted at every comparison.
      for index in keys.indices { keys[index].makeContiguousUTF8() }
      return .container(keys: keys, Array(members.values))
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
      // NSNull, Foundation on Linux would first convert it to an NSArray, with all its contents.
      return type(of: object) is AnyClass && object is NSNull ? .null : nil
    }

    /// The class of booleans, which is the same for all of them. Value and type code don't distinguish them: an Int8
    /// has the same ones on Apple platforms.
    private static let booleanClass: AnyClass = type(of: NSNumber(value: true))

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
      switch unsafe UInt8(bitPattern: number.objCType.pointee) {
      case UInt8(ascii: "d"): return JSONNumber(number.doubleValue)
      case UInt8(ascii: "f"): return JSONNumber(number.floatValue)
      case UInt8(ascii: "Q"): return JSONNumber(number.uint64Value)
      default: return JSONNumber(number.int64Value)
      }
    }

    private static func unsupported(_ object: Any, expected: String) -> MappingError {
      MappingError(.invalidValue, expected: expected, found: "a value of type \(type(of: object))")
    }
  }
#endif
