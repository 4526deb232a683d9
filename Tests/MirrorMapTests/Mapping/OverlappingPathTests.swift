import MirrorMap
import Testing

@testable import TestSupport

private struct Person: Mappable, Equatable {
  @Mapped var name: String?
  @Mapped var age: Int?
}

private struct ObjectFirst: Mappable {
  @Mapped("user") var user: Person?
  @Mapped("user.name") var name: String?
  @Mapped("user.zip") var zip: String?
}

private struct MemberFirst: Mappable {
  @Mapped("user.name") var name: String?
  @Mapped("id") var id: Int?
  @Mapped("user") var user: Person?
}

private struct OverScalar: Mappable {
  @Mapped("value") var value: Int?
  @Mapped("value.unit") var unit: String?
}

private struct OverArray: Mappable {
  @Mapped("tags") var tags: [String]?
  @Mapped("tags.1") var second: String?
}

private struct OverDictionary: Mappable {
  @Mapped("limits") var limits: [String: Double] = [:]
  @Mapped("limits.deep.low") var low: Double?
}

private struct ThreeLevels: Mappable {
  @Mapped("a.b.c") var innermost: Int?
  @Mapped("a.b") var inner: [String: Int]?
  @Mapped("a") var outer: JSONValue?
}

private struct City: Mappable, Equatable {
  @Mapped var name: String
}

private struct NothingAtAll: Mappable, Equatable {
  @Mapped("home") var home: City?
  @Mapped("home.name") var homeName: String?
  @Mapped("stops") var stops: [City]?
  @Mapped("stops.1.name") var secondStop: String?
}

struct OverlappingPathTests {
  @Test func objectAndItsMemberAreBothReadInAnyDeclarationOrder() throws {
    let json = #"{"user":{"name":"Ada","age":36,"zip":"N1"},"id":7}"#
    let first = try ObjectFirst.decode(from: json)
    #expect(first.user?.name == "Ada")
    #expect(first.user?.age == 36)
    #expect(first.name == "Ada")
    #expect(first.zip == "N1")
    let second = try MemberFirst.decode(from: json)
    #expect(second.user?.age == 36)
    #expect(second.name == "Ada")
    #expect(second.id == 7)
  }

  @Test func objectIsWrittenFirstAndDeeperPathsMergeIntoIt() throws {
    let json = #"{"user":{"name":"Ada","age":36,"zip":"N1"},"id":7}"#
    var first = try ObjectFirst.decode(from: json)
    #expect(try first.encodeString() == #"{"user":{"name":"Ada","age":36,"zip":"N1"}}"#)
    first.name = "Grace"
    #expect(try first.encodeString() == #"{"user":{"name":"Grace","age":36,"zip":"N1"}}"#)
    var second = try MemberFirst.decode(from: json)
    #expect(try second.encodeString() == #"{"user":{"name":"Ada","age":36},"id":7}"#)
    second.user?.age = 37
    second.name = "Grace"
    #expect(try second.encodeString() == #"{"user":{"name":"Grace","age":37},"id":7}"#)
  }

