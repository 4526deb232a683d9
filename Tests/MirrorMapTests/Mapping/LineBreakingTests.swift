import MirrorMap
import Testing

@testable import TestSupport

/// Pretty printing: models, which break lines while they're written, against trees, whose lines are broken afterwards.
struct LineBreakingTests {
  private struct Inner: Mappable {
    @Mapped var first: Int?
    @Mapped var name = "a \"b\": {c}, [d]"
    @Mapped("deep.y") var inGroup: Double? = 0.5
    @Mapped("deep.er.z") var deeper: Bool? = true
    @Mapped("row.1") var inArray = 7
    @Mapped var numbers = [1, 2]
    @Mapped var strings: [String] = []
    @Mapped var doubles: [Double]? = [0.5]
    @Mapped var last: Int?
  }

  private struct Empty: Mappable {
    @Mapped var nothing: Int?
  }

  private final class Node: Mappable {
    @Mapped var id = 0
    @Mapped var children: [Node] = []
    @Mapped var next: Node?

    init() {}
    init(_ id: Int, _ children: [Node] = [], next: Node? = nil) {
      (self.id, self.children, self.next) = (id, children, next)
    }
  }

  private struct Outer<Value: MappableValue>: Mappable {
    @Mapped var before = Inner()
    @Mapped var value: Value?
    @Mapped var values: [Value] = []
    @Mapped var nested: [[Value]] = []
    @Mapped var optionals: [Value?] = []
    @Mapped var byKey: [String: Value] = [:]
    @Mapped var after: Inner? = Inner()

    init() {}
    init(_ value: Value) {
      (self.value, values) = (value, [value, value])
      (nested, optionals, byKey) = ([[value], []], [nil, value], ["a": value])
    }
  }

  private struct Tagged: Mappable {
    static let external = ModelRegistry<any Mappable>(.external).adding(Inner.self, as: "inner")
    static let adjacent = ModelRegistry<any Mappable>(.adjacent(tag: "t", content: "c"))
      .adding(Inner.self, as: "inner")
    static let `internal` = ModelRegistry<any Mappable>(.internal(tag: "name"))
      .adding(Inner.self, as: "a").adding(Node.self, as: "b").adding(Empty.self, as: "c")
    static let untagged = ModelRegistry<any Mappable>(.untagged).adding(Inner.self)

    @Mapped(transform: external) var outside: any Mappable = Inner()
    @Mapped(transform: adjacent) var beside: any Mappable = Inner()
    @Mapped(transform: `internal`) var inside: any Mappable = Node(1, [Node(2)])
    @Mapped(transform: `internal`) var list: [any Mappable] = [Node(3), Empty()]
    @Mapped(transform: untagged) var alone: any Mappable = Inner()
  }

  private func check(
    _ value: some MappableValue, _ mapper: Mapper = Mapper(),
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    for options: EncodingOptions in [
      [], .sortedKeys, .nullsOmitted, [.sortedKeys, .escapedSlashes],
    ] {
      let pretty = options.union(.prettyPrinted)
      let compact = try value.encode(options: options, using: mapper)
      let tree = try JSONValue.decode(from: compact)
      let text = try value.encodeString(options: pretty, using: mapper)
      #expect(try text == tree.encodeString(options: pretty), sourceLocation: sourceLocation)
    }
  }

