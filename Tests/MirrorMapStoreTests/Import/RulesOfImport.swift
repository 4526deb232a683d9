import MirrorMapStore

/// What an import does, in terms of plain JSON: the rules of the design, written down without the library.
///
/// An object of the store is a JSON object with the keys that are known of it.
struct RulesOfImport {
  var objects: [Int: [String: JSONValue]] = [:]
  /// The objects that are being read, with what is inside of them for later.
  private var open: [(id: Int, inner: [JSONValue])] = []

  struct Refused: Error {}

  /// Imports a document; nothing of it stays if it's refused.
  mutating func `import`(_ document: [JSONValue]) throws {
    let before = objects
    do {
      for value in document { _ = try read(value, isNested: false) }
    } catch {
      objects = before
      open = []
      throw error
    }
  }

  private mutating func read(_ value: JSONValue, isNested: Bool) throws -> Int {
    if let id = value.intValue { return id }
    guard case .object(let object) = value, let id = object["id"]?.intValue else { throw Refused() }
    let mapped = ["name", "note", "level", "path", "one", "many", "merged"]
    if isNested, !mapped.contains(where: { object[$0] != nil }) { return id }
    if let outer = open.firstIndex(where: { $0.id == id }) {
      open[outer].inner.append(value)
      return id
    }
    open.append((id, []))
    try apply(object, to: id, readsObjects: true)
    try settle(value, id)
    open.removeLast()
    return id
  }

  /// What an object has inside of itself is applied, and then the object once more.
  private mutating func settle(_ outer: JSONValue, _ id: Int) throws {
    let inner = open[open.count - 1].inner
    open[open.count - 1].inner = []
    guard !inner.isEmpty else { return }
    for value in inner {
      if case .object(let object) = value { try apply(object, to: id, readsObjects: true) }
      try settle(value, id)
    }
    if case .object(let object) = outer { try apply(object, to: id, readsObjects: false) }
  }

  private mutating func apply(_ object: JSONObject, to id: Int, readsObjects: Bool) throws {
    var changes: [String: JSONValue] = [:]
    // In the order of the document, because the same object can be in several places.
    for (key, value) in object {
      switch key {
      case "name", "note": changes[key] = value
      case "level": if value != .null { changes[key] = value }
      case "path":
        if value == .null { changes["deep"] = .null }
        if case .object(let path) = value, let deep = path["deep"] { changes["deep"] = deep }
      case "one":
        changes[key] = value == .null ? .null : .number(JSONNumber(try target(value, readsObjects)))
      case "many", "merged":
        var ids: [Int] = []
        if case .array(let elements) = value {
          ids = try elements.map { try target($0, readsObjects) }
        } else if value != .null {
          ids = [try target(value, readsObjects)]
        }
        changes[key] = .array(ids.map { .number(JSONNumber($0)) })
      default: break
      }
    }
    var known = objects[id] ?? ["level": 1, "many": [], "merged": []]
    if objects[id] == nil, changes["name"] == nil { throw Refused() }
    for (key, value) in changes {
      let all = key == "merged" ? (known[key]?.elements ?? []) + value.elements : value.elements
      if case .array = value {
        var once: [JSONValue] = []
        for id in all where !once.contains(id) { once.append(id) }
        known[key] = .array(once)
      } else {
        if value == .null { known.removeValue(forKey: key) } else { known[key] = value }
      }
    }
    objects[id] = known
  }

  private mutating func target(_ value: JSONValue, _ readsObjects: Bool) throws -> Int {
    if readsObjects { return try read(value, isNested: true) }
    guard case .object(let object) = value else { return value.intValue ?? 0 }
    return object["id"]?.intValue ?? 0
  }
}

extension JSONValue {
  fileprivate var intValue: Int? {
    if case .number(let number) = self { Int("\(number)") } else { nil }
  }

  fileprivate var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }
}