  @Test func objectThatHasTheMembersIsWrittenAsItIs() throws {
    let json = #"{"user":{"name":"Ada","age":36},"id":7}"#
    let model = try MemberFirst.decode(from: json)
    #expect(try model.encodeString() == json)
    #expect(
      try model.encodeString(options: .sortedKeys) == #"{"id":7,"user":{"age":36,"name":"Ada"}}"#)
    #expect(
      try model.encodeString(options: .prettyPrinted)
        == JSONValue.decode(from: json).encodeString(options: .prettyPrinted))
    let deep = #"{"a":{"b":{"c":1,"d":2},"e":3}}"#
    let levels = try ThreeLevels.decode(from: deep)
    #expect(try levels.encodeString() == deep)
  }

  @Test func membersMakeAnObjectWithoutTheWholeAndItStandsAloneWithoutThem() throws {
    var model = ObjectFirst()
    #expect(try model.encodeString() == "{}")
    model.name = "Ada"
    #expect(try model.encodeString() == #"{"user":{"name":"Ada"}}"#)
    var other = ObjectFirst()
    other.user = Person()
    #expect(try other.encodeString() == #"{"user":{}}"#)
    other.zip = "N1"
    #expect(try other.encodeString() == #"{"user":{"zip":"N1"}}"#)
  }

  @Test func membersOfANullObjectMakeItAnObject() throws {
    var model = try ObjectFirst.decode(from: #"{"user":null}"#)
    #expect(try model.encodeString() == #"{"user":null}"#)
    model.name = "Ada"
    #expect(try model.encodeString() == #"{"user":{"name":"Ada"}}"#)
    var fresh = MemberFirst()
    fresh.name = "Ada"
    #expect(
      try fresh.encodeString(options: .nullsIncluded) == #"{"user":{"name":"Ada"},"id":null}"#)
  }

  @Test func nullMembersLeaveANullObjectNull() throws {
    var model = NothingAtAll()
    #expect(try model.encodeString(options: .nullsIncluded) == #"{"home":null,"stops":null}"#)
    model.home = nil
    model.homeName = nil
    #expect(try model.encodeString() == #"{"home":null}"#)
    #expect(try NothingAtAll.decode(from: model.encode()) == model)
  }

  @Test func scalarWithAPathIntoItCanBeRead() throws {
    let scalar = try OverScalar.decode(from: #"{"value":5}"#)
    #expect(scalar.value == 5)
    #expect(scalar.$unit.presence == .absent)
    #expect(try scalar.encodeString() == #"{"value":5}"#)
    #expect(
      errorText { try OverScalar.decode(from: #"{"value":{"unit":"m"}}"#) }
        == "$.value: expected Int, found an object (line 1, column 10, OverScalar.value)")
  }

  @Test func scalarThatAPathLeadsIntoCannotBeWritten() {
    var model = OverScalar()
    model.value = 5
    model.unit = "m"
    #expect(
      errorText { try model.encode() }
        == """
        $.value: a key path leads into this value, so it has to be written as an object \
        (OverScalar.value)
        """)
    model.value = nil
    #expect((try? model.encodeString()) == #"{"value":{"unit":"m"}}"#)
  }

  @Test func elementMergesIntoItsArray() throws {
    var model = try OverArray.decode(from: #"{"tags":["a","b","c"]}"#)
    #expect(model.tags == ["a", "b", "c"])
    #expect(model.second == "b")
    model.second = "B"
    #expect(try model.encodeString() == #"{"tags":["a","B","c"]}"#)
    model.tags = []
    #expect(try model.encodeString() == #"{"tags":[null,"B"]}"#)
    model.tags = ["x"]
    #expect(try model.encodeString() == #"{"tags":["x","B"]}"#)
  }

  @Test func newMemberIsAddedAndTheDeeperPathWinsAClash() throws {
    var model = OverDictionary()
    model.limits = ["high": 1.5]
    #expect(try model.encodeString() == #"{"limits":{"high":1.5}}"#)
    model.low = 0.25
    #expect(try model.encodeString() == #"{"limits":{"high":1.5,"deep":{"low":0.25}}}"#)
    model.limits = ["deep": 3]
    #expect(try model.encodeString() == #"{"limits":{"deep":{"low":0.25}}}"#)
  }

  @Test func threeLevelsOfOnePathAreReadAndMerged() throws {
    var model = try ThreeLevels.decode(from: #"{"a":{"b":{"c":1,"d":2},"e":3.0}}"#)
    #expect(model.innermost == 1)
    #expect(model.inner == ["c": 1, "d": 2])
    #expect(model.outer == ["b": ["c": 1, "d": 2], "e": 3])
    model.innermost = 9
    model.inner = ["d": 8]
    #expect(try model.encodeString() == #"{"a":{"b":{"c":9,"d":8},"e":3.0}}"#)
  }

  @Test func aScalarBesideNulls() throws {
    for json in [#"{"value":5}"#, #"{"value":5,"unit":null}"#] {
      let model = try OverScalar.decode(from: json)
      #expect(try model.encodeString(options: .nullsIncluded) == #"{"value":5}"#)
    }
    var model = try OverScalar.decode(from: #"{"value": 5}"#)
    model.unit = "m"
    #expect(
      errorText { try model.encodeString(options: .nullsIncluded) }.contains(
        "a key path leads into this value, so it has to be written as an object"))
  }
}
