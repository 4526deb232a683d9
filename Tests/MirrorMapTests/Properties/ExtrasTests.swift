import MirrorMap
import Testing

@testable import TestSupport

private struct Settings: Mappable, Equatable {
  @Mapped var theme: String
  @Mapped("user.name") var name: String?
  @Mapped("user.tags.0") var tag: String?
  @Extras var others: JSONObject
}

private struct Unordered: Mappable, Hashable {
  @Mapped var theme: String?
  @Extras var others: [String: JSONValue]
}

private struct Loose: Mappable {
  @Mapped var theme: String?
  @Extras var rest: JSONObject
}

private class Base: Mappable {
  @Mapped var id: Int
  @Extras var rest: JSONObject
  required init() {}
}

private final class Derived: Base {
  @Mapped var name: String?
}

private class Plain: Mappable {
  @Mapped var id: Int
  required init() {}
}

private final class Keeping: Plain {
  @Extras var rest: JSONObject
}

private struct Nested: Mappable {
  @Mapped var settings: [Settings]
  @Extras var others: JSONObject
}

private struct Paths: Mappable {
  @Mapped("list.0.id") var first: Int?
  @Mapped("deep.er.value") var value: Int?
  @Extras var others: JSONObject
}

private struct WholeAndPart: Mappable {
  @Mapped("user") var user: JSONValue?
  @Mapped("user.name") var name: String?
  @Extras var others: JSONObject
}

private struct Paging: Mappable {
  @Mapped var pageNumber: Int?
  @Mapped("meta.count") var count: Int?
}

private struct FlatSettings: Mappable {
  @Flattened var paging: Paging
  @Extras var others: JSONObject
}

private struct Both: Mappable {
  @Extras var first: JSONObject
  @Extras var second: [String: JSONValue]
}

private class TwoLevels: Base {
  @Extras var more: JSONObject
}

private struct Directed: Mappable {
  @Mapped("etag", direction: .decodeOnly) var etag: String?
  @Mapped("auth.secret", direction: .encodeOnly) var secret: String?
  @Extras var others: JSONObject
}

struct ExtrasTests {
  @Test(arguments: [
    #"{"theme":"a"}"#,
    #"{"theme":"a","x":1,"b":[1,{"c":null}],"a":"ü\"","n":null,"big":12345678901234567890}"#,
    #"{"theme":"a","user":{"name":"n","age":7},"z":1.50,"y":{}}"#,
    #"{"theme":"a","user":{"age":7}}"#, #"{"theme":"a","user":{}}"#,
    #"{"theme":"a","user":5}"#, #"{"theme":"a","user":null}"#, #"{"theme":"a","user":"x"}"#,
    #"{"theme":"a","user":{"tags":7}}"#, #"{"theme":"a","user":{"tags":{"x":1}}}"#,
    #"{"theme":"a","":0,"user.name":1,"theme2":2}"#,
  ])
  func unmappedMembersComeOutAsTheyCameIn(_ text: String) throws {
    let settings = try Settings.decode(from: text)
    let document = try JSONValue.decode(from: text)
    // An object that key paths lead through is written where there is something in it.
    let written = try settings.encodeString()
    #expect(try JSONValue.decode(from: written) == document)
    #expect(try Settings.decode(from: written) == settings)
  }

  @Test func orderIsThatOfTheDocumentOrOfTheKeys() throws {
    let text = #"{"theme":"a","z":1,"b":{"y":1,"x":2},"a":3}"#
    #expect(try Settings.decode(from: text).encodeString() == text)
    #expect(
      try Unordered.decode(from: text).encodeString()
        == #"{"theme":"a","a":3,"b":{"y":1,"x":2},"z":1}"#)
    #expect(
      try Settings.decode(from: text).encodeString(options: .sortedKeys)
        == #"{"a":3,"b":{"x":2,"y":1},"theme":"a","z":1}"#)
    #expect(
      try Unordered.decode(from: #"{"x":[1]}"#).encodeString(options: .prettyPrinted)
        == "{\n  \"x\": [\n    1\n  ]\n}")
  }

