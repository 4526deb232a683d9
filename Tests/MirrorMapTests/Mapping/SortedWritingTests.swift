import MirrorMap
import Testing

/// Sorted keys: models, which write their members in order, against trees, which are put in order afterwards.
struct SortedWritingTests {
  private struct Inner: Mappable {
    @Mapped("z") var last = 1
    @Mapped var a = "x/y"
    @Mapped("deep.y") var inGroup: Double? = 0.5
    @Mapped var m: Int?
    @Mapped("deep.b") var before = true
  }

  private struct Pair: Codable, Equatable {
    var y = 2
    var b = 1
  }

  private struct Immutable: ImmutableMappable {
    var y = 2
    var b = [3]

    init() {}
    init(from object: inout ObjectReader) throws {
      (y, b) = (try object.value("y"), try object.value("b"))
    }
    func encode(to object: inout ObjectWriter) throws {
      try object.set(y, "y")
      try object.set(b, "b")
    }
  }

  private struct Point: MappableValue {
    static func decode(from reader: inout JSONReader) throws(MappingError) -> Point { Point() }
    func encode(to writer: inout JSONWriter) throws {
      try writer.encodeObject { object in
        try object.encode(2, forKey: "y")
        try object.encode(1, forKey: "b")
      }
    }
  }

  private struct WithExtras: Mappable {
    @Mapped("n") var inner = Inner()
    @Extras var extras: JSONObject = ["z": 1, "b": 3]
  }

  private struct WithFlattened: Mappable {
    @Mapped("n") var inner = Inner()
    @Flattened var flattened = Inner()
  }

  /// A member before and after what is special.
  private struct Outer<Value: MappableValue>: Mappable {
    @Mapped var z = Inner()
    @Mapped("value") var values: [Value] = []
    @Mapped("\u{FF61}") var halfwidth = [Inner(), Inner()]
    @Mapped("\u{10000}") var linearB: [String: Inner] = ["y": Inner(), "b": Inner(), "": Inner()]
    @Mapped("\n") var lineBreak = 1

    init() {}
    init(_ value: Value) { values = [value, value] }
  }

  private func check(_ value: some MappableValue) throws {
    for options: EncodingOptions in [.sortedKeys, [.sortedKeys, .prettyPrinted, .escapedSlashes]] {
      let written = try value.encodeString(options: options)
      let tree = try JSONValue.decode(from: value.encode())
      #expect(try written == tree.encodeString(options: options))
    }
  }

  @Test func modelsAndDictionaries() throws {
    try check(Outer(Inner()))
    try check([Inner()])
    try check(Outer(["b": 1, "a": 2, "a10": 3, "a9": 4]))
    #expect(
      try Inner().encodeString(options: .sortedKeys)
        == #"{"a":"x/y","deep":{"b":true,"y":0.5},"z":1}"#)
  }

  @Test func membersThatSomethingElseWrites() throws {
    try check(Outer(WithExtras()))
    try check(Outer(WithFlattened()))
    try check(Outer(Immutable()))
    try check(Outer(Point()))
    try check(Outer(["y": 1, "b": ["d": 2, "c": 3]] as JSONValue))
    #expect(
      try WithExtras().encodeString(options: .sortedKeys).hasPrefix(#"{"b":3,"n":{"a":"x/y","#))
  }

  @Test func membersByCodable() throws {
    struct Model: Mappable {
      @Mapped("pair", transform: .codable()) var pair = Pair()
      @Mapped var a = 1
    }
    try check(Model())
  }

  @Test func keyStrategiesSortTheirOwnKeys() throws {
    struct Model: Mappable {
      @Mapped var aB = 1
      @Mapped var aa = 2
    }
    var mapper = Mapper()
    mapper.keyStrategy = .snakeCase
    #expect(
      try Model().encodeString(options: .sortedKeys, using: mapper) == #"{"a_b":1,"aa":2}"#)
    #expect(try Model().encodeString(options: .sortedKeys) == #"{"aB":1,"aa":2}"#)
  }

  @Test func changesAreSortedToo() throws {
    var model = try Outer<Inner>.decode(from: Outer(Inner()).encode())
    model.z.last = 5
    model.z.a = "b"
    model.lineBreak = 2
    #expect(
      try model.encodeString(options: [.changesOnly, .sortedKeys])
        == #"{"\n":2,"z":{"a":"b","z":5}}"#)
  }
}
