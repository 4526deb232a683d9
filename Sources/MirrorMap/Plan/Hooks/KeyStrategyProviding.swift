/// A model with a key strategy of its own, whatever the mapper says.
///
/// ```swift
/// struct Repository: Mappable, KeyStrategyProviding {
///   static var keyStrategy: any KeyStrategy { .snakeCase }
///   @Mapped var fullName: String       // full_name
///   @Mapped var htmlURL: URL           // html_url
/// }
/// ```
///
/// Models inside it follow the same strategy, unless they have their own.
public protocol KeyStrategyProviding: ModelHook {
  /// How keys are made of the names of properties. Asked once per type.
  static var keyStrategy: any KeyStrategy { get }
}
