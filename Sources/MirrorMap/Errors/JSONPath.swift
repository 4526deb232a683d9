/// The path from a document's root to one of its values, such as `$.items[3].user.name`.
///
/// Keys that aren't plain names are quoted: `$["a key"].b`. The format is similar to that of RFC 9535, but a hyphen
/// needs no quotes: `$.content-type`.
public struct JSONPath: Hashable, Sendable {
  /// One step: into an object or into an array.
  public enum Component: Hashable, Sendable {
    /// The member of an object with this key.
    case key(String)
    /// The element of an array at this index.
    case index(Int)
  }

  /// A path that others begin with, and its last step. Paths of many errors share them.
  typealias Step = Chain<Component>

  /// The last step; nil for the root.
  private var last: Step?

  /// The steps from the root; empty for the root itself.
  ///
  /// - Complexity: O(n) in the number of steps.
  public var components: [Component] {
    get {
      guard let last else { return [] }
      return sequence(first: last) { $0.outer }.map(\.element).reversed()
    }
    set { self = JSONPath(newValue) }
  }

  /// Makes a path of these steps.
  public init(_ components: [Component] = []) {
    last = components.reduce(nil) { Step($1, in: $0) }
  }

  /// Makes a path that ends with a step.
  init(last: Step?) { self.last = last }

  /// Appends steps.
  mutating func append(_ components: [Component]) {
    for component in components { last = Step(component, in: last) }
  }

  public static func == (left: JSONPath, right: JSONPath) -> Bool {
    left.components == right.components
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(components) }
}

extension JSONPath: CustomStringConvertible {
  /// The path as text. Keys of more than 128 characters are shortened in the middle, and so are paths of more
  /// than 64 steps.
  public var description: String {
    let components = components
    guard components.count > 64 else { return "$" + Self.text(of: components[...]) }
    return "$" + Self.text(of: components.prefix(32)) + "…" + Self.text(of: components.suffix(32))
  }

  private static func text(of components: ArraySlice<Component>) -> String {
    components.reduce(into: "") { text, component in
      switch component {
      case .index(let index): text += "[\(index)]"
      case .key(let key):
        let key = key.shortened
        text += key.isPlainName ? ".\(key)" : "[\(key.quoted)]"
      }
    }
  }
}

extension String {
  /// The text itself, or the beginning and the end of a long one.
  var shortened: String {
    // A character of the text can have any number of scalars.
    guard utf8.count > 128, unicodeScalars.count > 128 else { return self }
    return String(unicodeScalars.prefix(64)) + "…" + String(unicodeScalars.suffix(63))
  }

  /// Whether a path can show this key without quotes.
  fileprivate var isPlainName: Bool {
    guard let first = unicodeScalars.first, !("0"..."9").contains(first) else { return false }
    return unicodeScalars.allSatisfy {
      $0 == "_" || $0 == "-" || ("0"..."9").contains($0) || $0.properties.isAlphabetic
    }
  }

  /// This text as a JSON string.
  var quoted: String {
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
