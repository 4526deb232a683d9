import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// The first of several keys that a patch changes counts, even if it has an object that was there before.
struct AlternativeKeyPatchTests {
  @Test(arguments: [#"{"a": {"r": 0}}"#, #"{"a": {}}"#, #"{"b": {"r": 0}}"#, "{}"])
  func firstKeyOfThePatch(_ base: String) throws {
    let patch = #"{"b": {"q": 2}, "a": {"p": 1}}"#
    var model = try WithTwoKeys.decode(from: base)
    var immutable = try ImmutableWithTwoKeys.decode(from: base)
    try model.apply(mergePatch: patch)
    try immutable.apply(mergePatch: patch)
    #expect(model.value?["p"] == 1 && model.value?["q"] == nil)
    #expect(immutable.value == model.value)
  }
}

private struct WithTwoKeys: Mappable {
  @Mapped("a", "b") var value: [String: Int]?
}

private struct ImmutableWithTwoKeys: ImmutableMappable {
  let value: [String: Int]?
  init(from object: inout ObjectReader) throws { value = try object.value("a", "b") }
  func encode(to object: inout ObjectWriter) throws { try object.set(value, "a") }
}

private struct Part: Mappable, Equatable {
  @Mapped var name: String
  @Mapped var size: Int?
}

private struct Machine: Mappable, Equatable {
  @Mapped var id: Int
  @Mapped var label: String?
  @Mapped var speed: Int = 5
  @Mapped var gear: Int? = 3
  @Mapped("spec.power") var power: Int?
  @Mapped("spec.voltage") var voltage: Int = 230
  @Mapped("spec.ports.0") var port: String?
  @Mapped("spec.ports.1") var second: String?
  @Mapped var part: Part?
  @Mapped var parts: [Part] = []
  @Mapped var counts: [String: Int] = [:]
  @Mapped var maybe: [String: Int?] = [:]
  @Mapped var named: [String: Part] = [:]
  @Mapped var trees: [String: JSONValue] = [:]
  @Mapped var tree: JSONValue = 1
  @Mapped var object: JSONObject?
}

private let document = #"""
  {"id": 1, "label": "l", "speed": 7, "gear": 4,
   "spec": {"power": 9, "voltage": 110, "ports": ["a", "b"]},
   "part": {"name": "p", "size": 2}, "parts": [{"name": "q"}], "counts": {"a": 1, "b": 2},
   "maybe": {"x": 1, "y": 2}, "named": {"n": {"name": "n", "size": 1}},
   "trees": {"t": {"a": 1, "b": [1]}}, "tree": {"a": {"b": 1, "c": 2}}, "object": {"k": {"l": 1}}}
  """#

struct ModelMergePatchTests {
  private func machine() throws -> Machine { try Machine.decode(from: document) }

  private func patched(_ patch: String) throws -> Machine {
    var machine = try machine()
    try machine.apply(mergePatch: patch)
    return machine
  }

  @Test func nullMakesAnOptionalNilAndAnotherPropertyItsDefault() throws {
    let machine = try patched(#"{"label": null, "speed": null, "gear": null, "part": null}"#)
    #expect(machine.label == nil && machine.speed == 5 && machine.gear == nil)
    #expect(machine.part == nil && !machine.$speed.isChanged)
    #expect(machine.$speed.presence == .absent && machine.$label.presence == .null)
  }

  @Test func nullForARequiredPropertyIsAnError() throws {
    var machine = try machine()
    #expect(
      errorText { try machine.apply(mergePatch: #"{"label": "x", "id": null}"#) }
        == "$.id: expected Int, found null (line 1, column 22, Machine.id)")
    #expect(
      errorText { try machine.apply(mergePatch: #"{"part": {"name": null}}"#) }
        == "$.part.name: expected String, found null (line 1, column 19, Part.name)")
    #expect(try machine == self.machine())
  }

  @Test func nullRemovesMembersOfDictionariesEvenWhereNilIsAValue() throws {
    let machine = try patched(
      #"{"counts": {"a": null, "c": 3, "d": null}, "maybe": {"x": null}, "named": {"n": null}}"#)
    #expect(machine.counts == ["b": 2, "c": 3])
    #expect(machine.maybe == ["y": 2] && machine.named.isEmpty)
  }

  @Test func treesInsideAModelArePatchedAsTrees() throws {
    let machine = try patched(
      #"""
      {"trees": {"t": {"a": null, "b": [null]}, "u": 1}, "tree": {"a": {"b": null, "d": 3}},
       "object": {"k": {"m": 2}}}
      """#)
    #expect(machine.trees == ["t": ["b": [nil]], "u": 1])
    #expect(machine.tree == ["a": ["c": 2, "d": 3]])
    #expect(machine.object == ["k": ["l": 1, "m": 2]])
  }

  @Test func nullForAGroupLeftEverythingBelowItAsItWas() throws {
    let machine = try patched(#"{"spec": null}"#)
    #expect(machine.power == nil && machine.voltage == 230)
    #expect(machine.port == nil && machine.second == nil)
    #expect(try patched(#"{"spec": 5}"#).power == nil)
    let inner = try patched(#"{"spec": {"ports": null}}"#)
    #expect(inner.power == 9 && inner.voltage == 110 && inner.port == nil && inner.second == nil)
  }

  @Test func arrayOfKeyPathsIsReplacedNotMerged() throws {
    let machine = try patched(#"{"spec": {"ports": ["c"]}}"#)
    #expect(machine.port == "c" && machine.second == nil && machine.power == 9)
    let other = try patched(#"{"spec": {"ports": [null, "d"]}}"#)
    #expect(other.port == nil && other.second == "d")
  }

  @Test func patchThatRemovesAGroupWithARequiredPropertyIsAnError() throws {
    struct Deep: Mappable, Equatable {
      @Mapped("a.b.c") var value: Int
      @Mapped("a.list.0.x") var first: Int
    }
    var deep = try Deep.decode(from: #"{"a": {"b": {"c": 1}, "list": [{"x": 2}]}}"#)
    let before = deep
    #expect(
      errorText { try deep.apply(mergePatch: #"{"a": {"b": null}}"#) }
        == "$.a.b.c: required key is missing, expected Int (line 1, column 13, Deep.value)")
    #expect(
      errorText { try deep.apply(mergePatch: #"{"a": []}"#) }
        == "$.a.b.c: required key is missing, expected Int (line 1, column 7, Deep.value)")
    #expect(
      errorText { try deep.apply(mergePatch: #"{"a": {"list": [{}]}}"#) }
        == "$.a.list[0].x: required key is missing, expected Int (line 1, column 16, Deep.first)")
    #expect(deep == before)
    try deep.apply(mergePatch: #"{"a": {"list": [{"x": 3}]}}"#)
    #expect(deep.first == 3)
  }

  @Test func nullInWhatAPatchAddsIsNoValueExceptInArrays() throws {
    struct Store: Mappable {
      @Mapped var counts: [String: Int]?
      @Mapped var trees: [String: JSONValue] = [:]
      @Mapped var tree: JSONValue?
      @Mapped var nested: [String: [String: Int]] = [:]
    }
    var store = try Store.decode(from: "{}")
    try store.apply(
      mergePatch: #"""
        {"counts": {"a": null, "b": 1}, "trees": {"t": {"x": null, "y": [null, {"z": null}]}},
         "tree": {"p": {"q": null}}, "nested": {"n": {"m": null}}}
        """#)
    #expect(store.counts == ["b": 1] && store.nested == ["n": [:]])
    #expect(store.trees == ["t": ["y": [nil, ["z": nil]]]])
    #expect(store.tree == ["p": [:]])
  }

  @Test func nullPolicyForUpdatesDoesNotApplyToPatches() throws {
    var mapper = Mapper()
    mapper.nullsOnUpdate = .keep
    var machine = try machine()
    try machine.apply(mergePatch: #"{"label": null}"#, using: mapper)
    #expect(machine.label == nil)
  }

  @Test func valuesOfAllKindsOnTheirOwn() throws {
    var counts = ["a": 1, "b": 2]
    try counts.apply(mergePatch: #"{"a": null, "c": 3}"#)
    #expect(counts == ["b": 2, "c": 3])
    #expect(
      try String(decoding: counts.mergePatch(since: ["b": 1]), as: UTF8.self)
        == #"{"b":2,"c":3}"#)
    var tree: JSONValue = ["a": ["b": 1], "c": 2]
    try tree.apply(mergePatch: #"{"a": {"b": null}, "c": [null]}"#)
    #expect(tree == ["a": [:], "c": [nil]])
    try tree.apply(mergePatch: "null")
    #expect(tree == nil)
    var part: Part? = try Part.decode(from: #"{"name": "n", "size": 1}"#)
    try part.apply(mergePatch: #"{"size": null}"#)
    #expect(part?.name == "n" && part?.size == nil)
    try part.apply(mergePatch: "null")
    #expect(part == nil)
    var numbers = [1, 2]
    try numbers.apply(mergePatch: "[3]")
    #expect(numbers == [3])
  }

  /// The earlier state doesn't count, even if it can't be written.
  @Test func valueThatIsNoObjectIsItsOwnPatch() throws {
    let trees: [JSONValue] = try .decode(from: #"[{"a": 1.50, "b": [null, {"c": 1e3}]}, "é", []]"#)
    let text = #"[{"a":1.50,"b":[null,{"c":1000}]},"é",[]]"#
    let patches = try [[], trees].map { try trees.mergePatch(since: $0) }
    #expect(patches.map { String(decoding: $0, as: UTF8.self) } == [text, text])
    let tables = [["b": 2, "a": 1], [:]]
    #expect(
      try String(decoding: tables.mergePatch(since: []), as: UTF8.self) == #"[{"a":1,"b":2},{}]"#)
    #expect(try String(decoding: [0.5].mergePatch(since: [.nan]), as: UTF8.self) == "[0.5]")
    #expect(errorText { try [0.5, .nan].mergePatch(since: []) }.hasPrefix("$[1]: "))
    #expect(try String(decoding: "a".mergePatch(since: "b"), as: UTF8.self) == #""a""#)
    #expect(try String(decoding: Int?.none.mergePatch(since: 1), as: UTF8.self) == "null")
    let part = try Part.decode(from: #"{"name": "n", "size": 1}"#)
    #expect(
      try String(decoding: Part?.some(part).mergePatch(since: nil), as: UTF8.self)
        == #"{"name":"n","size":1}"#)
    #expect(try String(decoding: Part?.none.mergePatch(since: part), as: UTF8.self) == "null")
  }

  @Test func exampleOfRFC7396Section3WithAModel() throws {
    struct Post: Mappable {
      @Mapped var title: String
      @Mapped("author.givenName") var given: String?
      @Mapped("author.familyName") var family: String?
      @Mapped var tags: [String]
      @Mapped var content: String
      @Mapped var phoneNumber: String?
    }
    var post = try Post.decode(
      from: #"""
        {"title": "Goodbye!", "author": {"givenName": "John", "familyName": "Doe"},
         "tags": ["example", "sample"], "content": "This will be unchanged"}
        """#)
    let before = post
    let patch = #"""
      {"title": "Hello!", "phoneNumber": "+01-123-456-7890", "author": {"familyName": null},
       "tags": ["example"]}
      """#
    try post.apply(mergePatch: patch)
    #expect(
      try post.encodeString(options: .nullsOmitted)
        == #"{"title":"Hello!","author":{"givenName":"John"},"tags":["example"],"#
        + #""content":"This will be unchanged","phoneNumber":"+01-123-456-7890"}"#)
    let smallest = try JSONValue.decode(from: post.mergePatch(since: before))
    #expect(try smallest == JSONValue.decode(from: patch))
  }

  @Test func objectIsPatchedInPlaceAndOneInsideIt() throws {
    final class Node: Mappable {
      @Mapped var id: Int
      @Mapped var next: Node?
      @Mapped var note: String = "-"
      init() {}
    }
    let node = try Node.decode(from: #"{"id": 1, "note": "n", "next": {"id": 2, "note": "m"}}"#)
    let next = node.next
    try node.apply(mergePatch: #"{"note": null, "next": {"note": null}}"#)
    #expect(node.next === next && node.note == "-" && next?.note == "-" && next?.id == 2)
    let error = mappingError { try node.apply(mergePatch: #"{"note": "x", "id": null}"#) }
    #expect(error?.updatedProperties == ["note"] && node.note == "x")
    try node.apply(mergePatch: #"{"next": null}"#)
    #expect(node.next == nil)
  }

  @Test func depthThatTheMapperAllows() throws {
    struct Deep: Mappable {
      @Mapped var value: JSONValue
    }
    var deep = Deep()
    deep.value = (0..<700).reduce(1) { inner, _ in [inner] }
    var mapper = Mapper()
    mapper.maximumDepth = 1000
    let brackets = (String(repeating: "[", count: 700), String(repeating: "]", count: 700))
    let patch = try deep.mergePatch(since: Deep.decode(from: #"{"value":1}"#), using: mapper)
    #expect(String(decoding: patch, as: UTF8.self) == #"{"value":\#(brackets.0)1\#(brackets.1)}"#)
    let objects = try deep.encodeObject(using: mapper)
    var inner = try #require(objects["value"])
    var depth = 0
    while let array = inner as? [Any] { (inner, depth) = (array[0], depth + 1) }
    #expect(depth == 700)
    #expect(mappingError { try deep.encodeObject() }?.code == .depthLimit)
  }

  private struct NewPart: Mappable {
    @Mapped var counts: [String: Int]?
    @Mapped var optionals: [String: Int?]?
    @Mapped var json: JSONValue?
    @Mapped var list: [JSONValue]?
    @Mapped var part: [NewPart]?
    @Mapped var preset: [String: Int] = ["preset": 1]
    @Mapped var needed: Int
    @Extras var rest: JSONObject
  }

  private struct NewWhole: Mappable {
    @Mapped var part: NewPart?
  }

  @Test(arguments: [
    (#""counts":{"k":null,"m":1}"#, #""counts":{"m":1}"#),
    (#""optionals":{"k":null,"m":1}"#, #""optionals":{"m":1}"#),
    (#""json":{"k":null,"m":{"n":null}}"#, #""json":{"m":{}}"#),
    (#""list":[{"k":null}]"#, #""list":[{"k":null}]"#),
    (#""part":[{"json":{"k":null},"needed":2}]"#, #""part":[{"json":{"k":null},"needed":2}]"#),
    (#""preset":{"k":null,"m":2}"#, #""preset":{"m":2}"#),
    (#""other":{"k":null,"m":2}"#, #""other":{"m":2}"#),
  ])
  func nullInANewModelRemovesNothingAndIsNoValue(_ members: String, _ result: String) throws {
    let patch = #"{"part":{"needed":1,\#(members)}}"#
    let expected = try NewPart.decode(from: #"{"needed":1,\#(result)}"#)
    for policy in [FailurePolicy.strict, .lenient, .lossy] {
      let mapper = Mapper.with { $0.failurePolicy = policy }
      var whole = try NewWhole.decode(from: "{}")
      try whole.apply(mergePatch: patch, using: mapper)
      #expect(try whole.part?.encodeString() == expected.encodeString())
      var table: [String: NewPart] = [:]
      try table.apply(mergePatch: patch, using: mapper)
      #expect(try table["part"]?.encodeString() == expected.encodeString())
    }
  }

  @Test func newModelNeedsItsKeys() {
    var whole = NewWhole()
    #expect(
      errorText { try whole.apply(mergePatch: #"{"part":{"counts":{"k":null}}}"#) }
        == "$.part.needed: required key is missing, expected Int (line 1, column 9, NewPart.needed)"
    )
    #expect(
      errorText { try whole.apply(mergePatch: #"{"part":{"needed":null}}"#) }
        == "$.part.needed: expected Int, found null (line 1, column 19, NewPart.needed)")
  }

  private struct Given: Mappable {
    @Mapped var count: Int
    @Mapped var part: Part
    @Mapped var note: String?
    init() {
      count = 7
      part = Part()
      part.name = "given"
    }
  }

  @Test func nullInANewModelKeepsWhatItsInitializerHasGiven() throws {
    struct Whole: Mappable {
      @Mapped var given: Given?
    }
    let patch = #"{"given":{"count":null,"part":null,"note":"n"}}"#
    let decoded = try Whole.decode(from: patch)
    var whole = Whole()
    try whole.apply(mergePatch: patch)
    #expect(try whole.given?.encodeString() == decoded.given?.encodeString())
    #expect(whole.given?.count == 7 && whole.given?.$count.presence == .absent)
    var table: [String: Given] = [:]
    try table.apply(mergePatch: patch)
    #expect(table["given"]?.part.name == "given")
    // A required property of an existing model can't be removed, however it was set.
    #expect(
      errorText { try table.apply(mergePatch: #"{"given":{"count":null}}"#) }
        == "$.given.count: expected Int, found null (line 1, column 19, Given.count)")
  }

  private struct Sets: Mappable, Equatable {
    @Mapped var words: Set<String> = []
    @Mapped var numbers: Set<Int> = []
    @Mapped var parts: Set<SetPart> = []
    @Mapped(transform: .stringifiedJSON([String: Int].self)) var counts: [String: Int] = [:]
    @Mapped(transform: .codable([String: Int].self)) var codes: [String: Int] = [:]
    @Mapped(transform: .stringifiedJSON(Set<String>.self)) var texts: Set<String> = []
  }

  private struct SetPart: Mappable, Hashable {
    @Mapped var name: String = ""
    @Mapped var words: Set<String> = []
    @Mapped var inner: Set<SetPart> = []
  }

  @Test func equalSetsAndDictionariesWereDifferent() throws {
    func part(_ name: String, _ words: [String]) -> SetPart {
      var part = SetPart()
      (part.name, part.words) = (name, Set(words))
      return part
    }
    let words = (0..<12).map { "word \($0)" }
    var sets = Sets()
    (sets.words, sets.texts, sets.numbers) = (Set(words), Set(words), Set(0..<12))
    sets.parts = Set(words.map { part($0, words) })
    sets.counts = Dictionary(uniqueKeysWithValues: words.map { ($0, 1) })
    sets.codes = sets.counts
    for capacity in [100, 1000, 10000] {
      var other = sets
      other.words.reserveCapacity(capacity)
      other.numbers.reserveCapacity(capacity)
      other.parts = Set(words.reversed().map { part($0, words.reversed()) })
      other.parts.reserveCapacity(capacity)
      other.counts.reserveCapacity(capacity)
      other.codes.reserveCapacity(capacity)
      other.texts.reserveCapacity(capacity)
      #expect(try other == sets && other.mergePatch(since: sets) == Data("{}".utf8))
      other.words.insert("more")
      let patch = try JSONValue.decode(from: other.mergePatch(since: sets))
      #expect(patch.object?.map(\.key) == ["words"])
    }
    let copy = try Sets.decode(from: sets.encode())
    #expect(try copy == sets && copy.mergePatch(since: sets) == Data("{}".utf8))
  }

  @Test func setsInSetsAreWrittenOnce() throws {
    var part = SetPart()
    for level in 0..<60 {
      let inner = part
      part = SetPart()
      (part.name, part.inner) = ("\(level)", [inner])
    }
    #expect(try part.mergePatch(since: part) == Data("{}".utf8))
  }

  @Test func errorOfAnElementOfASetHasItsPath() {
    struct Rows: Mappable {
      @Mapped var name: String = "n"
      @Mapped var rows: Set<[Double]> = []
    }
    var rows = Rows()
    rows.rows = [[1, .nan]]
    #expect(mappingError { try rows.mergePatch(since: rows) }?.path.description == "$.rows[0][1]")
    #expect(mappingError { try rows.encode() }?.path.description == "$.rows[0][1]")
  }
}
