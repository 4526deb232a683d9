// Declarations that can't be mapped. The compiler shows what to write instead, rather than which
// generic requirement fails.

extension Mapped {
  @available(
    *, unavailable,
    message: """
      use JSONValue for Any, a ModelRegistry for any P, transform: .codable() or .rawValue(), or adopt Mappable, \
      MappableValue, or, for the keys of a dictionary, MappableKey
      """
  )
  @_disfavoredOverload
  public init(
    _ key: String? = nil, _ alternatives: String..., nested: Bool = true, delimiter: String = ".",
    coercion: Coercion? = nil, onFailure: FailurePolicy? = nil, direction: MappingDirection = .both
  ) { fatalError() }

  @available(
    *, unavailable,
    message: """
      use JSONValue for Any, a ModelRegistry for any P, transform: .codable() or .rawValue(), or adopt Mappable, \
      MappableValue, or, for the keys of a dictionary, MappableKey
      """
  )
  @_disfavoredOverload
  public init(
    wrappedValue: Value, _ key: String? = nil, _ alternatives: String..., nested: Bool = true,
    delimiter: String = ".", coercion: Coercion? = nil, onFailure: FailurePolicy? = nil,
    direction: MappingDirection = .both
  ) { fatalError() }
}

extension Mapped {
  @available(
    *, unavailable,
    message: "write the label of the transform: @Mapped(transform: .iso8601)"
  )
  @_disfavoredOverload
  public init<Coding: ValueCoding>(
    _ transform: Coding, nested: Bool = true,
    delimiter: String = ".", coercion: Coercion? = nil, onFailure: FailurePolicy? = nil,
    direction: MappingDirection = .both
  ) { fatalError() }

  @available(
    *, unavailable,
    message: "write the label of the transform: @Mapped(\"key\", transform: .iso8601)"
  )
  @_disfavoredOverload
  public init<Coding: ValueCoding>(
    _ key: String, _ transform: Coding, nested: Bool = true,
    delimiter: String = ".", coercion: Coercion? = nil, onFailure: FailurePolicy? = nil,
    direction: MappingDirection = .both
  ) { fatalError() }

  @available(
    *, unavailable,
    message: "write the label of the transform: @Mapped(transform: .iso8601)"
  )
  @_disfavoredOverload
  public init<Coding: ValueCoding>(
    wrappedValue: Value, _ transform: Coding, nested: Bool = true,
    delimiter: String = ".", coercion: Coercion? = nil, onFailure: FailurePolicy? = nil,
    direction: MappingDirection = .both
  ) { fatalError() }

  @available(
    *, unavailable,
    message: "write the label of the transform: @Mapped(\"key\", transform: .iso8601)"
  )
  @_disfavoredOverload
  public init<Coding: ValueCoding>(
    wrappedValue: Value, _ key: String, _ transform: Coding, nested: Bool = true,
    delimiter: String = ".", coercion: Coercion? = nil, onFailure: FailurePolicy? = nil,
    direction: MappingDirection = .both
  ) { fatalError() }
}
