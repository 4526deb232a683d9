import Foundation

/// Makes the text that shows a model to its programmer.
///
///     User(id: 7, name: "Ada", tags: ["a", "b"], boss: User(id: 1, name: unset, …
///
/// Mirror is used and not the plan: printing must work anywhere, in an `init()` that is just being
/// recorded and for models that cannot be mapped, and must not run the users' code.
///
/// A model may hold values that describe themselves, and so lead back here from the users' code. So
/// what has been entered is kept by thread.
struct ModelPrinter {
  private static let depthLimit = 4
  private static let itemLimit = 10
  private static let textLimit = 100
  /// In UTF-8, for all that one call shows.
  private static let totalLimit = 8_000

  private var text = ""
  private let frame: Frame

  /// The text of a model, or what it says of itself.
  static func describe<Model: Mappable>(_ model: Model) -> String {
    withFrame { frame in
      if let own = frame.ownDescription(of: model) { return own }
      let name = "\(type(of: model))"
      let object = type(of: model) is AnyClass ? ObjectIdentifier(model as AnyObject) : nil
      if frame.depth >= depthLimit || object.map(frame.objects.contains) == true {
        return "\(name)(…)"
      }
      frame.depth += 1
      if let object { frame.objects.append(object) }
      defer {
        frame.depth -= 1
        if object != nil { frame.objects.removeLast() }
      }
      var printer = ModelPrinter(frame: frame)
      printer.writeProperties(of: model, name)
      return printer.text
    }
  }

  // MARK: Properties

  private mutating func writeProperties(of model: Any, _ name: String) {
    append(name)
    var mirrors: [Mirror] = []
    var next: Mirror? = Mirror(reflecting: model)
    while let mirror = next {
      mirrors.append(mirror)
      next = mirror.superclassMirror
    }
    guard mirrors.first?.displayStyle != .enum else { return }
    append("(")
    var needsComma = false
    for mirror in mirrors.reversed() {
      for child in mirror.children {
        guard let (label, value) = Self.property(child) else { continue }
        if needsComma { append(", ") }
        needsComma = true
        guard frame.remaining > 0 else { return append("…)") }
        if !label.isEmpty { append("\(label): ") }
        if let value { write(value) } else { append("unset") }
      }
    }
    append(")")
  }

  /// What is shown of a stored property; nil for nothing at all.
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

  private mutating func append(_ piece: String) {
    text += piece
    frame.remaining -= piece.utf8.count
  }

  private mutating func write(_ value: Any) {
    if let optional = value as? any OptionalValue {
      guard let wrapped = optional.wrappedObject else { return append("nil") }
      return write(wrapped)
    }
    switch value {
    case let string as String: writeQuoted(string)
    case let json as JSONValue: writeShort(json.description)
    case let json as JSONObject: writeShort(JSONValue.object(json).description)
    // It counts its own text, unless it is the users' own.
    case let model as any Mappable: text += model.debugDescription
    default: writeOther(value)
    }
  }

  private mutating func writeQuoted(_ string: String) {
    let start = string.prefix(Self.textLimit)
    let isWhole = start.endIndex == string.endIndex
    append(String(reflecting: isWhole ? string : start + "…"))
  }

  private mutating func writeShort(_ description: String) {
    let start = description.prefix(2 * Self.textLimit)
    append(start.endIndex == description.endIndex ? description : start + "…")
  }

  private mutating func writeOther(_ value: Any) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .set:
      writeItems(mirror) { printer, item in printer.write(item) }
    case .dictionary where mirror.children.isEmpty:
      append("[:]")
    case .dictionary:
      writeItems(mirror) { printer, item in
        let pair = Array(Mirror(reflecting: item).children)
        guard pair.count == 2 else { return printer.write(item) }
        printer.write(pair[0].value)
        printer.append(": ")
        printer.write(pair[1].value)
      }
    default:
      writeShort(String(describing: value))
    }
  }

  private mutating func writeItems(_ mirror: Mirror, _ write: (inout ModelPrinter, Any) -> Void) {
    append("[")
    var count = 0
    for item in mirror.children {
      if count > 0 { append(", ") }
      guard count < Self.itemLimit, frame.remaining > 0 else {
        append("… \(mirror.children.count - count) more")
        break
      }
      write(&self, item.value)
      count += 1
    }
    append("]")
  }
}

// MARK: - What a thread is describing

extension ModelPrinter {
  private init(frame: Frame) { self.frame = frame }

  /// What one thread is describing, from the outermost model on.
  private final class Frame {
    var depth = 0
    var objects: [ObjectIdentifier] = []
    var remaining = totalLimit
    /// The types that are being asked for their own description.
    private var asked: Set<ObjectIdentifier> = []

    /// What a model that is `CustomStringConvertible` says of itself; nil if it is not, or if it is
    /// saying just that by means of its debugging text.
    func ownDescription<Model: Mappable>(of model: Model) -> String? {
      guard let own = model as? any CustomStringConvertible else { return nil }
      let type = ObjectIdentifier(type(of: model))
      guard asked.insert(type).inserted else { return nil }
      defer { asked.remove(type) }
      return own.description
    }
  }

  private static let frame = ThreadLocal<Frame?> { nil }

  private static func withFrame(_ body: (Frame) -> String) -> String {
    if let outer = frame.value { return body(outer) }
    let new = Frame()
    return frame.with(new) { body(new) }
  }
}
