import MirrorMap
import Testing

@testable import TestSupport

private final class FlatScalar: Mappable {
  @Mapped var number: Int = 3
  required init() {}
  func encode(to writer: inout JSONWriter) throws { try writer.encode(number) }
}

private struct HoldsFlatScalar: Mappable {
  @Flattened var scalar = FlatScalar()
  @Mapped var id: Int = 1
}

private struct AnyCase: Mappable, KeyStrategyProviding {
  static var keyStrategy: any KeyStrategy { .caseInsensitive }
  @Mapped("g.x") var x: Int
}

private struct AroundAnyCase: Mappable {
  @Flattened var inner: AnyCase
  @Mapped("h.y") var y: Int?
}

private struct HoldsAnyCase: Mappable {
  @Mapped var id: Int
  @Flattened var outer: AroundAnyCase?
}

private struct FlatLevel: Mappable {
  @Mapped("user.name") var name: String?
  @Extras var others: JSONObject
}

private final class Ring: Mappable {
  @Mapped var id: Int?
  @Flattened var links: RingLinks?
  required init() {}
}

private struct RingLinks: Mappable {
  @Mapped var next: Ring?
}

private class CagedAnimal: Mappable, ModelProviding {
  @Mapped var legs: Int
  required init() {}
  class func modelType(
    for json: JSONView, in context: MappingContext
  ) throws -> any Mappable.Type {
    json["wings"] == nil ? CagedAnimal.self : CagedBird.self
  }
}

private final class CagedBird: CagedAnimal {
  @Mapped var wings: Int?
}

private struct AnimalCage: Mappable {
  @Mapped var size: Int
  @Flattened var animal: CagedAnimal
}

private struct FlatChoice: Mappable {
  @Flattened(wrappedValue: nil) var first: FlatFirst?
  @Flattened var second: FlatSecond?
}

private struct FlatFirst: Mappable { @Mapped var first: Int }
private struct FlatSecond: Mappable { @Mapped("second", "deux") var second: Int }

private struct FlatLoose: Mappable {
  @Mapped var id: Int
  @Flattened var first: FlatFirst?
  @Flattened var second = FlatSecond()
}

private struct Meta: Mappable {
  @Mapped var id: Int
  @Extras var others: JSONObject
}

private struct ImmutableMeta: ImmutableMappable {
  let id: Int
  let others: JSONObject

  init(from object: inout ObjectReader) throws {
    id = try object.value("id")
    others = try object.unmapped(as: JSONObject.self)
  }

  func encode(to object: inout ObjectWriter) throws { try object.set(id, "id") }
}

private struct OwnCode: Mappable {
  @Mapped var metas: [Meta] = []
  @Mapped var immutable: [ImmutableMeta] = []

  static func decode(from reader: inout JSONReader) throws -> OwnCode {
    var model = OwnCode()
    try reader.decodeObject { key, reader in
      switch key {
      case "metas": model.metas = try reader.decode()
      case "immutable": model.immutable = try reader.decode()
      default: try reader.skipValue()
      }
    }
    return model
  }
}

private struct FlattensOwnCode: Mappable {
  @Mapped var name: String
  @Flattened var part: OwnCode
}

