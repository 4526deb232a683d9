import MirrorMap
import Testing

@testable import TestSupport

private struct PatchedPoint: ImmutableMappable, Equatable {
  let x: Int?
  let y: Int
  init(x: Int?, y: Int) { (self.x, self.y) = (x, y) }
  init(from object: inout ObjectReader) throws {
    x = try object.value("x")
    y = try object.value("y")
  }
  func encode(to object: inout ObjectWriter) throws {
    try object.set(x, "x")
    try object.set(y, "y")
  }
}

private struct PatchedPrice: Codable, Equatable {
  var amount: Int
  var unit: String?
}

private struct PatchedCircle: Mappable, Equatable {
  @Mapped var radius: Int
  @Mapped var name: String?
}

private struct PatchedSquare: Mappable, Equatable {
  @Mapped var side: Int
}

private enum PatchedFigure: Polymorphic, Equatable {
  case circle(PatchedCircle)
  case square(PatchedSquare)
  static let registry = ModelRegistry<PatchedFigure>(.internal(tag: "type"))
    .adding("circle", embed: PatchedFigure.circle) {
      if case .circle(let circle) = $0 { circle } else { nil }
    }
    .adding("square", embed: PatchedFigure.square) {
      if case .square(let square) = $0 { square } else { nil }
    }
}

private struct PatchedBox: MappableContainer, Equatable {
  typealias Item = Int
  var item: Int
  var note: String?
  static func decodeItems<Coding: ValueCoding<Int>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws -> PatchedBox {
    let object = try reader.decode(JSONObject.self)
    guard let item = object["item"]?.int else { throw MappingError(.missingKey) }
    return PatchedBox(item: item, note: object["note"]?.string)
  }
  func encodeItems<Coding: ValueCoding<Int>>(to writer: inout JSONWriter, with coding: Coding)
    throws
  {
    try writer.encodeObject { object in
      try object.encode(item, forKey: "item", with: coding)
      try object.encode(note, forKey: "note")
    }
  }
}

