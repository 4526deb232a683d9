/// Lower case words with a separator between them: `user_id`, `html-url`.
///
/// A word begins with a capital that follows a small letter or a digit, and with the last capital of
/// several that a small letter follows:
///
///     userID        user_id
///     htmlURL       html_url
///     URLSession    url_session
///     line2Text     line2_text
public struct SeparatedWordKeys: KeyStrategy {
  private let separator: String

  /// - Parameter separator: what stands between two words.
  public init(separator: String) { self.separator = separator }

  public func key(for name: String) -> String {
    let characters = Array(name)
    var key = ""
    for (index, character) in characters.enumerated() {
      if index > 0, character.isUppercase, Self.beginsWord(characters, at: index) {
        key += separator
      }
      key += character.lowercased()
    }
    return key
  }

  /// - Precondition: the character at `index` is a capital and not the first.
  private static func beginsWord(_ characters: [Character], at index: Int) -> Bool {
    let previous = characters[index - 1]
    if previous.isLowercase || previous.isNumber { return true }
    let hasNext = index + 1 < characters.count
    return previous.isUppercase && hasNext && characters[index + 1].isLowercase
  }
}

extension KeyStrategy where Self == SeparatedWordKeys {
  /// `userID` is `user_id`.
  public static var snakeCase: SeparatedWordKeys { SeparatedWordKeys(separator: "_") }

  /// `userID` is `user-id`.
  public static var kebabCase: SeparatedWordKeys { SeparatedWordKeys(separator: "-") }
}
