#if Foundation
  import Foundation

  extension JSONValue {
    /// Makes a value from the objects that `JSONSerialization` and property lists use.
    ///
    /// Supported are `NSNull`, `NSNumber` (booleans and numbers are distinguished),
    /// `NSDecimalNumber`, strings, arrays and dictionaries of Foundation and of Swift, all Swift
    /// integers, floating-point values that a `Double` holds exactly, `Decimal`, optionals (nil
    /// becomes `null`) and JSON values themselves. Numbers keep their exact value; a `Float` or
    /// `Double` becomes its shortest decimal. Members have the order of the dictionary's iteration.
    ///
    /// ```swift
    /// let json = try JSONValue(foundation: ["id": 7, "tags": ["a"]])
    /// ```
    ///
    /// Containers must not contain themselves: Foundation on Linux crashes when it accesses one that
    /// does.
    ///
    /// - Throws: ``MappingError`` that names the type and the path of the first object without a JSON
    ///   form: a `Date`, a `URL`, `Data`, NaN, a key that is not a string, more than 512 levels of
    ///   nesting.
    public init(foundation object: Any) throws(MappingError) {
      var conversion = TreeConversion<Any, JSONValue>()
      do throws(MappingError) {
        self = try conversion.convert(object, start: FoundationConverter.start) { _, keys, values in
          guard let keys else { return .array(values) }
          // Those of a dictionary are distinct.
          return .object(JSONObject(keyList: JSONKeyList(keys), elements: values))
        }
      } catch {
        throw error.with { ($0.path, $0.isLocated) = (conversion.path, true) }
      }
    }

    /// The value as the objects that `JSONSerialization` uses.
    ///
    /// These are `NSNull`, `Bool`, `String`, `[Any]`, `[String: Any]`, and numbers. A number whose
    /// ``JSONNumber/description`` has neither a point nor an exponent, such as `42`, and `1e2`, which is `100`,
    /// becomes an `Int`, or a `UInt64` if it is out of the range of `Int`. `-0` becomes a `Double`, because no
    /// integer keeps its sign. Any other number becomes a `Double` if the shortest decimal of that `Double`
    /// is the number itself, otherwise a `Decimal` if that can represent it exactly. All remaining
    /// numbers become the nearest `Double`, infinite beyond its range.
    ///
    /// Swift's dictionaries treat canonically equivalent keys as equal. If an object has several such
    /// members, the last one wins.
    ///
    /// - Complexity: O(*n*). No recursion.
    public var foundationObject: Any {
      var conversion = TreeConversion<JSONValue, Any>()
      return makeFoundationObject(&conversion) { number in
        number.foundationObject ?? (number.canonical.isNegative ? -Double.infinity : .infinity)
      }
    }

    /// The value as the objects that `JSONSerialization` uses; see ``foundationObject``.
    ///
    /// - Throws: ``MappingError`` with the path of a number that is out of the ranges of `Double` and `Decimal`.
    func checkedFoundationObject() throws(MappingError) -> Any {
      var conversion = TreeConversion<JSONValue, Any>()
      do throws(MappingError) {
        return try makeFoundationObject(&conversion) { (number) throws(MappingError) in
          if let object = number.foundationObject { return object }
          throw MappingError(
            .numberOutOfRange, expected: "Any", found: "a number out of the range of Double")
        }
      } catch {
        throw error.with { $0.subpath = conversion.path.components }
      }
    }

    private func makeFoundationObject<Failure: Error>(
      _ conversion: inout TreeConversion<JSONValue, Any>,
      _ object: (JSONNumber) throws(Failure) -> Any
    ) throws(Failure) -> Any {
      try conversion.convert(self) { (value, _) throws(Failure) in
        switch value {
        case .null: .leaf(NSNull())
        case .bool(let bool): .leaf(bool)
        case .number(let number): .leaf(try object(number))
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
    /// The number as the Swift type that fits best, see ``JSONValue/foundationObject``; nil if it is out of the ranges
    /// of all.
    fileprivate var foundationObject: Any? {
      if isWrittenAsInteger {
        if let int { return int }
        if let unsigned = exactly(UInt64.self) { return unsigned }
      }
      let double = self.double
      if let double, JSONNumber(double) == self { return double }
      return decimal ?? double
    }

    /// Whether the text has neither a point nor an exponent. `-0` doesn't count: only a Double keeps
    /// its sign.
    private var isWrittenAsInteger: Bool {
      switch storage {
      case .compact(significand: 0, _, isNegative: true): return false
      case .compact(_, let exponent, _): return exponent >= 0
      case .text(let text):
        return text.utf8.allSatisfy { $0 == .minus || $0.isDigit }
      }
    }
  }
#endif
