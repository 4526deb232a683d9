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
    let bytes = Array(name.utf8)
    guard bytes.allSatisfy({ $0 < 0x80 }) else {
      let characters = Array(name)
      let letters = characters.map { Letter($0) }
      var key = ""
      for (index, character) in characters.enumerated() {
        if Letter.beginsWord(index, in: letters) { key += separator }
        key += character.lowercased()
      }
      return key
    }
    // Most names are ASCII. To find the characters of a string would take ten times as long.
    let letters = bytes.map { Letter($0) }
    var key: [UInt8] = []
    key.reserveCapacity(2 * bytes.count)
    for (index, byte) in bytes.enumerated() {
      if Letter.beginsWord(index, in: letters) { key += separator.utf8 }
      key.append(letters[index].isUppercase ? byte | 0x20 : byte)
    }
    return String(decoding: key, as: UTF8.self)
  }
}

/// What a character of a name is, as far as the beginnings of words depend on it.
private struct Letter {
  let isUppercase, isLowercase, isNumber: Bool

  /// - Precondition: The byte is a character of ASCII.
  init(_ byte: UInt8) {
    isUppercase = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
    isLowercase = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
    isNumber = byte.isDigit
  }

  init(_ character: Character) {
    isUppercase = character.isUppercase
    isLowercase = character.isLowercase
    isNumber = character.isNumber
  }

  /// Whether a word begins at an index that isn't the first.
  static func beginsWord(_ index: Int, in letters: [Letter]) -> Bool {
    guard index > 0, letters[index].isUppercase else { return false }
    let previous = letters[index - 1]
    let endsCapitals =
      previous.isUppercase && index + 1 < letters.count && letters[index + 1].isLowercase
    return previous.isLowercase || previous.isNumber || endsCapitals
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
