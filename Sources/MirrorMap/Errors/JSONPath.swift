/// The path from a document's root to one of its values, such as `$.items[3].user.name`.
///
/// Keys that aren't plain names are quoted: `$["a key"].b`. The format is that of RFC 9535.
public struct JSONPath: Hashable, Sendable {
  /// One step: into an object or into an array.
  public enum Component: Hashable, Sendable {
    /// The member of an object with this key.
    case key(String)
    /// The element of an array at this index.
    case index(Int)
  }

  /// The steps from the root; empty for the root itself.
  public var components: [Component]

  /// Makes a path of these steps.
  public init(_ components: [Component] = []) { self.components = components }
}

extension JSONPath: CustomStringConvertible {
  public var description: String {
    components.reduce(into: "$") { text, component in
      switch component {
      case .index(let index): text += "[\(index)]"
      case .key(let key) where key.isPlainName: text += ".\(key)"
      case .key(let key): text += "[\(key.quoted)]"
      }
    }
  }
}

extension String {
  /// Whether a path can show this key without quotes.
  fileprivate var isPlainName: Bool {
    guard let first = unicodeScalars.first, !("0"..."9").contains(first) else { return false }
    return unicodeScalars.allSatisfy {
      $0 == "_" || $0 == "-" || ("0"..."9").contains($0) || $0.properties.isAlphabetic
    }
  }

  /// This text as a JSON string.
  fileprivate var quoted: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case _ where scalar.value < 0x20:
        text += (scalar.value < 0x10 ? "\\u000" : "\\u00") + String(scalar.value, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
