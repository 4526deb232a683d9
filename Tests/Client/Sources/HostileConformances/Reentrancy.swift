import Foundation
import MirrorMap

// Code that calls the library back while the library calls it: hooks and transforms that decode
// again, that assign the property which is being read or written, that empty the array which is
// being written.

/// The object that the callbacks reach.
private enum Shared {
  nonisolated(unsafe) static var parent: Parent?
  nonisolated(unsafe) static var isMaking = false
}

private struct CallingValue: MappableValue, Hashable {
  var text = ""
  static func decode(from reader: inout JSONReader) throws -> CallingValue {
    Callback.call()
    let text = try reader.decode(String.self)
    Callback.call()
    return CallingValue(text: text)
  }
  func encode(to writer: inout JSONWriter) throws {
    Callback.call()
    try writer.encode(text)
    Callback.call()
  }
}

private final class Item: Mappable, DecodeValidating, DecodeCompleting, EncodePreparing {
  @Mapped var name = ""
  @Mapped(transform: Calling()) var called: String?
  static func willDecode(_ json: JSONView, in context: MappingContext) throws { Callback.call() }
  func didDecode(in context: MappingContext) throws { Callback.call() }
  func willEncode(in context: MappingContext) throws { Callback.call() }
}

/// An object that the callbacks can reach from the beginning.
private final class Parent: Mappable {
  @Mapped var name = text("n")
  @Mapped(transform: Calling()) var called = text("c")
  @Mapped var value = CallingValue(text: text("v"))
  @Mapped var values: [CallingValue] = []
  @Mapped var optionals: [CallingValue?]?
  @Mapped var members: [String: CallingValue] = [:]
  @Mapped var set: Set<CallingValue> = []
  @Mapped(transform: Calling()) var texts: [String] = []
  @Mapped(transform: Calling()) var groups: [String: [String]]?
  @Mapped var item: Item?
  @Mapped var items: [Item] = []
  @Mapped var last = text("l")
  @Extras var extras: [String: JSONValue] = [:]

  init() {
    // Not one that a callback makes.
    if Shared.parent == nil { Shared.parent = self }
  }

  /// Gives each property another value.
  func reset() {
    name = text("1")
    called = text("2")
    value = CallingValue(text: text("3"))
    values = [CallingValue(text: text("4"))]
    optionals = nil
    members = [text("5"): CallingValue(text: text("6"))]
    set = []
    texts = []
    groups = nil
    item = nil
    items.removeAll()
    last = text("7")
    extras = [:]
  }

  static let document: String = {
    let value = #""\#(text("x"))""#
    let item = #"{"name": \#(value), "called": \#(value)}"#
    return """
      {"name": \(value), "called": \(value), "value": \(value), "values": [\(value), \(value)],
      "optionals": [\(value), null, \(value)], "members": {"a": \(value), "b": \(value)},
      "set": [\(value), "y"], "texts": [\(value), \(value)], "groups": {"a": [\(value)], "b": []},
      "item": \(item), "items": [\(item), \(item), \(item)], "last": \(value), "extra": \(value)}
      """
  }()
}

private struct Selfish: Mappable, DecodeValidating {
  @Mapped var name: String?
  static func willDecode(_ json: JSONView, in context: MappingContext) throws {
    _ = try json.decode(Selfish.self)
  }
}

