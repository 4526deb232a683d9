import Foundation

extension JSONValue {
  /// Makes a value from the objects that `JSONSerialization` and property lists use.
  ///
  /// Supported are `NSNull`, `NSNumber` (booleans and numbers are distinguished),
  /// `NSDecimalNumber`, strings, arrays and dictionaries of Foundation and of Swift, all Swift
  /// integer and floating-point types, `Decimal`, optionals (nil becomes `null`) and JSON values
  /// themselves. Numbers keep their exact value; a `Float` or `Double` becomes its shortest
  /// decimal. Members have the order of the dictionary's iteration.
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
    self = try FoundationConverter.convert(object)
  }
}