  @Test func modelsBreakTheirLines() throws {
    struct Model: Mappable {
      @Mapped var id = 1
      @Mapped("a.b") var path = "x"
      @Mapped var none: Int?
      @Mapped var items = [Empty(), Empty()]
      @Mapped var tags = ["t"]
    }
    #expect(
      try Model().encodeString(options: [.prettyPrinted, .nullsOmitted])
        == """
        {
          "id": 1,
          "a": {
            "b": "x"
          },
          "items": [
            {},
            {}
          ],
          "tags": [
            "t"
          ]
        }
        """)
  }

  @Test func valuesOfModels() throws {
    try check(Inner())
    try check(Empty())
    try check(Outer(Inner()))
    try check(Outer(Empty()))
    try check(Outer(Outer(Outer(3))))
    try check(Outer(["a": [1], "b": []]))
    try check(Outer(["k": [1, ["x": nil]], "e": [:]] as JSONValue))
    try check(Outer(Node(1, [Node(2), Node(3, [], next: Node(4))], next: Node(5))))
    try check([Inner(), Inner()])
    try check([[Inner()], [], [Inner()]])
    try check(["a": Inner()])
    try check(Optional(Inner()))
    try check("text")
  }

  @Test func membersThatSomethingElseWrites() throws {
    struct Immutable: ImmutableMappable {
      var inner = Inner()
      init() {}
      init(from object: inout ObjectReader) throws { inner = try object.value("inner") }
      func encode(to object: inout ObjectWriter) throws {
        try object.set(inner, "inner")
        try object.set([inner], "a.b")
        try object.set(1, "c")
        try object.set(2, "a.d")
      }
    }
    struct WithExtras: Mappable {
      @Mapped("n") var inner = Inner()
      @Extras var extras: JSONObject = ["z": [1, 2], "b": ["c": 3]]
    }
    struct WithFlattened: Mappable {
      @Mapped("n") var inner = Inner()
      @Flattened var flattened = Inner()
    }
    struct Pair: Codable, Equatable {
      var y = 2
      var b = [1: "a b"]
    }
    struct ByCodable: Mappable {
      @Mapped(transform: .codable()) var pair = Pair()
      @Mapped(transform: JSONStringTransform()) var text: Inner? = Inner()
    }
    struct Prepared: Mappable, EncodePreparing {
      @Mapped var inner: Inner?
      mutating func willEncode(in context: MappingContext) { inner = Inner() }
    }
    try check(Outer(Prepared()))
    try check(Outer(Tagged()))
    try check(Outer(Immutable()))
    try check(Outer(WithExtras()))
    try check(Outer(WithFlattened()))
    try check(Outer(ByCodable()))
  }

  @Test func groupsThatShareAKeyWithAProperty() throws {
    struct Model: Mappable {
      @Mapped("user") var user: [String: Int]? = ["id": 1]
      @Mapped("user.name") var name: String? = "Ann"
      @Mapped("other") var inner: Inner? = Inner()
      @Mapped("other.more") var more: Int? = 1
      @Mapped("none") var onlyField: Inner? = Inner()
      @Mapped("none.more") var noMember: Int?
    }
    try check(Outer(Model()))
    var model = Model()
    (model.name, model.more) = (nil, nil)
    try check(Outer(model))
  }

  @Test func usersOwnCode() throws {
    /// A value that is one model, several of them, or one in the place of another that failed.
    struct Custom: MappableValue {
      enum Kind { case one, several, replaced }
      struct Failing: Mappable {
        @Mapped var number = Double.nan
      }
      var kind: Kind

      static func decode(from reader: inout JSONReader) throws(MappingError) -> Custom {
        Custom(kind: .one)
      }

      func encode(to writer: inout JSONWriter) throws {
        switch kind {
        case .one: try Inner().encode(to: &writer)
        case .several:
          try writer.encodeArray { array in
            try array.encodeElement(Inner())
            try array.encodeElement([Inner()])
          }
        case .replaced:
          #expect(throws: MappingError.self) { try writer.encode(Failing()) }
          try Inner().encode(to: &writer)
        }
      }
    }
    try check(Outer(Custom(kind: .one)))
    try check(Outer(Custom(kind: .several)))
    #expect(throws: MappingError.self) {
      try Outer(Custom(kind: .replaced)).encode(options: .prettyPrinted)
    }
  }

  @Test func largeDocuments() throws {
    let values = (0..<200).map { Outer(String(repeating: "ab\n", count: $0)) }
    try check(values)
    var node = Node(0)
    for id in 1...100 { node = Node(id, [node, Node(-id)]) }
    try check(node)
    for id in 1...100 { node = Node(id, next: node) }
    try check(node)
  }

  @Test func strategiesAndChanges() throws {
    var mapper = Mapper()
    mapper.keyStrategy = .snakeCase
    try check(Outer(Inner()), mapper)
    var model = try Outer<Inner>.decode(from: Outer(Inner()).encode())
    model.before.numbers = [3]
    model.value?.name = "b"
    #expect(
      try model.encodeString(options: [.changesOnly, .prettyPrinted])
        == JSONValue.decode(from: model.encode(options: .changesOnly))
        .encodeString(options: .prettyPrinted))
  }

  @Test func errorsHaveTheirPaths() throws {
    var model = Outer(0.5)
    model.values[1] = .infinity
    #expect(
      mappingError { try [model].encode(options: .prettyPrinted) }?.path.description
        == mappingError { try [model].encode() }?.path.description)
    #expect(
      mappingError { try [model].encode(options: .prettyPrinted) }?.path.description
        == "$[0].values[1]")
  }
}
