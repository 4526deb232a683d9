/// Derives keys from property names, for properties that don't declare a key.
///
/// ``StandardKeys`` has `.snakeCase`, `.kebabCase`, `.separated(by:)`, `.caseInsensitive`, and
/// `.unchanged`. Write your own:
///
/// ```swift
/// struct Capitalized: KeyStrategy {
///   func key(for name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
/// }
/// mapper.keyStrategy = Capitalized()
/// ```
///
/// Keys are made from names, never names from keys, so a property is encoded under the key it's
/// decoded from: `userID` is `user_id` in both directions.
///
/// The keys of a type are made once for each strategy, and kept. Equal strategies share them, so
/// don't make many different ones.
public protocol KeyStrategy: Equatable, Sendable {
  /// The key of a property.
  func key(for name: String) -> String

  /// Whether the case of keys in documents is ignored, also for declared keys. Defaults to false.
  var ignoresCase: Bool { get }
}

extension KeyStrategy {
  public var ignoresCase: Bool { false }

  /// Whether another strategy has the same type and is equal.
  func isEqual(to other: any KeyStrategy) -> Bool { (other as? Self) == self }
}