private final class Completing: Mappable, DecodeCompleting {
  @Mapped var count = 0
  @Mapped var names: [String] = []
  func didDecode(in context: MappingContext) throws {
    guard count < 3 else { return }
    try update(from: #"{"count": \#(count + 1), "names": ["\#(text("z"))"]}"#)
  }
}

private final class Encoding: Mappable, EncodePreparing {
  @Mapped var name = ""
  func willEncode(in context: MappingContext) throws { _ = try encode() }
}

/// Decodes its like while it is being made.
private struct Making: Mappable {
  @Mapped var name = ""
  @Mapped var parts: [Part] = []
  init() {
    guard !Shared.isMaking else { return }
    Shared.isMaking = true
    defer { Shared.isMaking = false }
    parts = (try? [Part].decode(from: #"[{"id": 1}, {"id": 2}]"#)) ?? []
    name = (try? Making.decode(from: #"{"name": "inner"}"#).name) ?? ""
  }
}

private struct Part: Mappable {
  @Mapped var id = 0
  @Mapped var texts: [String] = []
}

/// Reads arrays of other documents between the elements of its own.
private struct Interrupting: Transform {
  func decode(_ json: String) throws -> [String] {
    let inner = try [Part].decode(from: #"[{"id": 1, "texts": ["\#(text("i"))"]}, {"id": 2}]"#)
    return [json] + inner.flatMap(\.texts) + (try [String].decode(from: "[\"a\", \"b\"]"))
  }
  func encode(_ object: [String]) throws -> String { try object.encodeString() }
}

private struct Interrupted: Mappable {
  @Mapped(transform: Interrupting()) var rows: [[String]]
}

enum Reentrancy {
  /// Decodes, updates and encodes an object, while a callback does something to it.
  private static func disturb(_ action: @escaping @Sendable (Parent) throws -> Void) throws {
    defer { Shared.parent = nil }
    for policy in [FailurePolicy.strict, .lossy] {
      var mapper = Mapper()
      mapper.failurePolicy = policy
      for operation in operations {
        try Callback.atEach {
          guard let parent = Shared.parent else { return }
          try action(parent)
        } _: { arm in
          Shared.parent = nil
          let parent = try Parent.decode(from: Parent.document, using: mapper)
          Shared.parent = parent
          arm()
          try operation(parent, mapper)
        }
      }
    }
  }

  private static let operations: [@Sendable (Parent, Mapper) throws -> Void] = [
    { _, mapper in
      Shared.parent = nil
      _ = try Parent.decode(from: Parent.document, using: mapper)
    },
    { parent, mapper in try parent.update(from: Parent.document, using: mapper) },
    { parent, mapper in try parent.apply(mergePatch: Parent.document, using: mapper) },
    { parent, mapper in _ = try parent.encode(using: mapper) },
    { parent, mapper in
      parent.reset()
      parent.values = [CallingValue(text: text("1")), CallingValue(text: text("2"))]
      parent.items = [Item(), Item()]
      _ = try parent.encode(options: [.changesOnly, .nullsIncluded], using: mapper)
    },
  ]

  static let scenarios: [Scenario] = [
    .harmless("callback-assigns-all-properties") { try disturb { $0.reset() } },
    .harmless("callback-decodes") {
      try disturb { _ in _ = try Parent.decode(from: Parent.document) }
    },
    .harmless("callback-updates") {
      try disturb { try $0.update(from: #"{"values": [], "members": {"a": "b"}, "items": []}"#) }
    },
    .harmless("callback-patches") {
      try disturb {
        try $0.apply(
          mergePatch: #"{"values": [], "optionals": null, "item": null, "groups": null}"#)
      }
    },
    .harmless("callback-encodes") { try disturb { _ = try $0.encode() } },
    .harmless("callback-removes-elements") {
      try disturb { parent in
        parent.values.removeAll()
        parent.optionals?.removeAll()
        parent.members.removeAll()
        parent.set.removeAll()
        parent.texts.removeAll()
        parent.items.removeAll()
      }
    },
    .harmless("callback-grows-arrays") {
      try disturb { parent in
        for _ in 0..<100 {
          parent.values.append(CallingValue(text: text("g")))
          parent.texts.append(text("h"))
        }
        parent.values.removeLast(100)
        parent.texts.removeLast(100)
      }
    },
    .harmless("hook-decodes-its-own-object") {
      try expectError("call") { _ = try Selfish.decode(from: #"{"name": "x"}"#) }
    },
    .harmless("hook-updates-its-own-object") {
      let object = try Completing.decode(from: #"{"count": 0, "names": ["x", "y"]}"#)
      try expect(object.count, 3)
      try expect(object.names, [text("z")])
    },
    .harmless("hook-encodes-its-own-object") {
      try expectError("less nesting") { _ = try Encoding().encode() }
    },
    .harmless("init-decodes-its-like") {
      let models = try [Making].decode(from: #"[{"name": "x"}, {}]"#)
      try expect(models.map(\.name), ["x", "inner"])
      try expect(models.map { $0.parts.map(\.id) }, [[1, 2], [1, 2]])
    },
    .harmless("transform-decodes-between-elements") {
      let rows = (0..<100).map { "\"\($0)\"" }.joined(separator: ",")
      let model = try Interrupted.decode(from: "{\"rows\": [\(rows)]}")
      try expect(model.rows.count, 100)
      for (index, row) in model.rows.enumerated() {
        try expect(row, ["\(index)", text("i"), "a", "b"])
      }
    },
  ]
}
