/// A model with a key strategy of its own, which replaces the mapper's.
///
/// ```swift
/// struct Repository: Mappable, KeyStrategyProviding {
///   static var keyStrategy: any KeyStrategy { .snakeCase }
///   @Mapped var fullName: String       // full_name
///   @Mapped var htmlURL: URL           // html_url
/// }
/// ```
///
/// Models inside it have the same strategy, unless they have their own.
public protocol KeyStrategyProviding: ModelHook {
  /// The strategy that makes the model's keys. It's read once per type.
  static var keyStrategy: any KeyStrategy { get }
}