private struct PatchedDrawing: Mappable, Equatable {
  @Mapped var point: PatchedPoint?
  @Mapped(transform: .codable()) var price: PatchedPrice?
  @Mapped var figure: PatchedFigure?
  @Mapped var points: [String: PatchedPoint] = [:]
  @Mapped var list: [PatchedPoint] = []
  @Mapped(
    transform: TransformOf(
      decode: { (circle: PatchedCircle) in [circle.name ?? "": circle.radius] },
      encode: { (radii: [String: Int]) in
        try PatchedCircle.decode(
          from: #"{"radius":\#(radii.first!.value),"name":"\#(radii.first!.key)"}"#)
      })) var radii: [String: Int]?
  @Mapped(transform: TransformOf(decode: { (n: Int) in n }, encode: { (n: Int) in n })) var box:
    PatchedBox?
}

private let document = #"""
  {"point":{"x":1,"y":2},"price":{"amount":1,"unit":"u"},"figure":{"type":"circle","radius":1,"name":"n"},
   "points":{"k":{"x":1,"y":2}},"list":[{"x":1,"y":2}],"radii":{"radius":1,"name":"a"},
   "box":{"item":1,"note":"n"}}
  """#

struct ValuePatchTests {
  private func drawing() throws -> PatchedDrawing { try PatchedDrawing.decode(from: document) }

  @Test(arguments: [
    (#"{"point":{"y":3}}"#, #"{"point":{"x":1,"y":3}}"#),
    (#"{"point":{"x":null}}"#, #"{"point":{"y":2}}"#),
    (#"{"price":{"amount":3}}"#, #"{"price":{"amount":3,"unit":"u"}}"#),
    (#"{"price":{"unit":null}}"#, #"{"price":{"amount":1}}"#),
    (#"{"figure":{"radius":3}}"#, #"{"figure":{"type":"circle","radius":3,"name":"n"}}"#),
    (
      #"{"figure":{"type":"square","radius":null,"name":null,"side":5}}"#,
      #"{"figure":{"type":"square","side":5}}"#
    ),
    (#"{"points":{"k":{"y":3},"l":{"y":4}}}"#, #"{"points":{"k":{"x":1,"y":3},"l":{"y":4}}}"#),
    (#"{"radii":{"radius":3}}"#, #"{"radii":{"radius":3,"name":"a"}}"#),
    (#"{"box":{"item":3}}"#, #"{"box":{"item":3,"note":"n"}}"#),
    (#"{"list":[{"y":3}]}"#, #"{"list":[{"y":3}]}"#),
  ])
  func patchIsMergedIntoValuesThatAreReadAnew(_ patch: String, _ members: String) throws {
    var patched = try drawing()
    try patched.apply(mergePatch: patch)
    let tree = try JSONValue.decode(from: document)
    guard case .object(let changes) = try JSONValue.decode(from: members) else { return }
    var expected = tree.object ?? JSONObject()
    for (key, value) in changes { expected[key] = value }
    #expect(try patched == PatchedDrawing.decode(from: JSONValue.object(expected).encode()))
  }

  @Test func patchBetweenTwoStatesMakesOneIntoTheOther() throws {
    let before = try drawing()
    var after = before
    after.point = PatchedPoint(x: nil, y: 7)
    after.price = PatchedPrice(amount: 1, unit: "v")
    after.figure = try .square(PatchedSquare.decode(from: #"{"side":1}"#))
    after.points["k"] = PatchedPoint(x: 1, y: 3)
    after.radii = ["b": 1]
    after.box?.item = 5
    var copy = before
    try copy.apply(mergePatch: after.mergePatch(since: before))
    #expect(copy == after)
    try copy.apply(mergePatch: before.mergePatch(since: after))
    #expect(copy == before)
  }

  @Test func valueAtTheRoot() throws {
    var point = PatchedPoint(x: 1, y: 2)
    try point.apply(mergePatch: #"{"y":3}"#)
    #expect(point == PatchedPoint(x: 1, y: 3))
    try point.update(from: #"{"y":4}"#)
    #expect(point == PatchedPoint(x: nil, y: 4))
    var figure = try PatchedFigure.decode(from: #"{"type":"circle","radius":1,"name":"n"}"#)
    let other = try PatchedFigure.decode(from: #"{"type":"circle","radius":2}"#)
    try figure.apply(mergePatch: other.mergePatch(since: figure))
    #expect(figure == other)
  }

  @Test func updateThatIsNoPatchReplacesTheValue() throws {
    var drawing = try drawing()
    try drawing.update(from: #"{"point":{"y":3},"price":{"amount":4}}"#)
    #expect(drawing.point == PatchedPoint(x: nil, y: 3) && drawing.price == PatchedPrice(amount: 4))
  }

  @Test func errorsNameTheMemberAndThePlaceInThePatch() throws {
    var drawing = try drawing()
    #expect(
      errorText { try drawing.apply(mergePatch: #"{"point":{"y":"a"}}"#) }
        == "$.point.y: expected Int, found a string (line 1, column 10, PatchedPoint.y)")
    #expect(
      errorText { try drawing.apply(mergePatch: #"{"points":{"k":{"y":null}}}"#) }
        == "$.points.k.y: required key is missing, expected Int (line 1, column 16, PatchedPoint.y)"
    )
    #expect(
      mappingError { try drawing.apply(mergePatch: #"{"point":{"y":1,"y":2}}"#) }?.code
        == .duplicateKey)
    #expect(
      mappingError { try drawing.apply(mergePatch: #"{"point":{"y":1"#) }?.code == .unexpectedEnd)
    #expect(try drawing == self.drawing())
  }

  @Test func policiesApplyToTheMergedValue() throws {
    let mapper = Mapper.with { $0.failurePolicy = .lenient }
    var drawing = try drawing()
    try drawing.apply(mergePatch: #"{"point":{"y":"a"},"list":[]}"#, using: mapper)
    #expect(drawing.list.isEmpty && drawing.point == PatchedPoint(x: 1, y: 2))
    try drawing.apply(mergePatch: #"{"point":{"y":"3"}}"#, using: .with { $0.coercion = .lossless })
    #expect(drawing.point == PatchedPoint(x: 1, y: 3))
  }

  @Test func keysThatDifferInCaseArePatched() throws {
    var drawing = try drawing()
    let mapper = Mapper.with { $0.keyStrategy = .caseInsensitive }
    try drawing.apply(mergePatch: #"{"figure":{"Radius":3}}"#, using: mapper)
    #expect(
      try drawing.figure == PatchedFigure.decode(from: #"{"type":"circle","radius":3,"name":"n"}"#))
  }

  private struct Ticket: ImmutableMappable, Equatable {
    let owner: String
    let note: String?
    let inner: Inner
    let labels: [String: Int]

    init(from object: inout ObjectReader) throws {
      owner = try object.value("owner.name", "owner_name", "ownerName")
      note = try object.value("note", "text")
      inner = try object.value("inner")
      labels = try object.value("labels", default: [:])
    }

    func encode(to object: inout ObjectWriter) throws {
      try object.set(owner, "owner.name")
      try object.set(note, "note")
      try object.set(inner, "inner")
      try object.set(labels, "labels")
    }
  }

  private struct Inner: Mappable, Equatable {
    @Mapped("size", "length") var size: Int
    @Mapped("weight", "mass") var weight: Int?
  }

  private func ticket() throws -> Ticket {
    try Ticket.decode(
      from: #"""
        {"owner":{"name":"Ann"},"note":"n","inner":{"size":1,"weight":2},"labels":{"a":1,"B":2}}
        """#)
  }

  @Test(arguments: [
    (#"{"owner_name":"Bo"}"#, "Bo", "n", 1, 2),
    (#"{"ownerName":"Cy","owner_name":"Bo"}"#, "Bo", "n", 1, 2),
    (#"{"ownerName":"Cy","owner":{"name":"Di"}}"#, "Di", "n", 1, 2),
    (#"{"ownerName":"Cy","owner":{"age":7},"text":"t"}"#, "Cy", "t", 1, 2),
    (#"{"owner":{"age":7}}"#, "Ann", "n", 1, 2),
    (#"{"inner":{"length":5}}"#, "Ann", "n", 5, 2),
    (#"{"inner":{"length":5,"size":6,"mass":7}}"#, "Ann", "n", 6, 7),
    (#"{"inner":{"mass":{}}}"#, "", "", 0, 0),
  ])
  func alternativeKeyInAPatchWasOverruledByTheKeyThatIsWritten(
    _ patch: String, _ owner: String, _ note: String, _ size: Int, _ weight: Int
  ) throws {
    for duplicateKeys in [Mapper.DuplicateKeys.reject, .last, .first] {
      let mapper = Mapper.with { $0.duplicateKeys = duplicateKeys }
      var ticket = try ticket()
      guard !owner.isEmpty else {
        #expect(throws: MappingError.self) { try ticket.apply(mergePatch: patch, using: mapper) }
        continue
      }
      try ticket.apply(mergePatch: patch, using: mapper)
      #expect(ticket.owner == owner && ticket.note == note)
      #expect(ticket.inner.size == size && ticket.inner.weight == weight)
    }
  }

  @Test func patchWithKeysInAnotherCaseRemovesAndChangesWhatIsInside() throws {
    let mapper = Mapper.with { $0.keyStrategy = .caseInsensitive }
    var ticket = try ticket()
    try ticket.apply(mergePatch: #"{"NOTE":null,"Inner":{"WEIGHT":null,"Size":3}}"#, using: mapper)
    #expect(ticket.note == nil && ticket.inner.size == 3 && ticket.inner.weight == nil)
    try ticket.apply(mergePatch: #"{"OWNER":{"age":3},"Note":"m"}"#, using: mapper)
    #expect(ticket.owner == "Ann" && ticket.note == "m")
    try ticket.apply(mergePatch: #"{"Labels":{"A":3,"B":null,"b":4}}"#, using: mapper)
    #expect(ticket.labels == ["a": 1, "A": 3, "b": 4])
  }

  private struct Memo: Mappable, Equatable {
    @Mapped("note", "text") var note: String?
    @Mapped("size", "length", "extent") var size: Int = 9
    @Mapped("meta.deep", "other.far.deep", "deep") var deep: String?
    @Mapped var labels: [String: Int] = [:]
  }

  private struct FixedMemo: ImmutableMappable {
    let memo: Memo

    init(from object: inout ObjectReader) throws {
      var memo = Memo()
      memo.note = try object.value("note", "text")
      memo.size = try object.value("size", "length", "extent", default: 9)
      memo.deep = try object.value("meta.deep", "other.far.deep", "deep")
      memo.labels = try object.value("labels", default: [:])
      self.memo = memo
    }

    func encode(to object: inout ObjectWriter) throws {
      try object.set(memo.note, "note")
      try object.set(memo.size, "size")
      try object.set(memo.deep, "meta.deep")
      try object.set(memo.labels, "labels")
    }
  }

  /// A model inside of a value that is written and read again.
  private struct MemoHolder: ImmutableMappable {
    let memo: Memo
    init(from object: inout ObjectReader) throws { memo = try object.value("memo") }
    func encode(to object: inout ObjectWriter) throws { try object.set(memo, "memo") }
  }

  @Test(arguments: [
    #"{"text":null}"#, #"{"note":null}"#, #"{"note":"m","text":null}"#,
    #"{"text":"m","note":null}"#, #"{"text":null,"size":3}"#, #"{"length":null}"#,
    #"{"extent":null}"#, #"{"extent":4,"length":null}"#, #"{"extent":null,"length":4}"#,
    #"{"deep":null}"#, #"{"other":{"far":{"deep":null}}}"#, #"{"other":{"far":null}}"#,
    #"{"other":null}"#, #"{"other":{"deep":null}}"#, #"{"other":{"far":{"deep":null}},"deep":"e"}"#,
    #"{"other":{"far":{"deep":"f"}},"deep":null}"#, #"{"meta":{"deep":null},"deep":"e"}"#,
    #"{"meta":{"deep":"f"},"deep":null}"#, #"{"labels":{"text":null,"deep":5},"text":null}"#,
    #"{"nothing":null,"labels":{"a":null}}"#,
  ])
  func nullUnderAnAlternativeKeyRemovedNothing(_ patch: String) throws {
    for ignoresCase in [false, true] {
      var mapper = Mapper()
      if ignoresCase { mapper.keyStrategy = .caseInsensitive }
      let patch =
        ignoresCase
        ? patch.replacing("text", with: "Text").replacing("deep", with: "DEEP")
          .replacing("length", with: "lengtH") : patch
      let text = #"{"note":"n","size":1,"meta":{"deep":"d","more":1},"labels":{"a":1}}"#
      var memo = try Memo.decode(from: text)
      var fixed = try FixedMemo.decode(from: text)
      var holder = try MemoHolder.decode(from: #"{"memo":\#(text)}"#)
      try memo.apply(mergePatch: patch, using: mapper)
      try fixed.apply(mergePatch: patch, using: mapper)
      #expect(fixed.memo == memo, "\(fixed.memo), \(memo)")
      try holder.apply(mergePatch: #"{"memo":\#(patch)}"#, using: mapper)
      #expect(holder.memo == memo, "\(holder.memo), \(memo)")
    }
  }

  @Test func nullUnderAnAlternativeKeyOfARequiredProperty() throws {
    var ticket = try ticket()
    for patch in [#"{"owner_name":null}"#, #"{"inner":{"length":null}}"#] {
      #expect(mappingError { try ticket.apply(mergePatch: patch) }?.code == .missingKey)
    }
    try ticket.apply(mergePatch: #"{"inner":{"mass":null}}"#)
    #expect(ticket.inner.weight == nil && ticket.inner.size == 1)
  }

  private struct Catalog: ImmutableMappable {
    let prices: [String: Int]
    let points: [String: PatchedPoint]
    let tree: JSONValue
    let inner: Inner

    init(from object: inout ObjectReader) throws {
      prices = try object.value("prices")
      points = try object.value("at.points")
      tree = try object.value("tree")
      inner = try object.value("inner")
    }

    func encode(to object: inout ObjectWriter) throws {
      try object.set(prices, "prices")
      try object.set(points, "at.points")
      try object.set(tree, "tree")
      try object.set(inner, "inner")
    }
  }

  private struct Rates: Codable, Equatable {
    var usd: Int?
    var all: [String: PatchedPrice]
  }

  private struct HoldsRates: Mappable {
    @Mapped(transform: .codable()) var rates: Rates
  }

  @Test func keysOfDictionariesWerePatchedInAnyCase() throws {
    let mapper = Mapper.with { $0.keyStrategy = .caseInsensitive }
    let text = #"""
      {"prices": {"a": 1, "B": 2}, "at": {"points": {"k": {"x": 1, "y": 2}, "l": {"y": 0}}},
       "tree": {"a": {"b": 1}, "c": {"d": {"e": 2}}}, "inner": {"size": 1, "weight": 2}}
      """#
    var catalog = try Catalog.decode(from: text)
    try catalog.apply(
      mergePatch: #"""
        {"PRICES": {"A": null, "b": null}, "At": {"Points": {"K": {"Y": 3}, "L": null, "l": {"X": 5}}},
         "Tree": {"A": {"c": 2}, "C": null, "c": {"D": null, "d": {"E": {"f": 1}}}},
         "Inner": {"WEIGHT": null, "Size": 4}}
        """#, using: mapper)
    #expect(catalog.prices == ["a": 1, "B": 2])
    #expect(
      catalog.points == [
        "k": PatchedPoint(x: 1, y: 2), "K": PatchedPoint(x: nil, y: 3),
        "l": PatchedPoint(x: 5, y: 0),
      ])
    #expect(catalog.tree == ["a": ["b": 1], "c": ["d": ["e": 2, "E": ["f": 1]]], "A": ["c": 2]])
    #expect(catalog.inner.size == 4 && catalog.inner.weight == nil)

    // The keys of `Codable` types are exact.
    var holder = try HoldsRates.decode(
      from: #"{"rates": {"usd": 1, "all": {"k": {"amount": 1, "unit": "u"}}}}"#)
    try holder.apply(
      mergePatch: #"{"Rates": {"USD": null, "all": {"K": {"amount": 2}}}}"#, using: mapper)
    #expect(
      holder.rates
        == Rates(
          usd: 1,
          all: ["k": PatchedPrice(amount: 1, unit: "u"), "K": PatchedPrice(amount: 2, unit: nil)]))
  }

  private struct OnlyDecoded: ImmutableMappable {
    let id: Int
    init(from object: inout ObjectReader) throws { id = try object.value("id") }
  }

  private struct HoldsDecoded: Mappable {
    @Mapped var inner: OnlyDecoded?
  }

  @Test func valueThatCannotBeWrittenIsNotPatchedButRemovedAndUpdated() throws {
    var model = try HoldsDecoded.decode(from: #"{"inner":{"id":1}}"#)
    #expect(
      mappingError { try model.apply(mergePatch: #"{"inner":{"id":2}}"#) }?.code == .notEncodable)
    #expect(model.inner?.id == 1)
    try model.update(from: #"{"inner":{"id":2}}"#)
    #expect(model.inner?.id == 2)
    try model.apply(mergePatch: #"{"inner":null}"#)
    #expect(model.inner == nil)
    try model.apply(mergePatch: #"{"inner":{"id":3}}"#)
    #expect(model.inner?.id == 3)
  }

  @Test func assignedValueIntoWhichAPatchIsMergedStaysChanged() throws {
    var drawing = try drawing()
    drawing.point = PatchedPoint(x: 5, y: 6)
    try drawing.apply(mergePatch: #"{"point":{"y":7}}"#)
    #expect(try drawing.encodeString(options: .changesOnly) == #"{"point":{"x":5,"y":7}}"#)
  }

  private struct Loose: ImmutableMappable, Equatable {
    let counts: [String: Int?]
    let others: JSONObject
    init(from object: inout ObjectReader) throws {
      counts = try object.value("counts", default: [:])
      others = try object.unmapped(as: JSONObject.self)
    }
    func encode(to object: inout ObjectWriter) throws {
      try object.set(counts, "counts")
      try object.merge(others)
    }
  }

  private struct Counted: Codable, Equatable {
    var counts: [String: Int]
  }

  private struct Twin: Mappable, Codable, Equatable {
    @Mapped var counts: [String: Int] = [:]
  }

  private enum Either: Polymorphic, Equatable {
    case counts([String: Int])
    case loose(Loose)
    case none
    static let registry = ModelRegistry<Either>(.external)
      .adding("counts", embed: Either.counts) {
        if case .counts(let counts) = $0 { counts } else { nil }
      }
      .adding("loose", embed: Either.loose) {
        if case .loose(let loose) = $0 { loose } else { nil }
      }
      .adding("none", .none)
  }

  private struct Collection: Mappable, Equatable {
    @Mapped var loose: Loose?
    @Mapped var byName: [String: Loose] = [:]
    @Mapped var list: [Loose] = []
    @Mapped(transform: .codable()) var counted: Counted?
    @Mapped(transform: .codable(Twin.self)) var twin: Twin?
    @Mapped var either: Either?
  }

  @Test(arguments: [
    #"{"loose":{"counts":{"p":1,"q":null},"z":null,"y":{"x":null,"w":[{"v":null}]}}}"#,
    #"{"byName":{"k":{"counts":{"p":1,"q":null},"z":null},"l":null}}"#,
    #"{"list":[{"counts":{"p":1,"q":null},"z":null}]}"#,
    #"{"counted":{"counts":{"p":1,"q":null}}}"#, #"{"twin":{"counts":{"p":1,"q":null}}}"#,
    #"{"either":{"counts":{"p":1,"q":null}}}"#,
    #"{"either":{"loose":{"counts":{"p":1,"q":null},"z":null}}}"#,
  ])
  func nullInAValueThatAPatchCreatesIsNoValue(_ patch: String) throws {
    for text in ["{}", #"{"either":"none"}"#] {
      for policy in [FailurePolicy.strict, .lenient] {
        let mapper = Mapper.with { $0.failurePolicy = policy }
        var collection = try Collection.decode(from: text)
        let tree = try JSONValue.decode(from: collection.encode(options: .nullsOmitted))
        let expected = try tree.applying(mergePatch: JSONValue.decode(from: patch))
        try collection.apply(mergePatch: patch, using: mapper)
        #expect(try collection == Collection.decode(from: expected.encode()))
      }
    }
  }

  @Test func errorsOfValuesThatAPatchCreatesHaveTheirPlace() throws {
    var collection = Collection()
    #expect(
      errorText { try collection.apply(mergePatch: #"{"loose":{"counts":{"a":"x"}}}"#) }
        .hasPrefix("$.loose.counts.a: expected Int, found a string (line 1, column 25"))
    #expect(
      errorText { try collection.apply(mergePatch: #"{"loose":{"z":null,"counts":{"a":"x"}}}"#) }
        .hasPrefix("$.loose.counts.a: expected Int, found a string (line 1, column 10"))
  }
}
