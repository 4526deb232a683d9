/// Makes the text that shows a model to its programmer.
///
///     User(id: 7, name: "Ada", tags: ["a", "b"], boss: User(id: 1, name: unset, …
///
/// It uses Mirror and not the plan, because printing must work everywhere, in an `init()` that is
/// being recorded and for models that can't be mapped, and must not run user code.
///
/// A model can have values that describe themselves, whose code can print models again. So each
/// thread has one printer at most, which knows what it has entered.
final class ModelPrinter {
  private static let depthLimit = 4
  private static let itemLimit = 10
  private static let textLimit = 100
  private static let current = ThreadLocal<ModelPrinter?> { nil }

  /// The text of the innermost model.
  private var text = ""
  /// The remaining bytes of everything that one call shows.
  private var remaining = 8_000
  /// The models that are being printed, the outermost one first; nil for structs.
  private var entered: [ObjectIdentifier?] = []
  /// The types whose own description is being made.
  private var described: Set<ObjectIdentifier> = []

  /// The model's own description if it has one, or else its properties.
  static func describe<Model: Mappable>(_ model: Model) -> String {
    let printer = current.value ?? ModelPrinter()
    return current.with(printer) { printer.describe(model) }
  }

  private func describe<Model: Mappable>(_ model: Model) -> String {
    let type = ObjectIdentifier(Swift.type(of: model))
    // A description can use the debugging text, which then shows the properties.
    if model is any CustomStringConvertible || model is any CustomDebugStringConvertible,
      described.insert(type).inserted
    {
      defer { described.remove(type) }
      if let own = model as? any CustomStringConvertible { return own.description }
      if let own = model as? any CustomDebugStringConvertible { return own.debugDescription }
    }
    let name = "\(Swift.type(of: model))"
    let object = ModelMemory.object(model).map { ObjectIdentifier($0) }
    if entered.count >= Self.depthLimit || object != nil && entered.contains(object) {
      return "\(name)(…)"
    }
    entered.append(object)
    let outer = text
    text = ""
    defer {
      text = outer
      entered.removeLast()
    }
    writeProperties(of: model, name)
    return text
  }

  // MARK: Properties

  private func writeProperties(of model: Any, _ name: String) {
    append(name)
    let mirrors = Array(sequence(first: Mirror(reflecting: model)) { $0.superclassMirror })
    guard mirrors.first?.displayStyle != .enum else { return }
    append("(")
    var needsComma = false
    for child in mirrors.reversed().flatMap(\.children) {
      guard let (label, value) = Self.property(child) else { continue }
      if needsComma { append(", ") }
      needsComma = true
      guard remaining > 0 else { return append("…)") }
      if !label.isEmpty { append("\(label): ") }
      if let value { write(value) } else { append("unset") }
    }
    append(")")
  }

  /// The label and value of a stored property; nil if it isn't shown.
  private static func property(_ child: Mirror.Child) -> (label: String, value: Any?)? {
    let label = child.label ?? ""
    if let field = child.value as? any AnnotatedField {
      return (PropertyWalk.propertyName(label), value(of: field))
    }
    let lazyPrefix = "$__lazy_storage_$_"
    guard label.hasPrefix(lazyPrefix) else { return (label, child.value) }
    guard (child.value as? any OptionalValue)?.isNil == false else { return nil }
    return (String(label.dropFirst(lazyPrefix.count)), child.value)
  }

  private static func value(of field: some AnnotatedField) -> Any? {
    field.storage.value.map { $0 as Any }
  }

  // MARK: Values

  private func append(_ piece: String) {
    text += piece
    remaining -= piece.utf8.count
  }

  private func write(_ value: Any) {
    if let optional = value as? any OptionalValue {
      guard let wrapped = optional.wrappedObject else { return append("nil") }
      return write(wrapped)
    }
    switch value {
    case let string as String:
      append(String(reflecting: Self.shortened(string, to: Self.textLimit)))
    case let json as JSONValue: writeShort(json.description)
    case let json as JSONObject: writeShort(JSONValue.object(json).description)
    // It counts its own text, unless it's that of user code.
    case let model as any Mappable: text += describe(model)
    default: writeOther(value)
    }
  }

  private static func shortened(_ text: String, to limit: Int) -> String {
    let start = text.prefix(limit)
    return start.endIndex == text.endIndex ? text : start + "…"
  }

  private func writeShort(_ description: String) {
    append(Self.shortened(description, to: 2 * Self.textLimit))
  }

  private func writeOther(_ value: Any) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .set:
      writeItems(mirror) { write($0) }
    case .dictionary where mirror.children.isEmpty:
      append("[:]")
    case .dictionary:
      writeItems(mirror) { item in
        let pair = Array(Mirror(reflecting: item).children)
        guard pair.count == 2 else { return write(item) }
        write(pair[0].value)
        append(": ")
        write(pair[1].value)
      }
    default:
      writeShort(String(describing: value))
    }
  }

  private func writeItems(_ mirror: Mirror, _ write: (Any) -> Void) {
    append("[")
    for (index, item) in mirror.children.enumerated() {
      if index > 0 { append(", ") }
      guard index < Self.itemLimit, remaining > 0 else {
        append("… \(mirror.children.count - index) more")
        break
      }
      write(item.value)
    }
    append("]")
  }
}
