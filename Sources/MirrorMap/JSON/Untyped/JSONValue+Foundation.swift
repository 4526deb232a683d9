import Foundation

extension JSONValue {
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
  /// - Throws: ``MappingError`` that names the type and the path of the first object without a JSON form: a
  ///   `Date`, a `URL`, `Data`, NaN, a key that is not a string, more than 512 levels of nesting.
  public init(foundation object: Any) throws(MappingError) {
    self = try FoundationConverter.convert(object)
  }
}
