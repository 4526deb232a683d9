import MirrorMap

/// Everything that models can be made of, around values of any type.
extension WayOfReading {
  static let others = containers + keyPaths + duplicates + views + extras + classes + immutable

  private static let containers = [
    WayOfReading("tokens with values") {
      try JSONTokenizer.tokenize($0) { tokenizer in
        while let token = try tokenizer.next() {
          _ = (tokenizer.string(of: token), tokenizer.number(of: token)?.double)
        }
      }
    },
    WayOfReading("nested arrays", "[[?],[0,?]]") { _ = try [[JSONValue]].decode(from: $0) },
    WayOfReading("ninth element", "[1,2,3,4,5,6,7,8,?]") { _ = try [JSONValue].decode(from: $0) },
    WayOfReading("dictionary", #"{"":0,"a":?}"#) { _ = try [String: JSONValue].decode(from: $0) },
    WayOfReading("by hand") { _ = try HandReader.decode(from: $0) },
    WayOfReading("element by hand", "[[?]]") { _ = try [HandReader].decode(from: $0) },
    WayOfReading("attempts", "[?,?]") { _ = try [Attempting].decode(from: $0) },
    WayOfReading("untagged", #"{"held":?}"#) { _ = try Registered.decode(from: $0) },
    WayOfReading("before the tag", #"{"held":0,"tagged":{"held":?,"tag":"a"}}"#) {
      _ = try Registered.decode(from: $0)
    },
    WayOfReading("an unknown key to be reported", #"{"other":1,"held":?}"#) {
      try told(ValueIgnorer.self, $0, .with { $0.unknownKeys = .reject })
    },
    WayOfReading("updated", #"{"held":?}"#) {
      var holder = ValueHolder()
      holder.held = ["a": 1]
      try holder.update(from: $0)
    },
    WayOfReading("patched", #"{"held":?}"#) {
      var holder = ValueHolder()
      holder.held = ["a": 1]
      try holder.apply(mergePatch: $0)
    },
    WayOfReading("whatever the case", #"{"HELD":?,"É":?}"#) {
      _ = try ValueHolder.decode(from: $0, using: .ignoringCase)
    },
  ]

  private static let keyPaths = [
    WayOfReading("beside a key path", #"{"deep":{"a":1},"held":?}"#) {
      _ = try Int.decode(from: $0, at: "deep.a")
    },
    WayOfReading("at a key path", #"{"deep":[{"b":?},{"a":?}]}"#) {
      _ = try JSONValue.decode(from: $0, at: "deep.1.a")
    },
    WayOfReading("mapped by path", #"{"user":{"other":?,"name":?},"list":[?,0,?]}"#) {
      _ = try PathHolder.decode(from: $0)
    },
    WayOfReading("instead of a container in a path", #"{"user":?,"list":?}"#) {
      _ = try PathHolder.decode(from: $0)
    },
    WayOfReading("wildcard", #"{"all":[{"a":?},{"b":?}]}"#) {
      _ = try PathHolder.decode(from: $0)
    },
    WayOfReading("mapped twice", #"{"twice":?}"#) { _ = try PathHolder.decode(from: $0) },
    WayOfReading("preferred alternative", #"{"second":0,"first":?}"#) {
      _ = try Choosing.decode(from: $0)
    },
    WayOfReading("losing alternative", #"{"first":0,"second":?}"#) {
      _ = try Choosing.decode(from: $0)
    },
    WayOfReading("alternative that loses later", #"{"second":?,"first":0}"#) {
      _ = try Choosing.decode(from: $0)
    },
    WayOfReading("alternative alone", #"{"third":?}"#) { _ = try Choosing.decode(from: $0) },
    WayOfReading("flattened", #"{"held":?,"own":?}"#) { _ = try Flattening.decode(from: $0) },
  ]

  private static let duplicates = [
    WayOfReading("first counts", #"{"held":?,"held":0}"#) {
      _ = try ValueHolder.decode(from: $0, using: .firstCounts)
    },
    WayOfReading("last counts", #"{"held":0,"held":?}"#) {
      _ = try ValueHolder.decode(from: $0, using: .lastCounts)
    },
    WayOfReading("duplicates in a tree", #"{"a":?,"a":0,"a":?}"#) {
      _ = try JSONValue.decode(from: $0)
    },
    WayOfReading("duplicates ignored", #"{"a":?,"a":0,"a":?}"#) {
      _ = try ValueIgnorer.decode(from: $0)
    },
    WayOfReading("first of a dictionary loses", #"{"a":?,"a":0}"#) {
      _ = try [String: JSONValue].decode(from: $0, using: .lastCounts)
    },
    WayOfReading("last of a dictionary loses", #"{"a":0,"\u0061":?}"#) {
      _ = try [String: JSONValue].decode(from: $0, using: .firstCounts)
    },
    WayOfReading("first of two parents loses", #"{"user":?,"user":{"name":0}}"#) {
      _ = try PathHolder.decode(from: $0, using: .lastCounts)
    },
    WayOfReading("last of two parents loses", #"{"user":{"name":0},"user":?}"#) {
      _ = try PathHolder.decode(from: $0, using: .firstCounts)
    },
    WayOfReading("first of equal alternatives loses", #"{"second":?,"second":0}"#) {
      _ = try Choosing.decode(from: $0, using: .lastCounts)
    },
    WayOfReading("duplicate dropped leniently", #"{"held":0,"held":?}"#) {
      _ = try ValueHolder.decode(from: $0, using: .lenient)
    },
    WayOfReading("duplicate in a path", #"{"deep":?,"deep":{"a":1}}"#) {
      _ = try Int.decode(from: $0, at: "deep.a", using: .lastCounts)
    },
  ]

  private static let views = [
    WayOfReading("walked view") { bytes in
      let view = try JSONView(BorrowedSource(bytes: bytes))
      walk(view)
      let tree = try tree(of: view)
      guard try tree == JSONValue.decode(from: bytes), view.value == tree else {
        throw Difference()
      }
    },
    WayOfReading("decoded view") {
      _ = try JSONView(BorrowedSource(bytes: $0)).decode(JSONValue.self)
    },
    WayOfReading("part of a view", #"{"a":[0,?]}"#) {
      guard try JSONView(BorrowedSource(bytes: $0))[path: "a.1"]?.value != nil else {
        throw Difference()
      }
    },
    WayOfReading("view of a hook", #"{"held":?}"#) { _ = try Viewing.decode(from: $0) },
    WayOfReading("ignored beside a hook", #"{"other":?,"held":0}"#) {
      _ = try Viewing.decode(from: $0)
    },
  ]

  private static let extras = [
    WayOfReading("extras", #"{"known":1,"other":?}"#) { _ = try Keeping.decode(from: $0) },
    WayOfReading("extras beside a path", #"{"user":{"name":1,"other":?}}"#) {
      _ = try KeepingInOrder.decode(from: $0)
    },
    WayOfReading("extras where a path should lead on", #"{"user":?}"#) {
      _ = try KeepingInOrder.decode(from: $0, using: .lastCounts)
    },
    WayOfReading("first of equal extras loses", #"{"other":?,"other":0}"#) {
      _ = try Keeping.decode(from: $0, using: .lastCounts)
    },
    WayOfReading("last of equal extras loses", #"{"other":0,"other":?}"#) {
      _ = try KeepingInOrder.decode(from: $0, using: .firstCounts)
    },
  ]

  private static let classes = [
    WayOfReading("class", #"{"held":?}"#) { _ = try HoldingClass.decode(from: $0) },
    WayOfReading("subclass", #"{"own":?,"held":?}"#) { _ = try HoldingSubclass.decode(from: $0) },
    WayOfReading("ignored by a class", #"{"a":?}"#) { _ = try OptionalClass.decode(from: $0) },
    WayOfReading("first loses in a class", #"{"held":?,"held":0}"#) {
      _ = try HoldingClass.decode(from: $0, using: .lastCounts)
    },
    WayOfReading("updated object", #"{"held":?}"#) { try HoldingClass().update(from: $0) },
  ]

  private static let immutable = [
    WayOfReading("asked for", #"{"held":?}"#) { _ = try Asking.decode(from: $0) },
    WayOfReading("asked for late", #"{"held":?,"last":0,"rest":?}"#) {
      _ = try AskingBackwards.decode(from: $0)
    },
    WayOfReading("not asked for", #"{"held":0,"other":?}"#) { _ = try Asking.decode(from: $0) },
    WayOfReading("asked for by path", #"{"user":{"x":?,"name":?},"held":0}"#) {
      _ = try Asking.decode(from: $0)
    },
    WayOfReading("loses, though asked for first", #"{"held":?,"held":0}"#) {
      _ = try Asking.decode(from: $0, using: .lastCounts)
    },
    WayOfReading("loses, though asked for last", #"{"held":0,"held":?}"#) {
      _ = try Asking.decode(from: $0, using: .firstCounts)
    },
    WayOfReading("alternative not looked for", #"{"held":0,"second":?}"#) {
      _ = try Asking.decode(from: $0)
    },
    WayOfReading("unmapped", #"{"last":0,"other":?}"#) {
      _ = try AskingBackwards.decode(from: $0)
    },
  ]
}

// MARK: - Looking

extension WayOfReading {
  /// What a view shows was not what is there.
  struct Difference: Error {}

  /// Asks a view, and the views in it, all that can be asked. There is no error, whatever it shows.
  static func walk(_ view: JSONView) {
    _ = (view.kind, view.isNull, view.bool, view.int, view.double, view.string, view.count)
    _ = (view.number?.description, view.description, view[0]?.kind, view[""]?.kind)
    for element in view.elements { walk(element) }
    for member in view.members { walk(member.value) }
  }

  /// The value that a view shows, part by part.
  static func tree(of view: JSONView) throws -> JSONValue {
    switch view.kind {
    case .null? where view.isNull: return .null
    case .bool?: return .bool(try part(view.bool))
    case .number?: return .number(try part(view.number))
    case .string?: return .string(try part(view.string))
    case .array?: return .array(try view.elements.map { try tree(of: $0) })
    case .object?:
      return .object(JSONObject(try view.members.map { ($0.key, try tree(of: $0.value)) }))
    default: throw Difference()
    }
  }

  private static func part<Part>(_ part: Part?) throws -> Part {
    guard let part else { throw Difference() }
    return part
  }

  /// Reads with a report; throws what ended it, if it was the grammar.
  static func told<Value: MappableValue>(
    _ type: Value.Type, _ bytes: UnsafeRawBufferPointer, _ mapper: Mapper = .default
  ) throws {
    let report = type.decodeReporting(from: bytes, using: mapper)
    let failures = report.issues.filter { $0.code.isSyntax || $0.code == .depthLimit }
    if let failure = failures.first { throw failure }
  }
}
