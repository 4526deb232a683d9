import EssentialFoundation

extension MappingError: CustomStringConvertible, LocalizedError {
  /// The failure and its position, on one line.
  ///
  /// The path comes first, then what was expected and found, then, in parentheses, the line, the
  /// column, and the property: `$.user.age: expected Int, found a string (line 3, column 12,
  /// User.age)`.
  public var description: String {
    (hasPlace ? "\(path): " : "") + summary + placeNote
      + (snippet.map { " near \"\($0)\"" } ?? "")
  }

  /// Whether it has a position in a document, unlike a wrong declaration and a file that can't be read.
  private var hasPlace: Bool { code != .declaration && code != .unreadableSource }

  /// The text of ``description``, so `localizedDescription` has the cause of the failure.
  public var errorDescription: String? { description }

  /// The failure without its position.
  private var summary: String {
    switch code {
    case .missingKey:
      let others = details.alternatives.map(\.quoted)
      let note =
        others.isEmpty
        ? "" : ", as \(others.count == 1 ? "is" : "are") \(others.listed(with: "and"))"
      return "required key is missing" + note + (expected.map { ", expected \($0)" } ?? "")
    case .duplicateKey:
      return "key appears a second time"
    case .unknownKey:
      return "no property has this key"
    case .unexpectedNull:
      return "expected \(expected ?? "a value"), found null"
    case .trailingContent:
      return "unexpected content after the end of the value"
    case .declaration, .custom, .notEncodable, .unreadableSource:
      let text = found == nil ? expected : expectation
      return [text, cause].compactMap { $0 }.joined(separator: ": ")
    default:
      return [expectation, cause].compactMap { $0 }.joined(separator: ": ")
    }
  }

  /// What was expected and found; nil if neither is known.
  var expectation: String? {
    let parts = [expected.map { "expected \($0)" }, found.map { "found \($0)" }].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The underlying error's text. The author of an error decides what it contains.
  private var cause: String? {
    guard let underlying else { return nil }
    // Foundation's texts quote values, and `expected` has the rest of them already.
    if underlying is DecodingError { return expected == nil ? "DecodingError" : nil }
    if underlying is EncodingError { return expected == nil ? "EncodingError" : nil }
    // Foundation's text for an error of the file system repeats the path, on several lines.
    let systemError =
      underlying as? POSIXError ?? (underlying as? CocoaError)?.underlying as? POSIXError
    let text = systemError?.text ?? String(describing: underlying)
    // Its place is none of the document whose place follows.
    let isElsewhere = code == .custom && (underlying as? MappingError)?.hasPlace == true
    return isElsewhere ? "in another document: " + text : text
  }

  private var placeNote: String {
    var notes: [String] = []
    if let line, let column { notes.append("line \(line), column \(column)") }
    if let model {
      let name = property.map { "\(model).\($0)" } ?? model
      // The text of most declarations begins with the name.
      let hasName = code == .declaration && expected?.hasPrefix(name + " ") == true
      if !hasName { notes.append(name) }
    }
    return notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
  }
}

extension [String] {
  /// The texts with commas, and a word before the last one: `a, b, and c`.
  func listed(with word: String) -> String {
    guard count > 2 else { return joined(separator: " \(word) ") }
    return dropLast().joined(separator: ", ") + ", \(word) \(self[count - 1])"
  }
}