struct FlattenedOddityTests {
  @Test func modelThatWritesNoObjectIsAnErrorAtTheModel() {
    #expect(
      errorText { try HoldsFlatScalar().encode() }
        == "$: a flattened model has to be written as an object (HoldsFlatScalar.scalar)")
  }

  @Test func modelThatHoldsItselfThroughAFlattenedOne() throws {
    let text = #"{"id":1,"next":{"id":2,"next":{"next":{"id":4}}}}"#
    let node = try Ring.decode(from: text)
    #expect(node.links?.next?.links?.next?.links?.next?.id == 4)
    #expect(try node.encodeString() == text)
  }

  @Test func nestingAsDeepAsAllowedTakesLittleTime() throws {
    let depth = 250
    let text =
      String(repeating: #"{"next":"#, count: depth) + #"{"id":1}"#
      + String(repeating: "}", count: depth)
    var node: Ring? = try Ring.decode(from: text)
    var count = 0
    while let next = node?.links?.next {
      node = next
      count += 1
    }
    #expect(count == depth)
    #expect(node?.id == 1)
  }

  @Test func modelThatChoosesItsType() throws {
    let text = #"{"size":1,"legs":2,"wings":3}"#
    let cage = try AnimalCage.decode(from: text)
    #expect((cage.animal as? CagedBird)?.wings == 3)
    #expect(try cage.encodeString() == text)
    #expect(
      type(of: try AnimalCage.decode(from: #"{"size":1,"legs":4}"#).animal) == CagedAnimal.self)
  }

  @Test func oneOfSeveralAndAnAlternativeKey() throws {
    #expect(try FlatChoice.decode(from: #"{"first":1}"#).second == nil)
    let second = try FlatChoice.decode(from: #"{"deux":2}"#)
    #expect(second.first == nil)
    #expect(second.second?.second == 2)
    #expect(try second.encodeString() == #"{"second":2}"#)
    #expect(
      try FlatChoice.decode(from: #"{"\u0066irst":1,"sec\u006fnd":2}"#).second?.second == 2)
  }

  @Test func lenientMapperReplacesIncompleteModels() throws {
    var mapper = Mapper()
    mapper.failurePolicy = .lenient
    let loose = try FlatLoose.decode(from: #"{"first":"x","id":1,"second":"y"}"#, using: mapper)
    #expect(loose.id == 1)
    #expect(loose.first == nil)
    let list = try [FlatLoose].decode(
      from: #"[{"first":"x","id":1},{"id":2,"first":7}]"#, using: mapper)
    #expect(list.map(\.id) == [1, 2])
    #expect(list[1].first?.first == 7)
  }

  @Test func manyExtrasInAnObjectOfAKeyPathTakeLinearTime() throws {
    let members = (0..<20_000).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
    let text = #"{"user":{"name":"n",\#(members)}}"#
    let level = try FlatLevel.decode(from: text)
    #expect(level.others["user"]?.object?.count == 20_000)
    #expect(try level.encodeString() == text)
  }

  @Test func modelsInsideOfAFlattenedOneThatReadsItselfAreNotFlattened() throws {
    let text = #"{"name": "n", "metas": [{"id": 1, "x": 2}], "immutable": [{"id": 1, "y": 2}]}"#
    for part in [
      try OwnCode.decode(from: text), try FlattensOwnCode.decode(from: text).part,
      try FlattensOwnCode.decode(from: text).part,
    ] {
      #expect(part.metas.map(\.others) == [["x": 2]])
      #expect(part.immutable.map(\.others) == [["y": 2]])
    }
  }

  @Test func modelsInAFlattenedOneHaveStrategiesOfTheirOwn() throws {
    let text = #"{"id": 1, "G": {"X": 5}}"#
    #expect(try HoldsAnyCase.decode(from: text).outer?.inner.x == 5)
    #expect(try HoldsAnyCase.decode(from: #"{"id": 1, "G": {}}"#).outer == nil)
    let mapper = Mapper.with { $0.unknownKeys = .reject }
    #expect(try HoldsAnyCase.decode(from: text, using: mapper).outer?.inner.x == 5)
    #expect(
      errorText { try HoldsAnyCase.decode(from: #"{"id": 1, "G": {"Z": 5}}"#, using: mapper) }
        == "$.G.Z: no property has this key (line 1, column 17, AnyCase)")
  }

  private struct OptionalInAnyCase: Mappable, KeyStrategyProviding {
    static var keyStrategy: any KeyStrategy { .caseInsensitive }
    @Mapped("Group.Deep.x") var x: Int?
  }

  private struct KeepsOthers: Mappable {
    @Mapped var id: Int
    @Flattened var part: OptionalInAnyCase?
    @Extras var others: JSONObject
  }

  /// Two spellings of a group would be a duplicate key.
  @Test(arguments: [
    (#"{"GROUP":{"DEEP":{"X":null}}}"#, #"{"id":1,"Group":{"Deep":{"Z":2}}}"#),
    (#"{"GROUP":null}"#, #"{"id":1}"#), (#"{"GROUP":7}"#, #"{"id":1,"Group":7}"#),
    (#"{"GROUP":{"DEEP":7}}"#, #"{"id":1,"Group":{"Deep":7}}"#),
  ])
  func aPatchRemovesAFlattenedModelThatIgnoresCase(patch: String, result: String) throws {
    var model = try KeepsOthers.decode(from: #"{"id":1,"GROUP":{"DEEP":{"X":1,"Z":2}}}"#)
    try model.apply(mergePatch: patch)
    #expect(model.part == nil)
    #expect(try model.encodeString() == result)
  }

  @Test(arguments: [
    (#"{"id":1,"GROUP":{"DEEP":{"Z":2},"W":3}}"#, #"{"Deep":{"x":4,"Z":2},"W":3}"#),
    (#"{"id":1,"GROUP":{"DEEP":7}}"#, #"{"Deep":{"x":4}}"#),
    (#"{"id":1,"GROUP":7}"#, #"{"Deep":{"x":4}}"#),
    (#"{"id":1,"GROUP":{"W":3}}"#, #"{"Deep":{"x":4},"W":3}"#),
  ])
  func theGroupsOfALeftOutModelAreSpelledAsItsOwn(text: String, group: String) throws {
    let model = try KeepsOthers.decode(from: text)
    #expect(model.part == nil && model.others.map(\.key) == ["Group"])
    var (assigned, updated, patched) = (model, model, model)
    assigned.part = try OptionalInAnyCase.decode(from: #"{"group":{"deep":{"x":4}}}"#)
    try updated.update(from: #"{"group":{"DEEP":{"X":4}}}"#)
    try patched.apply(mergePatch: #"{"group":{"DEEP":{"X":4}}}"#)
    #expect(try patched.encodeString() == #"{"id":1,"Group":\#(group)}"#)
    for model in [assigned, updated, patched] {
      #expect(try KeepsOthers.decode(from: model.encode()).part?.x == 4)
    }
  }
}
