/// The library's own key strategies: `.unchanged`, `.snakeCase`, `.kebabCase`, `.separated(by:)`,
/// and `.caseInsensitive`.
public struct StandardKeys: KeyStrategy {
  fileprivate enum Form: Equatable {
    case unchanged
    case separated(String)
    /// The number of the strategy that makes the keys; see ``KeyStrategies``.
    case caseInsensitive(Int32)
  }

  fileprivate let form: Form

  public func key(for name: String) -> String {
    switch form {
    case .unchanged: name
    case .separated(let separator): Self.words(of: name, separator)
    case .caseInsensitive(let base): KeyStrategies.strategy(base).key(for: name)
    }
  }

  public var ignoresCase: Bool { if case .caseInsensitive = form { true } else { false } }

  /// The words of a name in lower case, with a separator between them.
  private static func words(of name: String, _ separator: String) -> String {
    let characters = Array(name)
    var key = ""
    for (index, character) in characters.enumerated() {
      if index > 0, character.isUppercase {
        let previous = characters[index - 1]
        let endsCapitals =
          previous.isUppercase && characters[(index + 1)...].first?.isLowercase == true
        if previous.isLowercase || previous.isNumber || endsCapitals { key += separator }
      }
      key += character.lowercased()
    }
    return key
  }
}

extension KeyStrategy where Self == StandardKeys {
  /// Unchanged names as keys, for a model that doesn't follow its mapper's strategy.
  public static var unchanged: StandardKeys { StandardKeys(form: .unchanged) }

  /// Lowercase words with underscores between them: `userID` becomes `user_id`.
  public static var snakeCase: StandardKeys { separated(by: "_") }

  /// Lowercase words with hyphens between them: `userID` becomes `user-id`.
  public static var kebabCase: StandardKeys { separated(by: "-") }

  /// Lowercase words with a separator between them.
  ///
  /// A word begins with an uppercase letter after a lowercase letter or a digit, and with the last of
  /// several uppercase letters before a lowercase letter:
  ///
  ///     userID        user_id
  ///     htmlURL       html_url
  ///     URLSession    url_session
  ///     line2Text     line2_text
  public static func separated(by separator: String) -> StandardKeys {
    StandardKeys(form: .separated(separator))
  }

  /// Names as keys, whose case in documents is ignored.
  public static var caseInsensitive: StandardKeys { caseInsensitive(.unchanged) }

  /// Keys of another strategy, whose case in documents is ignored.
  ///
  /// It's a declaration error if the keys of two properties differ only in case. In a document, two
  /// such keys are duplicates.
  ///
  /// - Parameter base: Makes the keys, and how they are encoded.
  public static func caseInsensitive(_ base: any KeyStrategy) -> StandardKeys {
    StandardKeys(form: .caseInsensitive(KeyStrategies.number(of: base)))
  }
}
