import Foundation

/// Turns a tree of Foundation objects into a ``JSONValue``.
///
/// The containers that are open are kept in a list instead of on the stack: how deep the objects
/// may be nested then does not depend on the thread, and the list is the path of an error. For
/// `["a": [1, Date()]]`, when the date is met:
///
/// ```
/// open[0]   members [:], key "a"       path  $.a
/// open[1]   elements [1]               path  $.a[1]
/// ```
struct FoundationConverter {
  /// How deeply containers may be nested. The tree that is made is freed, compared and written by
  /// recursion.
  static let maximumDepth = 512

  /// A container whose elements are being converted.
  private struct Container {
    var restOfArray: IndexingIterator<[Any]>?
    var elements: [JSONValue] = []
    var restOfDictionary: Dictionary<String, Any>.Iterator?
    var members = JSONObject()
    /// The key of the value that is being converted.
    var key = ""

    init(_ array: [Any]) {
      restOfArray = array.makeIterator()
      elements.reserveCapacity(array.count)
    }

    init(_ dictionary: [String: Any]) {
      restOfDictionary = dictionary.makeIterator()
      members.reserveCapacity(dictionary.count)
    }

    var isArray: Bool { restOfArray != nil }

    mutating func next() -> Any? {
      if isArray { return restOfArray?.next() }
      guard let (key, value) = restOfDictionary?.next() else { return nil }
      self.key = key
      return value
    }

    mutating func add(_ value: JSONValue) {
      if isArray { elements.append(value) } else { members.updateValue(value, forKey: key) }
    }

    var value: JSONValue { isArray ? .array(elements) : .object(members) }

    var pathComponent: JSONPath.Component {
      isArray ? .index(elements.count) : .key(key)
    }
  }

  private var open: [Container] = []

  /// Converts one object and what it contains.
  mutating func convert(_ root: Any) throws(MappingError) -> JSONValue {
    open.removeAll()
    var object = root
    while true {
      var finished: JSONValue?
      do {
        finished = try start(FoundationConverter.unwrapped(object))
      } catch {
        var error = error
        error.details.path = JSONPath(open.map(\.pathComponent))
        error.details.isLocated = true
        throw error
      }
      // What is finished goes into the container around it, and may be the last that it waits for.
      while true {
        if let value = finished {
          guard !open.isEmpty else { return value }
          open[open.count - 1].add(value)
        }
        if let next = open[open.count - 1].next() {
          object = next
          break
        }
        finished = open.removeLast().value
      }
    }
  }

  /// Converts a scalar, or opens a container and returns nil.
  private mutating func start(_ object: Any?) throws(MappingError) -> JSONValue? {
    guard let object else { return .null }
    if let scalar = try FoundationConverter.scalar(object) { return scalar }
    guard open.count < FoundationConverter.maximumDepth else {
      throw MappingError(
        .depthLimit, expected: "at most \(FoundationConverter.maximumDepth) levels of nesting",
        found: "more of them")
    }
    if let array = object as? [Any] {
      open.append(Container(array))
    } else if let dictionary = object as? [String: Any] {
      open.append(Container(dictionary))
    } else {
      let isDictionary = object is [AnyHashable: Any]
      throw FoundationConverter.unsupported(
        object, expected: isDictionary ? "a dictionary with string keys" : "a JSON value")
    }
    return nil
  }

  /// The object inside of any number of optionals.
  private static func unwrapped(_ object: Any) -> Any? {
    var object = object
    while let optional = object as? any OptionalValue {
      guard let wrapped = optional.wrappedObject else { return nil }
      object = wrapped
    }
    return object
  }

  /// Converts anything but containers; nil for what is none of these types.
  private static func scalar(
    _ object: Any
  ) throws(MappingError) -> JSONValue? {
    if type(of: object) == Bool.self, let bool = object as? Bool { return .bool(bool) }
    if let value = object as? JSONValue { return value }
    if let number = object as? JSONNumber { return .number(number) }
    if let members = object as? JSONObject { return .object(members) }
    if let integer = object as? any BinaryInteger { return .number(JSONNumber(integer)) }
    if let float = object as? any BinaryFloatingPoint {
      guard let number = exactNumber(float) else {
        throw unsupported(object, expected: "a number that JSON can express")
      }
      return .number(number)
    }
    if let string = object as? String { return .string(string) }
    if let substring = object as? Substring { return .string(String(substring)) }
    if type(of: object) == Decimal.self, let decimal = object as? Decimal {
      guard let number = JSONNumber(decimal) else {
        throw unsupported(object, expected: "a number that JSON can express")
      }
      return .number(number)
    }

    // Only instances of classes are cast to classes: to find out that a Swift array is no NSNumber,
    // Foundation on Linux would first turn it into an NSArray, with everything that it contains.
    guard type(of: object) is AnyClass else { return nil }
    if object is NSNull { return .null }
    if let number = object as? NSNumber {
      // A boolean is recognized by its class, which is the same for all of them. Its value and
      // its type code do not tell: those of an Int8 are equal on Apple platforms.
      if type(of: number) == type(of: NSNumber(value: true)) { return .bool(number.boolValue) }
      guard let exact = exactNumber(number) else {
        throw unsupported(object, expected: "a number that JSON can express")
      }
      return .number(exact)
    }
    return nil
  }

  private static func exactNumber(_ number: NSNumber) -> JSONNumber? {
    if let decimal = number as? NSDecimalNumber { return JSONNumber(decimal.decimalValue) }
    // The precondition, a C string behind the pointer, is promised by Foundation.
    switch unsafe String(cString: number.objCType) {
    case "d": return JSONNumber(number.doubleValue)
    case "f": return JSONNumber(number.floatValue)
    case "Q": return JSONNumber(number.uint64Value)
    default: return JSONNumber(number.int64Value)
    }
  }

  private static func exactNumber(_ float: any BinaryFloatingPoint) -> JSONNumber? {
    switch float {
    case let double as Double: return JSONNumber(double)
    case let float as Float: return JSONNumber(float)
    default: return exactDouble(float).flatMap { JSONNumber($0) }
    }
  }

  private static func exactDouble(_ float: some BinaryFloatingPoint) -> Double? {
    Double(exactly: float)
  }

  private static func unsupported(_ object: Any, expected: String) -> MappingError {
    MappingError(.invalidValue, expected: expected, found: "a value of type \(type(of: object))")
  }
}
