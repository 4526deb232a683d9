/// The tag that selects the type of a value: a string or an integer.
///
/// Literals make tags. Strings are compared as UTF-8 bytes; the string `"1"` and the number `1` are two
/// tags, except as keys of objects, where numbers are written as strings.
///
/// ```swift
/// let tags: [ModelTag] = ["circle", 7, ModelTag(Kind.square.rawValue)]
/// ```
public struct ModelTag: Sendable, Hashable {
  enum Form: Hashable {
    case string(KeyBytes)
    case integer(Int)
  }

  let form: Form

  /// Makes a tag of a string.
  public init(_ string: String) {
    var string = string
    string.makeContiguousUTF8()
    form = .string(KeyBytes(string))
  }

  /// Makes a tag of an integer.
  public init(_ integer: Int) { form = .integer(integer) }

  /// The tag as the key of an object.
  var key: String {
    switch form {
    case .string(let string): string.key
    case .integer(let integer): String(integer)
    }
  }

  var json: JSONValue {
    switch form {
    case .string(let string): .string(string.key)
    case .integer(let integer): .number(JSONNumber(integer))
    }
  }

  var isString: Bool { if case .string = form { true } else { false } }
}

extension ModelTag: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  public init(stringLiteral: String) { self.init(stringLiteral) }
  public init(integerLiteral: Int) { self.init(integerLiteral) }
}

extension ModelTag: CustomStringConvertible {
  /// The tag as JSON.
  public var description: String { json.description }
}
