/// Keys in snake case, as `JSONEncoder` makes them.
///
/// A word begins with the first capital letter after a small one, and with the last character before the first small
/// letter after capital ones. Where a key begins, there is a small letter for this purpose.
///
///     myURLProperty    my_url_property
///     aBCd             a_b_cd
///     ab2CD            ab2_cd
///     URL              u_rl
enum SnakeCase {
  static func convert(_ key: String) -> String {
    var words: [Substring] = []
    var wordStart = key.startIndex
    // The capital letter with which the word began, if no small one has come since.
    var capital: String.Index?
    var previous = key.startIndex
    for index in key.indices.dropFirst() {
      let character = key[index]
      if let begun = capital {
        if character.isSmall {
          if previous != begun {
            words.append(key[wordStart..<previous])
            wordStart = previous
          }
          capital = nil
        }
      } else if character.isCapital {
        words.append(key[wordStart..<index])
        wordStart = index
        capital = index
      }
      previous = index
    }
    words.append(key[wordStart...])
    return words.map { $0.lowercased() }.joined(separator: "_")
  }
}

extension Character {
  fileprivate var isSmall: Bool {
    unicodeScalars.first?.properties.generalCategory == .lowercaseLetter
  }

  fileprivate var isCapital: Bool {
    let category = unicodeScalars.first?.properties.generalCategory
    return category == .uppercaseLetter || category == .titlecaseLetter
  }
}
