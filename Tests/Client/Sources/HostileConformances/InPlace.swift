import Foundation
import MirrorMap

// Structs inside of objects that something else can reach: they are replaced, made nil or moved
// while they are read, updated or written.

/// The object that holds the structs.
private enum Shared {
  nonisolated(unsafe) static var owner: Owner?
}

/// With a property before the callback and one after it.
private struct Leaf: Mappable {
  @Mapped var before = text("b")
  @Mapped(transform: Calling()) var called = text("c")
  @Mapped var after = text("a")
  @Mapped var list = [text("l")]
}

private struct Branch: Mappable, DecodeCompleting {
  @Mapped var name = text("n")
  @Mapped var leaf = Leaf()
  @Mapped var optional: Leaf?
  @Mapped var leaves: [Leaf] = []
  @Mapped var last = text("z")
  mutating func didDecode(in context: MappingContext) throws { Callback.call() }
}

private struct Hooked: Mappable, DecodeValidating, DecodeCompleting, EncodePreparing {
  @Mapped var text = "h"
  @Mapped var leaf: Leaf?
  static func willDecode(_ json: JSONView, in context: MappingContext) throws { Callback.call() }
  mutating func didDecode(in context: MappingContext) throws { Callback.call() }
  func willEncode(in context: MappingContext) throws { Callback.call() }
}

private class Owner: Mappable {
  @Mapped var leaf = Leaf()
  @Mapped var optional: Leaf?
  @Mapped var double: Leaf??
  @Mapped var branch: Branch?
  @Mapped var branches: [Branch] = []
  @Mapped var members: [String: Branch] = [:]
  @Mapped var hooked: Hooked?
  @Flattened var flat = Leaf()
  required init() {
    // Not one that a callback makes.
    if Shared.owner == nil { Shared.owner = self }
  }

  static let document: String = {
    // No two texts are equal, or they might share their memory.
    var count = 0
    func x() -> String {
      count += 1
      return "\"\(count): \(text("x"))\""
    }
    func leaf() -> String {
      #"{"before": \#(x()), "called": \#(x()), "after": \#(x()), "list": [\#(x()), \#(x())]}"#
    }
    func branch() -> String {
      """
      {"name": \(x()), "leaf": \(leaf()), "optional": \(leaf()), "leaves": [\(leaf())], "last": \(x())}
      """
    }
    return """
      {"leaf": \(leaf()), "optional": \(leaf()), "double": \(leaf()), "branch": \(branch()),
      "branches": [\(branch())], "members": {"a": \(branch())},
      "hooked": {"text": \(x()), "leaf": \(leaf())},
      "before": \(x()), "called": \(x()), "after": \(x()), "list": [\(x())]}
      """
  }()
}

private final class Heir: Owner {
  @Mapped var own: Leaf?
}

enum InPlace {
  /// Decodes, updates and encodes an object, while a callback does something to what it holds.
  private static func disturb(_ action: @escaping @Sendable (Owner) throws -> Void) throws {
    defer { Shared.owner = nil }
    try disturb(Owner.self, action)
    // Now it is known that the models are read and written by their plans.
    try disturb(Owner.self, action)
    try disturb(Heir.self, action)
  }

  private static func disturb<Kind: Owner>(
    _ type: Kind.Type, _ action: @escaping @Sendable (Owner) throws -> Void
  ) throws {
    for policy in type == Heir.self ? [FailurePolicy.lossy] : [.strict] {
      var mapper = Mapper()
      mapper.failurePolicy = policy
      for operation in operations {
        try Callback.atEach {
          guard let owner = Shared.owner else { return }
          try action(owner)
        } _: { arm in
          Shared.owner = nil
          let owner = try type.decode(from: Owner.document, using: mapper)
          Shared.owner = owner
          arm()
          try operation(owner, mapper)
        }
      }
    }
  }

  private static let operations: [@Sendable (Owner, Mapper) throws -> Void] = [
    { owner, mapper in
      Shared.owner = nil
      _ = try type(of: owner).decode(from: Owner.document, using: mapper)
    },
    { _, mapper in
      Shared.owner = nil
      _ = try [Owner?].decode(from: "[\(Owner.document), \(Owner.document)]", using: mapper)
    },
    { owner, mapper in try owner.update(from: Owner.document, using: mapper) },
    { owner, mapper in try owner.apply(mergePatch: Owner.document, using: mapper) },
    { owner, mapper in _ = try owner.encode(using: mapper) },
    { owner, mapper in _ = try [owner, owner].encode(options: .changesOnly, using: mapper) },
    { owner, mapper in
      owner.leaf.after = text("d")
      owner.optional = Leaf()
      owner.branch?.leaf = Leaf()
      _ = try owner.encode(options: [.changesOnly, .nullsIncluded], using: mapper)
    },
  ]

  static let scenarios: [Scenario] = [
    .harmless("struct-in-an-object-is-replaced") {
      try disturb { owner in
        owner.leaf = Leaf()
        owner.optional = Leaf()
        owner.double = Leaf()
        owner.branch = Branch()
        owner.branches = [Branch()]
        owner.members = ["c": Branch()]
        owner.hooked = Hooked()
        owner.flat = Leaf()
        (owner as? Heir)?.own = Leaf()
      }
    },
    .harmless("struct-in-an-object-is-made-nil") {
      try disturb { owner in
        owner.optional = nil
        owner.double = nil
        owner.branch = nil
        owner.branches = []
        owner.members = [:]
        owner.hooked = nil
        (owner as? Heir)?.own = nil
      }
    },
    .harmless("struct-in-an-object-is-updated") {
      try disturb {
        try $0.update(
          from: #"{"leaf": {"before": "y"}, "branch": {"leaf": {"list": []}}, "branches": []}"#)
      }
    },
    .harmless("struct-in-an-object-is-changed-within") {
      try disturb { owner in
        owner.leaf.after = text("1")
        owner.leaf.list.removeAll()
        owner.optional?.after = text("2")
        owner.branch?.leaf.after = text("3")
        owner.branch?.leaves.removeAll()
        owner.branch?.optional = nil
        owner.branches.removeAll()
        owner.members.removeAll()
        owner.hooked?.leaf = nil
        owner.flat.after = text("4")
      }
    },
    .harmless("object-of-a-struct-is-encoded") { try disturb { _ = try $0.optional.encode() } },
    .harmless("object-of-a-struct-is-let-go") { try disturb { _ in Shared.owner = nil } },
  ]
}
