/// Says which object inside a tree of Foundation objects has no JSON form, and where it is.
struct UnsupportedFoundationObject: Error, Equatable, Sendable, CustomStringConvertible {
  /// A step from a container to an element.
  enum PathComponent: Hashable, Sendable {
    case key(String)
    case index(Int)
  }

  /// Why an object was refused.
  enum Reason: Hashable, Sendable {
    /// JSON has no counterpart of the type.
    case type
    /// A floating-point number is NaN or infinite, or has more precision than `Double`.
    case number
    /// A dictionary has a key that is not a string.
    case key
    /// Containers are nested more deeply than allowed, or contain themselves.
    case depth
  }

  /// The way from the root to the object.
  var path: [PathComponent]
  /// The Swift type of the object.
  var typeName: String
  var reason: Reason

  /// The path as text, such as `$.items[3]["first name"]`.
  var pathDescription: String {
    path.reduce(into: "$") { text, component in
      switch component {
      case .index(let index): text += "[\(index)]"
      case .key(let key) where UnsupportedFoundationObject.isPlain(key): text += ".\(key)"
      case .key(let key):
        let escaped = key.unicodeScalars.map { scalar in
          scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : scalar.escaped(asASCII: false)
        }
        text += "[\"\(escaped.joined())\"]"
      }
    }
  }

  var description: String {
    let complaint =
      switch reason {
      case .type: "is not a JSON value"
      case .number: "holds a number that JSON cannot express"
      case .key: "has a key that is not a string"
      case .depth: "is nested too deeply"
      }
    return "\(typeName) at \(pathDescription) \(complaint)"
  }

  private static func isPlain(_ key: String) -> Bool {
    guard let first = key.unicodeScalars.first, first == "_" || first.properties.isXIDStart else {
      return false
    }
    return key.unicodeScalars.dropFirst().allSatisfy { $0.properties.isXIDContinue }
  }
}
