#if Foundation
  import Foundation

  /// Untyped JSON as the objects of Foundation: `[String: Any]`, `[Any]`, `Any`.
  ///
  /// Decodes the objects that ``JSONValue/foundationObject`` describes, with `NSNull` for `null`, and numbers as exact
  /// as their Swift types allow; a number out of the range of `Double` is an error. Encodes everything that
  /// ``JSONValue/init(foundation:)`` accepts. Where there is no need for `Any`, ``JSONValue`` is exact, `Sendable` and
  /// needs no transform.
  ///
  /// ```swift
  /// @Mapped("meta", transform: .any) var meta: [String: Any]
  /// @Mapped("items", transform: .any) var items: [Any]?
  /// ```
  public struct AnyTransform: Transform {
    /// Makes a transform.
    public init() {}

    public func decode(_ json: JSONValue) throws -> Any { try json.checkedFoundationObject() }

    public func encode(_ object: Any) throws -> JSONValue {
      do {
        return try JSONValue(foundation: object)
      } catch {
        guard error.code == .invalidValue, let found = error.found, let expected = error.expected
        else { throw error }
        // The path inside of the object continues that of the property.
        throw MappingError(
          MappingError.Details(
            code: .notEncodable, subpath: error.path.components,
            expected: "\(found) is not \(expected)"))
      }
    }
  }

  extension ValueCoding where Self == AnyTransform {
    /// Untyped JSON as `Any`, or in containers such as `[String: Any]`.
    public static var any: AnyTransform { AnyTransform() }
  }
#endif
