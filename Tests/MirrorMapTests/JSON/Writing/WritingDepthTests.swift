import Foundation
import Synchronization
import Testing

@testable import MirrorMap
@testable import TestSupport

// Values are written exactly if they can be read with the same limit of depth.

struct WritingDepthTests {
  private struct Scalars: Mappable, Equatable {
    @Mapped var number: Int = 1
  }

  private struct Integers: Mappable {
    @Mapped var items: [Int] = [1]
    @Mapped var none: [Int] = []
  }

  private struct EmptyArrays: Mappable {
    @Mapped var integers: [Int] = []
    @Mapped var strings: [String] = []
    @Mapped var others: [Bool] = []
  }

  private struct Deep: Mappable {
    @Mapped var numbers: [[Double]] = [[1]]
    @Mapped var arrays: [[[Double]]] = [[[1]]]
    @Mapped var models: [[Integers]] = [[Integers()]]
  }

  private struct Dictionaries: Mappable {
    @Mapped var numbers: [String: Int] = ["a": 1]
    @Mapped var arrays: [String: [Bool]] = ["a": [true]]
    @Mapped var models: [String: Integers] = ["a": Integers()]
  }

  private struct Others: Mappable {
    @Mapped var set: Set<Int> = [1]
    @Mapped var range: Range<Int> = 1..<2
    @Mapped var rectangle: CGRect = .zero
    @Mapped var duration: Duration = .zero
    @Mapped(transform: .unixSeconds) var dates: [Date] = [Date(timeIntervalSince1970: 1)]
    @Mapped(transform: .codable([[Int]].self)) var codable: [[Int]] = [[1]]
  }

  private struct Paths: Mappable {
    @Mapped("a.b.c") var number: Int = 1
    @Mapped("a.list.1") var element: Int = 1
    @Mapped("a.b.d") var items: [Int] = [1]
  }

  private struct Flat: Mappable {
    @Flattened var paths = Paths()
    @Mapped("x.y") var text: String = "z"
  }

  private struct Immutable: ImmutableMappable {
    var isInOrder = true

    init(_ isInOrder: Bool) { self.isInOrder = isInOrder }
    init(from object: inout ObjectReader) throws { _ = try object.value("a.b.c") as Int }

    func encode(to object: inout ObjectWriter) throws {
      try object.set(1, "a.b.c")
      try object.set([1], "a.b.d")
      try object.set(1, "a.e")
      try object.set([[1.5]], "f")
      if !isInOrder {
        try object.set(1, "a.b.g")
        try object.set([true], "h.1")
      }
    }
  }

  private struct Holder: Mappable {
    @Mapped var first = Immutable(true)
    @Mapped var second = Immutable(false)
    @Mapped var third = [Immutable(true)]
    @Mapped var tagged: [Tagged] = [.one(Scalars()), .alone]
  }

  private enum Tagged: Polymorphic, Equatable {
    case one(Scalars)
    case alone

    static var registry: ModelRegistry<Tagged> {
      ModelRegistry(.adjacent(tag: "t", content: "c"))
        .adding(
          "one", embed: Tagged.one, extract: { if case .one(let one) = $0 { one } else { nil } }
        )
        .adding("alone", .alone)
    }
  }

  private struct Extra: Mappable {
    @Mapped var number: Int = 1
    @Extras var extras: JSONObject
    init() { extras = ["a": [1]] }
  }

  @Test func valuesAreWrittenIfTheyCanBeReadWithTheSameLimit() throws {
    try check(Scalars())
    try check(Integers())
    try check(EmptyArrays())
    try check(Deep())
    try check(Dictionaries())
    try check(Others())
    try check(Paths())
    try check(Flat())
    try check(Immutable(true))
    try check(Immutable(false))
    try check(Holder())
    try check(Extra())
    try check([[Scalars()]])
    try check(["a": [[1]]])
    try check([Tagged.alone])
    try check([Int?.none, 1])
    try check([String]())
    try check([[Double]]())
    try check([[[Int]]]([[[]], [[1]]]))
  }

