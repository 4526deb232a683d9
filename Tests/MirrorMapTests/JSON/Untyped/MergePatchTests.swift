import Synchronization
import Testing

@testable import MirrorMap
@testable import TestSupport

struct MergePatchTests {
  private static func tree(_ text: String) throws -> JSONValue { try JSONValue.decode(from: text) }

  /// RFC 7396, appendix A: original, patch, result.
  private static let examples = [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
    (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#),
    (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
    (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
    (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
    (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
    (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
    (#"{"a":"foo"}"#, #"null"#, #"null"#),
    (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
    (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
    (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
    (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
  ]

  @Test(arguments: examples)
  func examplesOfTheRFC(original: String, patch: String, result: String) throws {
    let patched = try Self.tree(original).applying(mergePatch: Self.tree(patch))
    #expect(patched.description == result)
  }

  /// RFC 7396, section 3.
  @Test func documentOfTheRFC() throws {
    let original = try Self.tree(
      """
      {"title":"Goodbye!","author":{"givenName":"John","familyName":"Doe"},
      "tags":["example","sample"],"content":"This will be unchanged"}
      """)
    let patch = try Self.tree(
      """
      {"title":"Hello!","phoneNumber":"+01-123-456-7890","author":{"familyName":null},
      "tags":["example"]}
      """)
    let result = original.applying(mergePatch: patch)
    #expect(
      result.description == """
        {"title":"Hello!","author":{"givenName":"John"},"tags":["example"],\
        "content":"This will be unchanged","phoneNumber":"+01-123-456-7890"}
        """)
    #expect(
      original.mergePatch(to: result).description == """
        {"title":"Hello!","author":{"familyName":null},"tags":["example"],\
        "phoneNumber":"+01-123-456-7890"}
        """)
  }

  @Test(
    arguments: [
      (#"{"a":1,"b":{"c":2,"d":3}}"#, #"{"a":1,"b":{"c":2,"d":3}}"#, "{}"),
      (#"{"a":1,"b":2}"#, #"{"b":2.0,"a":10e-1}"#, "{}"),
      (#"{"a":{"b":1}}"#, #"{"a":{}}"#, #"{"a":{"b":null}}"#),
      (#"{"a":{}}"#, #"{}"#, #"{"a":null}"#),
      (#"{}"#, #"{"a":{}}"#, #"{"a":{}}"#),
      (#"{"a":1}"#, #"{"a":{}}"#, #"{"a":{}}"#),
      (#"{"a":{}}"#, #"{"a":[]}"#, #"{"a":[]}"#),
      (#"{"a":[1,{"b":[2]}]}"#, #"{"a":[1,{"b":[2]}]}"#, "{}"),
      (#"{"a":[1,{"b":[2]}]}"#, #"{"a":[1,{"b":[3]}]}"#, #"{"a":[1,{"b":[3]}]}"#),
      (#"{"a":[1]}"#, #"{"a":[1,2]}"#, #"{"a":[1,2]}"#),
      (
        #"{"z":1,"y":2,"x":3}"#, #"{"n":0,"x":4,"z":5,"m":6}"#,
        #"{"z":5,"y":null,"x":4,"n":0,"m":6}"#
      ),
      (#"5"#, #"5"#, "5"), (#"5"#, #"{}"#, "{}"), (#"[1]"#, #"{"a":1}"#, #"{"a":1}"#),
      (#"{}"#, "null", "null"), ("null", "{}", "{}"), (#"{"a":true}"#, "false", "false"),
      // Equal as Swift strings, not as bytes: values and keys.
      (#"{"a":"\u00e9"}"#, #"{"a":"e\u0301"}"#, "{\"a\":\"e\u{301}\"}"),
      (#"{"\u00e9":1}"#, #"{"e\u0301":1}"#, "{\"\u{E9}\":null,\"e\u{301}\":1}"),
      // Nulls.
      (#"{"a":null}"#, #"{"a":null}"#, "{}"),
      (#"{"a":1}"#, #"{"a":null}"#, #"{"a":null}"#),
      (#"{}"#, #"{"a":null}"#, "{}"),
      (#"{"a":null}"#, #"{}"#, #"{"a":null}"#),
      (#"{"a":null}"#, #"{"a":1}"#, #"{"a":1}"#),
      (#"{}"#, #"{"a":{"b":null,"c":{"d":null}}}"#, #"{"a":{"c":{}}}"#),
      (#"1"#, #"{"a":{"b":null}}"#, #"{"a":{}}"#),
      (#"{"a":[null]}"#, #"{"a":[null,{"b":null}]}"#, #"{"a":[null,{"b":null}]}"#),
    ])
  func smallestPatch(source: String, target: String, patch: String) throws {
    #expect(try Self.tree(source).mergePatch(to: Self.tree(target)).description == patch)
  }

  @Test func orderIsKeptAndKeysAreComparedByTheirBytes() throws {
    let original = try Self.tree(#"{"c":1,"\u00e9":2,"b":3,"a":4}"#)
    let patch = try Self.tree(#"{"z":0,"a":5,"e\u0301":6,"b":null,"y":{"q":null,"p":1}}"#)
    #expect(
      original.applying(mergePatch: patch).description
        == "{\"c\":1,\"\u{E9}\":2,\"a\":5,\"z\":0,\"e\u{301}\":6,\"y\":{\"p\":1}}")
  }

  @Test func manyMembersAreRemovedAtOnce() {
    let keys = (0..<20_000).map { "k\($0)" }
    let full = JSONValue.object(JSONObject(keys.map { ($0, 1) }))
    let none = JSONValue.object(JSONObject(keys.reversed().map { ($0, JSONValue.null) }))
    #expect(full.applying(mergePatch: none) == [:])
    #expect(full.mergePatch(to: [:]) == none)
    let odd = JSONValue.object(
      JSONObject(keys.enumerated().filter { $0.0 % 2 == 1 }.map { ($1, 1) }))
    let result = full.applying(mergePatch: full.mergePatch(to: odd))
    #expect(result.description == odd.description)
    #expect(result["k1"] == 1)
    #expect(result["k2"] == nil)
  }

  // MARK: Random trees

  @Test(arguments: 0..<20)
  func patchLeadsFromAnyTreeToAnyOtherWithoutNull(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let source = Self.randomTree(depth: 4, nulls: true, using: &random)
      let other = Self.randomTree(depth: 4, nulls: false, using: &random)
      for target in [other, Self.changed(source, using: &random)] {
        let patch = source.mergePatch(to: target)
        #expect(source.applying(mergePatch: patch) == target, "\(source) to \(target): \(patch)")
        if case .object = target {
          #expect(target.mergePatch(to: target) == [:])
        }
      }
    }
  }

  @Test(arguments: 0..<10)
  func nullsOfTheTargetAreMissingOrWereThereBefore(seed: UInt64) {
    var random = SeededGenerator(seed: 1000 + seed)
    for _ in 0..<100 {
      let source = Self.randomTree(depth: 4, nulls: true, using: &random)
      let target = Self.randomTree(depth: 4, nulls: true, using: &random)
      let result = source.applying(mergePatch: source.mergePatch(to: target))
      #expect(result == Self.expressible(target, from: source), "\(source) to \(target)")
    }
  }

  @Test(arguments: 0..<10)
  func patchingAgreesWithThePseudocodeOfTheRFC(seed: UInt64) {
    var random = SeededGenerator(seed: 2000 + seed)
    for _ in 0..<200 {
      let target = Self.randomTree(depth: 4, nulls: true, using: &random)
      let patch = Self.randomTree(depth: 4, nulls: true, using: &random)
      #expect(
        target.applying(mergePatch: patch).description
          == Self.plainlyPatched(target, patch).description)
    }
  }

  /// Section 2 of the RFC, word by word.
  private static func plainlyPatched(_ target: JSONValue?, _ patch: JSONValue) -> JSONValue {
    guard let members = patch.object else { return patch }
    var object = target?.object ?? [:]
    for (key, value) in members {
      if value.isNull {
        object.removeValue(forKey: key)
      } else {
        object.updateValue(plainlyPatched(object[key], value), forKey: key)
      }
    }
    return .object(object)
  }

  /// What of a target a patch can lead to.
  private static func expressible(_ target: JSONValue, from source: JSONValue?) -> JSONValue {
    guard let members = target.object else { return target }
    var object = JSONObject()
    for (key, value) in members {
      let old = source?[key]
      if value.isNull, old?.isNull != true { continue }
      object[key] = expressible(value, from: old)
    }
    return .object(object)
  }

  private static func randomTree(
    depth: Int, nulls: Bool, using random: inout SeededGenerator
  ) -> JSONValue {
    let count = Int.random(in: 0..<6, using: &random)
    switch Int.random(in: 0..<(depth > 0 ? 9 : 4), using: &random) {
    case 0: return .bool(Bool.random(using: &random))
    case 1: return .number(JSONNumber(Int.random(in: 0..<3, using: &random)))
    case 2: return .string(["", "a", "é"].randomElement(using: &random) ?? "")
    case 3: return nulls ? .null : 7
    case 4:
      // Arrays are replaced as they are: their nulls do no harm.
      return .array(
        (0..<count).map { _ in randomTree(depth: depth - 1, nulls: true, using: &random) })
    default:
      var object = JSONObject()
      for _ in 0..<count {
        let key = ["a", "b", "c", "d", "", "é", "e\u{301}"].randomElement(using: &random) ?? ""
        object[key] = randomTree(depth: depth - 1, nulls: nulls, using: &random)
      }
      return .object(object)
    }
  }

  /// A tree like another one: without its null members, and here and there with something else.
  private static func changed(
    _ tree: JSONValue, using random: inout SeededGenerator
  ) -> JSONValue {
    guard let members = tree.object else { return tree.isNull ? 0 : tree }
    var object = JSONObject()
    for (key, value) in members where !value.isNull {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: break
      case 1: object[key] = randomTree(depth: 2, nulls: false, using: &random)
      default: object[key] = changed(value, using: &random)
      }
    }
    return .object(object)
  }

  // MARK: Depth

  private static func deep(_ depth: Int, _ leaf: JSONValue) -> JSONValue {
    (0..<depth).reduce(leaf) { tree, _ in ["k": tree] }
  }

  /// Deep trees for ever: whichever thread takes one apart needs stack for that.
  private static let kept = Mutex<[JSONValue]>([])

  private static func keeping(_ tree: JSONValue) -> JSONValue {
    kept.withLock { $0.append(tree) }
    return tree
  }

  /// Trees built in code may be deeper than any document: neither direction needs stack for that.
  @Test func deepTreesArePatchedOnASmallStack() {
    let (one, two) = (Self.keeping(Self.deep(10_000, 1)), Self.keeping(Self.deep(10_000, 2)))
    let array = Self.keeping(["a": .array([two])])
    let leaves = onAnotherThread(stackSize: 1 << 17) {
      let patch = Self.keeping(one.mergePatch(to: two))
      let patched = Self.keeping(one.applying(mergePatch: patch))
      let same = Self.keeping(array.mergePatch(to: ["a": .array([patched])]))
      let changed = Self.keeping(array.mergePatch(to: ["a": .array([one])]))
      return [patch, patched, same, changed["a"]?[0] ?? nil].map(Self.leaf)
    }
    #expect(leaves == [2, 2, [:], 1])
  }

  /// The value at the end of a chain of members.
  private static func leaf(_ tree: JSONValue) -> JSONValue {
    var tree = tree
    while let inner = tree["k"] { tree = inner }
    return tree
  }
}
