import Foundation

/// Names of Swift made of keys.
enum SwiftName {
  /// The name of a property for a key: `user_id` becomes `userID`.
  static func property(_ key: String) -> String {
    let words = words(of: key)
    guard let first = words.first else { return "value" }
    let rest = words.dropFirst().map(capitalized).joined()
    let capitals = isAcronym(first) ? first.count : 1
    let name = first.prefix(capitals).lowercased() + first.dropFirst(capitals) + rest
    return unreserved(name.first?.isNumber == true ? "_" + name : name)
  }

  /// A name that isn't taken yet: with a number after it if it is.
  ///
  /// - Parameter taken: the names that are taken, each with the last number that was put after it, or 1.
  static func unused(_ name: String, _ taken: inout [String: Int]) -> String {
    var (unused, number) = (name, taken[name] ?? 1)
    while taken[unused] != nil {
      number += 1
      unused = name.filter { $0 != "`" } + "\(number)"
    }
    taken[unused] = 1
    taken[name] = number
    return unused
  }

  /// The name of a type for a key: `user_ids` becomes `UserIDs`, of an element `UserID`.
  static func type(_ key: String, isElement: Bool = false) -> String {
    var words = words(of: key)
    if isElement, let last = words.last { words[words.count - 1] = singular(last) }
    let name = words.map(capitalized).joined()
    guard let first = name.first else { return "Value" }
    return first.isNumber ? "Value" + name : name
  }

  /// The name of a type for the values of a file.
  static func type(ofFile path: String, isElement: Bool = false) -> String {
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    return type(name, isElement: isElement)
  }

  /// A text as a literal; no apostrophe needs an escape.
  static func literal(_ text: String) -> String {
    text.debugDescription.replacing("\\'", with: "'")
  }

  /// Whether a text can be the name of a type.
  static func isIdentifier(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter || first == "_", text != "_" else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && !keywords.contains(text)
  }

  /// Whether a key can stand in a path without quotes.
  static func isPathStep(_ key: String) -> Bool {
    !key.isEmpty && key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
  }

  // MARK: Words

  /// The words of a key, separated by anything but letters and digits, or by capitals.
  private static func words(of key: String) -> [String] {
    var words: [String] = []
    var word = ""
    func isPart(_ character: Character) -> Bool {
      // Names may contain other characters as well, but few readers expect them.
      character.unicodeScalars.allSatisfy {
        $0.properties.isXIDContinue && $0 != "_" && !$0.properties.isDefaultIgnorableCodePoint
      }
    }
    for character in key {
      if !isPart(character) || (character.isUppercase && word.last?.isLowercase == true) {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if isPart(character) { word.append(character) }
    }
    if !word.isEmpty { words.append(word) }
    if let first = words.first?.unicodeScalars.first, !first.properties.isXIDStart,
      !("0"..."9").contains(first)
    {
      words[0] = "_" + words[0]
    }
    return words
  }

  private static let acronyms: Set<String> = [
    "id", "ids", "url", "urls", "uri", "html", "json", "xml", "http", "https", "uuid", "utc", "api",
    "ip",
  ]

  private static func isAcronym(_ word: String) -> Bool {
    acronyms.contains(word.lowercased()) || (word.count > 1 && word == word.uppercased())
  }

  private static func capitalized(_ word: String) -> String {
    let lowercase = word.lowercased()
    if acronyms.contains(lowercase) {
      let isPlural = lowercase == "ids" || lowercase == "urls"
      return isPlural ? lowercase.dropLast().uppercased() + "s" : lowercase.uppercased()
    }
    // Whole words in capitals are no acronyms if they are long.
    if word.count > 4, word == word.uppercased() { return lowercase.capitalized }
    return word.prefix(1).uppercased() + word.dropFirst()
  }

  /// The singular of an English plural, as far as the ending tells.
  static func singular(_ word: String) -> String {
    let lowercase = word.lowercased()
    let irregular = [
      "children": "child", "people": "person", "men": "man", "women": "woman", "feet": "foot",
      "series": "series", "species": "species", "news": "news", "data": "datum", "media": "medium",
      "indices": "index", "vertices": "vertex", "matrices": "matrix", "movies": "movie",
      "statuses": "status", "aliases": "alias", "buses": "bus", "viruses": "virus",
    ]
    if let singular = irregular[lowercase] {
      return word.first?.isUppercase == true ? capitalized(singular) : singular
    }
    if lowercase.hasSuffix("ies"), word.count > 4 { return word.dropLast(3) + "y" }
    for ending in ["sses", "shes", "ches", "xes", "zes"] where lowercase.hasSuffix(ending) {
      return String(word.dropLast(2))
    }
    for ending in ["ss", "us", "is"] where lowercase.hasSuffix(ending) { return word }
    return lowercase.hasSuffix("s") && word.count > 1 ? String(word.dropLast()) : word
  }

  // MARK: Reserved names

  /// A name for a property or a case: in backquotes if it's a keyword, another one if it can't be used.
  private static func unreserved(_ name: String) -> String {
    if taken.contains(name) { return name + "Value" }
    return keywords.contains(name) ? "`\(name)`" : name
  }

  /// Names that properties can't have, or that would hide what models inherit.
  private static let taken: Set<String> = [
    "self", "init", "_", "encode", "encodeString", "encodeValue", "update", "mapping",
    "unknownCase", "isNone",
    "rawValue", "allCases", "hash", "hashValue",
  ]

  private static let keywords: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import",
    "init", "inout", "internal", "let", "operator", "private", "precedencegroup",
    "protocol", "public", "rethrows", "static", "struct", "subscript", "typealias", "var", "break",
    "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard",
    "if", "in", "repeat", "return", "throw", "switch", "where", "while", "Any", "as", "await",
    "false", "is", "nil", "self", "Self", "super", "throws", "true", "try", "Type", "Protocol",
  ]

  /// Names of types and modules that a model would hide.
  static let typesInUse: Set<String> = [
    "Any", "AnyObject", "Array", "Bool", "Character", "Codable", "Collection", "Data", "Date",
    "Decimal", "Decodable", "Dictionary", "Double", "Encodable", "Equatable", "Error", "Extras",
    "Flattened", "Float", "Formatter", "Foundation", "Hashable", "Identifiable", "Int", "Int128",
    "JSONNumber", "JSONObject", "JSONReader", "JSONValue", "JSONView", "JSONWriter", "Key",
    "Locale", "Mappable", "MappableValue", "Mapped", "Mapper", "MappingError", "Measurement",
    "MirrorMap", "Never", "Notification", "Operation", "Optional", "Process", "Progress",
    "Protocol", "Range", "Result", "Self", "Sendable", "Sequence", "Set", "String", "Substring",
    "Swift", "Task", "Thread", "TimeZone", "Timer", "Transform", "Type", "UInt", "UInt64",
    "UInt128", "URL", "URI", "UUID", "Unit", "UnknownCaseProviding", "Void",
  ]
}