  @Test func manyMembersOfADictionaryAreInTheOrderOfTheirKeys() throws {
    var settings = Unordered()
    let keys = (0..<100).map { "key \($0 * 37 % 100)" } + ["", "\0", "\u{FF61}", "\u{10000}"]
    for key in keys { settings.others[key] = .string(key) }
    let extras = settings.others.extras
    #expect(
      extras.map(\.key) == keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(keys.allSatisfy { extras[$0]?.string == $0 })
    #expect(try JSONObject.decode(from: settings.encode()).map(\.key) == extras.map(\.key))
  }

  @Test func nullsStayWhateverTheNullOptions() throws {
    let settings = try Unordered.decode(from: #"{"x":null}"#)
    #expect(settings.others == ["x": .null])
    #expect(try settings.encodeString() == #"{"x":null}"#)
    #expect(try settings.encodeString(options: .nullsOmitted) == #"{"x":null}"#)
    #expect(try settings.encodeString(options: .nullsIncluded) == #"{"theme":null,"x":null}"#)
  }

  @Test func membersOfObjectsOfKeyPathsAreBelowTheirKey() throws {
    let settings = try Settings.decode(
      from: #"{"user":{"age":7,"name":"n","tags":["t","u"]},"theme":"a"}"#)
    #expect(settings.others == ["user": ["age": 7]])
    #expect(
      try settings.encodeString() == #"{"theme":"a","user":{"name":"n","tags":["t"],"age":7}}"#)
    let paths = try Paths.decode(
      from: #"{"list":[{"id":1,"x":2},3],"deep":{"a":1,"er":{"b":2,"value":3}}}"#)
    #expect(paths.others == ["deep": ["a": 1, "er": ["b": 2]]])
    #expect(
      try paths.encodeString() == #"{"list":[{"id":1}],"deep":{"er":{"value":3,"b":2},"a":1}}"#)
  }

  @Test func membersReadByAShorterPathAreNotKeptTwice() throws {
    let text = #"{"user":{"name":"n","age":7},"x":1}"#
    let model = try WholeAndPart.decode(from: text)
    #expect(model.others == ["x": 1])
    #expect(try model.encodeString() == text)
  }

  @Test func extrasCanBeReadChangedAndWritten() throws {
    var settings = Unordered()
    #expect(settings.others == [:])
    settings.others["beta"] = true
    #expect(try settings.encodeString() == #"{"beta":true}"#)
    settings.others["beta"] = nil
    settings.others["gamma"] = ["x": 1]
    #expect(try settings.encodeString() == #"{"gamma":{"x":1}}"#)
    let copy = settings
    settings.others["gamma"] = nil
    #expect(copy.others == ["gamma": ["x": 1]])
    #expect(copy != settings)
    #expect(Set([copy, copy]).count == 1)
    var nested = try Settings.decode(from: #"{"theme":"a","user":{"name":"n"}}"#)
    nested.others["user"] = ["age": 8]
    #expect(try nested.encodeString() == #"{"theme":"a","user":{"name":"n","age":8}}"#)
  }

  @Test func keyThatAPropertyWritesIsAnError() throws {
    let text = "$: the extras hold a key that a property writes (Settings.others)"
    var settings = try Settings.decode(from: #"{"theme":"a","user":{"name":"n"}}"#)
    settings.others = ["theme": "b"]
    #expect(errorText { try settings.encode() } == text)
    settings.others = ["x": 1, "user": 1]
    #expect(errorText { try settings.encode() } == text)
    settings.others = ["user": ["name": "m"]]
    #expect(errorText { try settings.encode() } == text)
    // What the property does not write, as it is nil, the extras may.
    settings.name = nil
    settings.others = ["user": ["name": "m"]]
    #expect(errorText { try settings.encode() } == text)
    let absent = try Settings.decode(from: #"{"theme":"a"}"#)
    var edited = absent
    edited.others = ["user": ["name": "m"]]
    #expect(try edited.encodeString() == #"{"theme":"a","user":{"name":"m"}}"#)
  }

  private struct Grouped: Mappable {
    @Mapped("a.b") var b: Int = 3
    @Mapped("c.0") var first: Int?
    @Mapped("d.e.f") var f: Int?
    @Flattened var paging: Paging?
    @Extras var others: JSONObject
  }

  @Test(arguments: [
    #"{"a":5,"c":{"x":1},"d":{"e":"s"},"meta":true}"#, #"{"a":[],"d":"s"}"#,
    #"{"c":null,"d":true}"#,
  ])
  func anotherValueInThePlaceOfAGroupCouldNotBeWrittenAgain(_ text: String) throws {
    let document = try JSONValue.decode(from: text)
    var model = try Grouped.decode(from: text)
    // Nothing is kept of arrays.
    let isKept = document["a"]?.array == nil
    for options in [EncodingOptions(), .nullsIncluded] {
      let written = try JSONValue.decode(from: model.encode(options: options))
      for (key, value) in document.object ?? [:] where isKept || key != "a" {
        #expect(written[key] == value, "\(key)")
      }
    }
    // Nor with others changed.
    var changed = model
    changed.others["x"] = 1
    #expect(try JSONValue.decode(from: changed.encode())["d"] == document["d"])
    model.b = 4
    model.first = 1
    model.f = 2
    model.paging = Paging()
    model.paging?.count = 6
    let written = try JSONValue.decode(from: model.encode())
    #expect(written == ["a": ["b": 4], "c": [1], "d": ["e": ["f": 2]], "meta": ["count": 6]])
    try model.update(from: #"{"a":{"b":7}}"#)
    #expect(try JSONValue.decode(from: model.encode())["a"] == ["b": 7])
    // What was assigned is still an error.
    model.others["a"] = 5
    #expect(throws: MappingError.self) { try model.encode() }
  }

  private struct Lists: Mappable {
    @Mapped("g.list") var list: [Int]?
    @Mapped("g.map") var map: [String: Int]?
    @Mapped("g.names") var names: [String] = []
    @Mapped("h.0.x") var first: [Int]?
  }

  private struct FlatLists: Mappable {
    @Flattened var lists: Lists
    @Extras var others: JSONObject
  }

  private struct OwnLists: Mappable {
    @Mapped("g.list") var list: [Int]?
    @Mapped("g.map") var map: [String: Int]?
    @Mapped("g.names") var names: [String] = []
    @Mapped("h.0.x") var first: [Int]?
    @Extras var others: JSONObject
  }

  @Test(arguments: [
    #"{"g":"off"}"#, #"{"g":null}"#, #"{"g":7,"h":"x"}"#, #"{"h":null,"g":[]}"#, "{}",
  ])
  func emptyValuesOfAFlattenedModelWereOverruledByExtras(_ text: String) throws {
    func compare(
      _ flatten: (inout FlatLists) throws -> Void, _ change: (inout OwnLists) throws -> Void
    ) throws {
      var (flat, own) = try (FlatLists.decode(from: text), OwnLists.decode(from: text))
      try flatten(&flat)
      try change(&own)
      for options in [EncodingOptions(), .nullsIncluded, .nullsOmitted, .changesOnly] {
        let written = try JSONValue.decode(from: flat.encode(options: options))
        #expect(try written == JSONValue.decode(from: own.encode(options: options)))
      }
    }
    try compare({ _ in }, { _ in })
    try compare({ $0.lists.list = [] }, { $0.list = [] })
    try compare({ $0.lists.map = [:] }, { $0.map = [:] })
    try compare({ $0.lists.names = [] }, { $0.names = [] })
    try compare({ $0.lists.first = [] }, { $0.first = [] })
    let update = #"{"g":{"map":{}}}"#
    try compare({ try $0.update(from: update) }, { try $0.update(from: update) })
    var flat = try FlatLists.decode(from: #"{"g":"off"}"#)
    flat.lists = Lists()
    #expect(try flat.encodeString() == #"{"g":{"names":[]}}"#)
  }

  private struct Spelled: Mappable {
    @Mapped("Home.Street") var street: String?
    @Extras var others: JSONObject
  }

  @Test func groupsHadLowerCaseKeysIfCaseDoesNotMatter() throws {
    var mapper = Mapper()
    mapper.keyStrategy = .caseInsensitive
    var model = try Spelled.decode(from: #"{"HOME":{"Rooms":3},"Other":1}"#, using: mapper)
    #expect(model.others == ["Home": ["Rooms": 3], "Other": 1])
    #expect(try model.encodeString(using: mapper) == #"{"Other":1,"Home":{"Rooms":3}}"#)
    try model.update(from: #"{"home":{"street":"s","Rooms":4}}"#, using: mapper)
    #expect(
      try model.encodeString(using: mapper) == #"{"Home":{"Street":"s","Rooms":4},"Other":1}"#)
    try model.apply(mergePatch: #"{"hOME":null}"#, using: mapper)
    #expect(model.others == ["Other": 1] && model.street == nil)
  }

  @Test func duplicatesFollowTheMapper() throws {
    let text = #"{"theme":"a","x":1,"x":2,"user":{"age":1,"age":2}}"#
    #expect(
      errorText { try Settings.decode(from: text) }
        == "$.x: key appears a second time (line 1, column 20, Settings)")
    var mapper = Mapper()
    mapper.duplicateKeys = .first
    #expect(
      try Settings.decode(from: text, using: mapper).others == ["x": 1, "user": ["age": 1]])
    mapper.duplicateKeys = .last
    #expect(
      try Settings.decode(from: text, using: mapper).others == ["x": 2, "user": ["age": 2]])
  }

  @Test func extrasOfSuperclassesAndSubclasses() throws {
    let text = #"{"id":1,"name":"n","x":2}"#
    let derived = try Derived.decode(from: text)
    #expect(derived.rest == ["x": 2])
    #expect(try (derived as Base).encodeString() == text)
    #expect(try Base.decode(from: text).rest == ["name": "n", "x": 2])
    #expect(try Keeping.decode(from: #"{"id":1,"x":2}"#).encodeString() == #"{"id":1,"x":2}"#)
  }

  @Test func extrasOfModelsInsideEachOther() throws {
    let text = #"{"settings":[{"theme":"a","x":1},{"theme":"b"}],"y":[2]}"#
    let nested = try Nested.decode(from: text)
    #expect(nested.settings.map(\.others) == [["x": 1], [:]])
    #expect(nested.others == ["y": [2]])
    #expect(try nested.encodeString() == text)
  }

  /// Objects of a few kinds, among them some with equal keys, keys with escapes, and objects inside.
  @Test(arguments: 1...4)
  func extrasAreTheMembersOfTheTree(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let keys = ["theme", "a", "b", #"\u0063"#, "dé", "user", String(repeating: "long", count: 150)]
    func object(_ depth: Int) -> String {
      let members = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        let key = keys.randomElement(using: &random) ?? ""
        let value =
          key == "theme"
          ? #""x""#
          : depth > 0
            ? ["1", "null", #""text""#, "[1, {}]", object(depth - 1)].randomElement(using: &random)
              ?? "" : "0.5"
        return "\"\(key)\": \(value)"
      }
      return "{\(members.joined(separator: ", "))}"
    }
    var mapper = Mapper.default
    mapper.duplicateKeys = .last
    for _ in 0..<100 {
      let text = "[\((0..<20).map { _ in object(2) }.joined(separator: ", "))]"
      let trees = try [JSONObject].decode(from: text)
      let models = try [Loose].decode(from: text, using: mapper)
      for (model, tree) in zip(models, trees) {
        var rest = tree
        rest["theme"] = nil
        #expect(model.rest == rest && model.rest.map(\.key) == rest.map(\.key), "\(text)")
        #expect(model.theme == tree["theme"]?.string)
      }
      // Without equal keys, the first kind of reading members counts.
      let distinct = try JSONValue.array(trees.map { .object($0) }).encodeString()
      #expect(try [Loose].decode(from: distinct).map(\.rest) == models.map(\.rest))
    }
  }

  @Test func extrasAreNoUnknownKeys() throws {
    var mapper = Mapper()
    mapper.unknownKeys = .reject
    #expect(
      try Settings.decode(from: #"{"theme":"a","x":1,"user":{"y":2}}"#, using: mapper).others
        == ["x": 1, "user": ["y": 2]])
  }

  @Test func extrasBesideFlattenedModelsOnAllTheirLevels() throws {
    let text = #"{"pageNumber":1,"meta":{"count":2,"x":3},"y":4}"#
    let settings = try FlatSettings.decode(from: text)
    #expect(settings.others == ["meta": ["x": 3], "y": 4])
    #expect(try settings.encodeString() == text)
    var mapper = Mapper()
    mapper.keyStrategy = .caseInsensitive
    var updated = settings
    try updated.update(from: #"{"meta":{"x":9,"z":1},"y":{}}"#)
    #expect(updated.others == ["meta": ["x": 9, "z": 1], "y": [:]])
    #expect(updated.paging.count == 2)
    var edited = settings
    edited.others = ["pagenumber": 9]
    #expect(
      errorText { try edited.encode(using: mapper) }
        == "$: the extras hold a key that a property writes (FlatSettings.others)")
  }

  @Test func extrasBesidePropertiesWithADirection() throws {
    var model = try Directed.decode(from: #"{"etag":"e","auth":{"secret":"s","x":1},"y":2}"#)
    #expect(model.others == ["auth": ["x": 1], "y": 2])
    model.secret = "t"
    #expect(try model.encodeString() == #"{"auth":{"secret":"t","x":1},"y":2}"#)
  }

  @Test func unmentionedExtrasStayInUpdates() throws {
    var settings = try Settings.decode(from: #"{"theme":"a","x":1,"y":2,"user":{"age":1,"b":2}}"#)
    try settings.update(from: #"{"x":3,"z":4,"user":{"age":5}}"#)
    #expect(settings.others == ["x": 3, "y": 2, "user": ["age": 5, "b": 2], "z": 4])
    try settings.update(from: #"{"theme":"b"}"#)
    #expect(settings.others == ["x": 3, "y": 2, "user": ["age": 5, "b": 2], "z": 4])
    try settings.update(from: #"{"x":null}"#)
    #expect(settings.others["x"] == .null)
    try settings.apply(mergePatch: #"{"x":null,"y":null,"user":{"b":null},"w":{"v":null}}"#)
    #expect(settings.others == ["user": ["age": 5], "z": 4, "w": [:]])
  }

  @Test func changedExtrasAreAmongTheChanges() throws {
    var settings = try Unordered.decode(from: #"{"theme":"a","x":1}"#)
    #expect(try settings.encodeString(options: .changesOnly) == "{}")
    settings.others["x"] = 2
    #expect(try settings.encodeString(options: .changesOnly) == #"{"x":2}"#)
  }

  @Test func twoPropertiesOfExtrasAreRefused() {
    #expect(
      errorText { try Both.decode(from: "?") }
        == "Both.second cannot be mapped: Both.first holds the extras already")
    #expect(
      errorText { try TwoLevels.decode(from: "?") }
        == "TwoLevels.more cannot be mapped: TwoLevels.rest holds the extras already")
  }

  @Test func extrasReadOutOfOrderAtTheEndOfMemory() throws {
    struct Backwards: ImmutableMappable {
      let extras: [JSONObject]
      init(from object: inout ObjectReader) throws {
        let first: Loose = try object.value("x")
        let third: Loose = try object.value("z")
        let second: Loose = try object.value("y")
        extras = [first.rest, third.rest, second.rest]
      }
    }
    for key in ["", "k", "kk", "key", "four", "five5", "sixsix", "seven77", "a key of some length"]
    {
      let text = #"{"x":{"\#(key)":1},"y":{"\#(key)":2},"z":{"\#(key)":3}}"#
      let read = try GuardedBytes.withBytes(Array(text.utf8)) { try Backwards.decode(from: $0) }
      #expect(read.extras == [[key: 1], [key: 3], [key: 2]])
    }
  }

  @Test func extrasOfObjectsThatIgnoreCase() throws {
    struct Immutable: ImmutableMappable {
      let width: Int?
      let others: JSONObject
      init(from object: inout ObjectReader) throws {
        width = try object.value("group.w")
        others = try object.unmapped(as: JSONObject.self)
      }
      func encode(to object: inout ObjectWriter) throws {
        try object.set(width, "group.w")
        try object.merge(others)
      }
    }
    struct Wide: Mappable {
      @Mapped("g.a") var first: Int?
      @Extras var others: JSONObject
    }
    var mapper = Mapper()
    mapper.keyStrategy = .caseInsensitive
    let model = try Immutable.decode(from: #"{"Group":{"w":1,"q":2}}"#, using: mapper)
    #expect(try model.encodeString(using: mapper) == #"{"group":{"w":1,"q":2}}"#)
    // Folding all keys for each of them would take minutes.
    let members = (0..<20_000).map { #""k\#($0)":0"# }.joined(separator: ",")
    let wide = try Wide.decode(from: #"{"g":{"a":1,\#(members)}}"#, using: mapper)
    #expect(try wide.encodeBytes(using: mapper).count > 160_000)
  }

  @Test(arguments: [
    (#"{"ip":"x"}"#, #"{"vlan":5,"ip":"x"}"#), (#"{"ip":[1]}"#, #"{"vlan":5}"#),
    (#"{"ip":null}"#, #"{"vlan":5}"#), (#"{"ip":7,"vlan":null}"#, #"{"ip":7}"#),
    (#"{"first":[{"a":3}]}"#, #"{"ip":{"v4":"1","v6":"2"},"vlan":5,"first":[{"a":3}]}"#),
    (#"{"first":3}"#, #"{"ip":{"v4":"1","v6":"2"},"vlan":5,"first":3}"#),
  ])
  func mergePatchReplacesGroups(patch: String, result: String) throws {
    let document = #"{"ip":{"v4":"1","v6":"2"},"vlan":5}"#
    var net = try Net.decode(from: document)
    try net.apply(mergePatch: patch)
    #expect(try JSONValue.decode(from: net.encodeString()) == JSONValue.decode(from: result))
  }

  @Test func emptyObjectsOfKeyPathsAreUnmapped() throws {
    struct Immutable: ImmutableMappable {
      let number: Int?
      let others: JSONObject
      init(from object: inout ObjectReader) throws {
        number = try object.value("page.no")
        others = try object.unmapped(as: JSONObject.self)
      }
    }
    struct Annotated: Mappable {
      @Mapped("page.no") var number: Int?
      @Extras var others: JSONObject
    }
    for page in ["{}", #"{"no":1}"#, #"{"no":1,"a":2}"#, "5"] {
      let text = #"{"page":\#(page)}"#
      #expect(try Immutable.decode(from: text).others == Annotated.decode(from: text).others)
    }
  }
}

private struct Net: Mappable {
  @Mapped("ip.v4") var v4: String?
  @Mapped("first.0.a") var a: Int?
  @Extras var rest: JSONObject
}
