/// The name of a type in the short spelling that declarations use.
///
///     Optional<Array<Int>>                  [Int]?
///     Dictionary<String, Optional<User>>    [String: User?]
///     Page<Array<User>>                     Page<[User]>
struct TypeName {
  let text: String

  init(_ type: Any.Type) {
    var parser = Parser(rest: "\(type)"[...])
    let name = parser.type()
    text = parser.rest.isEmpty ? name : "\(type)"
  }

  /// Parses the long spelling of names with generic arguments. Other types, such as tuples and
  /// functions, keep it.
  private struct Parser {
    var rest: Substring

    mutating func type() -> String {
      rest = rest.drop { $0 == " " }
      let name = rest.prefix { !"<>,".contains($0) }
      rest = rest.dropFirst(name.count)
      guard rest.first == "<" else { return String(name) }
      var arguments: [String] = []
      repeat {
        rest = rest.dropFirst()
        arguments.append(type())
      } while rest.first == ","
      guard rest.first == ">" else { return String(name) }
      rest = rest.dropFirst()
      let suffix = rest.prefix { !"<>,".contains($0) }
      rest = rest.dropFirst(suffix.count)
      return Self.short(String(name), arguments) + suffix
    }

    private static func short(_ name: String, _ arguments: [String]) -> String {
      switch (name, arguments.count) {
      case ("Optional", 1):
        // `any Shape?` would be something else.
        arguments[0].contains(" ") && !arguments[0].hasPrefix("[")
          ? "(\(arguments[0]))?" : arguments[0] + "?"
      case ("Array", 1): "[\(arguments[0])]"
      case ("Dictionary", 2): "[\(arguments[0]): \(arguments[1])]"
      default: "\(name)<\(arguments.joined(separator: ", "))>"
      }
    }
  }
}

/// A type's name in texts: `User`, whatever module and scope declares it.
///
/// It isn't inlined, so the name is made at run time. Where the optimizer knows the type and makes
/// the name itself, a private type gets a mangled name.
@inline(never)
@usableFromInline
func typeName(of type: Any.Type) -> String { "\(type)" }
