import MirrorMap
import Testing

@testable import TestSupport

private struct Profile: Mappable, Equatable {
  @Mapped("user.name") var name: String?
  @Mapped("user.home.city") var city: String?
  @Mapped("user.home.zip") var zip: Int = 7
  @Mapped("user.tags.0") var tag: String?
  @Mapped("id") var id: Int
}

private struct Strict: Mappable, Equatable {
  @Mapped("user.name") var name: String
  @Mapped("note") var note: String?
}

private struct Keeping: Mappable, Equatable {
  @Mapped("user.name") var name: String?
  @Extras var others: JSONObject
}

private struct Paging: Mappable, Equatable {
  @Mapped var page: Int
  @Mapped("meta.total") var total: Int?
}

private struct Results: Mappable, Equatable {
  @Mapped var items: [Int] = []
  @Flattened var paging: Paging?
  @Extras var others: JSONObject
}

struct KeyPathPatchTests {
  @Test func nullForAnObjectOfKeyPathsRemovesWhatIsBelowIt() throws {
    let text = #"{"id":1,"user":{"name":"n","home":{"city":"c","zip":8},"tags":["t"]}}"#
    var profile = try Profile.decode(from: text)
    try profile.apply(mergePatch: #"{"user":{"home":null}}"#)
    #expect(profile.name == "n")
    #expect(profile.city == nil)
    #expect(profile.zip == 7)
    try profile.apply(mergePatch: #"{"user":null}"#)
    #expect(profile == (try Profile.decode(from: #"{"id":1}"#)))
    var strict = try Strict.decode(from: #"{"user":{"name":"n"}}"#)
    #expect(
      errorText { try strict.apply(mergePatch: #"{"user":null}"#) }
        == "$.user.name: required key is missing, expected String"
        + " (line 1, column 9, Strict.name)")
    #expect(strict.name == "n")
  }

  @Test func updateThatIsNoPatchChangesNothing() throws {
    var profile = try Profile.decode(from: #"{"id":1,"user":{"name":"n"}}"#)
    try profile.update(from: #"{"user":null}"#)
    #expect(profile.name == "n")
    var keeping = try Keeping.decode(from: #"{"user":{"name":"n","age":1}}"#)
    try keeping.update(from: #"{"user":null}"#)
    #expect(keeping.others == ["user": ["age": 1]])
    try keeping.update(from: #"{"user":{}}"#)
    #expect(keeping.others == ["user": ["age": 1]])
    try keeping.apply(mergePatch: #"{"user":null}"#)
    #expect(keeping == Keeping())
    #expect(try keeping.encodeString() == "{}")
  }

  @Test func patchBetweenTwoStatesMakesOneIntoTheOther() throws {
    let texts = [
      #"{"id":1}"#, #"{"id":1,"user":{"name":"n"}}"#,
      #"{"id":2,"user":{"name":"n","home":{"city":"c","zip":8},"tags":["t"]}}"#,
      #"{"id":1,"user":{"home":{"zip":9}}}"#,
      #"{"id":1,"user":{"home":{"city":"d"},"tags":["u"]}}"#,
    ]
    for first in texts {
      for second in texts {
        var model = try Profile.decode(from: first)
        let target = try Profile.decode(from: second)
        try model.apply(mergePatch: try target.mergePatch(since: model))
        #expect(model == target, "\(first) → \(second)")
      }
    }
  }

  @Test func patchBetweenTwoStatesOfFlattenedModelsAndExtras() throws {
    let texts = [
      #"{"items":[1]}"#, #"{"page":1}"#, #"{"page":2,"meta":{"total":3}}"#,
      #"{"page":1,"meta":{"total":4,"x":5},"y":6}"#, #"{"y":7,"z":{"a":1}}"#,
      #"{"page":1,"z":{"b":2}}"#,
    ]
    for first in texts {
      for second in texts {
        var model = try Results.decode(from: first)
        let target = try Results.decode(from: second)
        try model.apply(mergePatch: try target.mergePatch(since: model))
        // Of an object in the extras from which all is removed an empty one is left.
        let tree = try JSONValue.decode(from: model.encode(options: .nullsOmitted))
        #expect(try tree == JSONValue.decode(from: target.encode()), "\(first) → \(second)")
      }
    }
  }

  @Test func arraysOfKeyPathsReplaceTheirElements() throws {
    struct Part: Mappable, Equatable {
      @Mapped var number: Int
      @Mapped var text: String?
      static func made(_ number: Int, _ text: String?) -> Part {
        var part = Part()
        (part.number, part.text) = (number, text)
        return part
      }
    }
    struct Model: Mappable, Equatable {
      @Mapped("parts.0") var part: Part
      @Mapped("others.0") var other: Part = Part.made(1, "default")
      @Mapped("counts.0") var counts: [String: Int]
      @Mapped("trees.0") var tree: JSONValue
      @Mapped("names.0") var name: String?
    }
    final class Object: Mappable {
      @Mapped("parts.0") var part: Part
      @Mapped("parts.1") var second: Part?
      init() {}
    }
    let before = try Model.decode(
      from: #"""
        {"parts":[{"number":1,"text":"a"}],"others":[{"number":1,"text":"b"}],"counts":[{"a":1}],
         "trees":[{"a":1}],"names":["n"]}
        """#)
    let after = try Model.decode(
      from: #"""
        {"parts":[{"number":2}],"others":[{"number":2}],"counts":[{"b":2}],"trees":[{"b":2}]}
        """#)
    var patched = before
    try patched.apply(mergePatch: after.mergePatch(since: before))
    #expect(patched == after)
    // What fails leaves the values as they were.
    let wrong = #"{"parts":[{"number":"x"}]}"#
    #expect(throws: MappingError.self) { try patched.apply(mergePatch: wrong) }
    let empty = errorText { try patched.apply(mergePatch: #"{"parts":[]}"#) }
    #expect(empty.contains("required key is missing") && patched == after)
    let object = try Object.decode(from: #"{"parts":[{"number":1,"text":"a"},{"number":3}]}"#)
    try object.apply(mergePatch: #"{"parts":[{"number":2}]}"#)
    #expect(object.part == .made(2, nil) && object.second == nil)
    #expect(throws: MappingError.self) { try object.apply(mergePatch: wrong) }
    #expect(object.part == .made(2, nil))
  }

  @Test(arguments: [
    #"{"user":null,"name":"m"}"#, #"{"name":"m","user":null}"#, #"{"user":7,"name":"m"}"#,
    #"{"user":[],"name":"m"}"#,
  ])
  func patchThatReplacesAGroupSetsAnAlternativeKeyInstead(_ patch: String) throws {
    struct Other: Mappable {
      @Mapped("user.name", "name") var name: String
      @Mapped("user.age") var age: Int?
    }
    var other = try Other.decode(from: #"{"user":{"name":"n","age":1}}"#)
    try other.apply(mergePatch: patch)
    #expect(other.name == "m" && other.age == nil)
    #expect(
      errorText { try other.apply(mergePatch: #"{"user":null,"note":1}"#) }
        .hasPrefix("$.user.name: required key is missing, as is \"name\""))
    #expect(other.name == "m")
  }

  /// A patch replaces arrays as they are, so `null` in one removes nothing.
  @Test func nullsInArraysThatKeyPathsLeadThrough() throws {
    struct Places: Mappable {
      @Mapped("list.0") var value: JSONValue?
      @Mapped("list.1") var counts: [String: Int?]?
      @Mapped("list.2") var object: JSONObject?
      @Mapped var inner: Inner?

      struct Inner: Mappable {
        @Mapped("list.0") var value: JSONValue?
      }
    }
    let start = #"{"list":[1,{},{}]}"#
    for patch in [
      #"{"list":[{"a":null,"b":{"c":null}},{"a":null,"b":2},{"z":null}]}"#,
      #"{"list":[null,{"a":null}]}"#, #"{"inner":{"list":[{"a":null,"b":[{"c":null}]}]}}"#,
      #"{"list":[{"a":1}],"inner":{"list":[{"b":null}],"x":null}}"#,
    ] {
      var places = try Places.decode(from: start)
      try places.apply(mergePatch: patch)
      let expected = try JSONValue.decode(from: start).applying(
        mergePatch: JSONValue.decode(from: patch))
      let json = try JSONValue.decode(from: places.encode())
      #expect(try json == JSONValue.decode(from: Places.decode(from: expected.encode()).encode()))
      #expect(json["list"]?[0] == expected["list"]?[0])
      #expect(json["inner"] == expected["inner"])
    }
  }

  @Test func nullBelowAWildcard() throws {
    struct Wild: Mappable {
      @Mapped("n.*.x", direction: .decodeOnly) var x: [Int] = []
      @Mapped("m.*", direction: .decodeOnly) var m: [Int?]?
    }
    for (patch, x) in [
      (#"{"n":{"k":{"x":null}}}"#, []), (#"{"n":{"k":null,"l":{"x":2}}}"#, [2]),
      (#"{"n":{"k":{"x":null},"l":{"x":3}}}"#, [3]),
    ] as [(String, [Int])] {
      var wild = try Wild.decode(from: #"{"n":{"k":{"x":1}}}"#)
      try wild.apply(mergePatch: patch)
      #expect(wild.x == x)
      #expect(patch.contains("null,") || (mappingError { try wild.update(from: patch) }) != nil)
    }
    var wild = Wild()
    #expect(
      errorText { try wild.apply(mergePatch: #"{"n":[{"x":null}]}"#) }
        .hasPrefix("$.n[0].x: expected Int, found null"))
    try wild.apply(mergePatch: #"{"m":{"a":null,"b":1}}"#)
    #expect(wild.m == [1])
    try wild.apply(mergePatch: #"{"m":[null,1]}"#)
    #expect(wild.m == [nil, 1])
  }

  /// What a wildcard finds in the objects of a patch are new values, in which `null` is none.
  @Test func nullInsideOfWhatAWildcardFinds() throws {
    struct Inner: Mappable {
      @Mapped("b.*") var values: [Int] = []
      @Mapped var name: String?
    }
    struct Outer: Mappable {
      @Mapped("a.*", direction: .decodeOnly) var items: [Inner] = []
      @Mapped("d.*", direction: .decodeOnly) var tables: [[String: Int]] = []
      @Mapped("j.*", direction: .decodeOnly) var trees: [JSONValue?] = []
    }
    var outer = try Outer.decode(from: #"{"a":{"k":{"b":{"p":1}}}}"#)
    try outer.apply(mergePatch: #"{"a":{"k":{"b":{"p":null,"q":2},"name":null}}}"#)
    #expect(outer.items.map(\.values) == [[2]])
    try outer.apply(mergePatch: #"{"d":{"k":{"p":null,"q":2}},"j":{"k":{"p":null,"q":[null]}}}"#)
    #expect(outer.tables == [["q": 2]] && outer.trees == [["q": [nil]]])
    try outer.apply(mergePatch: #"{"j":[{"p":null}]}"#)
    #expect(outer.trees == [["p": nil]])
    #expect(
      errorText { try outer.apply(mergePatch: #"{"a":[{"b":{"p":null}}]}"#) }
        .hasPrefix("$.a[0].b.p: expected Int, found null"))
  }

  /// A patch replaces arrays as they are.
  @Test func nullBelowAWildcardInsideOfAnArray() throws {
    struct Rows: Mappable {
      @Mapped("rows.*.v") var v: [Int?] = []
    }
    struct Around: Mappable {
      @Mapped var list: [Rows] = []
      @Mapped var one: Rows?
    }
    let rows = #"{"rows":{"a":{"v":1},"b":{"v":null}}}"#
    var around = Around()
    try around.apply(mergePatch: #"{"list":[\#(rows)],"one":\#(rows)}"#)
    #expect(around.list.map(\.v) == [[1, nil]] && around.one?.v == [1])
  }

  @Test func updatedPropertiesAreNamedOnce() throws {
    final class Pair: Mappable {
      @Mapped("pair.0") var first: Int?
      @Mapped("pair.1") var second: Int?
      @Mapped var last: Int = 1
      init() {}
    }
    let pair = try Pair.decode(from: #"{"pair": [1, 2]}"#)
    let error = #expect(throws: MappingError.self) {
      try pair.apply(mergePatch: #"{"pair": [5, 6], "last": "x"}"#)
    }
    #expect(error?.updatedProperties == ["first", "second"])
  }

  @Test func assignedPropertyOfAReplacedGroupIsNoLongerChanged() throws {
    struct Group: Mappable {
      @Mapped("g.0") var point: Point
      @Mapped("g.1") var counts: [String: Int]
    }
    var group = try Group.decode(from: #"{"g": [{"x": 1, "y": 1}, {"k": 1}]}"#)
    group.point = try Point.decode(from: #"{"x": 5, "y": 5}"#)
    group.counts = ["l": 1]
    try group.apply(mergePatch: #"{"g": [{"x": 2, "y": 2}, {"k": 2}]}"#)
    #expect(!group.$point.isChanged && !group.$counts.isChanged)
    #expect(try group.encodeString(options: .changesOnly) == "{}")
  }

  /// While a group is replaced, the object's properties have their earlier values, or nil.
  @Test func transformThatReadsTheObject() throws {
    let tags = try Tags.decode(from: #"{"tags": ["a", "b", {"x": 1, "y": 2}]}"#)
    try Tags.$current.withValue(tags) {
      try tags.apply(mergePatch: #"{"tags": ["c", "d", {"x": 3, "y": 4}]}"#)
      #expect(tags.first == "cab" && tags.second == "d" && tags.point.x == 3)
      // Nothing is merged into the earlier values.
      #expect(throws: MappingError.self) {
        try tags.apply(mergePatch: #"{"tags": ["e", "f", {"x": 5}]}"#)
      }
      #expect(tags.first == "ecabd" && tags.second == "f" && tags.point.x == 3)
      #expect(throws: MappingError.self) { try tags.apply(mergePatch: #"{"tags": ["e"]}"#) }
      #expect(tags.second == "f")
    }
  }

  private final class Tags: Mappable, @unchecked Sendable {
    @TaskLocal static var current: Tags?
    @Mapped("tags.0", transform: Peek()) var first: String
    @Mapped("tags.1") var second: String
    @Mapped("tags.2") var point: Point
    init() {}
  }

  private struct Point: Mappable {
    @Mapped var x: Int
    @Mapped var y: Int
  }

  private struct Peek: Transform {
    func decode(_ json: String) -> String {
      json + (Tags.current.map { $0.first + $0.second } ?? "")
    }
    func encode(_ object: String) -> String { object }
  }
}
