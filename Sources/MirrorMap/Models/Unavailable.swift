// Calls that users of other libraries try first. The compiler shows what to write instead, rather than which
// generic requirement fails.

import EssentialFoundation

extension MappableValue {
  #if Foundation
    @available(*, unavailable, message: "use decode(fromObject:)")
    @_disfavoredOverload
    public static func decode(
      from object: [String: Any], at keyPath: String? = nil, delimiter: String = ".",
      using mapper: Mapper = .default, context: MappingContext = .none
    ) throws -> Self { fatalError() }
  #endif

  @available(*, unavailable, message: "use decode(contentsOf:)")
  @_disfavoredOverload
  public static func decode(
    from url: URL, at keyPath: String? = nil, delimiter: String = ".",
    using mapper: Mapper = .default, context: MappingContext = .none
  ) throws -> Self { fatalError() }
}

extension ObjectReader {
  @available(
    *, unavailable,
    message: "write the label of the transform: value(\"key\", transform: .iso8601)"
  )
  @_disfavoredOverload
  public mutating func value<Value, Coding: ValueCoding>(
    _ key: String, _ transform: Coding
  ) throws(MappingError) -> Value { fatalError() }
}
