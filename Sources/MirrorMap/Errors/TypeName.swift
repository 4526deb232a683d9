/// A type's name in texts, in the short spelling that declarations use: `User`, whatever module and scope declares
/// it, and `[User]?`.
///
/// It isn't inlined, so the name is made at run time. Where the optimizer knows the type and makes
/// the name itself, a private type gets a mangled name.
@inline(never)
@usableFromInline
package func typeName(of type: Any.Type) -> String {
  names.value(of: type) { spelledName(of: type) }.pointee
}

private let names = TypeTable<String>()

private func spelledName(of type: Any.Type) -> String {
  let name = "\(type)"
  // Not `contains("<")`, which for a string is Foundation's slow search.
  guard name.utf8.contains(UInt8(ascii: "<")) else { return name }
  var spelling = ShortSpelling(rest: name[...])
  let short = spelling.parse()
  return spelling.rest.isEmpty ? short : name
}

/// Parses the long spelling of names with generic arguments, and writes the short one:
///
///     Optional<Array<Int>>                  [Int]?
///     Dictionary<String, Optional<User>>    [String: User?]
///     Page<Array<User>>                     Page<[User]>
///
/// Other types, such as tuples and functions, keep the long one.
private struct ShortSpelling {
  var rest: Substring

  mutating func parse() -> String {
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
        arguments[0].prefix { $0 != "<" }.contains(" ") && !arguments[0].hasPrefix("[")
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
