import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Values nested deeply.
struct DeepEncodingTests {
  /// Arrays in arrays, or objects in objects.
  private indirect enum Tree: Encodable, Sendable {
    case leaf, empty
    case array(Tree)
    case object(Tree)
    case whole(Tree)

    static func nested(_ count: Int, _ wrap: (Tree) -> Tree, in leaf: Tree = .leaf) -> Tree {
      (0..<count).reduce(leaf) { tree, _ in wrap(tree) }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .leaf: try 1.encode(to: encoder)
      case .empty: _ = encoder.unkeyedContainer()
      case .array(let tree):
        var list = encoder.unkeyedContainer()
        try list.encode(tree)
      case .object(let tree):
        var container = encoder.container(keyedBy: CodableAnyKey.self)
        try container.encode(tree, forKey: "a")
      case .whole(let tree):
        var single = encoder.singleValueContainer()
        try single.encode([tree])
      }
    }
  }

  private struct Endless: Encodable {
    var kind = 0
    func encode(to encoder: any Encoder) throws {
      switch kind {
      case 0:
        var list = encoder.unkeyedContainer()
        try list.encode(self)
      case 1:
        var single = encoder.singleValueContainer()
        try single.encode(self)
      case 2: try [self].encode(to: encoder)
      default:
        var container = encoder.container(keyedBy: CodableAnyKey.self)
        try container.encode(["a": Optional(self)], forKey: "b")
      }
    }
  }

  /// What both encoders write for trees of all kinds, Foundation's first.
  private static func both(_ count: Int, _ leaf: Tree) -> [[String]] {
    onAnotherThread(stackSize: 1 << 25) {
      [Tree.array, Tree.object, Tree.whole].map { wrap in
        let tree = Tree.nested(count, wrap, in: leaf)
        return [JSONEncoder().encode, MappingEncoder().encode].map { encode in
          guard let data = try? (encode as (Tree) throws -> Data)(tree) else { return "error" }
          return String(decoding: data, as: UTF8.self)
        }
      }
    }
  }

  /// Foundation's limit is at 511 levels, though its decoder reads 512.
  @Test(arguments: [0, 1, 100, 510, 511, 512, 513, 514, 600, 2000])
  func nesting(_ count: Int) {
    for (leaf, levels) in [(Tree.leaf, count), (.empty, count + 1)] {
      for texts in Self.both(count, leaf) {
        #expect(texts[0] == (levels < 512 ? texts[1] : "error"))
        #expect((texts[1] == "error") == (levels > 512))
      }
    }
  }

  @Test func theDeepestIsReadBack() throws {
    for text in Self.both(512, .leaf).map({ $0[1] }) {
      #expect(throws: Never.self) { try JSONValue.decode(from: text) }
      #expect(throws: Never.self) { try MappingDecoder().decode(JSONValue.self, from: text) }
    }
  }

  @Test func tooDeepIsAnErrorOfTheEncoder() {
    let texts = onAnotherThread(stackSize: 1 << 25) {
      [Tree.array, Tree.object, Tree.whole].map { EncodingAgreement.ours(Tree.nested(513, $0)) }
    }
    for text in texts { #expect(text.hasPrefix("error invalidValue")) }
  }

  @Test func nestedContainersAreCounted() {
    for count in [512, 513] {
      let text = onAnotherThread(stackSize: 1 << 25) {
        EncodingAgreement.ours(EncoderSettings()) { encoder, _ in
          var list = encoder.unkeyedContainer()
          for _ in 1..<count { list = list.nestedUnkeyedContainer() }
        }
      }
      #expect(text.hasPrefix("error") == (count > 512), "\(count) \(text.prefix(60))")
    }
  }

  @Test(arguments: [1 << 18, 1 << 19, 1 << 20, 1 << 22])
  func valuesWithoutEnd(_ stackSize: Int) {
    let texts = onAnotherThread(stackSize: stackSize) {
      (0..<4).flatMap { kind in
        [
          EncodingAgreement.ours(Endless(kind: kind)),
          EncodingAgreement.ours([Endless(kind: kind)]),
        ]
      }
    }
    for text in texts { #expect(text.hasPrefix("error invalidValue"), "\(text.prefix(100))") }
  }

  @Test func smallStacks() {
    let texts = onAnotherThread(stackSize: 1 << 18) {
      [10, 512, 5000].flatMap { count in
        [Tree.array, Tree.object, Tree.whole].map { wrap in
          // Letting go of a deep tree takes stack as well.
          let tree = Unmanaged.passRetained(Box(Tree.nested(count, wrap)))
          return EncodingAgreement.ours(tree.takeUnretainedValue().tree)
        }
      }
    }
    for text in texts.prefix(3) { #expect(!text.hasPrefix("error")) }
    for text in texts.suffix(3) { #expect(text.hasPrefix("error invalidValue")) }
  }

  private final class Box {
    let tree: Tree
    init(_ tree: Tree) { self.tree = tree }
  }

  /// Nested containers take no stack until they are put in order.
  @Test(arguments: EncodingAgreement.formats)
  func nestedContainersOnASmallStack(_ format: JSONEncoder.OutputFormatting) {
    let settings = EncoderSettings().with(format)
    let text = onAnotherThread(stackSize: 1 << 18) {
      EncodingAgreement.ours(settings) { encoder, _ in
        var list = encoder.unkeyedContainer()
        for _ in 1..<512 {
          var object = list.nestedContainer(keyedBy: CodableAnyKey.self)
          list = object.nestedUnkeyedContainer(forKey: "a")
        }
      }
    }
    #expect(text.hasPrefix("error invalidValue"))
    let fine = onAnotherThread(stackSize: 1 << 18) {
      EncodingAgreement.ours(settings) { encoder, _ in
        var list = encoder.unkeyedContainer()
        for _ in 1..<512 { list = list.nestedUnkeyedContainer() }
      }
    }
    #expect(fine.hasPrefix("[") || fine.hasPrefix("error invalidValue"), "\(fine.prefix(80))")
  }

  @Test func nestedContainersWithoutEnd() {
    for isKeyed in [false, true] {
      let text = EncodingAgreement.ours { encoder, _ in
        var list = encoder.unkeyedContainer()
        for _ in 0..<100_000 {
          if isKeyed {
            var object = list.nestedContainer(keyedBy: CodableAnyKey.self)
            list = object.superEncoder().unkeyedContainer()
          } else {
            list = list.nestedUnkeyedContainer()
          }
          try list.encode(1)
        }
      }
      #expect(text.hasPrefix("error invalidValue"))
    }
  }

  @Test(arguments: [1 << 18, 1 << 25], [400, 600, 20000])
  func deepTrees(_ stackSize: Int, _ depth: Int) {
    for format in EncodingAgreement.formats.prefix(5) {
      let settings = EncoderSettings().with(format)
      let text = onAnotherThread(stackSize: stackSize) {
        let tree = (0..<depth).reduce(JSONValue.null) { tree, _ in .array([tree]) }
        // Letting go of a deep tree takes stack as well.
        let held = Unmanaged.passRetained(Held(tree))
        return EncodingAgreement.ours(held.takeUnretainedValue().tree, settings)
      }
      let isWhole = text.filter { $0 == "[" }.count == depth && text.last == "]"
      #expect(isWhole || text.hasPrefix("error invalidValue"), "\(text.prefix(80))")
    }
  }

  private final class Held {
    let tree: JSONValue
    init(_ tree: JSONValue) { self.tree = tree }
  }

  @Test func deepJSONValues() {
    let tree = (0..<400).reduce(JSONValue.null) { tree, _ in .array([tree]) }
    #expect(EncodingAgreement.ours(tree).count == 804)
    EncodingAgreement.expect(tree)
  }

  private final class Carrier<Value>: @unchecked Sendable {
    var value: Value
    let lock = NSLock()
    init(_ value: Value) { self.value = value }
  }

  /// The stack to watch is that of the thread that encodes now.
  @Test func otherThreads() {
    let text = onAnotherThread(stackSize: 1 << 20) {
      EncodingAgreement.ours(EncoderSettings().with([])) { encoder, _ in
        var container = encoder.container(keyedBy: CodableAnyKey.self)
        let carrier = Carrier(container)
        let failures = onThreads(8, stackSize: 1 << 22) { number in
          errorText {
            try carrier.lock.withLock {
              try carrier.value.encode(
                EncodedWhole(value: [EncodedWhole(value: [Tree.array(.leaf)])]),
                forKey: CodableAnyKey(stringValue: "k\(number)"))
            }
          }
        }
        try container.encode(failures.filter { $0 != "no error" }, forKey: "failures")
      }
    }
    #expect(text.contains(#""failures":[]"#), "\(text)")
  }

  /// A value in an array in an array, and so on.
  private struct Wrapped<Value: Encodable>: Encodable {
    let value: Value
    let depth: Int

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      if depth > 1 {
        try list.encode(Wrapped(value: value, depth: depth - 1))
      } else {
        try list.encode(value)
      }
    }
  }

  private struct Whole<Value: Encodable & Sendable>: Encodable, Sendable {
    let value: Value

    func encode(to encoder: any Encoder) throws {
      var single = encoder.singleValueContainer()
      try single.encode(value)
    }
  }

  private static func expectLimit<Value: Encodable & Sendable>(
    _ value: Value, levels: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for depth in 505...514 {
      let texts = onAnotherThread(stackSize: 1 << 25) {
        let value = Wrapped(value: value, depth: depth)
        return [EncodingAgreement.ours(value), EncodingAgreement.theirs(value)]
      }
      let isError = depth + levels > 512
      #expect(
        texts[0].hasPrefix("error invalidValue") == isError, "\(Value.self) \(depth)",
        sourceLocation: sourceLocation)
      if !isError, depth + levels < 512 {
        #expect(texts[0] == texts[1], sourceLocation: sourceLocation)
      }
    }
  }

  @Test func arraysOfScalarsAreCounted() {
    Self.expectLimit(1, levels: 0)
    Self.expectLimit([1], levels: 1)
    Self.expectLimit([Int](), levels: 1)
    Self.expectLimit(["a"], levels: 1)
    Self.expectLimit([1.5], levels: 1)
    Self.expectLimit([[Double]](), levels: 1)
    Self.expectLimit([[1.5], []], levels: 2)
    Self.expectLimit([[], [[1.5]]], levels: 3)
    Self.expectLimit([[], [[Double]]()], levels: 2)
    Self.expectLimit([UInt8(1)], levels: 1)
    Self.expectLimit([] as JSONValue, levels: 1)
    Self.expectLimit([["a": [1]]], levels: 3)
    Self.expectLimit(Whole(value: [1]), levels: 1)
    Self.expectLimit(Whole(value: [[1.5]]), levels: 2)
  }

  private struct Inner: Mappable {
    @Mapped("id") var id: Int = 1
  }

  private struct Model: Mappable, CodableByMapping {
    @Mapped("inner") var inner = Inner()
  }

  @Test func modelsAreCounted() { Self.expectLimit(Model(), levels: 2) }
}
