import Testing

@testable import MirrorMap
@testable import TestSupport

/// Models that are decoded in place, in a field or an array, are equal to those that are decoded on
/// their own.
struct NestedModelTests {
  struct Point: Mappable, Equatable {
    @Mapped var x: Int
    @Mapped var label: String = "none"
    @Mapped var tags: [String]?
  }

  struct Map: Mappable, Equatable {
    @Mapped var name: String?
    @Mapped var center: Point
    @Mapped var goal: Point?
    @Mapped var start: Point = Map.origin
    @Mapped var way: [Point]
    @Mapped var stops: [Point?] = []

    static let origin = {
      var origin = Point()
      (origin.x, origin.label, origin.tags) = (0, "origin", ["default"])
      return origin
    }()
  }

  private static let texts = [
    #"{"x":1}"#, #"{"x":2,"label":"a label of twenty-two b","tags":["one","two"]}"#,
    #"{"tags":null,"x":3}"#,
    #"{"label":null,"x":4,"other":{"x":5}}"#,
  ]

  @Test func modelInAFieldDecodesAsItDoesAlone() throws {
    for (number, text) in Self.texts.enumerated() {
      let alone = try Point.decode(from: text)
      let other = Self.texts[(number + 1) % Self.texts.count]
      let map = try Map.decode(
        from: #"{"center":\#(text),"goal":\#(text),"start":\#(text),"way":[\#(text),\#(other)]}"#)
      #expect(map.center == alone && map.goal == alone && map.start == alone)
      #expect(map.way == [alone, try Point.decode(from: other)])
      #expect(map.$center.presence == .value && map.$goal.presence == .value)
      #expect(!map.$center.isChanged && !map.center.$x.isChanged)
      #expect(map.center.$tags.presence == alone.$tags.presence)
    }
  }

  @Test func absentAndNullFields() throws {
    let map = try Map.decode(
      from: #"{"center":{"x":1},"goal":null,"way":[],"stops":[null,{"x":2},null]}"#)
    #expect(map.goal == nil && map.$goal.presence == .null)
    #expect(map.start == Map.origin && map.$start.presence == .absent)
    #expect(map.stops.map { $0?.x } == [nil, 2, nil])
    let other = try Map.decode(from: #"{"center":{"x":1},"way":[{"x":7}],"start":null}"#)
    #expect(other.goal == nil && other.$goal.presence == .absent)
    #expect(other.start == Map.origin)
  }

  @Test func failuresInsideSayWhereTheyAre() {
    for (value, place) in [
      (#"{"x":"one"}"#, ".x"), ("{}", ".x"), ("[]", ""), ("7", ""), (#"{"x":1"#, ""),
    ] {
      let text = #"{"way":[{"x":1},\#(value)],"center":{"x":0}}"#
      let error = mappingError { try Map.decode(from: text) }
      #expect(error != nil, "\(value)")
      if error?.code.isSyntax == false {
        #expect(error?.path.description == "$.way[1]" + place, "\(value)")
      }
      for key in ["center", "goal", "start"] {
        let error = mappingError { try Map.decode(from: #"{"\#(key)":\#(value)}"#) }
        #expect(error != nil)
        if error?.code.isSyntax == false {
          #expect(error?.path.description == "$.\(key)" + place, "\(value)")
        }
      }
    }
  }

  @Test func secondValueReplacesTheFirstCompletely() throws {
    let mapper = {
      var mapper = Mapper()
      mapper.duplicateKeys = .last
      return mapper
    }()
    let map = try Map.decode(
      from: #"{"center":{"x":1,"label":"first","tags":["a"]},"way":[],"center":{"x":2}}"#,
      using: mapper)
    #expect(map.center == (try Point.decode(from: #"{"x":2}"#)))
  }

  @Test func lenientMapperKeepsTheValueWhenAModelFails() throws {
    var mapper = Mapper()
    mapper.failurePolicy = .lenient
    let map = try Map.decode(
      from:
        #"{"center":{"x":1},"goal":{"x":"?"},"start":{"x":[2],"label":"new"},"way":[{"x":3}],"stops":[{"x":1},{"x":"?"}]}"#,
      using: mapper)
    #expect(map.goal == nil && map.start == Map.origin)
    #expect(map.way.map(\.x) == [3] && map.stops.map { $0?.x } == [1, nil])
  }

  @Test(arguments: 1...4)
  func manyAndLargeElementsWithinAndBeyondTheirCapacity(seed: UInt64) throws {
    var sampler = Sampler(seed: seed, size: 8)
    for count in [0, 1, 2, 3, 40, 200, 1000] {
      let texts = (0..<count).map { _ in sampler.pick(Self.texts) }
      let alone = try texts.map { try Point.decode(from: $0) }
      #expect(try [Point].decode(from: "[" + texts.joined(separator: ",") + "]") == alone)
      #expect(
        try [Point?].decode(from: "[" + texts.joined(separator: ",null,") + "]").compactMap(\.self)
          == alone)
      let broken = texts.dropLast() + [#"{"x":"?"}"#]
      let error = mappingError {
        try [Point].decode(from: "[" + broken.joined(separator: ", ") + "]")
      }
      #expect(error?.path.description == "$[\(max(count, 1) - 1)].x")
    }
  }

  // MARK: Models with a mind of their own

  /// Reads itself from an array as well.
  struct Pair: Mappable, Equatable {
    @Mapped var first: Int
    @Mapped var second: Int

    static func decode(from reader: inout JSONReader) throws -> Pair {
      var pair = Pair()
      if reader.nextKind == .object {
        let values = try reader.decode([String: Int].self)
        (pair.first, pair.second) = (values["first"] ?? -1, values["second"] ?? -1)
      } else {
        let values = try reader.decode([Int].self)
        (pair.first, pair.second) = (values[0], values[1])
      }
      return pair
    }
  }

  struct Pairs: Mappable {
    @Mapped var one: Pair
    @Mapped var maybe: Pair?
    @Mapped var all: [Pair]
    @Mapped var some: [Pair?]
  }

  @Test func ownDecodeIsCalledWhereverTheModelIs() throws {
    for text in ["[1,2]", #"{"first":1,"second":2,"third":3}"#] {
      let pairs = try Pairs.decode(
        from: #"{"one":\#(text),"maybe":\#(text),"all":[\#(text)],"some":[\#(text),null]}"#)
      let all = [pairs.one, pairs.maybe] + pairs.all + pairs.some
      #expect(all.map { $0?.first } == [1, 1, 1, 1, nil] && pairs.one.second == 2)
    }
    let half = #"{"first":1}"#
    let pairs = try Pairs.decode(from: #"{"one":\#(half),"all":[\#(half)],"some":[]}"#)
    #expect(pairs.one.second == -1 && pairs.all[0].second == -1 && pairs.maybe == nil)
  }

  @Test func ownDecodeOfAModelIsDetected() throws {
    for _ in 0..<2 {
      _ = try Map.decode(from: #"{"center":{"x":1},"way":[]}"#)
      _ = try Pairs.decode(from: #"{"one":{},"all":[{},{}],"some":[{}]}"#)
      _ = try [Map].decode(from: #"[{"center":{"x":1},"way":[]}]"#)
      #expect(try PlanCache.plan(Point.self).decodesByPlan)
      #expect(try PlanCache.plan(Map.self).decodesByPlan)
      #expect(try !PlanCache.plan(Pair.self).decodesByPlan)
    }
  }

  /// Is read by another model's code, or gives up.
  struct Proxy: Mappable {
    @Mapped var x: Int
    static func decode(from reader: inout JSONReader) throws -> Proxy {
      var proxy = Proxy()
      proxy.x = (try? reader.decode(Point.self).x) ?? -1
      return proxy
    }
  }

  struct Proxies: Mappable {
    @Mapped var all: [Proxy]
    @Mapped var last: Proxy
  }

  @Test func decodeThatOnlyCallsTheDefaultIsTheModelsOwn() throws {
    for _ in 0..<2 {
      let proxies = try Proxies.decode(from: #"{"all":[{"x":3},{"x":4}],"last":{"x":5}}"#)
      #expect(proxies.all.map(\.x) == [3, 4] && proxies.last.x == 5)
      #expect(try !PlanCache.plan(Proxy.self).decodesByPlan)
      #expect(try PlanCache.plan(Proxies.self).decodesByPlan)
      #expect(try PlanCache.plan(Point.self).decodesByPlan)
    }
  }

  @Test func optionsApplyToAllElementsAndFieldsAtTheFirstDecode()
    throws
  {
    struct Leaf: Mappable {
      @Mapped var leafSize: Int
      @Mapped var note: String?
    }
    struct Tree: Mappable {
      @Mapped var firstLeaf: Leaf
      @Mapped var allLeaves: [Leaf]
    }
    var mapper = Mapper()
    mapper.keyStrategy = .snakeCase
    mapper.unknownKeys = .reject
    let leaf = #"{"leaf_size":1}"#
    let text = #"[{"first_leaf":\#(leaf),"all_leaves":[\#(leaf),\#(leaf)]}]"#
    for _ in 0..<2 {
      let trees = try [Tree].decode(from: text, using: mapper)
      #expect(trees[0].firstLeaf.leafSize == 1 && trees[0].allLeaves.map(\.leafSize) == [1, 1])
      let unknown = #"[{"first_leaf":\#(leaf),"all_leaves":[\#(leaf),{"leaf_size":1,"color":2}]}]"#
      #expect(
        mappingError { try [Tree].decode(from: unknown, using: mapper) }?.path.description
          == "$[0].all_leaves[1].color")
    }
    struct Twig: Mappable {
      @Mapped var size: Int
    }
    var lenient = Mapper()
    lenient.failurePolicy = .lossy
    for _ in 0..<2 {
      let twigs = try [Twig].decode(
        from: #"[{"size":"?"},{"size":1},{"size":"?"},{"size":2}]"#, using: lenient)
      #expect(twigs.map(\.size) == [1, 2])
    }
    #expect(try [Twig].decode(from: #"[{"size":3}]"#).map(\.size) == [3])
  }

  // MARK: Hooks

  struct Even: Mappable, DecodeCompleting {
    @Mapped var number: Int
    @Mapped var half: Int = 0
    mutating func didDecode(in context: MappingContext) throws {
      guard number.isMultiple(of: 2) else { throw MappingError(expected: "an even number") }
      half = number / 2
    }
  }

  struct Evens: Mappable {
    @Mapped var first: Even
    @Mapped var more: [Even]?
  }

  @Test func hooksOfNestedModelsRunAndMayRejectThem() throws {
    let evens = try Evens.decode(
      from: #"{"first":{"number":4},"more":[{"number":6},{"number":8}]}"#)
    #expect(evens.first.half == 2 && evens.more?.map(\.half) == [3, 4])
    #expect(!evens.first.$half.isChanged)
    for (text, place) in [
      (#"{"first":{"number":3}}"#, "$.first"),
      (#"{"first":{"number":2},"more":[{"number":4},{"number":5}]}"#, "$.more[1]"),
    ] {
      #expect(mappingError { try Evens.decode(from: text) }?.path.description == place)
    }
  }

  // MARK: Lifetimes

  struct Box: Mappable {
    @Mapped var value: Tracked
    @Mapped var spare: Tracked?
  }

  struct Boxes: Mappable {
    @Mapped var first: Box
    @Mapped var second: Box?
    @Mapped var more: [Box] = []
  }

  @Test func nothingRemainsOfModelsThatFail() throws {
    try Boxes.validateMapping()
    _ = try Boxes.decode(from: #"{"first":{"value":1},"more":[{"value":1}]}"#)
    try Ledger.keep { ledger in
      for broken in ["-1", #""x""#, "1,", "", "1}"] {
        let value = #"{"value":1,"spare":\#(broken)}"#
        for text in [
          #"{"first":\#(value)}"#, #"{"first":{"value":2},"second":\#(value)}"#,
          #"{"first":{"value":2},"more":[{"value":3,"spare":4},\#(value)]}"#,
          #"{"more":[\#((0..<500).map { #"{"value":\#($0)}"# }.joined(separator: ",")),\#(value)]}"#,
        ] {
          #expect(mappingError { try Boxes.decode(from: text) } != nil)
          #expect(ledger.live == 0)
        }
      }
      #expect(ledger.made > 500)
      let boxes = try Boxes.decode(
        from: #"{"first":{"value":1},"second":{"value":2},"more":[{"value":3}]}"#)
      #expect(ledger.live == 3 && boxes.more.count == 1)
    }
  }
}
