/// Typed values of your own that hooks, transforms, and values can read in one call of `decode` or
/// `encode`.
///
/// ```swift
/// let context = MappingContext(currency)
/// let order = try Order.decode(from: data, context: context)
///
/// struct Price: ContextualTransform {
///   func decode(_ json: Decimal, in context: MappingContext) throws -> Money {
///     guard let currency = context[Currency.self] else {
///       throw MappingError(expected: "a currency in the context")
///     }
///     return Money(json, currency)
///   }
///   …
/// }
/// ```
public struct MappingContext: Sendable {
  /// nil instead of an empty dictionary, as a context is copied for each document.
  private var values: [ObjectIdentifier: any Sendable]?

  /// A context that holds nothing.
  public static let none = MappingContext()

  /// Makes a context that holds nothing.
  public init() {}

  /// Makes a context that holds one value.
  ///
  /// To read the value, pass its static type to the subscript. For an `any P`, the type depends on the language mode
  /// of the calling code: it's `any P` in Swift 5 mode, and the type of the value inside in Swift 6 mode. So don't use
  /// this initializer for an `any P`; assign it instead: `context[(any P).self] = service`.
  public init<Value: Sendable>(_ value: Value) { self[Value.self] = value }

  /// The value of a type; there is one per type.
  public subscript<Value: Sendable>(type: Value.Type) -> Value? {
    get {
      // A cast takes as long if there is no value.
      guard let value = values?[ObjectIdentifier(type)] else { return nil }
      return value as? Value
    }
    set {
      if values == nil { values = [:] }
      values?[ObjectIdentifier(type)] = newValue
    }
  }
}
