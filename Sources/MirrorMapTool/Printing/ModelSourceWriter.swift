import MirrorMap

/// Writes inferred types as Swift.
struct ModelSourceWriter {
  private let types: InferredTypes
  private let options: InferenceOptions

  init(_ types: InferredTypes, _ options: InferenceOptions) {
    self.types = types
    self.options = options
  }

  private var access: String { options.isPublic ? "public " : "" }

  var text: String {
    let needsFoundation =
      types.root.needsFoundation
      || types.models.contains { $0.properties.contains { $0.type.needsFoundation } }
    let name = types.root.name
    let keyPath = SwiftName.literal(options.keyPath)
    // `decode(from:at:)` has no wildcards.
    var usage = "each value at \(keyPath) is a value of \(name)"
    if !options.path.contains("*") {
      let path = options.path.isEmpty ? "" : ", at: \(keyPath)"
      let mapper = types.root.transform == nil ? "" : ", using: mapper"
      usage = "try \(name).decode(from: data\(path)\(mapper))"
    }
    // Samples that aren't models have no property for a transform.
    if let transform = types.root.transform {
      usage = "var mapper = Mapper()\n// mapper.setTransform(\(transform))\n// \(usage)"
    }
    var parts = [
      (needsFoundation ? "import Foundation\n" : "") + "import MirrorMap\n",
      "// \(usage)\n",
    ]
    parts += types.models.map(text)
    parts += types.enums.map(text)
    return parts.joined(separator: "\n")
  }

  // MARK: Models

  private func text(_ model: InferredModel) -> String {
    let isClass = options.isClass || model.isRecursive
    var text = "/// \(Self.count(model.count, "object")) in the samples.\n"
    if model.isRecursive, !options.isClass {
      text += "/// It is a class because it contains itself.\n"
    }
    text += "\(access)\(isClass ? "final class" : "struct") \(model.name): Mappable {\n"
    for property in model.properties { text += self.text(property) }
    if isClass || options.isPublic { text += "\n  \(access)init() {}\n" }
    return text + "}\n"
  }

  private func text(_ property: InferredModel.Property) -> String {
    let arguments = [Self.key(property), property.type.transform.map { "transform: \($0)" }]
      .compactMap { $0 }.joined(separator: ", ")
    let line =
      "  @Mapped" + (arguments.isEmpty ? "" : "(\(arguments))")
      + " \(access)var \(property.name): \(property.type.name)\(property.isOptional ? "?" : "")"
    guard let comment = property.type.comment else { return line + "\n" }
    return line.count + comment.count <= 90
      ? "\(line)  // \(comment)\n" : "  // \(comment)\n\(line)\n"
  }

  /// The arguments that name the key, where the property's name doesn't.
  private static func key(_ property: InferredModel.Property) -> String? {
    let key = property.key
    // Keys are compared and separated by their bytes: a combining mark after a dot doesn't hide it.
    if property.name.utf8.filter({ $0 != UInt8(ascii: "`") }).elementsEqual(key.utf8) { return nil }
    let isPath =
      key.isEmpty || key.utf8.contains { ".*\\".utf8.contains($0) } || key.allSatisfy(\.isNumber)
    return SwiftName.literal(key) + (isPath ? ", nested: false" : "")
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  // MARK: Enumerations

  private func text(_ type: InferredEnum) -> String {
    var text = "/// \(Self.count(type.count, "string")) in the samples.\n"
    text += "\(access)enum \(type.name): String, MappableValue, UnknownCaseProviding {\n"
    var taken: [String: Int] = [:]
    var unknown: String?
    for value in type.values {
      let name = SwiftName.unused(SwiftName.property(value), &taken)
      if value == "unknown" { unknown = name }
      let isSame = name.filter { $0 != "`" } == value
      text += "  case \(name)" + (isSame ? "" : " = \(value.debugDescription)") + "\n"
    }
    let unknownCase = unknown ?? SwiftName.unused("unknown", &taken)
    if unknown == nil {
      text += "  /// Every string that isn't in the samples.\n  case \(unknownCase)\n"
    }
    text += "\n  \(access)static var unknownCase: \(type.name) { .\(unknownCase) }\n"
    return text + "}\n"
  }
}
