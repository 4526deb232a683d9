/// How the key of a property is made of its name, for properties that declare no key.
///
/// There are `.snakeCase`, `.kebabCase`, `.caseInsensitive` and `.unchanged`. Your own:
///
/// ```swift
/// struct Capitalised: KeyStrategy {
///   func key(for name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
/// }
/// mapper.keyStrategy = Capitalised()
/// ```
///
/// As keys are made of names, and never names of keys, whatever is read is written under the same
/// key: `userID` is `user_id` both ways.
///
/// The keys of a type are worked out once for each strategy that it is used with, and kept; equal
/// strategies are one. Make few of them.
public protocol KeyStrategy: Equatable, Sendable {
  /// The key of a property.
  func key(for name: String) -> String

  /// Whether keys in documents are found whatever the case of their letters, declared ones as well.
  /// Defaults to false.
  var ignoresCase: Bool { get }
}

extension KeyStrategy {
  public var ignoresCase: Bool { false }

  /// Whether another strategy is of the same type and equal.
  func isEqual(to other: any KeyStrategy) -> Bool { (other as? Self) == self }
}

/// Takes names as they are: for a model that does not follow its mapper's strategy.
public struct UnchangedKeys: KeyStrategy {
  public init() {}

  public func key(for name: String) -> String { name }
}

extension KeyStrategy where Self == UnchangedKeys {
  /// Names as they are.
  public static var unchanged: UnchangedKeys { UnchangedKeys() }
}
