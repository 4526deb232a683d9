/// The tag that selects the type of a value: a string or an integer.
///
/// Literals make tags. Strings are compared as UTF-8 bytes; the string `"1"` and the number `1` are two
/// tags, except as keys of objects, where numbers are written as strings.
///
/// ```swift
/// let tags: [ModelTag] = ["circle", 7, ModelTag(Kind.square.rawValue)]
/// ```
public struct ModelTag: Sendable {
  enum Form: Sendable {
    case string(String)
    case integer(Int)
  }

  let form: Form

  /// Makes a tag of a string.
  public init(_ string: String) {
    var string = string
    string.makeContiguousUTF8()
    form = .string(string)
  }

  /// Makes a tag of an integer.
  public init(_ integer: Int) { form = .integer(integer) }

  /// The tag as the key of an object.
  var key: String {
    switch form {
    case .string(let string): string
    case .integer(let integer): String(integer)
    }
  }

  var json: JSONValue {
    switch form {
    case .string(let string): .string(string)
    case .integer(let integer): .number(JSONNumber(integer))
    }
  }

  var isString: Bool { if case .string = form { true } else { false } }
}

extension ModelTag: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  public init(stringLiteral: String) { self.init(stringLiteral) }
  public init(integerLiteral: Int) { self.init(integerLiteral) }
}

extension ModelTag: Hashable {
  public static func == (left: ModelTag, right: ModelTag) -> Bool {
    switch (left.form, right.form) {
    case (.string(let left), .string(let right)): JSONKey.isEqual(left, right)
    case (.integer(let left), .integer(let right)): left == right
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch form {
    case .string(let string):
      JSONKey.withUTF8(string) { $0.hash(into: &hasher) }
    case .integer(let integer): hasher.combine(integer)
    }
  }
}

extension ModelTag: CustomStringConvertible {
  /// The tag as JSON.
  public var description: String { json.description }
}
