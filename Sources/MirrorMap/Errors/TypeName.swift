/// The name of a type in the short spelling that declarations use.
///
///     Optional<Array<Int>>                  [Int]?
///     Dictionary<String, Optional<User>>    [String: User?]
///     Page<Array<User>>                     Page<[User]>
///
/// It parses the long spelling of names with generic arguments. Other types, such as tuples and
/// functions, keep it.
struct TypeName {
  private var rest: Substring

  static func short(_ type: Any.Type) -> String {
    var parser = TypeName(rest: "\(type)"[...])
    let name = parser.parse()
    return parser.rest.isEmpty ? name : "\(type)"
  }

  private mutating func parse() -> String {
    rest = rest.drop { $0 == " " }
    let name = take()
    guard rest.first == "<" else { return name }
    var arguments: [String] = []
    repeat {
      rest = rest.dropFirst()
      arguments.append(parse())
    } while rest.first == ","
    guard rest.first == ">" else { return name }
    rest = rest.dropFirst()
    let short =
      switch (name, arguments.count) {
      case ("Optional", 1):
        // `any Shape?` would be something else.
        arguments[0].contains(" ") && !arguments[0].hasPrefix("[")
          ? "(\(arguments[0]))?" : arguments[0] + "?"
      case ("Array", 1): "[\(arguments[0])]"
      case ("Dictionary", 2): "[\(arguments[0]): \(arguments[1])]"
      default: "\(name)<\(arguments.joined(separator: ", "))>"
      }
    return short + take()
  }

  /// Takes everything up to the next delimiter.
  private mutating func take() -> String {
    let text = rest.prefix { !"<>,".contains($0) }
    rest = rest.dropFirst(text.count)
    return String(text)
  }
}

/// A type's name in texts: `User`, whatever module and scope declares it.
///
/// It isn't inlined, so the name is made at run time. Where the optimizer knows the type and makes
/// the name itself, a private type gets a mangled name.
@inline(never)
@usableFromInline
func typeName(of type: Any.Type) -> String { "\(type)" }