  private struct Sets: Mappable {
    @Mapped var sets: Set<[Set<Int>]> = []
  }

  @Test func setsInOrderCountAsWell() throws {
    var new = Sets()
    new.sets = [[[2, 1]], [[1]]]
    for limit in 0...4 {
      var mapper = Mapper()
      mapper.maximumDepth = limit
      let patch = Result { try new.mergePatch(since: Sets(), using: mapper) }
      if limit >= 4 {
        #expect(try patch.get() == Data(#"{"sets":[[[1,2]],[[1]]]}"#.utf8))
      } else {
        #expect(mappingError { try patch.get() }?.code == .depthLimit)
      }
    }
  }

  private func check<Value: MappableValue>(_ value: Value) throws {
    for options in [EncodingOptions(), .sortedKeys, .changesOnly, .nullsIncluded] {
      let text = try value.encodeString(options: options)
      let depth = depth(of: text)
      for limit in 0...9 {
        var mapper = Mapper()
        mapper.maximumDepth = limit
        let written = Result { try value.encodeString(options: options, using: mapper) }
        let error = mappingError { try written.get() }
        #expect(
          limit >= depth ? (try? written.get()) == text : error?.code == .depthLimit,
          "\(Value.self) at \(limit): \(error.map { "\($0)" } ?? text)")
        let reading = mappingError { try JSONValue.decode(from: text, using: mapper) }
        #expect(reading?.code == (limit >= depth ? nil : .depthLimit))
      }
    }
  }

  /// - Precondition: No string contains a bracket.
  private func depth(of text: String) -> Int {
    var (depth, deepest) = (0, 0)
    for character in text {
      if "[{".contains(character) { depth += 1 }
      if "]}".contains(character) { depth -= 1 }
      deepest = max(deepest, depth)
    }
    return deepest
  }

  // MARK: Recursion

  private indirect enum Tree: MappableValue, Sendable {
    case leaf(Int)
    case node([Tree])

    static func decode(from reader: inout JSONReader) throws -> Tree {
      reader.nextKind == .array
        ? .node(try reader.decode([Tree].self)) : .leaf(try reader.decode(Int.self))
    }

    func encode(to writer: inout JSONWriter) throws {
      switch self {
      case .leaf(let number): try writer.encode(number)
      case .node(let nodes): try writer.encode(nodes)
      }
    }

    /// Arrays in arrays.
    static func nested(_ depth: Int) -> Tree {
      (0..<depth).reduce(.leaf(1)) { tree, _ in .node([tree]) }
    }
  }

  @Test func nestedArraysOfOwnTypesCount() throws {
    #expect(try depth(of: Tree.nested(512).encodeString()) == 512)
    #expect(mappingError { try Tree.nested(513).encodeString() }?.code == .depthLimit)
  }

  /// A type that contains itself through an array or a dictionary.
  private final class Ring: MappableValue {
    var array: [Ring] = []
    var dictionary: [String: Ring] = [:]

    static func decode(from reader: inout JSONReader) throws -> Ring { Ring() }

    func encode(to writer: inout JSONWriter) throws {
      if array.isEmpty { try writer.encode(dictionary) } else { try writer.encode(array) }
    }
  }

  @Test func cyclesThroughArraysAndDictionariesAreErrors() {
    let ring = Ring()
    ring.array = [ring]
    #expect(mappingError { try ring.encode() }?.code == .depthLimit)
    ring.array = []
    ring.dictionary = ["a": ring]
    #expect(mappingError { try ring.encode() }?.code == .depthLimit)
    ring.dictionary = [:]
  }

  @Test func smallStacksAreNotOverrun() {
    // Made and released here, as that takes a stack, too.
    let tree = Tree.nested(700)
    let code = Mutex<MappingError.Code?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      var mapper = Mapper()
      mapper.maximumDepth = 100_000
      let error = mappingError { try tree.encode(using: mapper) }
      code.withLock { $0 = error?.code }
      done.signal()
    }
    thread.stackSize = 256 << 10
    thread.start()
    done.wait()
    #expect(code.withLock { $0 } == .depthLimit)
  }
}
